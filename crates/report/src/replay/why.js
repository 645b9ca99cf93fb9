// A step in a sentence, and the line of the pseudocode that it is.

Replay.family = (name) => {
  if (["bfs", "bibfs"].includes(name)) return "breadth";
  if (["dfs", "dls", "rbfs", "beam", "hill-climbing", "sma", "mm", "ara"].includes(name)) return name;
  if (name === "iddfs" || /^idastar/.test(name) || ["fringe", "bts", "bgs"].includes(name)) return "deepening";
  if (["minimax", "minimax-memo"].includes(name)) return "minimax";
  if (/^(mtd|sss|dual)/.test(name)) return "mtd";
  if (name === "mcts") return "mcts";
  if (/^(alphabeta|pvs|engine|scout)/.test(name)) return "alphabeta";
  return "best";
};

Replay.pseudocode = {
  best: [
    ["source", "put the start on the open list"],
    ["expand", "take the state with the least f from the open list, and close it"],
    ["goal", "if it is the goal: done, the links back are the path"],
    ["generate", "for each successor: g = g of its parent + cost of the step"],
    ["known", "    a way as cheap is known: leave it"],
    ["open", "    else remember the parent, put it on the open list by f"],
  ],
  breadth: [
    ["source", "put the start into the queue"],
    ["expand", "take the first state of the queue"],
    ["generate", "for each successor that was never seen: remember its parent"],
    ["open", "    put it at the end of the queue"],
    ["known", "    seen before: leave it"],
    ["goal", "the goal: done, the links back are the path"],
  ],
  dfs: [
    ["source", "begin at the start"],
    ["expand", "enter a state"],
    ["generate", "for each successor:"],
    ["known", "    seen before: leave it"],
    ["open", "    else enter it, before the others are looked at"],
    ["goal", "the goal: done"],
  ],
  rbfs: [
    ["source", "begin at the start"],
    ["expand", "go down to the best successor while it is no worse than the best alternative beside the way"],
    ["generate", "give each successor its f, or what was learned when the state was left"],
    ["known", "    on the way already: leave it"],
    ["open", "    it stands beside the way"],
    ["goal", "the goal is the best: done"],
  ],
  dls: [
    ["source", "begin at the start"],
    ["expand", "enter a state"],
    ["generate", "for each successor:"],
    ["above", "    as deep as the limit: turn back"],
    ["known", "    on the way already: leave it"],
    ["open", "    else enter it, before the others are looked at"],
    ["goal", "the goal: done"],
  ],
  beam: [
    ["source", "the first layer is the start"],
    ["expand", "take each state of the layer"],
    ["generate", "for each successor:"],
    ["known", "    kept in a layer before: leave it"],
    ["open", "    else it is a candidate; of all candidates those with the least h are the next layer"],
    ["goal", "the goal is a candidate: done"],
  ],
  "hill-climbing": [
    ["source", "begin at the start"],
    ["expand", "go to the successor with the least h, if that is less than here; else the search ends"],
    ["generate", "for each successor: look at its h"],
    ["known", "    entered before: leave it"],
    ["open", "    it is a candidate for the next step"],
    ["goal", "the goal: done"],
  ],
  sma: [
    ["source", "put the start into memory"],
    ["expand", "take the deepest leaf with the least f; if memory is full, drop the shallowest with the greatest"],
    ["generate", "for each successor: f, at least that of its parent"],
    ["above", "    no room for anything below it: f = ∞"],
    ["known", "    on the way already: leave it"],
    ["open", "    remember its f at the parent"],
    ["goal", "the goal is the best leaf: done"],
  ],
  mm: [
    ["source", "open the start and the goal"],
    ["expand", "take the state with the least max(f, 2 g) of both sides"],
    ["generate", "for each successor: g = g of its parent + cost of the step"],
    ["known", "    a way as cheap is known: leave it"],
    ["open", "    else open it on this side"],
    ["meet", "        known to the other side: a solution of cost g + g of the other side"],
    ["goal", "done when no open state of either side can be part of a cheaper one"],
  ],
  ara: [
    ["iteration", "lower the weight w and order the open list by f = g + w h"],
    ["source", "put the start on the open list"],
    ["expand", "take the state with the least f, as long as that is below the cost of the best solution"],
    ["generate", "for each successor: g = g of its parent + cost of the step"],
    ["known", "    a way as cheap is known: leave it"],
    ["open", "    else put it on the open list; if it was expanded in this iteration, keep it for the next"],
    ["goal", "w = 1, or nothing open can be cheaper: done"],
  ],
  deepening: [
    ["iteration", "threshold = least f that exceeded the last one; begin again at the start"],
    ["expand", "visit a state whose f is not above the threshold"],
    ["generate", "for each successor:"],
    ["above", "    f above the threshold: turn back, and remember f"],
    ["known", "    known as cheap, or on the way already: turn back"],
    ["open", "    else visit it, one step deeper"],
    ["goal", "the goal: done"],
  ],
  minimax: [
    ["enter", "value(node): if it is a leaf, its evaluation"],
    ["leaf", "    the evaluation, for the side to move"],
    ["visit", "for each move: v = −value(successor)"],
    ["return", "the value is the greatest v"],
  ],
  alphabeta: [
    ["iteration", "for depth 1, 2, 3, …"],
    ["pass", "    search again with another window"],
    ["enter", "search(node, α, β)"],
    ["table", "    the table knows a bound outside of the window: return it"],
    ["leaf", "    a leaf: its evaluation, for the side to move"],
    ["visit", "    for each move: v = −search(successor, −β, −α), α = max(α, v)"],
    ["beta", "        v ≥ β: cutoff, the other moves need not be searched"],
    ["return", "    return the greatest v"],
  ],
  mtd: [
    ["iteration", "for depth 1, 2, 3, …"],
    ["pass", "    zero-window search at the guess: it moves the lower or the upper bound"],
    ["enter", "search(node, β − 1, β)"],
    ["table", "    the table knows enough: return its bound"],
    ["leaf", "    a leaf: its evaluation, for the side to move"],
    ["beta", "    a move reaches β: cutoff"],
    ["return", "    return the bound; done when both bounds meet"],
  ],
  mcts: [
    ["select", "go down from the root by the upper confidence bound"],
    ["expand", "add one node to the tree"],
    ["simulate", "play a game from there by random moves"],
    ["backup", "add its outcome to all nodes on the way"],
  ],
};

