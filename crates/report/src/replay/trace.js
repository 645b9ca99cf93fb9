// A trace: its header, its events, and the state of the search after each of them.

const Replay = {};

Replay.Trace = class {
  // The lines of a trace. Events that only count are no steps.
  constructor(text) {
    const lines = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    this.header = lines.shift();
    this.end = lines.at(-1)?.type === "end" ? lines.pop() : { counters: {} };
    this.leftOut = lines.filter((line) => line.type === "cut-off").reduce((sum, line) => sum + line.left_out, 0);
    this.events = lines.filter((line) => line.type !== "count" && line.type !== "cut-off");
    this.isPath = this.header.kind === "path";
    this.index();
  }

  get length() {
    return this.events.length;
  }

  // Counts after each step, the steps of expansions, of marks, and the state of each number.
  index() {
    const { events } = this;
    this.expanded = new Uint32Array(events.length + 1);
    this.generated = new Uint32Array(events.length + 1);
    this.evaluated = new Uint32Array(events.length + 1);
    this.expansions = [];
    this.generations = [];
    this.marks = [];
    this.at = [];
    this.first = [];
    let nodes = 0;
    events.forEach((event, place) => {
      const { type, id } = event;
      const isExpansion = type === "expand" || type === "enter";
      this.expanded[place + 1] = this.expanded[place] + (type === "expand" ? 1 : 0);
      this.generated[place + 1] = this.generated[place] + (type === "generate" && event.how !== "cycle" ? 1 : 0);
      this.evaluated[place + 1] = this.evaluated[place] + (type === "leaf" || type === "simulate" ? 1 : 0);
      if (isExpansion) this.expansions.push(place + 1);
      if (this.generated[place + 1] > this.generated[place] || type === "leaf") this.generations.push(place + 1);
      if (["iteration", "pass", "cut", "goal", "meet"].includes(type)) this.marks.push(place + 1);
      if (id !== undefined) {
        nodes = Math.max(nodes, id + 1);
        this.first[id] ??= event;
        if (event.at !== undefined) this.at[id] = event.at;
      }
    });
    this.nodes = nodes;
    this.hasThresholds = events.some((event) => event.type === "iteration" && event.threshold !== undefined);
  }

  // The counters after a step; after the last those of the record.
  counters(step) {
    if (step >= this.length && Object.keys(this.end.counters).length > 0) return this.end.counters;
    const counts = { expanded: this.expanded[step], generated: this.generated[step], evaluated: this.evaluated[step] };
    if (this.header.kind === "tree") counts.visits = this.expansions.findLastIndex((place) => place <= step) + 1;
    return counts;
  }

  // The step at which a search stands when so many parts of its time have passed; its steps are taken as equally long.
  after(seconds) {
    const whole = this.end.seconds ?? 0;
    return whole > 0 ? Math.min(this.length, Math.floor((seconds / whole) * this.length)) : this.length;
  }

  // The next mark behind a step, or the one before it.
  mark(step, direction) {
    const found = direction > 0 ? this.marks.find((place) => place > step) : this.marks.findLast((place) => place < step);
    return found ?? (direction > 0 ? this.length : 0);
  }
};

Replay.UNSEEN = 0;
Replay.OPEN = 1;
Replay.CLOSED = 2;

// The state after a step. Steps forth are applied; steps back begin at the last of the states that are kept.
Replay.State = class {
  constructor(trace) {
    this.trace = trace;
    this.step = 0;
    const { nodes } = trace;
    this.status = new Uint8Array(nodes);
    this.visits = new Uint32Array(nodes);
    this.parent = new Int32Array(nodes).fill(-1);
    this.value = new Float64Array(nodes).fill(NaN);
    this.bound = new Uint8Array(nodes);
    this.f = new Float64Array(nodes).fill(NaN);
    this.current = -1;
    this.goal = -1;
    this.iteration = null;
    this.every = Math.max(1024, Math.ceil(trace.length / 32));
    this.kept = [this.copy()];
  }

  copy() {
    const { step, current, goal, iteration } = this;
    const arrays = [this.status, this.visits, this.parent, this.value, this.bound, this.f].map((array) => array.slice());
    return { step, current, goal, iteration, arrays };
  }

  restore({ step, current, goal, iteration, arrays }) {
    Object.assign(this, { step, current, goal, iteration });
    [this.status, this.visits, this.parent, this.value, this.bound, this.f].forEach((array, place) => array.set(arrays[place]));
  }

  // Goes to a step, forth or back.
  go(step) {
    const target = Math.max(0, Math.min(step, this.trace.length));
    const kept = this.kept[Math.min(Math.floor(target / this.every), this.kept.length - 1)];
    if (target < this.step || kept.step > this.step) this.restore(kept);
    while (this.step < target) {
      this.apply(this.trace.events[this.step]);
      this.step += 1;
      if (this.step === this.kept.length * this.every) this.kept.push(this.copy());
    }
    return this;
  }

  apply(event) {
    const { type, id } = event;
    const { OPEN, CLOSED, UNSEEN } = Replay;
    if (event.f !== undefined) this.f[id] = event.f;
    if (type === "iteration") {
      this.iteration = event;
      if (event.threshold !== undefined) {
        this.status.fill(UNSEEN);
        this.visits.fill(0);
      }
    } else if (type === "generate") {
      if (event.how === "new" || this.parent[id] < 0 || ["cheaper", "reopened"].includes(event.how)) this.parent[id] = event.p;
      if (event.how === "reopened" || this.status[id] === UNSEEN) this.status[id] = OPEN;
    } else if (type === "source") {
      this.status[id] = OPEN;
    } else if (type === "expand") {
      if (this.trace.isPath && event.p !== undefined) this.parent[id] = event.p;
      if (!this.trace.isPath) this.parent[id] = event.p ?? -1;
      this.status[id] = CLOSED;
      this.visits[id] += 1;
      this.current = id;
    } else if (type === "enter") {
      this.parent[id] = event.p ?? -1;
      this.status[id] = OPEN;
      this.visits[id] += 1;
      this.current = id;
    } else if (type === "leaf" || type === "return") {
      // The value of a leaf is exact, whatever the window was.
      const isLeaf = type === "leaf" || this.trace.events[this.step - 1]?.type === "leaf";
      this.value[id] = event.value;
      this.bound[id] = isLeaf ? 0 : ({ exact: 0, lower: 1, upper: 2 }[event.bound] ?? 0);
      this.status[id] = CLOSED;
      this.current = id;
    } else if (type === "cut" || type === "select") {
      this.current = id;
    } else if (type === "backup") {
      event.ids.forEach((node) => {
        this.visits[node] += 1;
        const before = Number.isNaN(this.value[node]) ? 0 : this.value[node];
        this.value[node] = before + (event.value - before) / this.visits[node];
      });
      this.current = event.ids[0];
    } else if (type === "goal") {
      this.goal = id;
      this.current = id;
    }
  }

  // The states on the way to one, from the first.
  path(id) {
    const path = [];
    for (let node = id; node >= 0 && path.length <= this.trace.nodes; node = this.parent[node]) path.push(node);
    return path.reverse();
  }

  // The path that is shown: the found one, or that to the current state.
  shownPath() {
    const { end } = this.trace;
    if (this.step >= this.trace.length && end.path?.length > 0) return end.path;
    return this.path(this.goal >= 0 ? this.goal : this.current);
  }
};
