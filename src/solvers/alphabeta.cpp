// Alpha-beta in game trees of nested lists, for searchlab: one JSON object a line comes in, one goes out.
// Build it by `c++ -O2 -std=c++17 alphabeta.cpp -o alphabeta`.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

// A leaf has a value, another node children.
struct Node {
    long value = 0;
    vector<Node> children;
};

struct Found {
    long value;
    vector<string> line;
};

const long INFINITE = 1L << 40;
long expanded, evaluated, cutoffs;

// The name of a child: a, b, c …, and from the 27th on its number in parentheses.
string letter(size_t number) {
    return number < 26 ? string(1, char('a' + number)) : "(" + to_string(number + 1) + ")";
}

// The value for the side to move (side is 1 where max moves, else -1), and the best line below the node.
Found search(const Node& node, long alpha, long beta, int side, long depth) {
    if (node.children.empty() || depth == 0) {
        evaluated++;
        return {node.children.empty() ? side * node.value : 0, {}};
    }
    expanded++;
    Found best{-INFINITE, {}};
    for (size_t number = 0; number < node.children.size(); number++) {
        Found below = search(node.children[number], -beta, -alpha, -side, depth - 1);
        if (-below.value > best.value) {
            below.line.insert(below.line.begin(), letter(number));
            best = {-below.value, below.line};
        }
        alpha = max(alpha, best.value);
        if (alpha >= beta && ++cutoffs) break;
    }
    return best;
}

// Reads [[3,12],[2]] from a place on, which it moves.
Node read(const char*& at) {
    Node node;
    if (*at != '[') {
        return node.value = strtol(at, const_cast<char**>(&at), 10), node;
    }
    while (*at != ']') node.children.push_back(read(++at));
    at++;
    return node;
}

long number_of(const string& line, const string& key, long usual) {
    const size_t at = line.find("\"" + key + "\":");
    return at == string::npos ? usual : stol(line.substr(at + key.size() + 3));
}

int main() {
    for (string line; getline(cin, line) && line.find("\"type\":\"quit\"") == string::npos;) {
        if (line.find("\"type\":\"hello\"") != string::npos) {
            cout << R"({"type":"hello","protocol":1,"name":"alpha-beta in C++","worlds":["tree"],"promises":"minimax"})" << endl;
            continue;
        }
        expanded = evaluated = cutoffs = 0;
        const char* at = line.c_str() + line.find("\"tree\":") + 7;
        const int side = line.find("\"to_move\":\"max\"") != string::npos ? 1 : -1;
        const Found found = search(read(at), -INFINITE, INFINITE, side, number_of(line, "depth", INFINITE));
        string moves;
        for (const string& move : found.line) moves += (moves.empty() ? "\"" : ",\"") + move + "\"";
        cout << R"({"type":"answer","id":)" << number_of(line, "id", 0) << ",\"value\":" << found.value << ",\"moves\":[" << moves
             << "],\"counters\":{\"expanded\":" << expanded << ",\"evaluated\":" << evaluated << ",\"cutoffs\":" << cutoffs << "}}" << endl;
    }
}
