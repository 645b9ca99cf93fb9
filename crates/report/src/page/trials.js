// The table of all trials: a page of it at a time, so that many are no slower than few.

const PAGE = 25;

const grouped = (token) => token.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

const duration = (seconds) => {
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(1)} ms`;
  return seconds < 120 ? `${seconds.toFixed(2)} s` : `${(seconds / 60).toFixed(1)} min`;
};

// The columns that say something: head, text and key of a record, class of its cells.
const trialColumns = (records, counters) => {
  const all = Array.from({ length: records.size }, (_, record) => record);
  const text = (head, of, kind = "") => ({ head, text: of, key: (record) => of(record) || null, kind });
  const number = (head, path, form = (token) => grouped(decimal(token))) => ({
    head,
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
  return [
    ...(varies("world") ? [text("world", field("world"))] : []),
    text("instance", field("instance"), "instance"),
    text("algorithm", (record) => records.labels[record]),
    ...(all.some((record) => params(record)) ? [text("parameters", params, "parameters")] : []),
    ...["depth", "seed", "repeat"].filter((name) => varies(name)).map((name) => number(name, [name])),
    text("status", field("status"), "status"),
    number("value", ["result", "value"]),
    ...counters.filter((name) => main.includes(name) && counts(name)).map((name) => number(name.replaceAll("_", " "), ["counters", name])),
    number("time", ["measured", "seconds"], (token) => duration(Number(token))),
  ];
};

const statusClass = (status) => {
  if (status.startsWith("limit:") || status === "interrupted") return "limit";
  return status === "error" ? "failed" : "";
};

const trialRow = (records, columns, record) => {
  const id = records.text(record, "id");
  const button = element("button", { type: "button", "aria-expanded": "false" }, id.slice(0, 8));
  const row = element("tr", {}, element("th", { scope: "row" }, button));
  for (const column of columns) {
    const text = column.text(record);
    const kind = column.kind === "status" ? statusClass(text) : column.kind;
    const isLong = column.kind === "instance" || column.kind === "parameters";
    row.append(element("td", { class: kind || undefined, title: isLong && text.length > 32 ? text : undefined }, text));
  }
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) row.nextSibling.remove();
    else {
      const whole = element("pre", { tabindex: "0", role: "group", "aria-label": `Record ${id}` });
      // As it stands in the file: what JavaScript makes of a large number is another one.
      whole.textContent = spread(records.line(record));
      row.after(element("tr", { class: "whole" }, element("td", { colspan: columns.length + 1 }, whole)));
    }
  });
  return row;
};

// A line of JSON with a line for each field, and for each field of its parts.
const spread = (line) => {
  let depth = 0;
  return line.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (sign) => {
    const indent = () => `\n${"  ".repeat(depth)}`;
    if (sign === ":") return ": ";
    if (sign === ",") return `,${indent()}`;
    if (sign === "{" || sign === "[") {
      depth += 1;
      return sign + indent();
    }
    if (sign === "}" || sign === "]") {
      depth -= 1;
      return indent() + sign;
    }
    return sign;
  }).replace(/([{[])\s+([}\]])/g, "$1$2");
};

const showTrials = async (source, box) => {
  const records = await unpacked(source);
  const counters = source.dataset.counters.split(" ");
  const columns = trialColumns(records, counters);
  const heads = ["id", ...columns.map((column) => column.head)].map((head, place) =>
    element("th", { scope: "col", class: columns[place - 1]?.kind === "number" ? "number" : undefined }, head));
  const body = element("tbody");
  const caption = element("caption", { class: "unseen" }, "All trials");
  const table = element("table", { class: "trials" }, caption, element("thead", {}, element("tr", {}, ...heads)), body);
  let texts = null;
  let order = sortedPlaces(records.size, null, 0);
  let words = [];
  let found = order;
  let page = 0;

  const step = (text, by) => {
    const button = element("button", { type: "button", class: "button" }, text);
    button.addEventListener("click", () => {
      page += by;
      show();
    });
    return button;
  };
  const [back, on] = [step("Previous", -1), step("Next", 1)];
  const show = () => {
    const begin = page * PAGE;
    const shown = found.slice(begin, begin + PAGE);
    body.replaceChildren(...shown.map((record) => trialRow(records, columns, record)));
    const numbers = shown.length ? `${grouped(String(begin + 1))} to ${grouped(String(begin + shown.length))} of ` : "";
    count.textContent = `${numbers}${grouped(String(found.length))} trials`;
    back.disabled = page === 0;
    on.disabled = begin + PAGE >= found.length;
  };
  const narrow = () => {
    if (words.length) texts ??= order.map((_, record) => textOf(record));
    found = words.length ? order.filter((record) => matches(texts[record], words)) : order;
    page = 0;
    show();
  };
  const textOf = (record) =>
    [records.text(record, "id"), ...columns.map((column) => column.text(record))].join(" ").toLowerCase();
  const { bar, count } = filterBar("the trials", (next) => {
    words = next;
    narrow();
  });
  sortByHeads(heads, (place, direction) => {
    const key = place ? columns[place - 1].key : (record) => records.text(record, "id");
    order = sortedPlaces(records.size, key, direction);
    narrow();
  });

  const name = source.dataset.file.replace(/\..*$/, "");
  const save = (text, extension, type, content) => {
    const link = element("a", { href: "#trials", download: `${name}.${extension}` }, text);
    link.addEventListener("click", () => {
      link.href = saved(content(), type);
    });
    return link;
  };
  const links = element("p", { class: "note" }, "Save all: ",
    save("JSON lines", "jsonl", "application/jsonl", () => records.jsonLines()), " · ",
    save("CSV", "csv", "text/csv", () => records.csv(counters)));
  bar.append(element("span", { class: "steps" }, back, on));
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Table of trials" }, table);
  box.classList.add("sheet");
  box.append(bar, scroll, links);
  watchScroll(scroll);
  show();
};

const source = document.getElementById("records");
const box = document.getElementById("trials-table");
if (source && box) {
  showTrials(source, box).catch((error) => {
    box.append(element("p", { class: "note" }, `This browser cannot show them here: ${error.message}.`));
  });
}
