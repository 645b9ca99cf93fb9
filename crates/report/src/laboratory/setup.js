// What is searched, and how: shared by the modes Try and Watch.

const USUAL_MAZE = `#################
#S....#.........#
#.###.#.#####.#.#
#...#...#.....#.#
###.#####.#####.#
#...#.....#.....#
#.###.#####.###.#
#.....#.......#G#
#################
`;

/** The worlds of the mode, each with an instance as text and the algorithms that are chosen at first. */
const SETUPS = {
  maze: { text: USUAL_MAZE, algorithms: "astar;dijkstra;greedy" },
  tiles: { text: "1 4 2 3 0 5 6 7 8", algorithms: "astar;idastar" },
  graph: { text: "romania", algorithms: "astar;dijkstra;greedy" },
  tree: { text: "((3 12 8) (2 4 6) (14 5 2))", algorithms: "minimax;alphabeta", depth: "2" },
  othello: { text: "f5d6c3d3c4f4f6", algorithms: "alphabeta;mtdf", depth: "5" },
  connect4: { text: "44455554", algorithms: "alphabeta;alphabeta-tt", depth: "7" },
  gomoku: { text: "h8i9j10", algorithms: "alphabeta;pvs", depth: "3" },
  mnk: { text: "initial", algorithms: "minimax;alphabeta", depth: "9" },
};

const quoted = (text) => JSON.stringify(text);

class Setup {
  /** `changed` is called after each change of what is searched. */
  constructor(changed) {
    this.changed = changed;
    this.element = make("div", { class: "setup" });
    this.show();
  }

  get world() {
    const name = Address.get("w", "maze");
    return name in SETUPS ? name : "maze";
  }

  get info() {
    return Catalog.worlds.find(({ name }) => name === this.world);
  }

  get text() {
    const text = Address.get("i");
    if (text === "") return SETUPS[this.world].text;
    return this.world === "maze" ? `${mazeFromAddress(text)}\n` : text;
  }

  get chosen() {
    const known = this.info.algorithms.map(({ name }) => name);
    const text = Address.values.has("a") ? Address.get("a") : SETUPS[this.world].algorithms;
    return algorithmsFromAddress(text).filter(({ name }) => known.includes(name));
  }

  change(values) {
    Address.set(values);
    this.changed();
  }

  /** The experiment of these settings: the same road as files of experiments take. */
  get experiment() {
    const isMaze = this.world === "maze";
    const instance = isMaze ? 'files = "maze.txt"' : `positions = ${quoted(this.text.trim())}`;
    const algorithms = this.chosen.map(({ name, given }) => {
      const pairs = Object.entries(given).map(([key, value]) => `${key} = ${quoted(value)}\n`);
      // One algorithm with several values of a parameter is told apart by them.
      const isAlone = this.chosen.filter((other) => other.name === name).length === 1;
      const values = Object.entries(given).map((pair) => pair.join("="));
      const label = isAlone || values.length === 0 ? "" : `label = ${quoted([name, ...values].join(" "))}\n`;
      return `[[algorithms]]\nname = ${quoted(name)}\n${label}${pairs.join("")}`;
    });
    const depth = Address.get("d", SETUPS[this.world].depth ?? "");
    const limits = `max-nodes = ${Number(Address.get("n", "5000000")) || 5000000}\n${this.info.isGame && depth ? `depth = ${Number(depth) || 1}\n` : ""}`;
    const text = `title = "Try"\nworld = "${this.world}"\n\n[[instances]]\n${instance}\n\n${algorithms.join("\n")}\n[limits]\n${limits}\n`
      + '[[chart]]\nkind = "bars"\ny = "expanded"\n';
    return { text, files: isMaze ? [["maze.txt", this.text]] : [] };
  }

  show() {
    const worlds = Object.keys(SETUPS).map((name) => [name, `${name}: ${Catalog.worlds.find((one) => one.name === name).summary}`]);
    const pick = choice(worlds, this.world, (w) => {
      Address.set({ w, i: "", a: "", d: "" });
      this.show();
      this.changed();
    }, { id: "world" });
    this.element.replaceChildren(
      make("div", { class: "row" }, field(say("world"), pick)),
      this.world === "maze" ? this.mazePart() : this.textPart(),
      this.algorithmsPart(),
    );
  }

