#!/usr/bin/env python3
"""A* in mazes with four moves, for searchlab: one JSON object a line comes in, one goes out."""
import heapq
import json
import sys

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def solve(task):
    maze, start, goal = task["maze"], tuple(task["start"]), tuple(task["goal"])

    def estimate(cell):
        return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])

    counters = {"expanded": 0, "generated": 0}
    cost, parent, closed = {start: 0}, {}, set()
    open_list = [(estimate(start), 0, start)]
    while open_list:
        _, _, cell = heapq.heappop(open_list)
        if cell in closed:
            continue
        closed.add(cell)
        if cell == goal:
            return {"status": "solved", "cost": cost[cell], "moves": path(parent, cell), "counters": counters}
        counters["expanded"] += 1
        for name, (down, right) in STEPS.items():
            row, col = cell[0] + down, cell[1] + right
            if not (0 <= row < len(maze) and 0 <= col < len(maze[row])) or maze[row][col] == "#":
                continue
            counters["generated"] += 1
            new_cost = cost[cell] + 1
            if new_cost < cost.get((row, col), float("inf")):
                cost[(row, col)] = new_cost
                parent[(row, col)] = (cell, name)
                # Of equal f the state that is farther from the start comes first.
                heapq.heappush(open_list, (new_cost + estimate((row, col)), -new_cost, (row, col)))
    return {"status": "unsolvable", "counters": counters}


def path(parent, cell):
    moves = []
    while cell in parent:
        cell, name = parent[cell]
        moves.append(name)
    return moves[::-1]


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "A* in Python", "worlds": ["maze"], "promises": "optimal"})
    elif told["type"] == "quit":
        break
    elif told["moves"] != 4:
        say({"type": "error", "id": told["id"], "message": "four moves only"})
    else:
        say({"type": "answer", "id": told["id"], **solve(told)})
