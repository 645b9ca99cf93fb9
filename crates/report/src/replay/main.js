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
    this.lines = Replay.pseudocode[Replay.family(algorithm)].map(([name, text]) => {
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

// One search goes step by step; several go expansion by expansion, each to its own end.
Replay.Player = class {
  constructor(panels) {
    this.panels = panels;
    this.step = 0;
    this.isRace = panels.length > 1;
    this.length = this.isRace ? Math.max(...panels.map((panel) => panel.trace.expansions.length)) + 1 : panels[0].trace.length;
  }

  go(step) {
    this.step = step;
    this.panels.forEach((panel) => {
      const { expansions, length } = panel.trace;
      const place = step === 0 ? 0 : step > expansions.length ? length : (expansions[step] ?? length + 1) - 1;
      panel.go(this.isRace ? place : step);
    });
  }

  mark(direction) {
    if (!this.isRace) return this.panels[0].trace.mark(this.step, direction);
    const ends = this.panels.map((panel) => panel.trace.expansions.length + 1).sort((one, other) => one - other);
    return (direction > 0 ? ends.find((end) => end > this.step) : ends.findLast((end) => end < this.step)) ?? (direction > 0 ? this.length : 0);
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
  Replay.controls.fromAddress();
  const again = () => player.go(player.step);
  window.addEventListener("resize", again);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  document.documentElement.dataset.ready = "yes";
};