Replay.lineOf = (event) => {
  if (!event) return "";
  if (event.type === "generate") return { new: "open", cheaper: "open", reopened: "open", above: "above", bound: "above" }[event.how] ?? "known";
  if (event.type === "cut") return ["table", "etc"].includes(event.by) ? "table" : "beta";
  return event.type;
};

Replay.sentence = (trace, state) => {
  const event = trace.events[state.step - 1];
  if (!event) return "Before the first step.";
  const number = (value) => (value === undefined ? "−∞" : Math.abs(value) > 1e9 ? (value < 0 ? "−∞" : "∞") : Replay.number(value));
  const name = (id) => {
    const at = trace.at[id];
    if (Array.isArray(at)) return at.length === 2 ? `(${at.join(", ")})` : "the board";
    if (at !== undefined) return at;
    const moves = state.path(id).map((node) => trace.first[node]?.move).filter(Boolean);
    return moves.length > 0 ? `after ${moves.join(" ")}` : "the root";
  };
  const sum = event.f === undefined ? "" : `f = ${number(event.f)}: g = ${number(event.g)} from the start${event.h === undefined ? "" : `, h = ${number(event.h)} estimated to the goal`}`;
  const window = `the window [${number(event.alpha)}, ${event.beta === undefined ? "∞" : number(event.beta)}]`;
  switch (event.type) {
    case "source": return `The search begins at ${name(event.id)}.`;
    case "expand": {
      if (!trace.isPath) return `A new node is added: ${name(event.id)}.`;
      const among = event.open === undefined ? "" : event.open === 0 ? "; it was the only open one" : `; ${event.open} others stay open`;
      const side = event.side === "back" ? " from the goal" : "";
      return `Expands ${name(event.id)}${side}${sum ? `, ${sum}` : event.g === undefined ? "" : `, ${number(event.g)} from the start`}${among}.`;
    }
    case "generate": {
      const why = {
        new: Replay.family(trace.header.algorithm) === "deepening" ? "is within the threshold" : "is new and goes on the open list", cheaper: "was reached at less cost and moves forward", reopened: "was closed and is opened again",
        known: "is known at no more cost and is left alone", above: "is above the threshold: the search turns back", cycle: "is on the way already",
        table: "is known to the table at no more cost", bound: "cannot be part of a better path",
      }[event.how] ?? event.how;
      return `${name(event.id)} ${why}${sum ? `; ${sum}` : ""}.`;
    }
    case "scan": return `Jump-point search looked at ${event.cells.length} cells from ${name(event.p)}.`;
    case "iteration": return event.weight !== undefined ? `Iteration ${event.number} begins: f = g + ${number(event.weight)} h.` : event.threshold === undefined ? `Iteration ${event.number} begins, ${event.depth} plies deep.` : `Iteration ${event.number} begins: everything up to f = ${number(event.threshold)}.`;
    case "meet": return `Both searches meet in ${name(event.id)}: a path of cost ${number(event.cost)}.`;
    case "goal": return `The goal is reached: a path of cost ${number(event.cost)}.`;
    case "pass": return event.of === "pvs" ? `A move was better than expected: it is searched again with the window [${event.window.map(number).join(", ")}].` : `A zero-window search asks whether the value is at least ${number(event.window[1])}.`;
    case "enter": return `Searches ${name(event.id)}, ${event.depth} plies left, with ${window}.`;
    case "leaf": return `${name(event.id)} is a leaf, worth ${number(event.value)} for its side to move.`.replace(/^a/, "A").replace(/^the r/, "The r");
    case "cut": {
      const saved = event.skipped ? `; ${event.skipped} moves are never looked at` : "";
      const from = event.from === undefined ? "" : `, from the entry that was stored ${name(event.from)}`;
      return `At ${name(event.id).replace(/^after/, "the position after")} the search is ${Replay.reasons[event.by] ?? `cut off: ${event.by}`}${event.move ? ` (${event.move})` : ""}${from}${saved}.`;
    }
    case "return": return `${name(event.id)} is worth ${{ lower: "at least ", upper: "at most " }[event.bound] ?? ""}${number(event.value)} for its side to move.`.replace(/^a/, "A").replace(/^the r/, "The r");
    case "select": return `Goes down to ${name(event.id)}.`;
    case "simulate": return `A random game of ${event.plies} moves ends with ${number(event.value)}.`;
    case "backup": return `The outcome ${number(event.value)} is added to ${event.ids.length} nodes.`;
    default: return event.type;
  }
};
