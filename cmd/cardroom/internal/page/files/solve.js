// Small versions of the game, solved.

import { h, field, number, exactly, select, signed } from "./dom.js";
import { playing, model } from "./model.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";

export function start(panel) {
  const size = select([["kuhn", "kuhn: 1 round"], ["leduc", "leduc: 2 rounds"]], "kuhn");
  const rounds = h("input", { type: "number", min: 1, max: 100000, value: 1000 });
  const out = h("div", { class: "result" });
  const run = runner("Solve", () => ({ do: "solve", ...playing(), size: size.value, iterations: Number(rounds.value) || 1 }), shown, out);
  panel.append(h("p", { class: "note" }, "Solves a small version of this game: best play, and what the game is worth to each seat. Games against a bank are solved in full."),
    h("div", { class: "form" }, field("Size", size), field("Iterations", rounds)), run.el, out);
  model.addEventListener("game", () => out.replaceChildren());
}

function shown({ result: r }) {
  const fact = (name, value) => (value === undefined ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  if (!r.values) return [generic(r)];
  return [
    h("dl", { class: "facts" },
      fact("Deck", r.deck), fact("Stakes", r.stakes), fact("Information sets", number(r.information_sets)), fact("Nodes", number(r.nodes)),
      fact("Iterations", number(r.iterations)), fact("Exploitability", `${exactly(r.exploitability)} ${r.unit}s`)),
    bars(r.values.map((v) => ({ label: `Seat ${v.seat}`, value: v.value })), { title: `Value in ${r.unit}s`, text: (v) => signed(v, exactly) }),
    table(["Seat", "Value", "At least", "At most", "Best reply"], r.values.map((v) => [`Seat ${v.seat}`, signed(v.value, exactly), v.at_least === undefined ? "" : signed(v.at_least, exactly), v.at_most === undefined ? "" : signed(v.at_most, exactly), signed(v.best_reply, exactly)]), "Value to each seat"),
  ];
}

/** A result of another shape: its plain fields, and its lists as tables. */
function generic(r) {
  const plain = Object.entries(r).filter(([k, v]) => typeof v !== "object" && k !== "schema");
  const lists = Object.entries(r).filter(([, v]) => Array.isArray(v) && v.length && typeof v[0] === "object");
  const words = (k) => k.replaceAll("_", " ");
  const cell = (v) => (typeof v === "number" ? exactly(v) : v === undefined || v === null ? "" : typeof v === "object" ? JSON.stringify(v) : String(v));
  return h("div", {}, h("dl", { class: "facts" }, plain.map(([k, v]) => h("div", {}, h("dt", {}, words(k)), h("dd", {}, cell(v))))),
    lists.map(([k, v]) => { const heads = Object.keys(v[0]); return table(heads.map(words), v.map((x) => heads.map((y) => cell(x[y]))), words(k)); }));
}
