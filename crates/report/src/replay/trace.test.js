// node --test trace.test.js: states forth and back, counters, sentences.

const { test } = require("node:test");
const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const read = (name) => fs.readFileSync(path.join(__dirname, `${name}.js`), "utf8");
const pseudocode = fs.readFileSync(path.join(__dirname, "../../../lab/src/watch/pseudocode.json"), "utf8");
const Replay = vm.runInNewContext(`${["trace", "tree", "layers", "why"].map(read).join("\n")}; Replay.number = String; Replay.pseudocode = ${pseudocode}; Replay`);

const lines = (...events) => events.map((event) => JSON.stringify(event)).join("\n") + "\n";

const HEADER = { trace: "searchlab", version: 1, kind: "path", algorithm: "idastar", params: {}, scene: { shape: "grid", rows: 1, cols: 4, cells: ["...."] } };
const path4 = lines(
  HEADER,
  { type: "source", id: 0, at: [0, 0], h: 3 },
  { type: "iteration", number: 1, threshold: 3 },
  { type: "expand", id: 0, g: 0, h: 3, f: 3, depth: 0 },
  { type: "generate", id: 1, at: [0, 1], p: 0, g: 1, h: 2, f: 3, how: "new" },
  { type: "count", name: "table_stores", by: 4 },
  { type: "iteration", number: 2, threshold: 5 },
  { type: "expand", id: 0, g: 0, h: 3, f: 3, depth: 0 },
  { type: "generate", id: 1, p: 0, g: 1, h: 2, f: 3, how: "new" },
  { type: "expand", id: 1, p: 0, g: 1, h: 2, f: 3, depth: 1 },
  { type: "goal", id: 1, cost: 1 },
  { type: "end", status: "solved", cost: 1, path: [0, 1], counters: { expanded: 3, generated: 2 }, events: 9 },
);

const snapshot = (state) => JSON.stringify([[...state.status], [...state.visits], [...state.parent], state.current, state.goal]);

test("the last step has the counters of the record", () => {
  const trace = new Replay.Trace(path4);
  assert.strictEqual(trace.length, 9);
  assert.deepStrictEqual([trace.expanded[trace.length], trace.generated[trace.length]], [3, 2]);
  assert.strictEqual(trace.counters(trace.length), trace.end.counters);
});

test("steps back give the states of steps forth", () => {
  const trace = new Replay.Trace(path4);
  const state = new Replay.State(trace);
  state.every = 2;
  const forth = [];
  for (let step = 0; step <= trace.length; step += 1) forth.push(snapshot(state.go(step)));
  for (let step = trace.length; step >= 0; step -= 1) assert.strictEqual(snapshot(state.go(step)), forth[step], `step ${step}`);
  for (const step of [3, 8, 1, 9, 0, 5]) assert.strictEqual(snapshot(state.go(step)), forth[step], `step ${step}`);
});

test("a threshold begins anew, and marks lead from one to the next", () => {
  const trace = new Replay.Trace(path4);
  const state = new Replay.State(trace).go(5);
  assert.deepStrictEqual([...state.status], [0, 0]);
  assert.deepStrictEqual([trace.mark(0, 1), trace.mark(2, 1), trace.mark(9, -1)], [2, 5, 5]);
  assert.deepStrictEqual([...state.go(9).shownPath()], [0, 1]);
});

test("every step of a game tree has its sentence and its line", () => {
  const trace = new Replay.Trace(lines(
    { ...HEADER, kind: "tree", algorithm: "alphabeta", scene: { shape: "none" } },
    { type: "enter", id: 0, ply: 0, depth: 1 },
    { type: "enter", id: 1, p: 0, move: "a", ply: 1, depth: 0 },
    { type: "leaf", id: 1, value: -3 },
    { type: "return", id: 1, value: -3, bound: "upper" },
    { type: "cut", id: 0, by: "beta", move: "a", skipped: 2 },
    { type: "return", id: 0, value: 3, bound: "lower" },
    { type: "end", status: "complete", value: 3, pv: ["a"], counters: { expanded: 1, evaluated: 1 }, events: 6 },
  ));
  const state = new Replay.State(trace);
  const known = Replay.pseudocode.lines[Replay.family("alphabeta", false)].map(([name]) => name);
  for (let step = 1; step <= trace.length; step += 1) {
    assert.ok(Replay.sentence(trace, state.go(step)).length > 10, `step ${step}`);
    assert.ok(known.includes(Replay.lineOf(trace.events[step - 1])), `step ${step}`);
  }
  assert.deepStrictEqual([state.value[0], state.bound[0], state.bound[1]], [3, 1, 0]);
  assert.match(Replay.sentence(trace, state.go(5)), /2 moves are never looked at/);
});

