// Mazes and maps on a canvas, tiles and graphs: what is open, closed, current, and the path to it.

Replay.color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Words for a number: whole as it is, others with two decimals.
Replay.number = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(2));

// What the colours mean.
Replay.legend = (entries) => {
  const legend = Object.assign(document.createElement("p"), { className: "legend" });
  entries.forEach(([color, words]) => {
    const sign = Object.assign(document.createElement("i"), { className: color });
    legend.append(sign, `${words} `);
  });
  return legend;
};

Replay.Grid = class {
  constructor(trace, place) {
    this.trace = trace;
    const { rows, cols, cells } = trace.header.scene;
    Object.assign(this, { rows, cols });
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.tabIndex = -1;
    this.note = document.createElement("p");
    this.note.className = "under";
    const known = [["open", "open"], ["closed", "expanded"], ["way", "path to the current cell"]];
    if (trace.hasThresholds) known.splice(2, 0, ["heat", "expanded again"]);
    if (trace.events.some((event) => event.type === "scan")) known.push(["scan", "looked at by the last jump"]);
    if (trace.header.scene.costs) known.push(["terrain", "cost of entering: the higher, the dearer"]);
    place.append(this.canvas, Replay.legend(known), this.note);
    if (trace.events.some((event) => event.f !== undefined)) place.append(this.contourSwitch());
    this.small = Object.assign(document.createElement("canvas"), { width: cols, height: rows });
    this.walls = cells.map((row) => Array.from(row, (cell) => cell === "#"));
    this.cellOf = Int32Array.from({ length: trace.nodes }, (_, id) => (trace.at[id] ? trace.at[id][0] * cols + trace.at[id][1] : -1));
    this.idAt = new Map(trace.at.map((at, id) => [at && at[0] * cols + at[1], id]));
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerdown", (event) => this.hover(event));
  }

  // Lines between cells that differ in f, if they are wanted.
  contourSwitch() {
    const label = Object.assign(document.createElement("label"), { className: "under" });
    const box = Object.assign(document.createElement("input"), { type: "checkbox" });
    box.addEventListener("change", () => {
      this.hasContours = box.checked;
      if (this.state) this.draw(this.state);
    });
    label.append(box, " contours of f");
    return label;
  }

  contours(state, context) {
    const { rows, cols, trace, scale } = this;
    const f = new Float64Array(rows * cols).fill(NaN);
    for (let id = 0; id < trace.nodes; id += 1) {
      if (state.status[id] !== Replay.UNSEEN && this.cellOf[id] >= 0) f[this.cellOf[id]] = state.f[id];
    }
    const differ = (one, other) => f[one] !== f[other] && !Number.isNaN(f[one]) && !Number.isNaN(f[other]);
    context.strokeStyle = Replay.color("--ink");
    context.lineWidth = Math.max(0.08, 1 / scale);
    context.beginPath();
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        const cell = row * cols + col;
        if (col + 1 < cols && differ(cell, cell + 1)) [[col + 1, row], [col + 1, row + 1]].forEach(([x, y], end) => context[end ? "lineTo" : "moveTo"](x, y));
        if (row + 1 < rows && differ(cell, cell + cols)) [[col, row + 1], [col + 1, row + 1]].forEach(([x, y], end) => context[end ? "lineTo" : "moveTo"](x, y));
      }
    }
    context.stroke();
  }

  paint() {
    const mixed = (name) => {
      const [r, g, b] = Replay.color(name).match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
      return (255 << 24) | (b << 16) | (g << 8) | r;
    };
    return Object.fromEntries(["wall", "free", "open", "closed", "heat", "scan"].map((name) => [name, mixed(`--${name}`)]));
  }

  draw(state) {
    const { rows, cols, small } = this;
    this.state = state;
    const paint = this.paint();
    const context = small.getContext("2d");
    this.image ??= context.createImageData(cols, rows);
    const pixels = new Uint32Array(this.image.data.buffer);
    const base = this.empty(paint);
    // What changed since the last picture; all of it where that is not known, or where cells are shown that no state has.
    const scanned = this.scanned(state);
    const isKnown = state.changed && this.drawn === base && scanned.length === 0 && !this.hadScanned;
    if (!isKnown) pixels.set(base);
    scanned.forEach(([row, col]) => {
      if (!this.walls[row]?.[col]) pixels[row * cols + col] = paint.scan;
    });
    const [first, last] = isKnown ? this.color(state, pixels, paint, state.changed) : this.color(state, pixels, paint);
    if (!isKnown) context.putImageData(this.image, 0, 0);
    else if (first <= last) context.putImageData(this.image, 0, 0, 0, first, cols, last - first + 1);
    [state.changed, this.drawn, this.hadScanned] = [[], base, scanned.length > 0];
    this.enlarge(state);
  }

  // Colours the cells of these states, or of all; the first and the last row that was touched.
  color(state, pixels, paint, ids) {
    const { trace, cols, rows } = this;
    let [first, last] = [rows, -1];
    const count = ids ? ids.length : trace.nodes;
    for (let place = 0; place < count; place += 1) {
      const id = ids ? ids[place] : place;
      const cell = this.cellOf[id];
      if (state.status[id] === Replay.UNSEEN || cell < 0) continue;
      const many = trace.hasThresholds && state.visits[id] > 1;
      pixels[cell] = state.status[id] === Replay.OPEN ? paint.open : many ? paint.heat : paint.closed;
      if (!ids) continue;
      const row = Math.floor(cell / cols);
      if (row < first) first = row;
      if (row > last) last = row;
    }
    return [first, last];
  }

  // The maze before the search, in these colours.
  empty(paint) {
    if (this.painted !== paint.wall + paint.free) {
      this.painted = paint.wall + paint.free;
      this.base = Uint32Array.from(this.walls.flat(), (isWall) => (isWall ? paint.wall : paint.free));
    }
    return this.base;
  }

  // A band at the foot of each cell that costs more than 1: the higher, the dearer.
  terrain(context) {
    const { costs } = this.trace.header.scene;
    if (!costs || this.scale < 4) return;
    context.fillStyle = Replay.color("--terrain");
    costs.forEach((line, row) => line.forEach((cost, col) => {
      const height = Math.min(cost, 9) / 12;
      if (cost > 1) context.fillRect(col, row + 1 - height, 1, height);
    }));
  }

  // The cells that the expansion looked at which led here, of jump-point search.
  scanned(state) {
    for (let step = state.step - 1; step >= Math.max(0, state.step - 12); step -= 1) {
      const event = this.trace.events[step];
      if (event.type === "scan") return event.cells;
      if (event.type === "expand" && step < state.step - 1) return [];
    }
    return [];
  }

  enlarge(state) {
    const { rows, cols, canvas, trace } = this;
    const width = canvas.parentElement.clientWidth;
    const side = Math.max(1, Math.min(Math.floor(width / cols), Math.floor(640 / rows), 28));
    const scale = side * cols > width ? width / cols : side;
    const ratio = window.devicePixelRatio || 1;
    const size = [cols * scale, rows * scale].map((part) => Math.round(part * ratio));
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    canvas.style.width = `${cols * scale}px`;
    canvas.style.height = `${rows * scale}px`;
    this.scale = scale;
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(this.small, 0, 0, size[0], size[1]);
    context.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
    this.terrain(context);
    if (this.hasContours) this.contours(state, context);
    const cells = state.shownPath().map((id) => trace.at[id]).filter(Boolean);
    context.strokeStyle = Replay.color("--way");
    context.lineWidth = Math.max(0.22, 1.5 / scale);
    context.lineJoin = "round";
    context.beginPath();
    cells.forEach(([row, col], place) => context[place ? "lineTo" : "moveTo"](col + 0.5, row + 0.5));
    context.stroke();
    const { start, goal, goals } = trace.header.scene;
    const marks = (goals ?? [goal]).map((at) => [at, "--goal", "G"]);
    [[start, "--start", "S"], ...marks].forEach(([at, color, letter]) => {
      if (!at) return;
      context.fillStyle = Replay.color(color);
      context.fillRect(at[1], at[0], 1, 1);
      if (scale < 9) return;
      context.fillStyle = Replay.color("--paper");
      context.font = "bold 0.8px sans-serif";
      context.textAlign = "center";
      context.fillText(letter, at[1] + 0.5, at[0] + 0.8);
    });
    const current = trace.at[state.current];
    if (current) {
      context.strokeStyle = Replay.color("--ink");
      context.lineWidth = Math.max(0.14, 2 / scale);
      context.strokeRect(current[1] + 0.05, current[0] + 0.05, 0.9, 0.9);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    const where = current ? `current cell: row ${current[0]}, column ${current[1]}` : "before the first step";
    canvas.setAttribute("aria-label", `maze of ${rows} rows and ${cols} columns; ${where}`);
  }

  // Cost so far, estimate and their sum of the cell under the pointer.
  hover(event) {
    const box = this.canvas.getBoundingClientRect();
    const [row, col] = [event.clientY - box.top, event.clientX - box.left].map((part) => Math.floor(part / this.scale));
    const id = this.idAt.get(row * this.cols + col);
    const seen = this.state && id !== undefined && this.state.status[id] !== Replay.UNSEEN;
    const known = seen && this.trace.events.slice(0, this.state.step).findLast((each) => each.id === id && each.g !== undefined);
    const words = known ? ["g", "h", "f"].filter((name) => known[name] !== undefined).map((name) => `${name} ${Replay.number(known[name])}`) : [];
    const visits = seen ? `, expanded ${this.state.visits[id]} times` : "";
    this.note.textContent = this.walls[row]?.[col] === undefined ? "" : `row ${row}, column ${col}: ${this.walls[row][col] ? "wall" : words.join(", ") || "not seen"}${visits}`;
  }
};

