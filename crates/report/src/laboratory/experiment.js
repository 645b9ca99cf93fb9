// Experiments: files of the program, run here.

const Shipped = JSON.parse(document.getElementById("experiments").textContent);

class Experiment {
  constructor(main) {
    this.status = status();
    this.bar = make("progress", { max: 1, value: 0, "aria-label": say("trials", "", "").trim() });
    this.out = make("div", { class: "results" });
    const name = Shipped.some((one) => one.name === Address.get("x")) ? Address.get("x") : Shipped[0].name;
    this.area = make("textarea", { rows: "14", spellcheck: "false", id: "toml" });
    const pick = (x) => {
      const shipped = Shipped.find((one) => one.name === x);
      this.area.value = shipped.text;
      this.name = `experiments/${x}.toml`;
      this.files = shipped.files;
      Address.set({ x, n: "", t: "" });
    };
    // One of its own, which has the files of the shipped one that it was.
    const own = (text, file) => {
      if (this.area.value !== text) this.area.value = text;
      this.name = `experiments/${file}`;
      this.files = Shipped.find((one) => file === `${one.name}.toml`)?.files ?? [];
      Address.set({ x: "", n: file, t: text });
    };
    main.append(
      make("section", { "aria-label": say("experiment") },
        make("div", { class: "row" },
          field(say("choose"), choice(Shipped.map((one) => [one.name, one.name]), name, pick, { id: "choose" })),
          button("runExperiment", () => this.run(), { class: "main", id: "run" }),
          button("stop", () => this.stop(), { id: "stop" }),
          opener("openFile", own)),
        make("details", {}, make("summary", {}, say("ownExperiment")), field(say("ownExperiment"), this.area)),
        this.bar, this.status),
      make("section", { "aria-label": say("report") }, this.out));
    if (Address.get("t")) own(Address.get("t"), Address.get("n", "experiment.toml"));
    else pick(name);
    this.area.addEventListener("input", () => own(this.area.value, this.name.replace(/^.*\//, "")));
    if (Address.get("r") === "1") this.run();
  }

  stop() {
    this.isStopped = true;
    // The trial that runs has a moment to end.
    setTimeout(() => this.isRunning && Engine.stop(), 300);
  }

  async run() {
    if (this.isRunning) return;
    [this.isRunning, this.isStopped] = [true, false];
    try {
      const plan = await Engine.ask({ do: "open", name: this.name, text: this.area.value, files: this.files, system: navigator.userAgent });
      this.status.textContent = plan.remarks.join(" ");
      for (let left = plan.trials; left > 0 && !this.isStopped;) {
        ({ left } = await Engine.ask({ do: "step" }));
        this.bar.value = 1 - left / plan.trials;
        this.status.textContent = say("trials", plan.trials - left, plan.trials);
      }
      this.show(await Engine.ask({ do: "report" }));
    } catch (error) {
      if (error instanceof Stopped) this.status.textContent = error.message;
      else alarm(this.status, error);
    } finally {
      this.isRunning = false;
    }
  }

  show(report) {
    this.report = report;
    const folder = this.name.replace(/^.*\//, "").replace(/\.toml$/, "").replace(/[^\w-]/g, "-") || "experiment";
    const files = [["records.jsonl", report.records], ["manifest.json", `${JSON.stringify(report.manifest, null, 2)}\n`], ["experiment.toml", report.experiment]];
    this.out.replaceChildren(
      make("p", { class: "answer" }, say("claims", report.claims - report.failedClaims, report.claims)),
      make("p", {}, `${say("digest")}: `, make("code", { id: "digest" }, report.digest.trim().replace("\n", ", "))),
      make("p", { class: "note" }, say("sameDigest")),
      make("div", { class: "row" },
        button("saveFolder", () => save(`${folder}.tar`, tar(folder, files), "application/x-tar"), { id: "save-folder" }),
        button("saveRecords", () => save("records.jsonl", report.records), { id: "save-records" }),
        button("saveReport", () => save("report.html", report.html, "text/html"), { id: "save-report" })),
      make("p", { class: "note" }, say("folderHelp")),
      frame(report.html, say("report"), "frame tall"));
  }
}
