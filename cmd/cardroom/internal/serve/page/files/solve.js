// Solves small versions of the game.

import { h, field, number, exactly, percent, select, signed } from "./dom.js";
import { playing, source, model } from "./model.js";
import { told } from "./cards.js";
import { list } from "./games.js";
import { ask } from "./engine.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";
import { more } from "./more.js";

export function start(panel) {
  const size = select([["kuhn", "kuhn: 1 round"], ["leduc", "leduc: 2 rounds"]], "kuhn");
  const rounds = h("input", { type: "number", min: 1, max: 100000, value: 300 });
  const out = h("div", { class: "result" });
  const rest = more("solve", ["game", "script", "set", "stakes", "size", "iterations", "show"]);
  const run = runner("Solve", async () => {
    const { games } = await ask({ do: "options", ...source() });
    return { do: "solve", ...playing(), ...(games[0].banked ? {} : { size: size.value, show: 200 }), iterations: Number(rounds.value) || 1, ...rest.values() };
  }, shown, out);
  panel.append(h("p", { class: "note" }, "Solves a small version of this game: best play, and what the game is worth to each seat. Games against a bank are solved in full."),
    h("div", { class: "form" }, field("Size", size), field("Iterations", rounds)), rest.el, run.el, out);
  model.addEventListener("game", () => out.replaceChildren());
  example = () => { if (!list().find((g) => g.game === model.game)?.banked) run.example(rounds, 300); };
}

/** Solves the smallest version when the tab is first looked at. */
let example = () => {};
export function visible(is) { if (is && model.game) example(); }

function shown({ result: r }) {
  const fact = (name, value) => (value === undefined ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  if (r.wagers) return bank(r);
  return [
    h("dl", { class: "facts" },
      fact("Deck", r.deck), fact("Stakes", r.stakes), fact("Information sets", number(r.information_sets)), fact("Nodes", number(r.nodes)),
      fact("Iterations", number(r.iterations)), fact("Exploitability", `${exactly(r.exploitability)} ${r.unit}s`)),
    bars(r.values.map((v) => ({ label: `Seat ${v.seat}`, value: v.value })), { title: `Value in ${r.unit}s`, text: (v) => signed(v, exactly) }),
    table(["Seat", "Value", "At least", "At most", "Best reply"], r.values.map((v) => [`Seat ${v.seat}`, signed(v.value, exactly), v.at_least === undefined ? "" : signed(v.at_least, exactly), v.at_most === undefined ? "" : signed(v.at_most, exactly), signed(v.best_reply, exactly)]), "Value to each seat"),
    strategy(r.decisions || []),
  ].flat();
}

const SHADES = ["fold", "check", "call", "bet", "raise"];
const shade = (action) => `do-${SHADES.find((s) => action.startsWith(s)) || "other"}`;

/** Shows how each seat plays what it sees: a bar for each, with its actions as parts. */
function strategy(decisions) {
  const seats = new Map();
  for (const d of decisions) { if (!seats.has(d.seat)) seats.set(d.seat, []); seats.get(d.seat).push(d); }
  const parts = (d) => d.actions.map((a, i) => [a, d.mix[i]]).filter(([, p]) => p >= 0.005);
  return [...seats].sort(([a], [b]) => a - b).map(([seat, list]) => h("section", { class: "strategy" }, h("h2", {}, `How seat ${seat} plays`),
    h("ul", {}, list.map((d) => h("li", {}, h("span", { class: "sees" }, told(d.sees)),
      h("span", { class: "mix", role: "img", "aria-label": parts(d).map(([a, p]) => `${a} ${percent(p)}`).join(", ") }, parts(d).map(([a, p]) => h("i", { class: shade(a), place: { "flex-grow": p }, title: `${a}: ${percent(p)}` }, p > 0.12 ? `${a} ${Math.round(100 * p)}\u00a0%` : ""))))))));
}

/** Shows what the bank wins on each wager, and how often optimal play makes each choice. */
function bank(r) {
  return [
    h("p", { class: "note" }, `${r.exact ? "Exact" : "Sampled"}: ${number(r.deals)} deals`),
    table(["Wager", "House edge", "Element of risk"], r.wagers.map((w) => [w.wager, signed(w.house_edge, percent), signed(w.element_of_risk, percent)]), "What the bank wins of the chips that are put up"),
    r.wagers.filter((w) => w.choices?.length).map((w) => table(["Step", "Choice", "How often"], w.choices.map((c) => [c.step, c.choice, percent(c.share)]), `Best play: ${w.wager}`)),
  ].flat();
}
