// Tables sort by a click on a head and filter by words.

const collator = new Intl.Collator("en", { numeric: true });

// Numbers by size and before texts; what is missing comes last, whichever way is up.
const compare = (one, other, direction) => {
  if (one === null || other === null) return (one === null) - (other === null);
  const are = (kind) => typeof one === kind && typeof other === kind;
  if (are("number")) return direction * (one - other);
  if (are("string")) return direction * collator.compare(one, other);
  return typeof one === "number" ? -direction : direction;
};

const matches = (text, words) => words.every((word) => text.includes(word));
const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

// Puts a button into each head. Clicks lead from up to down to the order of the beginning; `sort` gets the place of the
// column, and 1, -1 or 0.
const sortByHeads = (heads, sort) => {
  heads.forEach((head, place) => {
    const button = element("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const direction = { ascending: -1, descending: 0 }[head.getAttribute("aria-sort")] ?? 1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (direction) head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      sort(place, direction);
    });
  });
};

// The places 0 to `count` by a key.
const sortedPlaces = (count, key, direction) => {
  const places = Array.from({ length: count }, (_, place) => place);
  if (!direction) return places;
  const keys = places.map(key);
  return places.sort((one, other) => compare(keys[one], keys[other], direction) || one - other);
};

// A line above a table with a box for words and a count.
const filterBar = (name, filter) => {
  const input = element("input", { type: "search", spellcheck: "false", autocomplete: "off" });
  const count = element("span", { class: "count", role: "status" });
  const label = element("label", {}, element("span", {}, "Filter", element("span", { class: "unseen" }, ` ${name}`)), input);
  input.addEventListener("input", () => filter(wordsOf(input.value)));
  return { bar: element("div", { class: "bar" }, label, count), count };
};

const sortKey = (cell) => {
  if (!cell || "missing" in cell.dataset) return null;
  if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
  return cell.textContent.trim();
};

const enhanceTable = (table) => {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  if (rows.length < 2) return;
  const texts = rows.map((row) => row.textContent.toLowerCase());
  sortByHeads([...table.querySelectorAll(".heads th")], (column, direction) => {
    const order = sortedPlaces(rows.length, (row) => sortKey(rows[row].cells[column]), direction);
    body.append(...order.map((place) => rows[place]));
  });
  const { bar, count } = filterBar(`the table ${table.caption.textContent}`, (words) => {
    let shown = 0;
    rows.forEach((row, place) => {
      row.hidden = !matches(texts[place], words);
      shown += !row.hidden;
    });
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
  table.closest(".sheet").querySelector(".top").append(bar);
};

document.querySelectorAll("table.data").forEach(enhanceTable);

// What does not scroll need not stop the tab key.
const watchScroll = (box) => {
  const settle = () => {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  new ResizeObserver(settle).observe(box);
};
document.querySelectorAll(".scroll, pre").forEach(watchScroll);
