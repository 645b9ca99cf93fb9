// A* in mazes with four moves, for searchlab: one JSON object a line comes in, one goes out.
// Run it by `java Astar.java`.
import java.util.*;

public class Astar {
    static final String NAMES = "UDLR";
    static final int[][] STEPS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    static String solve(String line) {
        List<String> maze = strings(line, "maze");
        int width = maze.get(0).length(), cells = maze.size() * width;
        List<Integer> start = numbers(line, "start"), goal = numbers(line, "goal");
        int from = start.get(0) * width + start.get(1), to = goal.get(0) * width + goal.get(1);
        int[] cost = new int[cells], parent = new int[cells], move = new int[cells];
        boolean[] closed = new boolean[cells];
        Arrays.fill(cost, Integer.MAX_VALUE);
        cost[from] = 0;
        // f, minus g, cell: of equal f the state that is farther from the start comes first.
        PriorityQueue<int[]> open = new PriorityQueue<>((a, b) -> a[0] != b[0] ? a[0] - b[0] : a[1] - b[1]);
        open.add(new int[] {estimate(from, to, width), 0, from});
        long expanded = 0, generated = 0;
        while (!open.isEmpty() && !closed[to]) {
            int cell = open.poll()[2];
            if (closed[cell]) continue;
            closed[cell] = true;
            if (cell != to) expanded++;
            else break;
            for (int step = 0; step < 4; step++) {
                int row = cell / width + STEPS[step][0], col = cell % width + STEPS[step][1];
                if (row < 0 || col < 0 || row >= maze.size() || col >= width || maze.get(row).charAt(col) == '#') continue;
                generated++;
                int there = row * width + col, newCost = cost[cell] + 1;
                if (newCost >= cost[there]) continue;
                cost[there] = newCost;
                parent[there] = cell;
                move[there] = step;
                open.add(new int[] {newCost + estimate(there, to, width), -newCost, there});
            }
        }
        String counters = ",\"counters\":{\"expanded\":" + expanded + ",\"generated\":" + generated + "}";
        if (!closed[to]) return "\"status\":\"unsolvable\"" + counters;
        LinkedList<String> moves = new LinkedList<>();
        for (int cell = to; cell != from; cell = parent[cell]) moves.addFirst("\"" + NAMES.charAt(move[cell]) + "\"");
        return "\"status\":\"solved\",\"cost\":" + cost[to] + ",\"moves\":[" + String.join(",", moves) + "]" + counters;
    }

    static int estimate(int a, int b, int width) {
        return Math.abs(a / width - b / width) + Math.abs(a % width - b % width);
    }

    // The text between a key and the end of its list.
    static String list(String line, String key) {
        int begin = line.indexOf("\"" + key + "\":[") + key.length() + 4;
        return line.substring(begin, line.indexOf(']', begin));
    }

    static List<String> strings(String line, String key) {
        return Arrays.stream(list(line, key).split(",")).map(word -> word.substring(1, word.length() - 1)).toList();
    }

    static List<Integer> numbers(String line, String key) {
        return Arrays.stream(list(line, key).split(",")).map(Integer::parseInt).toList();
    }

    public static void main(String[] words) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine();
            String id = line.replaceAll(".*\"id\":(\\d+).*", "$1");
            if (line.contains("\"type\":\"quit\"")) break;
            if (line.contains("\"type\":\"hello\"")) say("\"type\":\"hello\",\"protocol\":1,\"name\":\"A* in Java\",\"worlds\":[\"maze\"],\"promises\":\"optimal\"");
            else if (!line.contains("\"moves\":4")) say("\"type\":\"error\",\"id\":" + id + ",\"message\":\"four moves only\"");
            else say("\"type\":\"answer\",\"id\":" + id + "," + solve(line));
        }
    }

    static void say(String fields) {
        System.out.println("{" + fields + "}");
    }
}
