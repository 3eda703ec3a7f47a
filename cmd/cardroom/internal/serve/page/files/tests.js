// Runs the tests of the game: those of its house, or the user's tests for the user's script.

import { h, id, kept } from "./dom.js";
import { editorOf } from "./editor.js";
import { model, edited } from "./model.js";
import { runner } from "./work.js";

let text = "", out, whose;
/** @type {ReturnType<typeof editorOf>} */
let editor;

const EXAMPLE = (name) => `def prop_every_chip_is_accounted_for(t):
    """Every way to play the hand ends, and no chip is lost."""
    t.random_hand("./game.star:${name}").play_random().expect_over()
`;

export function start(panel) {
  const box = h("div", { class: "editor tests" }), faults = h("div", { class: "faults", id: id("faults"), "aria-label": "Faults in the tests", role: "region" });
  panel.append(whose = h("p", { class: "note" }), h("div", { class: "tests-paper" }, box, faults));
  editor = editorOf({
    box, faults, label: "Tests", text: () => text, asks: (tests) => (tests.trim() ? { script: model.text, tests } : null),
    change: (now) => { text = now; kept.set(`tests.${model.game}`, text || null); },
  });
  out = h("div", { class: "result" });
  const run = runner("Run tests", () => {
    if (!edited() && !text.trim()) return { do: "test", game: model.game };
    return { do: "test", script: model.text, ...(text.trim() ? { tests: text } : {}) };
  }, shown, out);
  panel.append(h("div", { class: "row" }, run.el,
    h("button", { type: "button", class: "small", onclick: () => editor.replaceAll(EXAMPLE(model.name)) }, "Insert an example")), out);
  example = () => { if (!text.trim()) run.example({ game: undefined, script: model.text, tests: EXAMPLE(model.name) }); };
  model.addEventListener("game", load);
  model.addEventListener("text", say);
  model.addEventListener("sound", () => editor.check());
  model.addEventListener("names", () => editor.hint(EXAMPLE(model.name)));
}

/** Runs the example, which the empty field shows, when the tab is first looked at. */
let example = () => {};
export function visible(is) {
  if (!is || !model.game) return;
  editor.check();
  example();
}

function load() {
  text = kept.get(`tests.${model.game}`, "");
  editor.load();
  editor.hint(EXAMPLE(model.name));
  out.replaceChildren();
  say();
}

function say() {
  whose.textContent = edited()
    ? `Write tests for the script as it is now. They name its games as in "./game.star:${model.name}".`
    : "Write tests of this game, as the example does. Without any, Run tests runs those of the house.";
}

function shown({ result }) {
  const tests = result.tests || [];
  const failed = tests.filter((t) => t.status !== "pass");
  const head = h("p", { class: failed.length ? "verdict bad" : "verdict good" },
    tests.length === 0 ? "There are no tests." : failed.length ? `${failed.length} of ${tests.length} failed` : tests.length === 1 ? "1 test passed" : `All ${tests.length} passed`);
  const item = (t) => h("li", { class: t.status }, h("span", { class: "status" }, t.status), h("span", { class: "name" }, t.test.replace(/^(test|prop)_/, "").replaceAll("_", " ")),
    h("span", { class: "place" }, `${t.file.split("/").pop()}:${t.line || ""}`),
    t.message || t.error ? h("pre", {}, t.message || t.error) : null);
  return [head, h("ul", { class: "tests-list" }, [...failed, ...tests.filter((t) => t.status === "pass")].map(item))];
}
