// Every setting stands in the address: `#m=try&w=maze&…`, so that a link is an experiment.

const Address = {
  values: new URLSearchParams(),

  read() {
    this.values = new URLSearchParams(location.hash.slice(1));
  },

  get(key, usual = "") {
    return this.values.get(key) ?? usual;
  },

  /** Sets values; those that are empty are left out. */
  set(changes) {
    for (const [key, value] of Object.entries(changes)) {
      if (value === "" || value === null || value === undefined) this.values.delete(key);
      else this.values.set(key, value);
    }
    history.replaceState(null, "", `#${this.values}`);
  },
};

/** A maze in letters that addresses carry as they are. */
const mazeToAddress = (text) => text.trimEnd().replaceAll("#", "w").replaceAll(".", "o").replaceAll(" ", "o").replaceAll("\n", "_");
const mazeFromAddress = (text) => text.replaceAll("w", "#").replaceAll("o", ".").replaceAll("_", "\n");

/** `astar:heuristic=octile,tie-break=fifo;bfs` */
const algorithmsToAddress = (chosen) => chosen.map(({ name, given }) => {
  const pairs = Object.entries(given).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`);
  return pairs.length > 0 ? `${name}:${pairs.join("!")}` : name;
}).join(";");
const algorithmsFromAddress = (text) => text.split(";").filter(Boolean).map((part) => {
  const [name, ...rest] = part.split(":");
  const pairs = rest.join(":").split("!").filter(Boolean).map((pair) => {
    const [key, ...value] = pair.split("=");
    return [key, value.join("=")];
  });
  return { name, given: Object.fromEntries(pairs) };
});
