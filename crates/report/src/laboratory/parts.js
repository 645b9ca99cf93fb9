// Parts of the page: elements, forms, tables, files to save.

/** An element with attributes, handlers (`onclick`) and children. */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
};

const button = (key, act, attributes = {}) => make("button", { type: "button", onclick: act, ...attributes }, say(key));

/** A control with its label. */
const field = (label, control) => make("label", { class: "field" }, make("span", {}, label), control);

/** A choice; options are `[value, words]`. */
const choice = (options, value, act, attributes = {}) => {
  const element = make("select", { onchange: () => act(element.value), ...attributes },
    options.map(([one, words]) => make("option", { value: one }, words)));
  element.value = value;
  return element;
};

const number = (value, act, attributes = {}) => {
  const element = make("input", { type: "number", value, onchange: () => act(element.value), ...attributes });
  return element;
};

/** A button that opens a file; its text goes to `take`. */
const opener = (key, take) => {
  const input = make("input", { type: "file", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) take(await file.text(), file.name);
    input.value = "";
  });
  return make("span", {}, button(key, () => input.click()), input);
};

/** A table with a caption; the first cell of each row is its head. Numbers are set to the right. */
const table = (caption, heads, rows) => make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
  make("table", {},
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell, place) => place === 0
      ? make("th", { scope: "row" }, cell)
      : make("td", typeof cell === "number" ? { class: "number" } : {}, typeof cell === "number" ? grouped(cell) : cell)))))));

const grouped = (value) => value.toLocaleString("en", { maximumFractionDigits: 4 });

/** A page within the page. It is one of the program's own. */
const frame = (html, title, className = "frame") => make("iframe", { srcdoc: html, title, class: className });

const save = (name, content, type = "text/plain") => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** An archive of files of a folder, `[name, text]` each. */
const tar = (folder, files) => {
  const blocks = [];
  for (const [name, text] of files) {
    const bytes = new TextEncoder().encode(text);
    const head = new Uint8Array(512);
    const put = (at, words) => head.set(new TextEncoder().encode(words), at);
    put(0, `${folder}/${name}`);
    put(100, "0000644\0");
    put(108, "0000000\0");
    put(116, "0000000\0");
    put(124, `${bytes.length.toString(8).padStart(11, "0")}\0`);
    put(136, `${Math.floor(Date.now() / 1000).toString(8).padStart(11, "0")}\0`);
    put(148, "        ");
    put(156, "0");
    put(257, "ustar\x0000");
    put(148, `${head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, "0")}\0 `);
    blocks.push(head, bytes, new Uint8Array((512 - (bytes.length % 512)) % 512));
  }
  return new Blob([...blocks, new Uint8Array(1024)]);
};

/** Says something to those who see it and to those who hear it. */
const status = () => make("p", { class: "status", role: "status", "aria-live": "polite" });
const alarm = (element, error) => {
  element.replaceChildren(make("pre", { class: "error", tabindex: "0", role: "group", "aria-label": "error" }, String(error.message ?? error)));
};
