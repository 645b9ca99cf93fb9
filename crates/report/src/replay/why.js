// A step in a sentence, and the line of the pseudocode that it is.

// The pseudocode of an algorithm: lines with their names. `Replay.pseudocode` is written into the page; the terminal reads
// the same.
Replay.family = (name, isPath) => Replay.pseudocode.of[name] ?? (isPath ? "best" : "alphabeta");

Replay.lineOf = (event) => {
  if (!event) return "";
  if (event.type === "generate") return { new: "open", cheaper: "open", reopened: "open", above: "above", bound: "above" }[event.how] ?? "known";
  if (event.type === "cut") return { table: "table", etc: "table", mate: "bound", static: "bound", threats: "bound", bound: "bound", answered: "answered" }[event.by] ?? "beta";
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
      const among = event.open === undefined ? "" : event.open === 0 ? "; it was the only open one" : Replay.choice(event, state, number);
      const side = event.side === "back" ? " from the goal" : "";
      return `Expands ${name(event.id)}${side}${sum ? `, ${sum}` : event.g === undefined ? "" : `, ${number(event.g)} from the start`}${among}.`;
    }
    case "generate": {
      const why = {
        new: trace.hasThresholds ? "is within the threshold" : "is new and goes on the open list", cheaper: "was reached at less cost and moves forward", reopened: "was closed and is opened again",
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
    case "enter": if (trace.header.kind === "proof") return `Searches ${name(event.id)}${event.proof_limit === undefined ? `, ${event.depth} plies left` : `, until its proof number is ${event.proof_limit ?? "∞"} or its disproof number ${event.disproof_limit ?? "∞"}`}.`;
      return `Searches ${name(event.id)}, ${event.depth} plies left, with ${window}.`;
    case "leaf": if (trace.header.kind === "proof") return `${name(event.id)} is decided at sight: ${Replay.result(event.value)} for its side to move.`.replace(/^a/, "A").replace(/^the r/, "The r");
      return `${name(event.id)} is a leaf, worth ${number(event.value)} for its side to move.`.replace(/^a/, "A").replace(/^the r/, "The r");
    case "cut": {
      const saved = event.skipped ? `; ${event.skipped} moves are never looked at` : "";
      const from = event.from === undefined ? "" : `, from the entry that was stored ${name(event.from)}`;
      return `At ${name(event.id).replace(/^after/, "the position after")} the search is ${Replay.reasons[event.by] ?? `cut off: ${event.by}`}${event.move ? ` (${event.move})` : ""}${from}${saved}.`;
    }
    case "subtree": return `${Replay.subtrees[event.of] ?? event.of} ${name(event.id).replace(/^after/, "the position after")}: ${Object.entries(event.counts).filter(([counter]) => ["expanded", "evaluated"].includes(counter)).map(([counter, count]) => `${count} ${counter}`).join(", ") || "known"}${event.value === undefined ? "" : `; value ${number(event.value)}`}.`;
    case "return": if (trace.header.kind === "proof") return Replay.proved(trace, event, name(event.id));
      return `${name(event.id)} is worth ${{ lower: "at least ", upper: "at most " }[event.bound] ?? ""}${number(event.value)} for its side to move.`.replace(/^a/, "A").replace(/^the r/, "The r");
    case "select": return `Goes down to ${name(event.id)}.`;
    case "simulate": return `A random game of ${event.plies} moves ends with ${number(event.value)}.`;
    case "backup": return `The outcome ${number(event.value)} is added to ${event.ids.length} nodes.`;
    default: return event.type;
  }
};

// The reason why a state was expanded and not another open one.
Replay.choice = (event, state, number) => {
  const equals = event.f === undefined || event.side === "back" ? null : state.equals();
  if (!equals) return `; ${event.open} others stay open`;
  const pushed = state.pushed[event.id];
  const which = equals.every((other) => other < pushed) ? "the newest" : equals.every((other) => other > pushed) ? "the oldest" : "one";
  return `; the least f among ${number(event.open + 1)} open${equals.length > 0 ? `, ${which} of ${equals.length + 1} equal` : ""}`;
};

// The end of a visit of a search for a proof.
Replay.proved = (trace, event, name) => {
  const result = { won: "is won for its side to move", lost: "is lost for its side to move", open: event.disproof === 0 ? "is refuted: the attacker does not win by threats" : "is not decided" }[Replay.result(event.value)];
  const numbers = event.proof === undefined ? "" : `; proof number ${event.proof ?? "∞"}, disproof number ${event.disproof ?? "∞"}`;
  return `${name.replace(/^a/, "A").replace(/^the r/, "The r")} ${result}${numbers}.`;
};
