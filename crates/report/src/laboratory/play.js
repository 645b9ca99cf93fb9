// Games against the players of the program.

class Play {
  constructor(main) {
    this.world = Address.get("w", "othello") in GAMES ? Address.get("w", "othello") : "othello";
    this.status = status();
    this.extra = make("div", { class: "results" });
    this.board = new Board(this.world, (cell) => this.act({ what: "move", cell }));
    const levels = Catalog.worlds.find(({ name }) => name === this.world).levels;
    const again = (changes) => {
      Address.set(changes);
      show();
    };
    const controls = make("div", { class: "row" },
      field(say("game"), choice(Object.entries(GAMES), this.world, (w) => again({ w, g: "" }), { id: "game" })),
      field(say("you"), choice([["black", say("black")], ["white", say("white")], ["both", say("both")], ["nobody", say("nobody")]],
        Address.get("s", "black"), (s) => { Address.set({ s }); this.go(); }, { id: "side" })),
      field(say("level"), choice(levels.map(({ summary }, place) => [place + 1, `${place + 1}: ${summary}`]), Address.get("v", "3"),
        (v) => Address.set({ v }), { id: "level" })));
    const buttons = make("div", { class: "row" },
      button("newGame", () => this.load(""), { id: "new" }), button("takeBack", () => this.takeBack(), { id: "back" }),
      button("hint", () => this.hint(), { id: "hint" }), button("evaluation", () => this.explain(), { id: "explain" }),
      button("saveGame", () => this.save(), { id: "save" }), opener("loadGame", (text) => this.load(text)),
      button("stop", () => Engine.stop(), { id: "stop" }));
    main.append(make("div", { class: "split" },
      make("section", { "aria-label": say("board") }, controls, this.status, this.board.element, make("p", { class: "note" }, say("boardHelp"))),
      make("section", { "aria-label": say("results") }, buttons, this.extra)));
    this.load(Address.get("g"));
  }

  ask(request, tell) {
    return Engine.ask({ do: "game", world: this.world, text: this.text, seed: 0, names: ["black", "white"], ...request }, tell);
  }

  async load(text) {
    this.text = text;
    this.history = [];
    await this.act({ what: "show" });
  }

  /** Does something with the game, and shows what it is then. */
  async act(request, tell) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const game = await this.ask(request, tell);
      if (request.what !== "show") this.history.push(this.text);
      this.take(game, request.what === "think" ? game.extra : null);
    } catch (error) {
      if (error instanceof Stopped) this.status.textContent = error.message;
      else alarm(this.status, error);
      return;
    } finally {
      this.isBusy = false;
    }
    await this.go();
  }

  take(game, thought) {
    this.text = game.text;
    this.game = game;
    this.board.show(game);
    // The moves alone make the game again: what stands behind them are names and the result.
    Address.set({ g: game.plies > 0 ? game.text.split("#")[0].trim() : "" });
    this.extra.replaceChildren();
    if (thought) this.count(thought);
  }

  get isMine() {
    const side = Address.get("s", "black");
    return side === "both" || side === this.game.side;
  }

  /** Whoever is to move. */
  async go() {
    if (!this.game || this.isBusy) return;
    if (this.game.over) {
      this.status.textContent = this.game.result;
      return;
    }
    if (this.isMine) {
      this.status.textContent = `${say("yourMove", say(this.game.side))} ${this.game.score}`;
      return;
    }
    const words = say("thinking", say(this.game.side));
    this.status.textContent = words;
    await this.act({ what: "think", player: `level:${Address.get("v", "3")}`, milliseconds: 10000 }, (nodes) => {
      this.status.textContent = `${words} ${say("nodes", grouped(nodes))}`;
    });
  }

  count({ move, record, words }) {
    this.extra.append(make("p", { class: "answer" }, `${say("lastMove")}: ${move}${words ? `, ${words}` : ""}`));
    if (!record) return;
    const counters = Object.entries(record.counters).filter(([, count]) => count > 0);
    this.extra.append(table(say("counters"), [say("counter"), say("count")], [...counters, [say("seconds"), record.measured.seconds]]));
  }

  async hint() {
    await this.help({ what: "hints", player: "", milliseconds: 3000 }, ({ extra }) => {
      this.board.mark(extra);
      this.extra.replaceChildren(table(say("hints"), [say("moves"), say("value"), say("depth")], extra.map(({ move, value, depth }) => [move, value, depth])));
    });
  }

  async explain() {
    await this.help({ what: "explain" }, ({ rows, value, side }) => {
      this.extra.replaceChildren(
        make("p", { class: "answer" }, say("evaluationOf", say(side), value)),
        table(say("evaluation"), [say("feature"), say("black"), say("white"), say("weight"), say("contribution")],
          rows.map((row) => [row.feature, row.black, row.white, row.weight, row.contribution])));
    });
  }

  async save() {
    const file = { othello: "game.ggf", gomoku: "game.sgf", connect4: "game.txt" }[this.world];
    await this.help({ what: "save", file }, ({ text }) => save(file, text));
  }

  /** Asks something that leaves the game as it is. */
  async help(request, show) {
    if (this.isBusy || !this.game || (this.game.over && request.what === "hints")) return;
    this.isBusy = true;
    try {
      show(await this.ask(request));
    } catch (error) {
      alarm(this.extra, error);
    } finally {
      this.isBusy = false;
    }
  }

  async takeBack() {
    if (this.isBusy) return;
    while (this.history.length > 0) {
      this.text = this.history.pop();
      this.take(await this.ask({ what: "show" }));
      if (this.isMine) break;
    }
    await this.go();
  }
}