test("a state is expanded for the least f, and ties are told", () => {
  const trace = new Replay.Trace(lines(
    { ...HEADER, algorithm: "astar" },
    { type: "source", id: 0, at: [0, 0], h: 3 },
    { type: "expand", id: 0, g: 0, h: 3, f: 3, open: 0 },
    { type: "generate", id: 1, at: [0, 1], p: 0, g: 1, h: 3, f: 4, how: "new" },
    { type: "generate", id: 2, at: [0, 2], p: 0, g: 1, h: 3, f: 4, how: "new" },
    { type: "generate", id: 3, at: [0, 3], p: 0, g: 1, h: 5, f: 6, how: "new" },
    { type: "expand", id: 2, p: 0, g: 1, h: 3, f: 4, open: 2 },
    { type: "generate", id: 1, p: 2, g: 2, h: 3, f: 5, how: "known" },
    { type: "expand", id: 1, p: 0, g: 1, h: 3, f: 4, open: 1 },
    { type: "generate", id: 0, p: 1, g: 2, h: 3, f: 5, how: "known" },
  ));
  const state = new Replay.State(trace);
  assert.match(Replay.sentence(trace, state.go(2)), /it was the only open one/);
  assert.deepStrictEqual([state.go(9).parent[0], ...state.path(1)], [-1, 0, 1]);
  assert.match(Replay.sentence(trace, state.go(6)), /the least f among 3 open, the newest of 2 equal/);
  assert.match(Replay.sentence(trace, state.go(8)), /the least f among 2 open\./);
});

test("subtrees are counted, proof numbers shown, and cuts of solvers explained", () => {
  const trace = new Replay.Trace(lines(
    { ...HEADER, kind: "proof", algorithm: "pns", scene: { shape: "none" } },
    { type: "enter", id: 0, ply: 0, depth: 0, proof_limit: null, disproof_limit: null },
    { type: "subtree", id: 0, of: "fours", counts: { expanded: 3, evaluated: 4 } },
    { type: "enter", id: 1, p: 0, move: "h8", ply: 1, depth: 0, proof_limit: 2, disproof_limit: 5 },
    { type: "return", id: 1, value: -1, bound: "exact", proof: 0, disproof: null },
    { type: "cut", id: 0, by: "answered", move: "h8" },
    { type: "return", id: 0, value: 1, bound: "exact", proof: 0, disproof: null },
    { type: "end", status: "solved", value: 5, pv: ["h8"], counters: { expanded: 5, evaluated: 4 }, events: 6 },
  ));
  const state = new Replay.State(trace).go(6);
  assert.deepStrictEqual([trace.counters(2).expanded, trace.counters(3).visits], [3, 2]);
  assert.deepStrictEqual([state.proof[0], state.disproof[0]], [0, Infinity]);
  assert.match(Replay.sentence(trace, state.go(2)), /A win by fours is looked for at the root: 3 expanded, 4 evaluated/);
  assert.match(Replay.sentence(trace, state.go(3)), /until its proof number is 2 or its disproof number 5/);
  assert.match(Replay.sentence(trace, state.go(4)), /lost for its side to move; proof number 0, disproof number ∞/);
  assert.match(Replay.sentence(trace, state.go(5)), /a move answers the question/);
});

test("the clock of a search places its steps in time", () => {
  const events = Array.from({ length: 10 }, (_, id) => ({ type: "expand", id, g: id }));
  const clock = [{ type: "clock", events: 5, seconds: 8 }, { type: "clock", events: 10, seconds: 10 }];
  const trace = new Replay.Trace(lines(HEADER, ...events.slice(0, 5), clock[0], ...events.slice(5), clock[1], { type: "end", seconds: 99, counters: {} }));
  assert.strictEqual(trace.length, 10);
  assert.deepStrictEqual([0, 4, 8, 9, 10, 50].map((seconds) => trace.after(seconds)), [0, 2, 5, 7, 10, 10]);
});

test("passes are layers with their answers", () => {
  const visit = (value, bound) => [{ type: "enter", id: 0, ply: 0, depth: 1 }, { type: "enter", id: 1, p: 0, move: "a", ply: 1, depth: 0 }, { type: "return", id: 1, value: -value, bound: "exact" }, { type: "return", id: 0, value, bound }];
  const trace = new Replay.Trace(lines(
    { ...HEADER, kind: "tree", algorithm: "mtdf", scene: { shape: "none" } },
    { type: "pass", id: 0, of: "mtd", window: [4, 5] }, ...visit(5, "lower"),
    { type: "pass", id: 0, of: "mtd", window: [5, 6] }, ...visit(5, "upper"),
    { type: "end", counters: {} },
  ));
  const layers = Replay.Layers.of(trace).map(({ begin, end, words, answer }) => [begin, end, words, answer]);
  assert.deepStrictEqual(JSON.parse(JSON.stringify(layers)), [
    [0, 5, "asks whether the value is at least 5", "at least 5"],
    [5, 10, "asks whether the value is at least 6", "at most 5"],
  ]);
});
