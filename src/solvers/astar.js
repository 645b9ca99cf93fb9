#!/usr/bin/env node
// A* in mazes with four moves, for searchlab: one JSON object a line comes in, one goes out.
"use strict";

const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

function solve({ maze, start, goal }) {
  const width = maze[0].length;
  const id = ([row, col]) => row * width + col;
  const estimate = (row, col) => Math.abs(row - goal[0]) + Math.abs(col - goal[1]);
  const counters = { expanded: 0, generated: 0 };
  const cost = new Map([[id(start), 0]]);
  const parent = new Map();
  const closed = new Set();
  // Buckets by f; the newest of a bucket comes first.
  const open = [];
  const push = (f, cell) => (open[f] ??= []).push(cell);
  push(estimate(...start), start);
  for (let f = 0; f < open.length; ) {
    const cell = open[f]?.pop();
    if (cell === undefined) {
      f += 1;
      continue;
    }
    const here = id(cell);
    if (closed.has(here)) continue;
    closed.add(here);
    if (here === id(goal)) {
      return { status: "solved", cost: cost.get(here), moves: path(parent, here), counters };
    }
    counters.expanded += 1;
    for (const [name, [down, right]] of Object.entries(STEPS)) {
      const [row, col] = [cell[0] + down, cell[1] + right];
      if (row < 0 || col < 0 || row >= maze.length || col >= width || maze[row][col] === "#") continue;
      counters.generated += 1;
      const there = id([row, col]);
      const newCost = cost.get(here) + 1;
      if (newCost < (cost.get(there) ?? Infinity)) {
        cost.set(there, newCost);
        parent.set(there, [here, name]);
        push(newCost + estimate(row, col), [row, col]);
      }
    }
  }
  return { status: "unsolvable", counters };
}

function path(parent, cell) {
  const moves = [];
  for (let step = parent.get(cell); step; step = parent.get(step[0])) moves.push(step[1]);
  return moves.reverse();
}

const say = (message) => console.log(JSON.stringify(message));

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") {
    say({ type: "hello", protocol: 1, name: "A* in JavaScript", worlds: ["maze"], promises: "optimal" });
  } else if (told.type === "quit") {
    process.exit(0);
  } else if (told.moves !== 4) {
    say({ type: "error", id: told.id, message: "four moves only" });
  } else {
    say({ type: "answer", id: told.id, ...solve(told) });
  }
});
