// Two trials side by side: all fields of both, and which differ.

class Comparison {
  constructor(records, changed) {
    this.records = records;
    this.changed = changed;
    this.chosen = [];
    this.panel = element("div", { class: "comparison" });
  }

  // The box in a row that takes its trial into the comparison.
  box(record) {
    const label = `Compare trial ${this.records.text(record, "id").slice(0, 8)}`;
    const box = element("input", { type: "checkbox", "aria-label": label, title: "Compare two trials", checked: this.chosen.includes(record) });
    box.addEventListener("change", () => this.toggle(record));
    return box;
  }

  // Of three the first one goes.
  toggle(record) {
    const isChosen = this.chosen.includes(record);
    this.chosen = isChosen ? this.chosen.filter((other) => other !== record) : [...this.chosen, record].slice(-2);
    this.panel.replaceChildren(...this.contents());
    this.panel.querySelectorAll(".scroll").forEach(watchScroll);
    const place = document.activeElement?.getAttribute("aria-label");
    this.changed();
    // The rows are new ones; the keyboard stays where it was.
    if (place) [...document.querySelectorAll(".trials tbody input")].find((it) => it.getAttribute("aria-label") === place)?.focus();
  }

  contents() {
    if (!this.chosen.length) return [];
    if (this.chosen.length === 1) return [element("p", { class: "note" }, "One trial is chosen; choose another to compare them.")];
    const both = this.chosen.map((record) => this.fields(record));
    const names = [...new Set(both.flatMap((fields) => [...fields.keys()]))];
    const rows = names.map((name) => {
      const [one, other] = both.map((fields) => fields.get(name) ?? "–");
      const differs = one !== other;
      const mark = differs ? element("strong", {}, "differs") : "";
      return element("tr", { class: differs ? "differs" : undefined }, element("th", { scope: "row" }, name),
        ...[one, other].map((text) => element("td", {}, text)), element("td", {}, mark));
    });
    const heads = ["field", ...this.chosen.map((record) => this.records.labels[record]), "difference"];
    const cells = heads.map((head) => element("th", { scope: "col" }, head));
    const caption = element("caption", { class: "unseen" }, "Two trials side by side");
    const table = element("table", {}, caption, element("thead", {}, element("tr", {}, ...cells)), element("tbody", {}, ...rows));
    const count = rows.filter((row) => row.className).length;
    return [
      element("h3", {}, "Two trials side by side"),
      element("p", { class: "note" }, `${count} of ${names.length} fields differ.`),
      element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Two trials" }, table),
    ];
  }

  // The fields of a record by their paths, as they stand in the file; iterations are told by their number.
  fields(record) {
    const fields = new Map();
    const walk = (path, value) => {
      if (Array.isArray(value) && value.some((part) => typeof part === "object")) fields.set(path, `${value.length} entries`);
      else if (Array.isArray(value)) fields.set(path, value.join(" "));
      else if (value && typeof value === "object") Object.entries(value).forEach(([key, part]) => walk(path ? `${path}.${key}` : key, part));
      else if (value !== null && value !== 0) fields.set(path, String(value));
    };
    walk("", JSON.parse(this.records.line(record)));
    return fields;
  }
}
