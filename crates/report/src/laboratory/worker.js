// The engine: bytes of requests in, bytes of answers out. It is stopped by ending this worker.
let engine;
let assets = [];
let asked = 0;
let told = 0;
let panic = "";

const text = (at, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));

const host = {
  // Searches ask for the time now and then: so the page learns how far they are.
  now: () => {
    const time = performance.timeOrigin + performance.now();
    if (asked > 0 && time - told > 100) {
      told = time;
      postMessage({ progress: engine.progress(), id: asked });
    }
    return time;
  },
  asset_bytes: (place) => assets[place]?.length ?? 0,
  asset: (place, to) => new Uint8Array(engine.memory.buffer).set(assets[place] ?? [], to),
  failed: (at, length) => { panic = text(at, length); },
};

function answer(request) {
  const words = new TextEncoder().encode(JSON.stringify(request));
  const at = engine.request_bytes(words.length);
  new Uint8Array(engine.memory.buffer, at, words.length).set(words);
  const length = engine.ask();
  return JSON.parse(text(engine.answer_at(), length));
}

let ready;
onmessage = async ({ data }) => {
  if (data.bytes) {
    assets = data.assets;
    ready = WebAssembly.instantiate(data.bytes, { host }).then(({ instance }) => { engine = instance.exports; });
    return;
  }
  await ready;
  asked = data.id;
  told = 0;
  panic = "";
  try {
    postMessage({ id: data.id, answer: answer(data.request) });
  } catch (error) {
    postMessage({ id: data.id, answer: { error: panic || String(error) }, broken: true });
  }
};
