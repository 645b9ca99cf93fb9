// A* in mazes with four moves, for searchlab: one JSON object a line comes in, one goes out.
// Build it by `c++ -O2 -std=c++17 astar.cpp -o astar`.
#include <cstdlib>
#include <iostream>
#include <queue>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>
using namespace std;

// The text between a key and the end of its list.
string list_of(const string& line, const string& key) {
    size_t begin = line.find("\"" + key + "\":[") + key.size() + 4;
    return line.substr(begin, line.find(']', begin) - begin);
}

vector<string> parts_of(const string& list) {
    vector<string> parts;
    stringstream stream(list);
    for (string part; getline(stream, part, ',');) parts.push_back(part.front() == '"' ? part.substr(1, part.size() - 2) : part);
    return parts;
}

long number_of(const string& line, const string& key) {
    return stol(line.substr(line.find("\"" + key + "\":") + key.size() + 3));
}

string solve(const string& line) {
    const vector<string> maze = parts_of(list_of(line, "maze")), start = parts_of(list_of(line, "start")), goal = parts_of(list_of(line, "goal"));
    const int height = maze.size(), width = maze[0].size();
    const int from = stoi(start[0]) * width + stoi(start[1]), to = stoi(goal[0]) * width + stoi(goal[1]);
    const string names = "UDLR";
    const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    auto estimate = [&](int cell) { return abs(cell / width - to / width) + abs(cell % width - to % width); };
    vector<int> cost(height * width, 1 << 30), parent(height * width);
    vector<char> move(height * width), closed(height * width);
    // f, minus g, cell: of equal f the state that is farther from the start comes first.
    priority_queue<tuple<int, int, int>, vector<tuple<int, int, int>>, greater<>> open;
    cost[from] = 0;
    open.emplace(estimate(from), 0, from);
    long expanded = 0, generated = 0;
    while (!open.empty() && !closed[to]) {
        const int cell = get<2>(open.top());
        open.pop();
        if (closed[cell]) continue;
        closed[cell] = true;
        if (cell == to) break;
        expanded++;
        for (int step = 0; step < 4; step++) {
            const int row = cell / width + steps[step][0], col = cell % width + steps[step][1];
            if (row < 0 || col < 0 || row >= height || col >= width || maze[row][col] == '#') continue;
            generated++;
            const int there = row * width + col, new_cost = cost[cell] + 1;
            if (new_cost >= cost[there]) continue;
            cost[there] = new_cost, parent[there] = cell, move[there] = names[step];
            open.emplace(new_cost + estimate(there), -new_cost, there);
        }
    }
    stringstream said;
    string moves;
    for (int cell = to; closed[to] && cell != from; cell = parent[cell]) moves = string(",\"") + move[cell] + "\"" + moves;
    if (closed[to]) said << "\"status\":\"solved\",\"cost\":" << cost[to] << ",\"moves\":[" << (moves.empty() ? "" : moves.substr(1)) << "]";
    else said << "\"status\":\"unsolvable\"";
    said << ",\"counters\":{\"expanded\":" << expanded << ",\"generated\":" << generated << "}";
    return said.str();
}

int main() {
    for (string line; getline(cin, line) && line.find("\"type\":\"quit\"") == string::npos;) {
        if (line.find("\"type\":\"hello\"") != string::npos)
            cout << R"({"type":"hello","protocol":1,"name":"A* in C++","worlds":["maze"],"promises":"optimal"})" << endl;
        else if (line.find("\"moves\":4") == string::npos)
            cout << R"({"type":"error","id":)" << number_of(line, "id") << R"(,"message":"four moves only"})" << endl;
        else cout << R"({"type":"answer","id":)" << number_of(line, "id") << "," << solve(line) << "}" << endl;
    }
}
