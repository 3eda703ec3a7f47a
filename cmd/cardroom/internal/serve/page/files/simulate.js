// Simulates many hands.

import { h, field, number, select, signed, exactly, download } from "./dom.js";
import { model, playing, setUp } from "./model.js";
import { POLICIES } from "./table.js";
import { range } from "./setup.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";
import { more } from "./more.js";

let hands, seats, seed, all, each, out, rest;

let example = () => {};

/** Plays some hands when the tab is first looked at. */
export function visible(is) { if (is && model.game) example(); }

export function start(panel) {
  hands = h("input", { type: "number", min: 1, max: 10000000, value: 1000 });
  seats = h("select");
  seed = h("input", { type: "number", min: 1, max: Number.MAX_SAFE_INTEGER, value: 1 });
  all = select(POLICIES, "random");
  each = h("div", { class: "form each" });
  out = h("div", { class: "result" });
  rest = more("simulate", ["game", "script", "set", "stakes", "seats", "stack", "hands", "seed", "policy"]);
  const run = runner("Simulate", request, shown, out);
  panel.append(h("div", { class: "form" }, field("Hands", hands), field("Seats", seats), field("Seed", seed), field("All seats play", all)),
    h("details", {}, h("summary", {}, "A policy for each seat"), each), rest.el, run.el, out);
  const fill = () => {
    const n = Number(seats.value);
    seats.replaceChildren(h("option", { value: 0 }, "usual"), ...range().map((k) => h("option", { value: k, selected: k === n }, k)));
    sized();
  };
  seats.addEventListener("change", sized);
  model.addEventListener("game", () => { out.replaceChildren(); fill(); });
  model.addEventListener("setup", fill);
  model.addEventListener("options", fill);
  example = () => run.example(hands, 1000);
  panel.addEventListener("focusin", () => { if (!seats.options.length) fill(); });
}

function sized() {
  const n = Number(seats.value) || Math.min(6, Math.max(...range()));
  const before = [...each.querySelectorAll("select")].map((s) => s.value);
  each.replaceChildren(...Array.from({ length: n }, (_, i) => field(`Seat ${i + 1}`, select([["", "as all"], ...POLICIES], before[i] || ""))));
}

function request() {
  const policy = [all.value];
  [...each.querySelectorAll("select")].forEach((s, i) => { if (s.value) policy.push(`${i + 1}=${s.value}`); });
  const out = { do: "simulate", ...playing(), hands: Number(hands.value) || 1, seed: Number(seed.value) || 1, policy: policy.join(","), ...rest.values() };
  if (out.hand) delete out.hands;
  if (Number(seats.value)) out.seats = Number(seats.value);
  if (model.setup.stack) out.stack = model.setup.stack;
  return out;
}

/** What the page says elsewhere, or what is the same for all hands that it asks for. */
const ASIDE = ["schema", "game", "shard", "stakes", "policy", "elapsed_s", "workers"];
const words = (k) => (k.charAt(0).toUpperCase() + k.slice(1)).replaceAll("_", " ").replace(/ s$/, " second");

function shown({ result: r }) {
  const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  const rows = r.net.map((n) => ({ label: `Seat ${n.seat}`, value: n.per_hand, error: 1.96 * n.stderr }));
  return [
    h("dl", { class: "facts" },
      Object.entries(r).filter(([k, v]) => !ASIDE.includes(k) && typeof v !== "object" && typeof v !== "boolean").map(([k, v]) => fact(words(k), typeof v === "number" && k !== "seed" ? number(v) : String(v)))),
    bars(rows, { title: "Won per hand, with 95 % bounds", text: (v) => signed(v) }),
    table(["Seat", "Won", "Per hand", "± (95 %)"], r.net.map((n) => [`Seat ${n.seat}`, signed(n.net), signed(n.per_hand, exactly), exactly(1.96 * n.stderr)]), "Won and lost"),
    h("p", {}, h("button", { type: "button", class: "small", onclick: () => download("run.json", `${JSON.stringify(r, null, 2)}\n`) }, "Save as JSON")),
  ];
}
