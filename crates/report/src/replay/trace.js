// A trace: its header, its events, and the state of the search after each of them.

const Replay = {};

Replay.Trace = class {
  // The lines of a trace. Events that only count are no steps.
  constructor(text) {
    const lines = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    this.header = lines.shift();
    this.end = lines.at(-1)?.type === "end" ? lines.pop() : { counters: {} };
    this.leftOut = lines.filter((line) => line.type === "cut-off").reduce((sum, line) => sum + line.left_out, 0);
    this.clock = lines.filter((line) => line.type === "clock");
    this.events = lines.filter((line) => !["count", "cut-off", "clock"].includes(line.type));
    this.isPath = this.header.kind === "path";
    this.index();
  }

  get length() {
    return this.events.length;
  }

  // Counts after each step, the steps of expansions, of marks, and the state of each number.
  index() {
    const { events } = this;
    this.entered = new Uint32Array(events.length + 1);
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
      // The end of a visit has the count of its expansions, and a search that is not told node by node has all of its own.
      const counts = event.counts ?? {};
      this.entered[place + 1] = this.entered[place] + (type === "enter" ? 1 : 0);
      this.expanded[place + 1] = this.expanded[place] + (type === "expand" ? 1 : (counts.expanded ?? 0));
      this.generated[place + 1] = this.generated[place] + (type === "generate" && event.how !== "cycle" ? 1 : (counts.generated ?? 0));
      this.evaluated[place + 1] = this.evaluated[place] + (type === "leaf" || type === "simulate" ? 1 : (counts.evaluated ?? 0));
      if (isExpansion) this.expansions.push(place + 1);
      if (type === "leaf" || (type === "generate" && event.how !== "cycle")) this.generations.push(place + 1);
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
    if (["tree", "proof"].includes(this.header.kind)) counts.visits = this.entered[step];
    return counts;
  }

  // The time that the search took, without that of writing it down where the trace says so.
  get seconds() {
    return this.clock.at(-1)?.seconds ?? this.end.seconds ?? 0;
  }

  // The step at which the search stood after so much time. Between two readings of its clock, or without any, its steps
  // are taken as equally long.
  after(seconds) {
    if (seconds >= this.seconds) return this.length;
    const next = this.clock.findIndex((reading) => reading.seconds > seconds);
    const [from, to] = [this.clock[next - 1] ?? { events: 0, seconds: 0 }, this.clock[next] ?? { events: this.length, seconds: this.seconds }];
    const part = (seconds - from.seconds) / (to.seconds - from.seconds);
    return Math.min(this.length, Math.floor(from.events + part * (to.events - from.events)));
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
    const { nodes, isPath } = trace;
    this.status = new Uint8Array(nodes);
    this.visits = new Uint32Array(nodes);
    this.parent = new Int32Array(nodes).fill(-1);
    // What only the other kind of search has takes no memory.
    this.value = new Float64Array(isPath ? 0 : nodes).fill(NaN);
    this.bound = new Uint8Array(isPath ? 0 : nodes);
    [this.proof, this.disproof] = [0, 1].map(() => new Float64Array(trace.header.kind === "proof" ? nodes : 0).fill(NaN));
    this.f = new Float64Array(isPath ? nodes : 0).fill(NaN);
    this.pushed = new Uint32Array(isPath ? nodes : 0);
    // The states that have changed since they were drawn; null stands for all of them.
    this.changed = null;
    this.current = -1;
    this.goal = -1;
    this.iteration = null;
    this.every = Math.max(1024, Math.ceil(trace.length / (nodes > 100000 ? 8 : 32)));
    this.kept = [this.copy()];
  }

  arrays() {
    return [this.status, this.visits, this.parent, this.value, this.bound, this.f, this.pushed, this.proof, this.disproof];
  }

  copy() {
    const { step, current, goal, iteration } = this;
    return { step, current, goal, iteration, arrays: this.arrays().map((array) => array.slice()) };
  }

  restore({ step, current, goal, iteration, arrays }) {
    Object.assign(this, { step, current, goal, iteration, changed: null });
    this.arrays().forEach((array, place) => array.set(arrays[place]));
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
    if (this.changed && id !== undefined && this.trace.isPath) this.changed.push(id);
    // What is dropped leaves the f of the state as it was.
    const isDropped = ["known", "table", "bound", "cycle"].includes(event.how);
    if (event.f !== undefined && this.trace.isPath && !isDropped) this.f[id] = event.f;
    if (this.trace.isPath && (type === "source" || ["new", "cheaper", "reopened"].includes(event.how))) this.pushed[id] = this.step + 1;
    if (type === "iteration") {
      this.iteration = event;
      if (event.threshold !== undefined) {
        this.status.fill(UNSEEN);
        this.visits.fill(0);
        this.changed = null;
      }
    } else if (type === "generate") {
      // The source is reached from nowhere, though its successors lead back to it.
      const isFirst = this.parent[id] < 0 && this.status[id] === UNSEEN;
      if (isFirst || ["new", "cheaper", "reopened"].includes(event.how)) this.parent[id] = event.p;
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
      if (event.proof !== undefined) [this.proof[id], this.disproof[id]] = [event.proof ?? Infinity, event.disproof ?? Infinity];
      this.current = id;
    } else if (type === "subtree" || type === "cut" || type === "select") {
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

  // The open states whose f is that of the one that was expanded last, as the steps that put them there; nothing where one
  // has less, as then the search does not go by f, or where there are too many states to look at them all.
  equals() {
    if (this.trace.nodes > 50000 || Number.isNaN(this.f[this.current])) return null;
    const steps = [];
    for (let id = 0; id < this.trace.nodes; id += 1) {
      if (this.status[id] !== Replay.OPEN || id === this.current) continue;
      if (this.f[id] < this.f[this.current]) return null;
      if (this.f[id] === this.f[this.current]) steps.push(this.pushed[id]);
    }
    return steps;
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
