// The buttons, the slider, the keyboard, and the moment in the address.

// Signs of the buttons, in a square of 24: fonts need not have them.
Replay.icons = {
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  back: "M16 4v16L5 12zM18 4h2v16h-2z",
  forth: "M8 4v16l11-8zM4 4h2v16H4z",
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
  "mark-before": "M12 4v16L3 12zM21 4v16l-9-8z",
  "mark-next": "M12 4v16l9-8zM3 4v16l9-8z",
  minus: "M5 11h14v3H5z",
  plus: "M5 11h6V5h3v6h6v3h-6v6h-3v-6H5z",
};

Replay.icon = (button, name) => {
  const sign = Replay.svg("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": "true" });
  sign.append(Replay.svg("path", { d: Replay.icons[name], fill: "currentColor" }));
  button.replaceChildren(sign);
};

Replay.Controls = class {
  // `player` has a length, a step, `go(step)`, `mark(direction)`.
  constructor(player, place) {
    this.player = player;
    this.speed = 4;
    this.timer = null;
    const button = (name, label, act) => {
      const made = Object.assign(document.createElement("button"), { type: "button", title: label });
      Replay.icon(made, name);
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      return made;
    };
    this.playing = button("play", "play or pause (space)", () => this.toggle());
    this.slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: player.length, value: 0 });
    this.slider.setAttribute("aria-label", "step");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.where = document.createElement("output");
    this.pace = document.createElement("output");
    place.append(
      button("first", "to the first step (Home)", () => this.go(0)),
      button("mark-before", "to the mark before: threshold, pass, cut, goal (p)", () => this.go(player.mark(-1))),
      button("back", "a step back (left arrow)", () => this.go(player.step - 1)),
      this.playing,
      button("forth", "a step forth (right arrow)", () => this.go(player.step + 1)),
      button("mark-next", "to the next mark: threshold, pass, cut, goal (n)", () => this.go(player.mark(1))),
      button("last", "to the last step (End)", () => this.go(player.length)),
      this.slider, this.where,
      button("minus", "slower (-)", () => this.faster(-1)), this.pace, button("plus", "faster (+)", () => this.faster(1)),
    );
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.fromAddress());
    window.addEventListener("beforeprint", () => this.go(player.length));
    this.faster(0);
  }

  static PACES = [1, 2, 4, 8, 15, 30, 60, 240, 1200, 6000];

  faster(by) {
    this.speed = Math.max(0, Math.min(Replay.Controls.PACES.length - 1, this.speed + by));
    this.pace.textContent = `${Replay.Controls.PACES[this.speed]} steps a second`;
  }

  go(step) {
    this.player.go(Math.max(0, Math.min(step, this.player.length)));
    this.slider.value = this.player.step;
    this.where.textContent = `${this.player.step} of ${this.player.length}`;
    // A page within a page has no address of its own.
    if (this.timer === null && location.protocol !== "about:") history.replaceState(null, "", `#step=${this.player.step}`);
  }

  // The length of the player has changed: begins again.
  rescale() {
    this.slider.max = this.player.length;
    this.go(0);
  }

  fromAddress() {
    const found = location.hash.match(/^#step=(\d+)$/);
    this.go(found ? Number(found[1]) : 0);
  }

  toggle() {
    if (this.timer !== null) return this.pause();
    if (this.player.step >= this.player.length) this.go(0);
    let [last, owed] = [performance.now(), 0];
    const tick = (now) => {
      owed += ((now - last) / 1000) * Replay.Controls.PACES[this.speed];
      last = now;
      if (owed >= 1) {
        this.go(this.player.step + Math.floor(owed));
        owed %= 1;
      }
      if (this.player.step >= this.player.length) return this.pause();
      this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame(tick);
    Replay.icon(this.playing, "pause");
  }

  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = null;
    Replay.icon(this.playing, "play");
    this.go(this.player.step);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onButton = event.target instanceof HTMLButtonElement || event.target.type === "checkbox";
    if (event.target instanceof HTMLSelectElement) return;
    const { player } = this;
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.go(player.step - 1), ArrowRight: () => this.go(player.step + 1),
      Home: () => this.go(0), End: () => this.go(player.length), n: () => this.go(player.mark(1)), p: () => this.go(player.mark(-1)),
      "+": () => this.faster(1), "=": () => this.faster(1), "-": () => this.faster(-1),
    };
    if (!acts[event.key] || (onButton && event.key === " ")) return;
    event.preventDefault();
    acts[event.key]();
  }
};
