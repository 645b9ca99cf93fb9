// Charts tell their values: where the pointer is, or step by step by the arrow keys.

const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
};

const tip = element("div", { class: "bubble", role: "tooltip", hidden: true });
const told = element("p", { class: "unseen", "aria-live": "polite" });
const ring = element("div", { class: "ring", hidden: true });

// The value that the keyboard has come to; while it shows one, only a pointer that really moves takes its place.
let stepped = null;

const hideTip = () => {
  tip.hidden = true;
  ring.hidden = true;
  stepped = null;
};

// Showing a value may scroll the page, and the event of that comes late.
const follow = () => (stepped ? showTip(stepped) : hideTip());

const showTip = (target) => {
  tip.textContent = target.dataset.tip;
  tip.hidden = false;
  const at = target.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  const left = at.left + at.width / 2 - tip.offsetWidth / 2;
  const above = at.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(8, Math.min(left, room - tip.offsetWidth - 8))}px`;
  tip.style.top = `${above < 4 ? at.bottom + 6 : above}px`;
};

// The keyboard has no pointer that shows where it is.
const showRing = (plot, target) => {
  const at = target.getBoundingClientRect();
  const frame = plot.getBoundingClientRect();
  ring.style.left = `${at.left - frame.left - plot.clientLeft + plot.scrollLeft - 2}px`;
  ring.style.top = `${at.top - frame.top - plot.clientTop + plot.scrollTop - 2}px`;
  ring.style.width = `${at.width + 4}px`;
  ring.style.height = `${at.height + 4}px`;
  ring.hidden = false;
  plot.append(ring);
};

// Brings a value into the part of a wide chart that is seen.
const reveal = (plot, target) => {
  const at = target.getBoundingClientRect();
  const frame = plot.getBoundingClientRect();
  if (at.left < frame.left || at.right > frame.right) {
    plot.scrollLeft += at.left + at.width / 2 - frame.left - frame.width / 2;
  }
  if (at.top < 0 || at.bottom > document.documentElement.clientHeight) {
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  }
};

const ownTitle = (node) => [...node.children].find((child) => child.localName === "title");

const enhancePlot = (plot) => {
  const svg = plot.querySelector("svg");
  if (!svg) return;
  const figure = plot.closest("figure");
  // The file and the hint are those of the wide one.
  const isNarrow = plot.classList.contains("narrow");
  if (!isNarrow) {
    const whole = svg.cloneNode(true);
    figure.querySelector("a.svg").addEventListener("click", (event) => {
      event.currentTarget.href = saved(svgFile(whole), "image/svg+xml");
    });
  }
  // The browser's own tips would come late and on top of ours.
  const title = ownTitle(svg);
  if (title) {
    svg.setAttribute("aria-label", title.textContent);
    svg.removeAttribute("aria-labelledby");
    title.remove();
  }
  const targets = [];
  for (const title of svg.querySelectorAll("title")) {
    title.parentNode.dataset.tip = title.textContent;
    targets.push(title.parentNode);
    title.remove();
  }
  let place = -1;
  const tell = (next) => {
    place = Math.max(0, Math.min(next, targets.length - 1));
    const target = targets[place];
    if (!target) return;
    reveal(plot, target);
    stepped = target;
    showTip(target);
    showRing(plot, target);
    told.textContent = target.dataset.tip;
  };
  const point = (event) => {
    const target = event.target.closest("[data-tip]");
    hideTip();
    if (target && target !== svg) {
      place = targets.indexOf(target);
      showTip(target);
    }
  };
  // A page that scrolls under a pointer at rest is no move of the pointer.
  plot.addEventListener("pointerover", (event) => stepped || point(event));
  plot.addEventListener("pointermove", (event) => stepped && point(event));
  plot.addEventListener("pointerleave", () => stepped || hideTip());
  plot.addEventListener("scroll", follow);
  plot.addEventListener("blur", hideTip);
  plot.addEventListener("focus", () => {
    if (plot.matches(":focus-visible")) tell(Math.max(place, 0));
  });
  plot.addEventListener("keydown", (event) => {
    const last = targets.length - 1;
    const steps = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1 };
    const next = { ...steps, Home: 0, End: last }[event.key];
    if (event.key === "Escape") hideTip();
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tell(next);
  });
  const hint = " Point at a value, or step through them with the arrow keys.";
  if (targets.length && !isNarrow) figure.querySelector(".alt").append(element("span", { class: "hint" }, hint));
};

// The chart as a file of its own: in light colours on paper, each written where it is used, as not every program knows
// the variables of style sheets.
const svgFile = (whole) => {
  const copy = whole.cloneNode(true);
  const stage = element("div", { class: "stage" });
  stage.append(copy);
  document.body.append(stage);
  for (const [name, value] of lightColors()) copy.style.setProperty(name, value);
  for (const node of copy.querySelectorAll("path, text, circle, rect, line, polyline, polygon, ellipse")) {
    const style = getComputedStyle(node);
    for (const name of ["fill", "stroke"]) node.setAttribute(name, style[name]);
    if (style.stroke !== "none") node.setAttribute("stroke-width", style.strokeWidth);
    if (node.localName === "text") node.setAttribute("font-family", style.fontFamily);
  }
  for (const node of [copy, ...copy.querySelectorAll("[class], [style]")]) {
    node.removeAttribute("class");
    node.removeAttribute("style");
  }
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", "#fff"]]) paper.setAttribute(name, value);
  const title = ownTitle(copy);
  if (title) title.after(paper);
  else copy.prepend(paper);
  stage.remove();
  return new XMLSerializer().serializeToString(copy);
};

// The variables of charts as they are outside of all conditions.
const lightColors = () => {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const own = rules.filter((rule) => rule.selectorText === "svg.chart").map((rule) => rule.style);
  return own.flatMap((style) => [...style].filter((name) => name.startsWith("--")).map((name) => [name, style.getPropertyValue(name)]));
};

// A link to a text, for a while.
const saved = (text, type) => {
  const link = URL.createObjectURL(new Blob([text], { type }));
  setTimeout(() => URL.revokeObjectURL(link), 60000);
  return link;
};

document.body.append(tip, told);
addEventListener("scroll", follow, { passive: true });
document.querySelectorAll(".plot").forEach(enhancePlot);
