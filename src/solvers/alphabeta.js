#!/usr/bin/env node
// Alpha-beta in game trees of nested lists, for searchlab: one JSON object a line comes in, one goes out.
"use strict";

// The value for the side to move (side is 1 where max moves, else -1), and the best line below the node.
function alphabeta(node, alpha, beta, side, depth, counters) {
  if (typeof node === "number" || depth === 0) {
    counters.evaluated += 1;
    return [typeof node === "number" ? side * node : 0, []];
  }
  counters.expanded += 1;
  let [best, line] = [-Infinity, []];
  for (const [number, child] of node.entries()) {
    const [below, rest] = alphabeta(child, -beta, -alpha, -side, depth - 1, counters);
    if (-below > best) [best, line] = [-below, [letter(number), ...rest]];
    alpha = Math.max(alpha, best);
    if (alpha >= beta) {
      counters.cutoffs += 1;
      break;
    }
  }
  return [best, line];
}

// The name of a child: a, b, c …, and from the 27th on its number in parentheses.
const letter = (number) => (number < 26 ? String.fromCharCode(97 + number) : `(${number + 1})`);

function solve({ tree, to_move, depth = Infinity }) {
  const counters = { expanded: 0, evaluated: 0, cutoffs: 0 };
  const [value, moves] = alphabeta(tree, -Infinity, Infinity, to_move === "max" ? 1 : -1, depth, counters);
  // Zero has no sign.
  return { value: value + 0, moves, counters };
}

const say = (message) => console.log(JSON.stringify(message));

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") {
    say({ type: "hello", protocol: 1, name: "alpha-beta in JavaScript", worlds: ["tree"], promises: "minimax" });
  } else if (told.type === "quit") {
    process.exit(0);
  } else {
    say({ type: "answer", id: told.id, ...solve(told) });
  }
});
