// The setup of a table: seats, stakes, stacks, seed, and the options of the game.

import { h, field, id, latest, select } from "./dom.js";
import { ask } from "./engine.js";
import { model, setUp, source } from "./model.js";
import { list } from "./games.js";

/** @type {Partial<import("./engine.js").Answer>} */
const none = { options: [] };
let about = none;

/** Returns a form for the setup of the table; it is rebuilt when the game changes. */
export function setupForm() {
  const box = h("div", { class: "form" });
  const asks = latest();
  const fill = async () => {
    const game = model.game, newest = asks();
    if (!game) return;
    let now = none;
    try { now = await ask({ do: "options", ...source() }); } catch { /* the script has faults */ }
    if (model.game !== game || !newest()) return; // another game has been opened meanwhile, or the script changed again
    about = now;
    if (model.setup.seats && !range().includes(model.setup.seats)) setUp({ seats: 0 }); // the rules have changed
    render(box);
    model.dispatchEvent(new Event("options"));
  };
  model.addEventListener("game", () => { about = none; });
  model.addEventListener("dealt", fill);
  model.addEventListener("sound", fill);
  model.addEventListener("setup", () => { if (!box.contains(document.activeElement)) render(box); });
  return box;
}

/** Returns the possible numbers of seats. */
export function range() {
  const listed = list().find((g) => g.game === model.game);
  const min = about.games?.[0]?.min_seats || listed?.min_seats || 2;
  const max = about.games?.[0]?.max_seats || listed?.max_seats || 10;
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

export const options = () => about.options || [];
export const stakesList = () => about.posted || [];

function render(box) {
  const s = model.setup;
  const names = id("stakes");
  const number = (key, min, max) => h("input", {
    type: "number", min, max, value: s[key], onchange: (e) => { const v = Math.floor(Number(e.target.value)); setUp({ [key]: Number.isSafeInteger(v) ? Math.max(min, v) : s[key] }); },
  });
  const parts = [
    field("Seats", select([[0, "usual"], ...range().map((n) => [n, n])], s.seats, { onchange: (e) => setUp({ seats: Number(e.target.value) }) })),
    field("Stakes", h("input", { type: "text", value: s.stakes, list: names, placeholder: stakesList()[0] || "of the house", onchange: (e) => setUp({ stakes: e.target.value.trim() }) })),
    h("datalist", { id: names }, stakesList().map((x) => h("option", { value: x }))),
    field("Stacks", h("input", { type: "text", value: s.stack, placeholder: "100bb", onchange: (e) => setUp({ stack: e.target.value.trim() }) })),
    field("Seed", number("seed", 1, Number.MAX_SAFE_INTEGER)),
    field("Hand", number("hand", 1, 1e9)),
    field("Button", select([[0, "by the hand"], ...range().filter((n) => !s.seats || n <= s.seats).map((n) => [n, `seat ${n}`])], s.button, { onchange: (e) => setUp({ button: Number(e.target.value) }) })),
  ];
  for (const note of about.notes || []) parts.push(h("p", { class: "note" }, note));
  const opts = options();
  if (opts.length) {
    parts.push(h("fieldset", { class: "options" }, h("legend", {}, "Options of the rules"), opts.map((o) => {
      const set = (v) => { const next = { ...model.setup.set }; if (v === String(o.default)) delete next[o.name]; else next[o.name] = v; setUp({ set: next }); };
      const value = s.set[o.name] ?? String(o.default);
      const control = o.choices?.length ? select(o.choices.map((c) => [String(c), String(c)]), value, { onchange: (e) => set(e.target.value) })
        : h("input", { type: "text", value, onchange: (e) => set(e.target.value.trim()) });
      return field(o.name, control, o.about);
    })));
  }
  box.replaceChildren(...parts);
}
