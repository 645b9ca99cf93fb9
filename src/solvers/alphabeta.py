#!/usr/bin/env python3
"""Alpha-beta in game trees of nested lists, for searchlab: one JSON object a line comes in, one goes out."""
import json
import math
import sys


def alphabeta(node, alpha, beta, side, depth, counters):
    """The value for the side to move (side is 1 where max moves, else -1), and the best line below the node."""
    if isinstance(node, int) or depth == 0:
        counters["evaluated"] += 1
        return (side * node if isinstance(node, int) else 0), []
    counters["expanded"] += 1
    best, line = -math.inf, []
    for number, child in enumerate(node):
        value, below = alphabeta(child, -beta, -alpha, -side, depth - 1, counters)
        value = -value
        if value > best:
            best, line = value, [letter(number)] + below
        alpha = max(alpha, best)
        if alpha >= beta:
            counters["cutoffs"] += 1
            break
    return best, line


def letter(number):
    """The name of a child: a, b, c …, and from the 27th on its number in parentheses."""
    return chr(ord("a") + number) if number < 26 else f"({number + 1})"


def solve(task):
    counters = {"expanded": 0, "evaluated": 0, "cutoffs": 0}
    side = 1 if task["to_move"] == "max" else -1
    depth = task.get("depth", math.inf)
    value, line = alphabeta(task["tree"], -math.inf, math.inf, side, depth, counters)
    return {"value": value, "moves": line, "counters": counters}


def say(message):
    print(json.dumps(message), flush=True)


for text in sys.stdin:
    told = json.loads(text)
    if told["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "alpha-beta in Python", "worlds": ["tree"], "promises": "minimax"})
    elif told["type"] == "quit":
        break
    else:
        say({"type": "answer", "id": told["id"], **solve(told)})
