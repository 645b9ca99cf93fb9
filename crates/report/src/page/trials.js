// The table of all trials: a page of it at a time, so that many are no slower than few.

const PAGE = 25;

const statusClass = (status) => {
  if (status.startsWith("limit:") || status === "interrupted") return "limit";
  return status === "error" ? "failed" : "";
};

const trialRow = (records, columns, record, comparison) => {
  const id = records.text(record, "id");
  const button = element("button", { type: "button", "aria-expanded": "false" }, id.slice(0, 8));
  const row = element("tr", {}, element("th", { scope: "row" }, comparison.box(record), button));
  for (const column of columns.filter((column) => column.isShown)) {
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
      row.after(element("tr", { class: "whole" }, element("td", { colspan: row.cells.length }, whole)));
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
  const filters = columnFilters(columns, () => narrow());
  const thead = element("thead", {}, element("tr", {}, ...heads), filters.row);
  const table = element("table", { class: "trials" }, caption, thead, body);
  const comparison = new Comparison(records, () => show());
  const scatter = scatterPlot(records, columns, comparison);
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
    body.replaceChildren(...shown.map((record) => trialRow(records, columns, record, comparison)));
    columns.forEach((column, place) => {
      heads[place + 1].hidden = !column.isShown;
      filters.cells[place].hidden = !column.isShown;
    });
    const numbers = shown.length ? `${grouped(String(begin + 1))} to ${grouped(String(begin + shown.length))} of ` : "";
    count.textContent = `${numbers}${grouped(String(found.length))} trials`;
    back.disabled = page === 0;
    on.disabled = begin + PAGE >= found.length;
  };
  const narrow = () => {
    if (words.length) texts ??= Array.from(order, (_, record) => textOf(record));
    const conditions = columns.map((column) => column.condition).filter(Boolean);
    const fits = (record) => (!words.length || matches(texts[record], words)) && conditions.every((holds) => holds(record));
    found = words.length || conditions.length ? order.filter(fits) : order;
    page = 0;
    show();
    scatter.show(found);
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
  const more = element("div", { class: "more" }, filters.box, columnChooser(columns, show), scatter.box);
  box.append(bar, more, scroll, comparison.panel, links);
  watchScroll(scroll);
  narrow();
};

const source = document.getElementById("records");
const box = document.getElementById("trials-table");
if (source && box) {
  showTrials(source, box).catch((error) => {
    box.append(element("p", { class: "note" }, `This browser cannot show them here: ${error.message}.`));
  });
}
