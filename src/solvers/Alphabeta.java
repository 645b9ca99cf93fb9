// Alpha-beta in game trees of nested lists, for searchlab: one JSON object a line comes in, one goes out.
// Run it by `java Alphabeta.java`.
import java.util.*;

public class Alphabeta {
    static long expanded, evaluated, cutoffs;
    static final int INFINITY = 1 << 30;

    /** A leaf has a value, another node children. */
    record Node(int value, List<Node> children) {}

    record Found(int value, String line) {}

    /** The value for the side to move (side is 1 where max moves, else -1), and the best line below the node. */
    static Found search(Node node, int alpha, int beta, int side, int depth) {
        if (node.children == null || depth == 0) {
            evaluated++;
            return new Found(node.children == null ? side * node.value : 0, "");
        }
        expanded++;
        Found best = new Found(-INFINITY, "");
        for (int number = 0; number < node.children.size(); number++) {
            Found below = search(node.children.get(number), -beta, -alpha, -side, depth - 1);
            if (-below.value > best.value) {
                String rest = below.line.isEmpty() ? "" : "," + below.line;
                best = new Found(-below.value, "\"" + letter(number) + "\"" + rest);
            }
            alpha = Math.max(alpha, best.value);
            if (alpha >= beta) {
                cutoffs++;
                break;
            }
        }
        return best;
    }

    /** The name of a child: a, b, c …, and from the 27th on its number in parentheses. */
    static String letter(int number) {
        return number < 26 ? String.valueOf((char) ('a' + number)) : "(" + (number + 1) + ")";
    }

    /** Reads [[3,12],[2]] from a place on, which it moves. */
    static Node read(String text, int[] at) {
        if (text.charAt(at[0]) != '[') {
            int begin = at[0];
            while ("-0123456789".indexOf(text.charAt(at[0])) >= 0) at[0]++;
            return new Node(Integer.parseInt(text.substring(begin, at[0])), null);
        }
        List<Node> children = new ArrayList<>();
        while (text.charAt(at[0]) != ']') {
            at[0]++;
            children.add(read(text, at));
        }
        at[0]++;
        return new Node(0, children);
    }

    static String solve(String line) {
        expanded = evaluated = cutoffs = 0;
        Node tree = read(line, new int[] {line.indexOf("\"tree\":") + 7});
        int side = line.contains("\"to_move\":\"max\"") ? 1 : -1;
        int depth = line.contains("\"depth\":") ? Integer.parseInt(line.replaceAll(".*\"depth\":(\\d+).*", "$1")) : INFINITY;
        Found found = search(tree, -INFINITY, INFINITY, side, depth);
        return "\"value\":" + found.value + ",\"moves\":[" + found.line + "],\"counters\":{\"expanded\":" + expanded
            + ",\"evaluated\":" + evaluated + ",\"cutoffs\":" + cutoffs + "}";
    }

    public static void main(String[] words) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine(), id = line.replaceAll(".*\"id\":(\\d+).*", "$1");
            if (line.contains("\"type\":\"quit\"")) break;
            String hello = "\"type\":\"hello\",\"protocol\":1,\"name\":\"alpha-beta in Java\",\"worlds\":[\"tree\"],\"promises\":\"minimax\"";
            String said = line.contains("\"type\":\"hello\"") ? hello : "\"type\":\"answer\",\"id\":" + id + "," + solve(line);
            System.out.println("{" + said + "}");
        }
    }
}