  mazePart() {
    this.editor = new MazeEditor(this.text, (text) => this.change({ i: mazeToAddress(text) }));
    const tools = [["wall", say("wall")], ["free", say("free")], ["start", say("start")], ["goal", say("goal")],
      ...[2, 3, 5, 9].map((cost) => [String(cost), say("cost", cost)])];
    const load = (text) => {
      this.editor.load(text);
      this.change({ i: mazeToAddress(this.editor.text) });
    };
    const values = { kind: "backtracker", rows: "21", cols: "31", seed: "1" };
    const message = status();
    const generated = async () => {
      try {
        load(await Engine.ask({ do: "maze", kind: values.kind, rows: Number(values.rows), cols: Number(values.cols), seed: Number(values.seed) }));
        message.replaceChildren();
      } catch (error) {
        alarm(message, error);
      }
    };
    const set = (key) => (value) => { values[key] = value; };
    const area = make("textarea", { rows: "6", spellcheck: "false", "aria-label": say("asText") }, this.text);
    return make("div", {},
      make("div", { class: "row" }, field(say("tool"), choice(tools, "wall", (tool) => { this.editor.tool = tool; }, { id: "tool" }))),
      make("p", { class: "note" }, say("mazeHelp")),
      this.editor.element,
      make("details", {}, make("summary", {}, say("generate")),
        make("div", { class: "row" },
          field(say("kind"), choice(Catalog.generators.map(({ name }) => [name, name]), values.kind, set("kind"), { id: "kind" })),
          field(say("rows"), number(values.rows, set("rows"), { min: 5, max: 200 })),
          field(say("columns"), number(values.cols, set("cols"), { min: 5, max: 200 })),
          field(say("seed"), number(values.seed, set("seed"), { min: 0 })),
          button("generate", generated, { id: "generate" })),
        message),
      make("details", { ontoggle: () => { area.value = this.editor.text; } }, make("summary", {}, say("asText")),
        area, make("div", { class: "row" }, button("useText", () => load(area.value)), opener("openFile", load))));
  }

  textPart() {
    const area = make("textarea", { rows: this.world === "graph" ? "5" : "3", spellcheck: "false", id: "instance",
      onchange: () => this.change({ i: area.value.trim() }) }, this.text);
    const set = (text) => {
      area.value = text;
      this.change({ i: text.trim() });
    };
    const open = (text) => {
      set(text);
      board?.draw(text);
    };
    const board = this.world in GAMES ? new BoardEditor(this.world, open) : null;
    area.addEventListener("change", () => board?.draw(area.value));
    board?.draw(this.text);
    return make("div", {}, field(say("instance"), area), make("div", { class: "row" }, opener("openFile", open)), board?.part);
  }

  algorithmsPart() {
    const chosen = this.chosen;
    const list = make("fieldset", { class: "algorithms" }, make("legend", {}, say("algorithms")));
    const details = make("div", { class: "details" });
    const write = () => {
      this.change({ a: algorithmsToAddress(chosen) || ";" });
      this.detail(details, chosen, write);
    };
    for (const { name, summary } of this.info.algorithms) {
      const box = make("input", { type: "checkbox", value: name, onchange: () => {
        if (box.checked) chosen.push({ name, given: {} });
        else chosen.splice(chosen.findIndex((one) => one.name === name), 1);
        write();
      } });
      box.checked = chosen.some((one) => one.name === name);
      list.append(make("label", { title: summary }, box, ` ${name}`));
    }
    this.detail(details, chosen, write);
    const depth = field(say("depth"), number(Address.get("d", SETUPS[this.world].depth ?? ""), (d) => this.change({ d }), { min: 1, max: 60, id: "depth" }));
    const most = field(say("maxNodes"), number(Address.get("n", "5000000"), (n) => this.change({ n }), { min: 1, id: "nodes" }));
    return make("div", {}, list, make("div", { class: "row" }, this.info.isGame ? depth : null, most), details);
  }

  /** The parameters of each chosen algorithm, and what it is. */
  detail(element, chosen, write) {
    const opened = new Set([...element.querySelectorAll("details[open]")].map((one) => one.dataset.name));
    element.replaceChildren(...chosen.map((one) => {
      const about = this.info.algorithms.find(({ name }) => name === one.name);
      const controls = about.parameters.map(({ name, summary, values, default: usual }) => {
        const set = (value) => {
          one.given[name] = value;
          if (value === "") delete one.given[name];
          write();
        };
        const first = ["", `${say("usual")}${usual ? `: ${usual}` : ""}`];
        const control = values.length > 0
          ? choice([first, ...values.map((value) => [value.name, value.name])], one.given[name] ?? "", set)
          : make("input", { type: "text", value: one.given[name] ?? "", placeholder: usual ?? "", onchange: (event) => set(event.target.value.trim()) });
        control.title = summary;
        return field(name, control);
      });
      const words = [["source", about.source], ["finds", about.finds], ["costs", about.cost]];
      return make("details", { "data-name": one.name, open: opened.has(one.name) },
        make("summary", {}, say("parameters", one.name)),
        make("div", { class: "row" }, controls),
        make("p", {}, make("strong", {}, about.summary), ". ", about.idea),
        make("dl", {}, words.map(([key, text]) => [make("dt", {}, say(key)), make("dd", {}, text)])));
    }));
  }
}
