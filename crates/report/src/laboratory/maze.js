// A maze that is drawn: a grid of cells, by the mouse or by keys.

const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1], N: [-1, 0], S: [1, 0], W: [0, -1], E: [0, 1],
  NE: [-1, 1], NW: [-1, -1], SE: [1, 1], SW: [1, -1] };

class MazeEditor {
  /** `changed` is called with the text of the maze after each change. */
  constructor(text, changed) {
    this.changed = changed;
    this.tool = "wall";
    this.focus = [0, 0];
    this.element = make("div", { class: "maze", role: "grid", "aria-label": say("maze") });
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => this.drag(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointerup", () => { this.brush = null; });
    this.load(text);
  }

  load(text) {
    this.rows = text.replaceAll(" ", ".").split("\n").filter(Boolean).map((row) => [...row]);
    const columns = this.rows[0]?.length ?? 0;
    this.element.style.setProperty("--columns", columns);
    this.cells = this.rows.map((row, r) => row.map((_, c) => {
      const cell = make("div", { role: "gridcell", tabindex: "-1" });
      cell.place = [r, c];
      return cell;
    }));
    this.element.replaceChildren(...this.cells.map((row) => make("div", { role: "row" }, row)));
    this.rows.forEach((row, r) => row.forEach((_, c) => this.paint(r, c)));
    this.focus = [0, 0];
    if (this.cells[0]?.[0]) this.cells[0][0].tabIndex = 0;
  }

  get text() {
    return `${this.rows.map((row) => row.join("")).join("\n")}\n`;
  }

  paint(r, c) {
    const [sign, cell] = [this.rows[r][c], this.cells[r][c]];
    const kind = { "#": "wall", S: "start", G: "goal" }[sign] ?? (/[2-9]/.test(sign) ? "rough" : "free");
    cell.className = kind;
    cell.textContent = /[SG2-9]/.test(sign) ? sign : "";
    cell.setAttribute("aria-label", say("cell", r + 1, c + 1, kind === "rough" ? say("cost", sign) : say(kind)));
  }

  put(r, c, sign) {
    const old = this.rows[r]?.[c];
    // The ends stay somewhere: they are moved, and not painted over.
    if (old === undefined || old === sign || (/[SG]/.test(old) && !/[SG]/.test(sign))) return;
    if (/[SG]/.test(sign)) {
      if (/[SG]/.test(old)) return;
      this.rows.forEach((row, y) => row.forEach((one, x) => {
        if (one === sign) {
          row[x] = ".";
          this.paint(y, x);
        }
      }));
    }
    this.rows[r][c] = sign;
    this.paint(r, c);
    this.draw([]);
    this.changed(this.text);
  }

  /** The sign that the tool puts on a cell: a wall is taken away where there is one. */
  sign(r, c) {
    const own = { start: "S", goal: "G", free: "." }[this.tool];
    if (own) return own;
    const sign = this.tool === "wall" ? "#" : this.tool;
    return this.rows[r][c] === sign ? "." : sign;
  }

  press(event) {
    const place = event.target.place;
    if (!place || event.button !== 0) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    this.move(place);
    this.brush = this.sign(...place);
    this.put(...place, this.brush);
  }

  drag(event) {
    if (!this.brush) return;
    const place = document.elementFromPoint(event.clientX, event.clientY)?.place;
    if (place) this.put(...place, this.brush);
  }

  move([r, c]) {
    this.cells[this.focus[0]][this.focus[1]].tabIndex = -1;
    this.focus = [Math.max(0, Math.min(this.rows.length - 1, r)), Math.max(0, Math.min(this.rows[0].length - 1, c))];
    const cell = this.cells[this.focus[0]][this.focus[1]];
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
  }

  key(event) {
    const [r, c] = this.focus;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) this.move([r + step[0], c + step[1]]);
    else if (event.key === " " || event.key === "Enter") this.put(r, c, this.sign(r, c));
    else return;
    event.preventDefault();
  }

  /** Shows a path: the moves from the start. */
  draw(moves) {
    for (const cell of this.element.querySelectorAll(".path")) cell.classList.remove("path");
    let at = null;
    this.rows.forEach((row, r) => row.forEach((sign, c) => { if (sign === "S") at = [r, c]; }));
    for (const move of moves) {
      const step = STEPS[move];
      if (!at || !step) return;
      at = [at[0] + step[0], at[1] + step[1]];
      this.cells[at[0]]?.[at[1]]?.classList.add("path");
    }
  }
}
