// Quizzes, and the examples of the tutorial as settings.

const TOPICS = ["order", "alphabeta", "astar", "idastar", "mtdf"];

const EXAMPLES = [
  ["exMaze", "m=try&w=maze&a=astar;idastar;dijkstra;bfs;greedy&r=1"],
  ["exWeights", "m=try&w=maze&a=astar;wastar:weight=1.5;wastar:weight=3;greedy&r=1"],
  ["exRomania", "m=try&w=graph&a=bfs;dijkstra;greedy;astar&r=1"],
  ["exTiles", "m=try&w=tiles&a=idastar;astar&r=1"],
  ["exTree", "m=watch&w=tree&a=minimax;alphabeta&d=2"],
  ["exOthello", "m=try&w=othello&a=minimax;alphabeta;alphabeta-tt;pvs;mtdf&d=4&r=1"],
  ["exWatch", "m=watch&w=maze&a=astar;dijkstra"],
];

class Learn {
  constructor(main) {
    this.out = make("div", { class: "results" });
    const set = (key) => (value) => Address.set({ [key]: value });
    main.append(
      make("section", { "aria-label": say("quiz") }, make("h2", {}, say("quiz")),
        make("div", { class: "row" },
          field(say("topic"), choice(TOPICS.map((topic) => [topic, say(topic)]), Address.get("t", "order"), set("t"), { id: "topic" })),
          field(say("size"), choice(["small", "medium", "large"].map((size) => [size, say(size)]), Address.get("z", "small"), set("z"), { id: "size" })),
          field(say("seed"), number(Address.get("e", "1"), set("e"), { min: 0 })),
          field(say("tasks"), number(Address.get("k", "3"), set("k"), { min: 1, max: 50 })),
          button("ask", () => this.ask(), { class: "main", id: "ask" })),
        this.out),
      make("section", { "aria-label": say("examples") }, make("h2", {}, say("examples")),
        make("ul", {}, EXAMPLES.map(([key, address]) => make("li", {}, make("a", { href: `#${address}` }, say(key)))))));
  }

  async ask() {
    try {
      const { html } = await Engine.ask({ do: "quiz", topic: Address.get("t", "order"), size: Address.get("z", "small"),
        seed: Number(Address.get("e", "1")), tasks: Number(Address.get("k", "3")) });
      this.out.replaceChildren(frame(html, say("quiz"), "frame tall"));
    } catch (error) {
      alarm(this.out, error);
    }
  }
}