Replay.Tiles = class {
  constructor(trace, place) {
    this.trace = trace;
    this.place = place.appendChild(document.createElement("div"));
    this.place.className = "tiles";
  }

  draw(state) {
    const { width } = this.trace.header.scene;
    const path = state.shownPath().filter((id) => this.trace.at[id]);
    const boards = path.slice(-3).map((id, place, all) => {
      const before = this.trace.at[all[place - 1]];
      const cells = this.trace.at[id].map((tile, at) => {
        const cell = document.createElement("span");
        cell.textContent = tile || "";
        cell.className = tile === 0 ? "blank" : before && before[at] !== tile ? "moved" : "";
        return cell;
      });
      const board = document.createElement("div");
      board.style.setProperty("--width", width);
      board.append(...cells);
      const figure = document.createElement("figure");
      const words = document.createElement("figcaption");
      words.textContent = place === all.length - 1 ? `state ${path.length - 1} moves from the start` : "before";
      figure.append(board, words);
      return figure;
    });
    this.place.replaceChildren(...boards);
  }
};

Replay.Graph = class {
  constructor(trace, place) {
    this.trace = trace;
    const { places, edges } = trace.header.scene;
    const placed = places.every((one) => one.x !== undefined);
    const angle = (number) => (2 * Math.PI * number) / places.length;
    const raw = places.map((one, number) => (placed ? [one.x, -one.y] : [Math.cos(angle(number)), Math.sin(angle(number))]));
    const [low, high] = [0, 1].map((part) => raw.map((at) => at[part])).map((all) => [Math.min(...all), Math.max(...all)]);
    const fit = (value, [least, most], size) => 50 + ((value - least) / (most - least || 1)) * (size - 100);
    const at = raw.map(([x, y]) => [fit(x, low, 900), fit(y, high, 600)]);
    const of = new Map(places.map((one, number) => [one.name, at[number]]));
    const svg = Replay.svg("svg", { viewBox: "0 0 900 600", role: "img", "aria-label": "the graph" });
    edges.forEach(([from, to, cost]) => {
      const [[x1, y1], [x2, y2]] = [of.get(from), of.get(to)];
      svg.append(Replay.svg("line", { x1, y1, x2, y2 }));
      svg.append(Replay.svg("text", { x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 4, class: "cost" }, Replay.number(cost)));
    });
    this.way = svg.appendChild(Replay.svg("polyline", { class: "way" }));
    this.nodes = new Map(places.map((one) => {
      const [x, y] = of.get(one.name);
      const group = Replay.svg("g", {});
      group.append(Replay.svg("circle", { cx: x, cy: y, r: 11 }), Replay.svg("text", { x, y: y + 28 }, one.name));
      svg.append(group);
      return [one.name, group];
    }));
    this.of = of;
    place.append(svg);
  }

  draw(state) {
    const { trace, of } = this;
    this.nodes.forEach((group) => group.setAttribute("class", ""));
    for (let id = 0; id < trace.nodes; id += 1) {
      const names = ["", "open", "closed"];
      const kind = names[state.status[id]];
      if (trace.at[id]) this.nodes.get(trace.at[id])?.setAttribute("class", `${kind} ${id === state.current ? "current" : ""}`);
    }
    const points = state.shownPath().map((id) => of.get(trace.at[id])).filter(Boolean);
    this.way.setAttribute("points", points.map((at) => at.join()).join(" "));
  }
};

// An element of a drawing with its attributes and its text.
Replay.svg = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  if (text !== undefined) element.textContent = text;
  return element;
};
