// The records of the page: the lines of the records' file, cut up by shape and column (trials.rs).

class Records {
  // A line with shapes and labels, one with the shape of each record, one with its label, then the columns.
  constructor(text) {
    const lines = text.split("\n");
    const { shapes, labels } = JSON.parse(lines[0]);
    const numbers = (line) => (line ? line.split(" ").map(Number) : []);
    this.shapeOf = numbers(lines[1]);
    this.labels = numbers(lines[2]).map((label) => labels[label]);
    this.size = this.shapeOf.length;
    const counts = shapes.map(() => 0);
    this.rankOf = this.shapeOf.map((shape) => counts[shape]++);
    let at = 3;
    this.shapes = shapes.map((pieces, shape) => {
      const columns = pieces.slice(1).map(() => lines.slice(at, (at += counts[shape])));
      // The record of this shape with the number of its column in place of each value.
      const holes = JSON.parse(pieces.map((piece, place) => (place ? place - 1 : "") + piece).join(""));
      return { pieces, columns, holes };
    });
  }

  // The line as it stands in the file.
  line(record) {
    const { pieces, columns } = this.shapes[this.shapeOf[record]];
    const rank = this.rankOf[record];
    return pieces.map((piece, place) => (place ? columns[place - 1][rank] : "") + piece).join("");
  }

  // What stands in a field, in the letters of the file: "null" where there is nothing.
  token(record, ...path) {
    const { columns, holes } = this.shapes[this.shapeOf[record]];
    const hole = path.reduce((value, key) => value?.[key], holes);
    return typeof hole === "number" ? columns[hole][this.rankOf[record]] : JSON.stringify(hole ?? null);
  }

  // The same without quotation marks; empty where there is nothing.
  text(record, ...path) {
    return unquoted(this.token(record, ...path));
  }

  number(record, ...path) {
    const token = this.token(record, ...path);
    return token === "null" ? null : Number(token);
  }

  params(record) {
    const names = Object.keys(this.shapes[this.shapeOf[record]].holes.params ?? {});
    return names.map((name) => [name, this.value(record, name)]);
  }

  has(record, name) {
    return name in (this.shapes[this.shapeOf[record]].holes.params ?? {});
  }

  // A parameter may be a list, whose parts are columns of their own.
  value(record, name) {
    const { columns, holes } = this.shapes[this.shapeOf[record]];
    const filled = (hole) => {
      if (typeof hole === "number") return columns[hole][this.rankOf[record]];
      if (Array.isArray(hole)) return `[${hole.map(filled).join()}]`;
      if (!hole || typeof hole !== "object") return JSON.stringify(hole);
      return `{${Object.entries(hole).map(([key, part]) => `${JSON.stringify(key)}:${filled(part)}`).join()}}`;
    };
    const token = filled(holes.params[name]);
    return token.startsWith('"') ? JSON.parse(token) : token;
  }

  jsonLines() {
    return Array.from({ length: this.size }, (_, record) => `${this.line(record)}\n`).join("");
  }

  // The columns of `--format csv`.
  csv(counters) {
    const before = ["id", "world", "instance", "algorithm", "params", "depth", "seed", "repeat", "status"];
    const answer = ["value", "exact", "moves"];
    const measured = ["seconds", "cpu_seconds", "peak_bytes"];
    const lines = [[...before, ...answer, ...counters, ...measured].join()];
    for (let record = 0; record < this.size; record += 1) {
      const plain = (...path) => decimal(this.text(record, ...path));
      const exact = this.text(record, "result", "exact", 0) && `${plain("result", "exact", 0)}+${plain("result", "exact", 1)}√2`;
      const params = this.params(record).map(([name, value]) => `${name}=${value}`).join(";");
      const fields = [
        ...before.map((name) => (name === "params" ? params : this.text(record, name))),
        plain("result", "value"),
        exact,
        this.text(record, "result", "moves"),
        // Some are left out of a record where they are 0.
        ...counters.map((name) => plain("counters", name) || "0"),
        ...measured.map((name) => plain("measured", name)),
      ];
      lines.push(fields.map(quoted).join());
    }
    return `${lines.join("\n")}\n`;
  }
}

const unquoted = (token) => {
  if (token === "null") return "";
  if (token.startsWith("[")) return JSON.parse(token).join(" ");
  return token.startsWith('"') ? JSON.parse(token) : token;
};
const quoted = (field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

// A number without exponent and without needless zeros: 1.5e-7 is 0.00000015.
const decimal = (token) => {
  if (!/[.e]/.test(token)) return token;
  const [, sign, whole, part = "", exponent = "0"] = token.match(/^(-?)(\d+)(?:\.(\d+))?(?:e\+?(-?\d+))?$/) ?? [];
  if (whole === undefined) return token;
  const shift = Number(exponent);
  const digits = whole + part;
  const point = whole.length + shift;
  const left = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const right = (point > 0 ? digits.slice(point) : "0".repeat(-point) + digits).replace(/0+$/, "");
  return `${sign}${left.replace(/^0+(?=\d)/, "")}${right && `.${right}`}`;
};

const unpacked = async (source) => {
  const letters = atob(source.textContent.trim());
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Records(await new Response(stream).text());
};
