// The columns of the trials: what there is, what is shown, what is asked of each.

const grouped = (token) => token.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

const duration = (seconds) => {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(1)} ms`;
  return seconds < 120 ? `${seconds.toFixed(2)} s` : `${(seconds / 60).toFixed(1)} min`;
};

// The columns that say something: head, text and key of a record, class of its cells, whether it is shown at first.
const trialColumns = (records, counters) => {
  const all = Array.from({ length: records.size }, (_, record) => record);
  const text = (head, of, kind = "") => ({ head, text: of, key: (record) => of(record) || null, kind });
  const number = (head, path, form = (token) => grouped(decimal(token)), unit = "") => ({
    head,
    unit,
    text: (record) => {
      const token = records.token(record, ...path);
      return token === "null" ? "–" : form(token);
    },
    key: (record) => records.number(record, ...path),
    kind: "number",
  });
  const field = (name) => (record) => records.text(record, name);
  const varies = (...path) => all.some((record) => records.token(record, ...path) !== records.token(0, ...path));
  const counts = (name) => all.some((record) => records.number(record, "counters", name) > 0);
  const main = ["expanded", "generated", "evaluated", "passes", "scanned", "peak_open"];
  const params = (record) => records.params(record).map(([name, value]) => `${name}=${value}`).join(" ");
  const paramNames = [...new Set(all.flatMap((record) => records.params(record).map(([name]) => name)))];
  const param = (name) => {
    const of = (record) => (records.has(record, name) ? records.value(record, name) : "");
    const values = all.map(of);
    if (new Set(values).size < 2) return [];
    const key = (record) => (values[record] === "" ? null : Number(values[record]));
    const isNumber = values.every((value) => value === "" || Number.isFinite(Number(value)));
    return [isNumber ? { head: name, text: (record) => of(record) || "–", key, kind: "number" } : text(name, of, "parameters")];
  };
  const bytes = (token) => `${grouped((Number(token) / 1024).toFixed(0))} KiB`;
  const usual = [
    ...(varies("world") ? [text("world", field("world"))] : []),
    text("instance", field("instance"), "instance"),
    text("algorithm", (record) => records.labels[record]),
    ...(all.some((record) => params(record)) ? [text("parameters", params, "parameters")] : []),
    ...["depth", "seed", "repeat"].filter((name) => varies(name)).map((name) => number(name, [name])),
    text("status", field("status"), "status"),
    number("value", ["result", "value"]),
    ...counters.filter((name) => main.includes(name) && counts(name)).map((name) => number(name.replaceAll("_", " "), ["counters", name])),
    number("time", ["measured", "seconds"], (token) => duration(Number(token)), "seconds"),
  ];
  const others = [
    ...paramNames.flatMap(param),
    ...counters.filter((name) => !main.includes(name) && counts(name)).map((name) => number(name.replaceAll("_", " "), ["counters", name])),
    number("processor time", ["measured", "cpu_seconds"], (token) => duration(Number(token)), "seconds"),
    number("peak memory", ["measured", "peak_bytes"], bytes, "bytes"),
  ];
  return [...usual.map((column) => ({ ...column, isShown: true })), ...others.map((column) => ({ ...column, isShown: false }))];
};

// A box for each column that shows or hides it.
const columnChooser = (columns, changed) => {
  const boxes = columns.map((column) => {
    const input = element("input", { type: "checkbox", checked: column.isShown });
    input.addEventListener("change", () => {
      column.isShown = input.checked;
      changed();
    });
    return element("label", {}, input, column.head);
  });
  const legend = element("legend", { class: "unseen" }, "Columns that are shown");
  return element("details", {}, element("summary", {}, "Columns"), element("fieldset", { class: "boxes" }, legend, ...boxes));
};

// The condition of a column: words for texts; for numbers a number, "3..5" with either end left out, or ">= 3". Null
// where nothing is asked, undefined where it is not understood.
const conditionOf = (column, typed) => {
  const asked = typed.trim();
  if (!asked) return null;
  if (column.kind !== "number") {
    const words = wordsOf(asked);
    return (record) => matches(column.text(record).toLowerCase(), words);
  }
  const number = (part) => (part.trim() ? Number(part.replaceAll(",", "")) : NaN);
  const range = asked.split(/\.\.=?|–/);
  const [, sign = "=", size] = asked.match(/^(<=|>=|<|>|=)?\s*(.*)$/);
  let [low, high] = [-Infinity, Infinity];
  if (range.length === 2) {
    low = range[0].trim() ? number(range[0]) : low;
    high = range[1].trim() ? number(range[1]) : high;
  } else {
    if (sign !== "<" && sign !== "<=") low = number(size);
    if (sign !== ">" && sign !== ">=") high = number(size);
  }
  if (Number.isNaN(low) || Number.isNaN(high)) return undefined;
  const isStrict = range.length === 1 && (sign === "<" || sign === ">");
  return (record) => {
    const value = column.key(record);
    return value !== null && (isStrict ? low < value && value < high : low <= value && value <= high);
  };
};

// A line of boxes below the heads, one for each column, and the box that shows it.
const columnFilters = (columns, changed) => {
  const cells = columns.map((column) => {
    const what = column.kind === "number" ? `a number, a range like 3..5, or >= 3${column.unit && `, in ${column.unit}`}` : "words";
    const input = element("input", { type: "text", spellcheck: "false", "aria-label": `Filter ${column.head}: ${what}`, title: what });
    if (column.kind === "number") input.placeholder = "3..5, >= 3";
    input.addEventListener("input", () => {
      const condition = conditionOf(column, input.value);
      input.setAttribute("aria-invalid", String(condition === undefined));
      if (condition === undefined) return;
      column.condition = condition;
      changed();
    });
    return element("td", {}, input);
  });
  const row = element("tr", { class: "filters", hidden: true }, element("td"), ...cells);
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => {
    row.hidden = !box.checked;
    // What is not seen filters nothing.
    if (row.hidden) {
      cells.forEach((cell, place) => {
        cell.firstChild.value = "";
        columns[place].condition = null;
      });
      changed();
    }
  });
  return { row, cells, box: element("label", {}, box, "Filter columns") };
};
