// Game trees as drawings: the upper plies as they stand, and each pass over them by itself, one layer below the other.

// Most nodes of a drawing; of larger trees the upper plies are drawn.
Replay.DRAWN = 160;
// Most layers that are drawn, the latest ones.
Replay.LAYERS = 12;

// Where the nodes of the upper plies below a root stand, the same in every picture.
Replay.Layout = class {
  constructor(tree, root = 0) {
    this.tree = tree;
    const plies = [[root]];
    let count = 1;
    for (;;) {
      const next = plies.at(-1).flatMap((id) => tree.childrenOf[id] ?? []);
      if (next.length === 0 || count + next.length > Replay.DRAWN) break;
      count += next.length;
      plies.push(next);
    }
    this.isWhole = count >= tree.trace.nodes;
    this.deepest = plies.length - 1;
    this.hasBoards = tree.trace.header.scene.shape === "board";
    this.places = new Map();
    const [wide, high] = this.hasBoards ? [58, 104] : [46, 74];
    let leaves = 0;
    const put = (id, ply) => {
      const children = ply < this.deepest ? (tree.childrenOf[id] ?? []) : [];
      children.forEach((child) => put(child, ply + 1));
      const x = children.length > 0 ? (this.places.get(children[0])[0] + this.places.get(children.at(-1))[0]) / 2 : (leaves += 1) * wide - wide / 2 + 12;
      this.places.set(id, [x, 30 + ply * high]);
    };
    put(root, 0);
    this.width = Math.max(320, leaves * wide + 24);
  }

  // A picture: `node(id)` gives the text, the class and the cut of a node, or nothing for one that is not drawn.
  draw(label, node) {
    const { trace } = this.tree;
    const { width } = this;
    const shown = Array.from(this.places, ([id, place]) => [id, place, node(id)]).filter(([, , it]) => it);
    const height = Math.max(0, ...shown.map(([, [, y]]) => y)) + 62;
    const svg = Replay.svg("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": label });
    shown.forEach(([id, [x, y], { className }]) => {
      const parent = this.places.get(trace.first[id]?.p);
      if (!parent) return;
      svg.append(Replay.svg("line", { x1: parent[0], y1: parent[1], x2: x, y2: y, class: className === "" ? "" : "on" }));
      svg.append(Replay.svg("text", { x: (x + parent[0] * 0.5) / 1.5 - 7, y: (y + parent[1] * 0.5) / 1.5 - (this.hasBoards ? 8 : 2), class: "move" }, trace.first[id]?.move ?? ""));
    });
    shown.forEach(([id, [x, y], { text, className, cut }]) => {
      if (cut && cut.skipped !== 0) {
        svg.append(Replay.svg("line", { x1: x, y1: y, x2: x + 16, y2: y + 44, class: "stub" }));
        const stub = svg.appendChild(Replay.svg("text", { x: x + 12, y: y + 56, class: "stub" }, cut.skipped ? `${cut.skipped} cut` : "cut"));
        stub.append(Replay.svg("title", {}, Replay.reasons[cut.by] ?? cut.by));
      }
      const picture = this.hasBoards ? this.tree.picture(id) : undefined;
      if (picture) {
        svg.append(Replay.svg("image", { href: picture, x: x - 17, y: y - 17, width: 34, height: 34, preserveAspectRatio: "xMidYMid" }));
        svg.append(Replay.svg("rect", { x: x - 19, y: y - 19, width: 38, height: 38, class: className }));
        svg.append(Replay.svg("text", { x, y: y + 33, class: "value" }, text));
      } else {
        svg.append(Replay.svg("circle", { cx: x, cy: y, r: 17, class: className }), Replay.svg("text", { x, y: y + 5 }, text));
      }
    });
    return svg;
  }
};

// The tree so far, or its upper plies.
Replay.Drawing = class {
  constructor(tree, place) {
    this.tree = tree;
    this.layout = new Replay.Layout(tree);
    if (this.layout.deepest === 0) return;
    const head = Object.assign(document.createElement("p"), { className: "under" });
    head.textContent = this.layout.isWhole ? "The tree so far:" : `The tree so far, its upper ${this.layout.deepest === 1 ? "ply" : `${this.layout.deepest} plies`}:`;
    this.place = Object.assign(document.createElement("div"), { className: "whole", tabIndex: 0 });
    this.place.setAttribute("role", "group");
    this.place.setAttribute("aria-label", "the tree as a drawing");
    place.append(head, this.place);
  }

  draw(state) {
    if (!this.place) return;
    const { tree } = this;
    const line = new Set(state.path(state.current));
    const isProof = tree.trace.header.kind === "proof";
    this.place.replaceChildren(this.layout.draw("the tree so far", (id) => {
      if (!(state.visits[id] > 0)) return null;
      const value = Number.isNaN(state.value[id]) ? "" : isProof ? Replay.result(state.value[id]) : Replay.number(state.value[id]);
      const text = (state.bound[id] > 0 ? Replay.bounds[state.bound[id]] : "") + value;
      return { text, className: id === state.current ? "current" : line.has(id) ? "on" : "", cut: tree.cutOf.get(id) };
    }));
    // The part where the search stands.
    const last = state.path(state.current).findLast((id) => this.layout.places.has(id));
    if (last !== undefined) this.place.scrollLeft = this.layout.places.get(last)[0] - this.place.clientWidth / 2;
  }
};

