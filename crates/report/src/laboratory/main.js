// What is shown, and when.

const MODES = { try: Try, watch: Watch, play: Play, experiment: Experiment, learn: Learn };

let Catalog = null;

function show() {
  Address.read();
  const known = LANGUAGES.map(([code]) => code);
  language = known.includes(Address.get("l")) ? Address.get("l") : known[0];
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  const mode = Address.get("m") in MODES ? Address.get("m") : "try";
  const link = (key) => {
    const keep = language === known[0] ? "" : `&l=${language}`;
    return make("a", { href: `#m=${key}${keep}`, "aria-current": key === mode ? "page" : null }, say(key));
  };
  const modes = document.getElementById("modes");
  modes.setAttribute("aria-label", say("modes"));
  modes.replaceChildren(make("ul", {}, Object.keys(MODES).map((key) => make("li", {}, link(key)))));
  const other = known[(known.indexOf(language) + 1) % known.length];
  const toggle = document.getElementById("language");
  toggle.textContent = say("language");
  toggle.lang = other;
  toggle.onclick = () => {
    Address.set({ l: other === known[0] ? "" : other });
    show();
  };
  const main = document.getElementById("main");
  main.replaceChildren(make("h2", { class: "unseen" }, say(mode)));
  // Nothing that an earlier mode has asked for is waited for.
  if (Engine.waiting.size > 0) Engine.stop();
  document.title = `searchlab: ${say(mode)}`;
  document.body.dataset.mode = mode;
  window.laboratory = new MODES[mode](main);
}

(async () => {
  Address.read();
  document.getElementById("main").replaceChildren(make("p", { role: "status" }, say("loading")));
  try {
    await Engine.start();
    Catalog = await Engine.ask({ do: "catalog" });
    addEventListener("hashchange", show);
    show();
  } catch (error) {
    alarm(document.getElementById("main"), error);
  }
})();

/** For the console, and for tests: the answer of the engine to any request. */
window.searchlab = (request) => Engine.ask(request);
