// A scatter plot of any two fields of the trials that are found, a sign for each algorithm.

const MOST_POINTS = 5000;
const SIGNS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M-3.5-3.5h7v7h-7z", "M0-4.5L4.5 3.5h-9z", "M0-5L5 0 0 5-5 0z", "M-4.5-3.5h9L0 4.5z",
  "M-1.3-4.5h2.6v3.2h3.2v2.6h-3.2v3.2h-2.6v-3.2h-3.2v-2.6h3.2z"];
const HUES = 8;

const svgElement = (name, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

// Round values within the ends: powers of ten where the scale is logarithmic, with 2 and 5 between where they are few.
const ticksOf = (low, high, isLog) => {
  const ticks = [];
  if (isLog && high / low >= 5) {
    const factors = high / low < 300 ? [1, 2, 5] : [1];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
      ticks.push(...factors.map((factor) => Number(`${factor}e${power}`)).filter((tick) => low <= tick && tick <= high));
    }
    const step = Math.ceil(ticks.length / 8);
    return ticks.filter((_, place) => place % step === 0);
  }
  const rough = (high - low) / 5 || 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((step) => step >= rough);
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) ticks.push(Number(tick.toPrecision(12)));
  return ticks;
};

const shortNumber = (value) => {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential(1).replace(".0e", "e").replace("e+", "e") : grouped(String(Number(value.toPrecision(4))));
};

// The ends of an axis and the way from a value to a share of its length.
const axisOf = (values, wantsLog) => {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  const isLog = wantsLog && low > 0;
  if (low === high) [low, high] = isLog ? [low / 2, high * 2] : [low - 1, high + 1];
  const of = isLog ? Math.log : (value) => value;
  const room = (of(high) - of(low)) * 0.04;
  const share = (value) => (of(value) - of(low) + room) / (of(high) - of(low) + 2 * room);
  return { share, ticks: ticksOf(low, high, isLog), isLog };
};

const scatterPlot = (records, columns, comparison) => {
  const numbers = columns.filter((column) => column.kind === "number");
  const select = (label, chosen) => {
    const options = numbers.map((column) => element("option", { selected: column === chosen }, column.head));
    const list = element("select", {}, ...options);
    return { list, label: element("label", {}, label, list), column: () => numbers[list.selectedIndex] };
  };
  const named = (head) => numbers.find((column) => column.head === head);
  const y = select("up", named("time") ?? numbers[0]);
  const x = select("across", named("generated") ?? named("expanded") ?? numbers[0]);
  const log = element("input", { type: "checkbox", checked: true });
  const plot = element("div", { class: "cloud" });
  const controls = element("div", { class: "bar" }, x.label, y.label, element("label", {}, log, "logarithmic"));
  const box = element("details", {}, element("summary", {}, "Scatter plot"), controls, plot);
  let found = [];

  const draw = () => {
    if (!box.open) return;
    const [across, up] = [x.column(), y.column()];
    const has = found.filter((record) => across.key(record) !== null && up.key(record) !== null);
    const shown = has.slice(0, MOST_POINTS);
    if (!shown.length) return plot.replaceChildren(element("p", { class: "note" }, "No trial has both numbers."));
    plot.replaceChildren(cloud(shown, across, up), ...notes(has.length, shown.length, across, up));
  };

  const labels = [...new Set(records.labels)];
  const sign = (label) => {
    const place = labels.indexOf(label);
    return { class: `hue${place % HUES}`, d: SIGNS[place % SIGNS.length] };
  };

  const cloud = (shown, across, up) => {
    const [width, height, left, bottom] = [Math.max(300, Math.min(plot.clientWidth || 640, 880)), 400, 78, 54];
    const axes = [across, up].map((column) => axisOf(shown.map(column.key), log.checked));
    const place = [(value) => left + axes[0].share(value) * (width - left - 14), (value) => height - bottom - axes[1].share(value) * (height - bottom - 10)];
    const title = `${up.head} against ${across.head} of ${shown.length} trials`;
    const svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
    const text = (x, y, words, attributes = {}) => svg.append(svgElement("text", { x, y, ...attributes }, words));
    for (const tick of axes[0].ticks) {
      svg.append(svgElement("path", { class: "grid", d: `M${place[0](tick)} 10V${height - bottom}` }));
      text(place[0](tick), height - bottom + 18, shortNumber(tick), { "text-anchor": "middle" });
    }
    for (const tick of axes[1].ticks) {
      svg.append(svgElement("path", { class: "grid", d: `M${left} ${place[1](tick)}H${width - 14}` }));
      text(left - 8, place[1](tick) + 4, shortNumber(tick), { "text-anchor": "end" });
    }
    const name = (column) => column.head + (column.unit ? ` (${column.unit})` : "");
    text((left + width) / 2, height - 10, name(across), { "text-anchor": "middle" });
    text(0, 0, name(up), { "text-anchor": "middle", transform: `translate(14 ${(height - bottom) / 2}) rotate(-90)` });
    for (const record of shown) {
      const label = records.labels[record];
      const at = `translate(${place[0](across.key(record)).toFixed(1)} ${place[1](up.key(record)).toFixed(1)})`;
      const point = svgElement("path", { ...sign(label), transform: at });
      point.dataset.tip = `${label}, ${records.text(record, "instance")}\n${across.head}: ${across.text(record)}\n${up.head}: ${up.text(record)}`;
      point.addEventListener("pointerenter", () => showTip(point));
      point.addEventListener("pointerleave", hideTip);
      point.addEventListener("click", () => comparison.toggle(record));
      svg.append(point);
    }
    return svg;
  };

  const notes = (all, shown, across, up) => {
    const present = labels.filter((label) => found.some((record) => records.labels[record] === label));
    const key = present.map((label) => element("li", {}, svgElement("svg", { viewBox: "-6 -6 12 12", width: 12, height: 12, "aria-hidden": "true" }, svgElement("path", sign(label))), ` ${label}`));
    const left = [across, up].filter((column) => log.checked && found.some((record) => column.key(record) !== null && column.key(record) <= 0));
    const words = [
      all > shown ? `Only the first ${grouped(String(shown))} of ${grouped(String(all))} trials are drawn.` : "",
      ...left.map((column) => `${column.head} stands on a linear scale, since it is 0 or less somewhere.`),
      "A click on a point takes its trial into the comparison.",
    ];
    return [element("ul", { class: "key" }, ...key), element("p", { class: "note" }, words.filter(Boolean).join(" "))];
  };

  [x.list, y.list, log].forEach((input) => input.addEventListener("change", draw));
  box.addEventListener("toggle", draw);
  return {
    box,
    show: (next) => {
      found = next;
      draw();
    },
  };
};
