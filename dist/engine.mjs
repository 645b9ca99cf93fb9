// The module of dist/web in node, for checks and measurements.
//
//   node dist/engine.mjs signature MODULE.gz
//   node dist/engine.mjs run MODULE.gz EXPERIMENT.toml [NAME=FILE…]      prints the digest
//   node dist/engine.mjs ask MODULE.gz < requests, one JSON object a line

import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const worlds = join(root, "crates/worlds/src");
const assets = ["othello/learned/shipped.weights", "othello/book/shipped.book.gz", "gomoku/learned/shipped.network"].map(
  (file) => gzipSync(readFileSync(join(worlds, file))),
);

const [, , what, file, experiment, ...named] = process.argv;
const bytes = readFileSync(file);
let engine;
const text = (at, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));
const host = {
    now: () => performance.timeOrigin + performance.now(),
    asset_bytes: (number) => assets[number]?.length ?? 0,
    asset: (number, to) => new Uint8Array(engine.memory.buffer).set(assets[number] ?? [], to),
    failed: (at, length) => console.error(text(at, length)),
};
const module = new WebAssembly.Module(file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
engine = new WebAssembly.Instance(module, { host }).exports;

function ask(request) {
    const words = new TextEncoder().encode(typeof request === "string" ? request : JSON.stringify(request));
    const at = engine.request_bytes(words.length);
    new Uint8Array(engine.memory.buffer, at, words.length).set(words);
    const length = engine.ask();
    const answer = JSON.parse(text(engine.answer_at(), length));
    if ("error" in answer) {
        console.error(answer.error);
        process.exit(2);
    }
    return answer.ok;
}

if (what === "signature") {
    process.stdout.write(ask({ do: "signature" }));
} else if (what === "run") {
    const files = named.map((pair) => [pair.split("=")[0], readFileSync(pair.split("=")[1], "utf8")]);
    const begin = performance.now();
    ask({ do: "open", name: experiment, text: readFileSync(experiment, "utf8"), files, system: "node" });
    while (ask({ do: "step" }).left > 0);
    console.error(`${((performance.now() - begin) / 1000).toFixed(2)} s`);
    process.stdout.write(ask({ do: "report" }).digest);
} else {
    for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
        console.log(JSON.stringify(ask(line)));
    }
}
