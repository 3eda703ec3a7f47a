// Compares the script with the listed game, or with another game.

import { h, field, number, signed, exactly, id } from "./dom.js";
import { model, playing, edited, isOwn } from "./model.js";
import { list } from "./games.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";
import { more } from "./more.js";

/** Compares at once, as the button does. */
export let now = () => {};

export function start(panel) {
  const names = id("games");
  const against = h("input", { type: "text", list: names, spellcheck: false, autocomplete: "off" });
  const games = h("datalist", { id: names });
  const hands = h("input", { type: "number", min: 0, max: 1000000, value: 1000 });
  const seed = h("input", { type: "number", min: 1, max: Number.MAX_SAFE_INTEGER, value: 1 });
  const out = h("div", { class: "result" });
  const rest = more("diff", ["game", "script", "set", "against", "hands", "seed"]);
  const run = runner("Compare", () => {
    const { stakes, ...request } = playing();
    if (!against.value.trim()) throw new Error("Choose a game to compare with.");
    return { do: "diff", ...request, against: against.value.trim(), hands: Number(hands.value) || 0, seed: Number(seed.value) || 1, ...rest.values() };
  }, shown, out);
  now = () => { if (!run.running()) run.run(); };
  const note = h("p", { class: "note" });
  panel.append(note, h("div", { class: "form" }, h("div", { class: "wide" }, field("Against", against)), games, field("Hands", hands), field("Seed", seed)), rest.el, run.el, out);
  const fill = () => {
    note.textContent = isOwn() ? "Choose a listed game: rules first, then results on identical deals." : edited() ? "Compares your script with the listed game." : "The script is the listed one: change it, or choose another game.";
  };
  model.addEventListener("game", () => {
    out.replaceChildren();
    against.value = isOwn() ? "" : model.game;
    fill();
  });
  against.addEventListener("focus", () => { games.replaceChildren(...list().map((g) => h("option", { value: g.game }, g.name))); });
  model.addEventListener("text", fill);
}

function shown({ result: r }) {
  const parts = [h("p", { class: r.differ ? "verdict warn" : "verdict good" }, r.differ ? (r.rules_differ ? "The rules differ." : "The rules read alike; the results differ.") : "No difference was found.")];
  const name = (x) => (typeof x === "object" && x ? x.name || x.game : String(x));
  const by = new Map();
  for (const rule of r.rules || []) { if (!by.has(rule.section)) by.set(rule.section, []); by.get(rule.section).push(rule); }
  for (const [section, rules] of by) {
    parts.push(h("section", { class: "diffs" }, h("h3", {}, section), h("ul", {}, rules.map((x) => h("li", { class: x.in === "b" ? "added" : x.in === "a" ? "removed" : "" },
      h("span", { class: "side" }, x.in === "a" ? "only in this script" : x.in === "b" ? `only in ${name(r.b)}` : "changed"), h("span", {}, x.text))))));
  }
  const net = r.results?.net || r.net;
  if (Array.isArray(net) && net.length) {
    const d = (n) => n.difference ?? n.per_hand ?? (n.b ?? 0) - (n.a ?? 0);
    parts.push(bars(net.map((n) => ({ label: `Seat ${n.seat}`, value: d(n), error: n.stderr ? 1.96 * n.stderr : 0 })), { title: "Difference per hand", text: (v) => signed(v, exactly) }));
  }
  const lists = Object.entries(r).filter(([k, v]) => k !== "rules" && Array.isArray(v) && v.length && typeof v[0] === "object");
  const cell = (v) => (typeof v === "number" ? exactly(v) : v === undefined || v === null ? "" : typeof v === "object" ? JSON.stringify(v) : String(v));
  for (const [k, v] of lists) { const heads = Object.keys(v[0]); parts.push(table(heads.map((x) => x.replaceAll("_", " ")), v.map((x) => heads.map((y) => cell(x[y]))), k.replaceAll("_", " "))); }
  return parts;
}
