// Boards of games: chosen from, and set up.

const GAMES = { othello: "Othello", gomoku: "Gomoku", connect4: "Connect Four" };

/** A board of cells: clicked, or chosen by keys. */
class Board {
  constructor(world, clicked) {
    this.world = world;
    this.clicked = clicked;
    this.focus = [0, 0];
    this.element = make("div", { class: `board ${world}`, role: "grid", "aria-label": say("board") });
    this.element.addEventListener("click", (event) => {
      const place = event.target.closest("[role=gridcell]")?.place;
      if (place) this.choose(place);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(game) {
    this.game = game;
    this.element.style.setProperty("--columns", game.columns);
    const has = (list, c, r) => list.some(([x, y]) => x === c && y === r);
    const rows = [];
    for (let r = 0; r < game.rows; r += 1) {
      const row = make("div", { role: "row" });
      for (let c = 0; c < game.columns; c += 1) {
        const piece = { x: "black", o: "white" }[game.cells[r * game.columns + c]];
        const isLegal = has(game.moves, c, r);
        const name = `${game.columnNames[c]}${game.rowNames[r]}: ${piece ? say(piece) : say("empty")}`;
        const cell = make("div", { role: "gridcell", "aria-label": name, tabindex: c === this.focus[0] && r === this.focus[1] ? "0" : "-1",
          class: [piece, isLegal ? "legal" : "", game.last && has([game.last], c, r) ? "last" : "", has(game.winning, c, r) ? "winning" : ""].filter(Boolean).join(" ") });
        if (piece) cell.append(make("span", { class: "piece" }));
        cell.place = [c, r];
        row.append(cell);
      }
      rows.push(row);
    }
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...rows);
    if (hadFocus) this.at(this.focus).focus({ preventScroll: true });
  }

  at([c, r]) {
    return this.element.children[r].children[c];
  }

  choose([c, r]) {
    this.move([c, r]);
    const { moves } = this.game;
    const move = moves.find(([x, y]) => x === c && y === r)
      // A disc falls, wherever in its column was clicked.
      ?? (this.world === "connect4" ? moves.find(([x]) => x === c) : undefined);
    if (move) this.clicked(move);
  }

  move([c, r]) {
    this.at(this.focus).tabIndex = -1;
    this.focus = [Math.max(0, Math.min(this.game.columns - 1, c)), Math.max(0, Math.min(this.game.rows - 1, r))];
    this.at(this.focus).tabIndex = 0;
    this.at(this.focus).focus({ preventScroll: true });
  }

  key(event) {
    const [c, r] = this.focus;
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (step) this.move([c + step[0], r + step[1]]);
    else if (event.key === " " || event.key === "Enter") this.choose(this.focus);
    else return;
    event.preventDefault();
  }

  /** Writes values on cells. */
  mark(hints) {
    for (const { cell, value } of hints) {
      if (!cell) continue;
      const element = this.at(cell);
      const words = value.replace("value ", "");
      element.append(make("span", { class: "hint" }, words));
      element.setAttribute("aria-label", `${element.getAttribute("aria-label")}, ${words}`);
    }
  }
}

/** Boards as the program reads them: rows from the top, and the side to move where the pieces do not tell it. */
const PICTURES = {
  othello: (rows, side) => `${rows.join("")} ${side}`,
  gomoku: (rows) => rows.join("\n"),
  connect4: (rows) => rows.join("/"),
};

/** A board that is set up: moves are made, or pieces are put on cells. */
class BoardEditor extends Board {
  /** `changed` is called with the text of the position after each change. */
  constructor(world, changed) {
    super(world, async (cell) => {
      if (await this.ask({ what: "move", cell })) this.changed(this.game.instance);
    });
    this.changed = changed;
    this.tool = "move";
    this.message = status();
    const tools = ["move", "black", "white", "empty"].map((tool) => [tool, say(tool)]);
    this.turn = choice(["black", "white"].map((side) => [side, say(side)]), "black", () => this.put([]), { id: "turn" });
    this.part = make("div", {},
      make("div", { class: "row" },
        field(say("tool"), choice(tools, this.tool, (tool) => { this.tool = tool; }, { id: "tool" })),
        world === "othello" ? field(say("turn"), this.turn) : null),
      this.element, this.message);
  }

  draw(text) {
    this.position = text;
    return this.ask({ what: "show" });
  }

  /** Shows the answer; without one it prints the reason, leaves the board as it is, and gives false. */
  async ask(request) {
    try {
      this.show(await Engine.ask({ do: "game", world: this.world, text: this.position, ...request }));
      this.turn.value = this.game.side;
      this.message.replaceChildren();
      return true;
    } catch (error) {
      if (!(error instanceof Stopped)) alarm(this.message, error);
      return false;
    }
  }

  choose(place) {
    if (this.tool === "move") {
      super.choose(place);
      return;
    }
    this.move(place);
    this.put([place]);
  }

  /** Puts what the tool holds on cells. */
  put(places) {
    // The first text may have been no position.
    if (!this.game) return;
    const cells = [...this.game.cells];
    const { columns } = this.game;
    for (const [c, r] of places) cells[r * columns + c] = { black: "x", white: "o", empty: "." }[this.tool];
    this.show({ ...this.game, cells: cells.join(""), moves: [], last: null, winning: [] });
    const rows = Array.from({ length: this.game.rows }, (_, r) => cells.slice(r * columns, (r + 1) * columns).join("").toUpperCase());
    this.changed(PICTURES[this.world](rows, { black: "X", white: "O" }[this.turn.value]));
  }
}
