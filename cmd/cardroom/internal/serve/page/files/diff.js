// Compares the script with the listed game, or with another game.

import { h, field, number, signed, exactly, id } from "./dom.js";
import { model, playing, edited, isOwn } from "./model.js";
import { list } from "./games.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";
import { options } from "./setup.js";
import { more } from "./more.js";

/** Compares at once, as the button does. */
export let now = () => {};

/** Compares with another reading of the first option when the tab is first looked at, or with the listed game. */
let example = () => {};
export function visible(is) { if (is && model.game) example(); }

export function start(panel) {
  const names = id("games");
  const against = h("input", { type: "text", list: names, spellcheck: false, autocomplete: "off" });
  const games = h("datalist", { id: names });
  const hands = h("input", { type: "number", min: 0, max: 1000000, value: 300 });
  const seed = h("input", { type: "number", min: 1, max: Number.MAX_SAFE_INTEGER, value: 1 });
  const out = h("div", { class: "result" });
  const rest = more("diff", ["game", "script", "set", "against", "hands", "seed"]);
  const run = runner("Compare", () => {
    const { stakes, ...request } = playing();
    if (!against.value.trim()) throw new Error("Choose a game to compare with.");
    return { do: "diff", ...request, against: against.value.trim(), hands: Number(hands.value) || 0, seed: Number(seed.value) || 1, ...rest.values() };
  }, shown, out);
  example = () => {
    const o = edited() ? null : options().find((o) => o.choices?.length > 1);
    const value = o && o.choices.map(String).find((c) => c !== String(o.default));
    if (edited() ? isOwn() : !value) return;
    if (o && !out.hasChildNodes()) note.textContent = `An example: the game as it is listed, and with ${o.name} = ${value}.`;
    run.example(hands, 300, o ? { b: { [o.name]: value } } : {});
  };
  now = () => { if (!run.running()) run.run(); };
  const note = h("p", { class: "note" });
  panel.append(note, h("div", { class: "form" }, h("div", { class: "wide" }, field("Against", against)), games, field("Hands", hands), field("Seed", seed)), rest.el, run.el, out);
  const fill = () => {
    note.textContent = isOwn() ? "Choose a listed game: rules first, then results on identical deals." : edited() ? "Compares your script with the listed game." : "The script is the listed one: change it, or choose another game.";
  };
  model.addEventListener("options", () => { if (!panel.hidden) example(); });
  model.addEventListener("game", () => {
    out.replaceChildren();
    against.value = isOwn() ? "" : model.game;
    fill();
  });
  against.addEventListener("focus", () => { games.replaceChildren(...list().map((g) => h("option", { value: g.game }, g.name))); });
  model.addEventListener("text", fill);
}

/** Returns a result with its sides exchanged: whoever has changed a rule asks for what the change does. */
function turned(r) {
  const sides = (/** @type {any} */ x) => ({ ...x, a: x.b, b: x.a }), counts = (/** @type {any} */ x) => ({ ...sides(x), per_hand: 0 - x.per_hand, low: 0 - x.high, high: 0 - x.low });
  return {
    ...sides(r), rules: r.rules?.map((x) => ({ ...x, in: { a: "b", b: "a" }[x.in] || x.in })),
    measures: r.measures?.map(counts), net: r.net?.map(counts), options: r.options?.map(sides), plan: r.plan?.map(sides),
  };
}

function shown({ result }) {
  const changed = edited() && result.a.name === result.b.name, r = changed ? turned(result) : result;
  const [mine, other] = r.a.name === r.b.name ? (changed ? ["the listed game", "this script"] : ["the listed game", "the other reading"]) : [r.a.name, r.b.name];
  const many = r.hands ? ` ${number(r.hands_differ)} of ${number(r.hands)} hands on the same cards end differently.` : "";
  const parts = [h("p", { class: r.differ ? "verdict warn" : "verdict good" }, (r.differ ? (r.rules_differ ? "The rules differ." : "The rules read alike; the results differ.") : "No difference was found.") + many)];
  const by = new Map();
  for (const rule of r.rules || []) { if (!by.has(rule.section)) by.set(rule.section, []); by.get(rule.section).push(rule); }
  for (const [section, rules] of by) {
    parts.push(h("section", { class: "diffs" }, h("h2", {}, section), h("ul", {}, rules.map((x) => h("li", { class: x.in === "b" ? "added" : x.in === "a" ? "removed" : "" },
      h("span", { class: "side" }, x.in === "a" ? `only in ${mine}` : x.in === "b" ? `only in ${other}` : "changed"), h("span", {}, x.text))))));
  }
  const bound = (x) => exactly((x.high - x.low) / 2);
  const measures = (r.measures || []).filter((m) => m.a || m.b);
  if (measures.length) {
    parts.push(table(["Measure", capital(mine), capital(other), "Difference a hand", "± (95 %)"], measures.map((m) => [capital(m.measure.replaceAll("_", " ")), number(m.a), number(m.b), signed(m.per_hand, exactly), bound(m)]),
      `Counted over ${number(r.hands)} hands, ${r.seats} seats, policy ${r.policy}`));
  }
  const net = r.net || [];
  if (net.some((n) => n.per_hand)) {
    parts.push(bars(net.map((n) => ({ label: `Seat ${n.seat}`, value: n.per_hand, error: (n.high - n.low) / 2 })), { title: `What a seat wins more in ${other} than in ${mine}, a hand`, text: (v) => signed(v, exactly) }),
      table(["Seat", capital(mine), capital(other), "Difference a hand", "± (95 %)"], net.map((n) => [`Seat ${n.seat}`, signed(n.a), signed(n.b), signed(n.per_hand, exactly), bound(n)]), "Won in all"));
  }
  for (const k of ["options", "plan"]) {
    const list = r[k] || [];
    if (list.length) { const heads = Object.keys(list[0]); parts.push(table(heads.map((x) => capital({ a: mine, b: other }[x] || x.replaceAll("_", " "))), list.map((x) => heads.map((y) => cell(x[y]))), capital(k))); }
  }
  if (r.first?.length) parts.push(h("p", { class: "note" }, `The first hands that end differently: ${r.first.map((f) => f.hand).join(", ")}. With seed ${r.seed} the table deals them again.`));
  return parts;
}

const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
const cell = (v) => (typeof v === "number" ? exactly(v) : v === undefined || v === null ? "" : typeof v === "object" ? JSON.stringify(v) : String(v));
