// The modes Try and Watch: settings beside results.

/** The counters that are worth a column, in the order of the program. */
const SHOWN = ["expanded", "generated", "evaluated", "reopened", "cutoffs", "passes", "tt_hits", "peak_open", "table_bytes"];

class Try {
  constructor(main) {
    this.status = status();
    this.out = make("div", { class: "results" });
    this.setup = new Setup(() => this.changed());
    this.run = button("run", () => this.start(), { class: "main", id: "run" });
    main.append(make("div", { class: "split" },
      make("section", { "aria-label": say("instance") }, this.setup.element),
      make("section", { "aria-label": say("results") },
        make("div", { class: "row" }, this.run, button("stop", () => Engine.stop(), { id: "stop" })),
        this.status, this.out, make("p", { class: "note" }, say("link")))));
    if (Address.get("r") === "1") this.start();
  }

  changed() {
    Address.set({ r: "" });
    this.status.textContent = "";
  }

  async start() {
    if (this.setup.chosen.length === 0) {
      this.status.textContent = say("none");
      return;
    }
    Address.set({ r: "1" });
    this.status.textContent = say("running");
    try {
      const { text, files } = this.setup.experiment;
      let { trials } = await Engine.ask({ do: "open", name: "try.toml", text, files, system: navigator.userAgent });
      const entries = [];
      for (; trials > 0;) {
        const step = await Engine.ask({ do: "step" });
        trials = step.left;
        if (step.record) entries.push(step);
        this.status.textContent = say("trials", entries.length, entries.length + trials);
      }
      entries.sort((a, b) => a.place - b.place);
      const report = await Engine.ask({ do: "report" });
      this.show(entries, report);
      this.status.textContent = say("done");
    } catch (error) {
      if (error instanceof Stopped) this.status.textContent = error.message;
      else alarm(this.status, error);
    }
  }

  show(entries, report) {
    const columns = SHOWN.filter((name) => entries.some(({ record }) => record.counters[name] > 0));
    const moves = (record) => (Array.isArray(record.result?.moves) ? record.result.moves : [...(record.result?.moves ?? "")]);
    const rows = entries.map(({ label, record }) => [
      label, record.status, record.result ? record.result.value : "–",
      ...columns.map((name) => record.counters[name] ?? 0),
      record.measured.seconds,
    ]);
    const parts = [table(say("comparison"), [say("algorithm"), say("status"), say("value"), ...columns, say("seconds")], rows)];
    const solved = entries.filter(({ record }) => record.result);
    if (this.setup.world === "maze" && solved.length > 0) {
      const draw = (place) => this.setup.editor.draw(moves(solved[Number(place)].record));
      parts.push(make("div", { class: "row" }, field(say("showPath"), choice(solved.map(({ label }, place) => [place, label]), 0, draw, { id: "path" }))));
      draw(0);
    } else {
      parts.push(make("dl", {}, solved.map(({ label, record }) => [make("dt", {}, `${say("moves")}: ${label}`), make("dd", { class: "moves" }, moves(record).join(" "))])));
    }
    for (const { svg } of report.charts) {
      const picture = make("figure", {});
      picture.innerHTML = svg;
      parts.push(picture);
    }
    this.out.replaceChildren(...parts);
  }
}

/** Searches anew after each change, and plays the searches. */
class Watch {
  constructor(main) {
    this.status = status();
    this.out = make("div", { class: "results" });
    this.setup = new Setup(() => this.soon());
    main.append(make("div", { class: "split" },
      make("section", { "aria-label": say("instance") }, make("p", { class: "note" }, say("watchLive")), this.setup.element),
      make("section", { "aria-label": say("replay") }, this.status, this.out)));
    this.start();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), 250);
  }

  async start() {
    const turn = (this.turn ?? 0) + 1;
    this.turn = turn;
    const chosen = this.setup.chosen;
    if (chosen.length === 0) {
      this.status.textContent = say("none");
      return;
    }
    // A search that is outdated is not waited for.
    if (this.isBusy) Engine.stop();
    this.isBusy = true;
    this.status.textContent = say("running");
    try {
      const { text, files } = this.setup.experiment;
      const { trials } = await Engine.ask({ do: "open", name: "watch.toml", text, files });
      const replay = await Engine.ask({ do: "replay", title: say("replay"), trials: [...Array(Math.min(trials, 6)).keys()] });
      if (turn !== this.turn) return;
      this.records = replay.records;
      this.out.replaceChildren(frame(replay.html, say("replay"), "frame tall"));
      this.status.textContent = "";
    } catch (error) {
      if (turn === this.turn && !(error instanceof Stopped)) alarm(this.status, error);
    } finally {
      if (turn === this.turn) this.isBusy = false;
    }
  }
}
