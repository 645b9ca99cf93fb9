// The page: a panel for each search, one row of controls for all of them.

Replay.view = (trace, place) => {
  const views = { grid: Replay.Grid, tiles: Replay.Tiles, graph: Replay.Graph };
  return new (trace.isPath ? views[trace.header.scene.shape] : Replay.Tree)(trace, place);
};

Replay.Panel = class {
  constructor(trace, place) {
    this.trace = trace;
    this.state = new Replay.State(trace);
    const { algorithm, instance, params, depth } = trace.header;
    const head = document.createElement("h2");
    head.textContent = algorithm;
    const under = Object.assign(document.createElement("p"), { className: "under" });
    const settings = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    under.textContent = [instance, ...(depth ? [`depth ${depth}`] : []), ...settings].join(" · ");
    const stage = Object.assign(document.createElement("div"), { className: "stage" });
    this.sentence = Object.assign(document.createElement("p"), { className: "sentence" });
    this.sentence.setAttribute("aria-live", "polite");
    this.counters = document.createElement("dl");
    this.code = Object.assign(document.createElement("ol"), { className: "code" });
    this.lines = Replay.pseudocode.lines[Replay.family(algorithm, trace.isPath)].map(([name, text]) => {
      const line = document.createElement("li");
      line.textContent = text;
      this.code.append(line);
      return [name, line];
    });
    const side = Object.assign(document.createElement("div"), { className: "side" });
    side.append(this.sentence, this.code, this.counters);
    const row = Object.assign(document.createElement("div"), { className: "row" });
    row.append(stage, side);
    place.append(head, under, row);
    if (trace.leftOut > 0) {
      const note = Object.assign(document.createElement("p"), { className: "under" });
      note.textContent = `${trace.leftOut} events were left out when the trace was written.`;
      place.append(note);
    }
    this.stage = stage;
    this.view = Replay.view(trace, stage);
  }

  go(step) {
    const { trace, state } = this;
    state.go(step);
    this.view.draw(state);
    this.sentence.textContent = Replay.sentence(trace, state);
    const now = Replay.lineOf(trace.events[state.step - 1]);
    this.lines.forEach(([name, line]) => {
      line.className = name === now ? "now" : "";
      line.toggleAttribute("aria-current", name === now);
    });
    const shown = Object.entries(trace.counters(state.step)).filter(([, count]) => count > 0);
    const entries = shown.flatMap(([name, count]) => {
      const [head, value] = [document.createElement("dt"), document.createElement("dd")];
      head.textContent = name.replaceAll("_", " ");
      value.textContent = count.toLocaleString("en");
      return [head, value];
    });
    this.counters.replaceChildren(...entries);
  }
};

// One search goes step by step; several go in step, each to its own end: by expansions, by generated states, by time.
Replay.Player = class {
  static PACES = { expansions: "expansions", generated: "generated states", time: "time" };

  constructor(panels) {
    this.panels = panels;
    this.step = 0;
    this.isRace = panels.length > 1;
    this.by = "expansions";
  }

  // The steps after which a search has done one more of what the race goes by.
  stops(trace) {
    return this.by === "generated" ? trace.generations : trace.expansions;
  }

  // Parts of a second, of which the slowest search takes a thousand.
  get unit() {
    return Math.max(...this.panels.map((panel) => panel.trace.seconds)) / 1000;
  }

  get length() {
    if (!this.isRace) return this.panels[0].trace.length;
    return this.by === "time" ? 1000 : Math.max(...this.panels.map((panel) => this.stops(panel.trace).length)) + 1;
  }

  place(trace, step) {
    if (step === 0) return 0;
    if (this.by === "time") return trace.after(step * this.unit);
    const stops = this.stops(trace);
    return step > stops.length ? trace.length : (stops[step] ?? trace.length + 1) - 1;
  }

  go(step) {
    this.step = step;
    this.panels.forEach((panel) => panel.go(this.isRace ? this.place(panel.trace, step) : step));
  }

  mark(direction) {
    if (!this.isRace) return this.panels[0].trace.mark(this.step, direction);
    const end = (trace) => (this.by === "time" ? Math.ceil(trace.seconds / this.unit) : this.stops(trace).length + 1);
    const ends = this.panels.map((panel) => end(panel.trace)).sort((one, other) => one - other);
    return (direction > 0 ? ends.find((end) => end > this.step) : ends.findLast((end) => end < this.step)) ?? (direction > 0 ? this.length : 0);
  }

  // The choice of what a race goes by.
  choice() {
    const label = document.createElement("label");
    const select = document.createElement("select");
    const known = Object.entries(Replay.Player.PACES).filter(([name]) => name !== "time" || this.unit > 0);
    select.append(...known.map(([value, textContent]) => Object.assign(document.createElement("option"), { value, textContent })));
    select.addEventListener("change", () => {
      this.by = select.value;
      Replay.controls.rescale();
    });
    label.append("in step by ", select);
    return label;
  }
};

Replay.unpacked = async (element) => {
  const bytes = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
};

Replay.begin = async () => {
  const texts = await Promise.all(Array.from(document.querySelectorAll("script[data-trace]"), Replay.unpacked));
  const main = document.querySelector("main");
  const panels = texts.map((text) => {
    const place = main.appendChild(document.createElement("section"));
    return new Replay.Panel(new Replay.Trace(text), place);
  });
  main.classList.toggle("race", panels.length > 1);
  const player = new Replay.Player(panels);
  Replay.controls = new Replay.Controls(player, document.querySelector("nav"));
  if (player.isRace) document.querySelector("nav").append(player.choice());
  Replay.controls.fromAddress();
  const again = () => player.go(player.step);
  window.addEventListener("resize", again);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  document.documentElement.dataset.ready = "yes";
};