// Iterations, zero-window passes and re-searches, each with the nodes that it visited.
Replay.Layers = class {
  constructor(tree, place) {
    this.tree = tree;
    this.layers = Replay.Layers.of(tree.trace);
    if (this.layers.length < 2 || tree.drawing.layout.deepest === 0) return;
    this.box = Object.assign(document.createElement("details"), { className: "layers" });
    const head = Object.assign(document.createElement("summary"), { textContent: `layers: ${this.layers.length} passes over the tree, each by itself` });
    this.list = document.createElement("div");
    this.box.append(head, this.list);
    this.box.addEventListener("toggle", () => this.draw(tree.state));
    place.append(this.box);
  }

  // The layers of a trace: the steps after which each begins and ends, and its words.
  static of(trace) {
    const layers = [];
    let open = [];
    let deepening = "";
    trace.events.forEach((event, place) => {
      if (event.type === "iteration") deepening = event.depth === undefined ? "" : `depth ${event.depth}`;
      const atRoot = event.type === "iteration" ? event.depth !== undefined : event.type === "pass" && event.id === 0;
      if (atRoot) {
        open.forEach((layer) => (layer.end ??= place));
        open = [];
      }
      if (atRoot || event.type === "pass") {
        const [alpha, beta] = event.window ?? [];
        const before = deepening ? `${deepening}, ` : "";
        const words = event.type === "iteration" ? deepening
          : event.of === "mtd" ? `${before}asks whether the value is at least ${beta}`
            : `${before}searches ${event.id === 0 ? "the root" : Replay.moves(trace, event.id)} again in [${Replay.end(alpha)}, ${Replay.end(beta)}]`;
        const layer = { begin: place, words, id: event.id ?? 0 };
        layers.push(layer);
        open.push(layer);
      }
      const last = open.at(-1);
      if (event.type === "return" && last && event.id === last.id && place > last.begin) {
        last.answer ??= `${{ lower: "at least ", upper: "at most " }[event.bound] ?? ""}${Replay.number(event.value)}`;
        if (last.id !== 0) open.pop().end = place + 1;
      }
    });
    layers.forEach((layer) => (layer.end ??= trace.length));
    return layers;
  }

  draw(state) {
    if (!this.box?.open || !state) return;
    const begun = this.layers.filter((layer) => layer.begin < state.step).slice(-Replay.LAYERS);
    const figures = begun.map((layer) => this.figure(layer, state.step));
    this.list.replaceChildren(...figures.filter((_, place) => begun[place].nodes.size > 0));
  }

  // A layer up to a step; drawn once when it has ended.
  figure(layer, step) {
    const to = Math.min(layer.end, step);
    if (layer.figure && layer.drawn === to) return layer.figure;
    if (layer.nodes === undefined || layer.drawn > to) [layer.nodes, layer.drawn] = [new Map(), layer.begin];
    for (; layer.drawn < to; layer.drawn += 1) Replay.Layers.apply(layer.nodes, this.tree.trace.events[layer.drawn]);
    const isEnded = to === layer.end && layer.answer !== undefined;
    const words = `${layer.words}${isEnded ? `: ${layer.answer}` : " …"}`;
    const figure = Object.assign(document.createElement("figure"), { tabIndex: 0 });
    const caption = Object.assign(document.createElement("figcaption"), { textContent: `${words} (${layer.nodes.size} nodes)` });
    layer.layout ??= layer.id === 0 ? this.tree.drawing.layout : new Replay.Layout(this.tree, layer.id);
    figure.append(caption, layer.layout.draw(words, (id) => layer.nodes.get(id)));
    layer.figure = figure;
    return figure;
  }

  static apply(nodes, event) {
    if (event.type === "enter") nodes.set(event.id, { text: "", className: "on" });
    const node = nodes.get(event.id);
    if (!node) return;
    if (event.type === "cut") node.cut = event;
    if (event.type === "leaf") node.isLeaf = true;
    if (event.type !== "return") return;
    const sign = node.isLeaf ? "" : ({ lower: "≥", upper: "≤" }[event.bound] ?? "");
    Object.assign(node, { text: sign + Replay.number(event.value), className: "" });
  }
};

// The end of a window.
Replay.end = (value) => (Math.abs(value) > 1e9 ? (value < 0 ? "−∞" : "∞") : Replay.number(value));

// The moves that lead to a node.
Replay.moves = (trace, id) => {
  const moves = [];
  for (let node = id; node > 0 && moves.length < 200; node = trace.first[node]?.p ?? 0) moves.unshift(trace.first[node]?.move ?? "");
  return moves.join(" ") || "the root";
};
