// Game trees: the line that is searched, ply by ply with its brothers. The tree as a drawing is in layers.js.

Replay.bounds = ["=", "≥", "≤"];
Replay.reasons = {
  beta: "cut off: the move is too good for the other side to allow",
  table: "cut off: the table knows enough",
  etc: "cut off: the table knows enough of a successor",
  probcut: "cut off: a shallow search says that the deep one is not needed",
  mate: "cut off: no win can be as short, and no loss as long, as the window asks",
  static: "ended: the static evaluation lies far outside of the window",
  threats: "ended: a search for threats has found a win",
  bound: "ended: no value within the window is left",
  answered: "ended: a move answers the question that was asked",
};

// Searches that are not told node by node.
Replay.subtrees = {
  ordering: "A shallow search orders the moves of", last: "The last plies are searched by code of their own below", fours: "A win by fours is looked for at",
  threats: "A win by threats is looked for at", razoring: "Razoring searches fours alone at",
  guide: "The engine looks for a move to prove at", proof: "A result is searched again for its line or its proof from",
};

// A value of a search for a proof.
Replay.result = (value) => (value > 0 ? "won" : value < 0 ? "lost" : "open");

Replay.Tree = class {
  constructor(trace, place) {
    this.trace = trace;
    this.childrenOf = [];
    trace.first.forEach((event, id) => {
      if (event.p !== undefined) (this.childrenOf[event.p] ??= []).push(id);
    });
    this.pinned = [];
    this.place = place;
    this.board = Object.assign(document.createElement("div"), { className: "board" });
    this.columns = Object.assign(document.createElement("div"), { className: "plies" });
    this.columns.tabIndex = 0;
    this.columns.setAttribute("role", "group");
    this.columns.setAttribute("aria-label", "the line that is searched, ply by ply");
    const note = Object.assign(document.createElement("p"), { className: "under" });
    note.textContent = {
      mcts: "Each node with the mean of its outcomes and, after ×, its visits.",
      proof: "Each node with the result for its side to move; where the search has them, its proof and its disproof number; × counts visits.",
    }[trace.header.kind] ?? "Values and windows are those of the side to move at each node; ≥ and ≤ are bounds; × counts visits.";
    this.passes = this.passList();
    this.stored = Object.assign(document.createElement("p"), { className: "stored" });
    place.append(this.board, ...(this.passes ? [this.passes] : []), this.columns, this.stored, note);
    this.drawing = new Replay.Drawing(this, place);
    this.layers = new Replay.Layers(this, place);
  }

  // The iterations and zero-window passes as buttons, each with its window and what it showed; none where there is only one.
  passList() {
    const found = [];
    this.trace.events.forEach((event, place) => {
      const root = found.at(-1);
      if (event.type === "iteration" && event.depth !== undefined) found.push({ step: place + 1, words: `depth ${event.depth}` });
      if (event.type === "pass" && event.of === "mtd" && event.id === 0) found.push({ step: place + 1, words: `asks β = ${event.window[1]}` });
      if (event.type === "return" && event.id === 0 && root) root.answer = `${{ lower: "≥ ", upper: "≤ " }[event.bound] ?? ""}${Replay.number(event.value)}`;
    });
    if (found.length < 2 || found.length > 200) return null;
    const list = Object.assign(document.createElement("div"), { className: "passes" });
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "iterations and passes");
    found.forEach(({ step, words, answer }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: answer === undefined ? words : `${words}: ${answer}` });
      button.addEventListener("click", () => Replay.controls.go(step));
      button.dataset.step = step;
      list.append(button);
    });
    return list;
  }

  // A link from a hit of the table to the node that stored the entry.
  drawStored() {
    const event = this.trace.events[this.state.step - 1];
    if (event?.type !== "cut" || event.from === undefined) return this.stored.replaceChildren();
    const moves = this.state.path(event.from).map((node) => this.trace.first[node]?.move).filter(Boolean).join(" ") || "the root";
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: moves });
    button.addEventListener("click", () => this.pin(event.from));
    this.stored.replaceChildren("The entry of the table was stored by ", button);
  }

  pin(id) {
    this.pinned = this.state.path(id);
    this.pinnedAt = this.state.step;
    this.draw(this.state);
  }

  // The cuts that have happened, by node, up to a step; a later visit takes the cut of an earlier one back.
  cuts(step) {
    if (this.cutsTo === undefined || step < this.cutsTo) [this.cutOf, this.windowOf, this.cutsTo] = [new Map(), new Map(), 0];
    for (; this.cutsTo < step; this.cutsTo += 1) {
      const event = this.trace.events[this.cutsTo];
      if (event.type === "enter") {
        this.cutOf.delete(event.id);
        this.windowOf.set(event.id, [event.alpha, event.beta]);
      } else if (event.type === "cut") this.cutOf.set(event.id, event);
    }
    return this.cutOf;
  }

  draw(state) {
    this.state = state;
    this.cuts(state.step);
    const line = state.path(state.current);
    const pinned = this.pinned.length > 0 && this.pinnedAt === state.step ? this.pinned : line;
    this.drawBoard(pinned.at(-1));
    const columns = pinned.map((id, ply) => this.column(ply === 0 ? [id] : this.seen(pinned[ply - 1]), pinned[ply], ply));
    const below = this.seen(pinned.at(-1));
    if (below.length > 0) columns.push(this.column(below, -1, pinned.length));
    this.columns.replaceChildren(...columns);
    this.columns.scrollLeft = this.columns.scrollWidth;
    this.drawStored();
    const passed = this.passes ? Array.from(this.passes.children).filter((button) => Number(button.dataset.step) <= state.step).length : 0;
    if (this.passes) Array.from(this.passes.children).forEach((button, place) => button.toggleAttribute("aria-current", place === passed - 1));
    this.drawing.draw(state);
    this.layers.draw(state);
  }

  seen(id) {
    return (this.childrenOf[id] ?? []).filter((child) => this.state.visits[child] > 0);
  }

  column(ids, chosen, ply) {
    const column = document.createElement("ol");
    const head = document.createElement("li");
    head.className = "head";
    head.textContent = ply === 0 ? "root" : `ply ${ply}`;
    column.append(head, ...ids.map((id) => this.entry(id, id === chosen, ply)));
    const parent = this.state.parent[ids[0]];
    const cut = this.cutOf.get(parent);
    if (cut && ply > 0) {
      const stub = document.createElement("li");
      stub.className = "stub";
      stub.textContent = cut.skipped ? `${cut.skipped} more never looked at` : "the rest is cut off";
      stub.title = Replay.reasons[cut.by] ?? cut.by;
      column.append(stub);
    }
    return column;
  }

  entry(id, isChosen, ply) {
    const entry = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = [isChosen ? "chosen" : "", id === this.state.current ? "current" : "", this.cutOf.has(id) ? "cut" : ""].join(" ");
    const move = Object.assign(document.createElement("b"), { textContent: this.trace.first[id]?.move ?? "•" });
    const mini = this.miniature(id);
    button.append(...(mini ? [mini] : []), move, ` ${this.words(id)}`);
    button.addEventListener("click", () => this.pin(id));
    entry.append(button);
    return entry;
  }

  // Value with its bound; for proofs won, lost or neither, with the numbers.
  value(id) {
    const { state, trace } = this;
    if (Number.isNaN(state.value[id])) return "…";
    if (trace.header.kind !== "proof") return `${Replay.bounds[state.bound[id]]} ${Replay.number(state.value[id])}`;
    const [proof, disproof] = [state.proof[id], state.disproof[id]].map((number) => (number === Infinity ? "∞" : String(number)));
    const numbers = Number.isNaN(state.proof[id]) ? "" : ` pn ${proof} dn ${disproof}`;
    return `${state.disproof[id] === 0 ? "refuted" : Replay.result(state.value[id])}${numbers}`;
  }

  // Value with its bound, window, and visits if there are several.
  words(id) {
    const { state } = this;
    const value = this.value(id);
    const [alpha, beta] = this.windowOf.get(id) ?? [];
    const end = (number, infinite) => (number === undefined || Math.abs(number) > 1e9 ? infinite : number);
    const window = this.windowOf.has(id) && this.trace.header.kind !== "proof" ? ` [${end(alpha, "−∞")}, ${end(beta, "∞")}]` : "";
    const visits = state.visits[id] > 1 ? ` ×${state.visits[id]}` : "";
    return `${value}${window}${visits}`;
  }

  // The board of a node, small; drawn once.
  miniature(id) {
    const { scene } = this.trace.header;
    const text = this.trace.first[id]?.board ?? (id === 0 ? scene.board : undefined);
    if (scene.shape !== "board" || !text) return null;
    this.miniatures ??= new Map();
    if (!this.miniatures.has(id)) {
      const side = Math.max(2, Math.floor(36 / scene.cols));
      const canvas = Object.assign(document.createElement("canvas"), { width: scene.cols * side, height: scene.rows * side, className: "mini" });
      canvas.setAttribute("aria-hidden", "true");
      const context = canvas.getContext("2d");
      context.fillStyle = "#b9cbbf";
      context.fillRect(0, 0, canvas.width, canvas.height);
      Array.from(text, (letter, at) => {
        context.fillStyle = { x: "#101418", o: "#ffffff" }[letter] ?? "#9db3a5";
        context.fillRect((at % scene.cols) * side, Math.floor(at / scene.cols) * side, side - (side > 3 ? 1 : 0), side - (side > 3 ? 1 : 0));
      });
      this.miniatures.set(id, canvas);
    }
    return this.miniatures.get(id);
  }

  // The same as the address of a picture.
  picture(id) {
    this.pictures ??= new Map();
    if (!this.pictures.has(id)) this.pictures.set(id, this.miniature(id)?.toDataURL());
    return this.pictures.get(id);
  }

  drawBoard(id) {
    const { scene } = this.trace.header;
    const text = id === undefined || id < 0 ? scene.board : this.trace.first[id]?.board;
    if (scene.shape !== "board" || !text) return this.board.replaceChildren();
    this.board.style.setProperty("--cols", scene.cols);
    this.board.setAttribute("role", "img");
    this.board.setAttribute("aria-label", `the board, ${scene.sides.join(" and ")}`);
    this.board.replaceChildren(...Array.from(text, (letter) => {
      const cell = document.createElement("span");
      cell.className = letter === "x" ? "first" : letter === "o" ? "second" : "";
      return cell;
    }));
  }
};
