// The engine as the page uses it.

const decoded = (id) => {
  const element = document.getElementById(id);
  return element && Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
};

const unpacked = (bytes) =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

class Stopped extends Error {}

const Engine = {
  worker: null,
  waiting: new Map(),
  last: 0,

  async start() {
    if (!this.bytes) {
      this.bytes = await unpacked(decoded("engine"));
      this.assets = [];
      for (let place = 0, asset; (asset = decoded(`asset-${place}`)); place += 1) this.assets.push(asset);
      this.url = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
    }
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.postMessage({ bytes: this.bytes, assets: this.assets });
  },

  hear({ id, answer, progress, broken }) {
    const waits = this.waiting.get(id);
    if (!waits) return;
    if (answer === undefined) {
      waits.tell?.(progress);
      return;
    }
    this.waiting.delete(id);
    // After a panic its memory cannot be trusted.
    if (broken) this.stop();
    if ("error" in answer) waits.fail(new Error(answer.error));
    else waits.done(answer.ok);
  },

  /** The answer to a request; `tell` learns the nodes of a search that runs. */
  ask(request, tell) {
    return new Promise((done, fail) => {
      this.last += 1;
      this.waiting.set(this.last, { done, fail, tell });
      this.worker.postMessage({ id: this.last, request });
    });
  },

  /** Ends whatever it does, at once. */
  stop() {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.start();
    for (const waits of waiting) waits.fail(new Stopped(say("stopped")));
  },
};
