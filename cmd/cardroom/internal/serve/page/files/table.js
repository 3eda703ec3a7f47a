// The table: dealing, drawing and acting.

import { h, arrows, errorBox, field, kept, later, say, select, signed } from "./dom.js";
import { ask, onRestart } from "./engine.js";
import { card, named, told } from "./cards.js";
import { model, oddsOf, playing, seedOf, setUp } from "./model.js";
import { setupForm } from "./setup.js";

export const POLICIES = ["random", "call", "tight", "loose", "station", "maniac", "table"];

let root, felt, bar, spoken, log, note, trouble, forks, extra;
let tables = [];   // open tables: the first one and its forks
let now = null;    // the table that is shown
let see = "all";   // all, open, turn, or a seat
let others = false; // the policy plays all seats except the viewed one
let policy = "table";
let busy = 0;
let wanted = []; // the actions of the table; kept even if the hand could not be dealt

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function start(panel) {
  root = panel;
  felt = h("div", { class: "felt" });
  note = h("div", { class: "notes" }); // refusals appear next to the buttons
  bar = h("div", { class: "acts", role: "group", "aria-label": "Actions", hidden: true }, note, h("div", { class: "saying" }), words());
  trouble = h("div", { class: "notes" });
  forks = h("div", { class: "forks", role: "group", "aria-label": "Tables" });
  extra = h("div", { class: "extra" });
  log = h("ol", { class: "log", tabindex: 0, "aria-label": "What happened" });
  root.append(h("div", { class: "play" }, toolbar(), forks, h("div", { class: "ground" }, felt), trouble, bar, extra),
    h("section", { class: "story", "aria-label": "What happened" }, h("h2", { class: "sub" }, "What happened"), log));
  document.addEventListener("keydown", pressed);
  new ResizeObserver(() => draw()).observe(felt.parentElement);
  model.addEventListener("sound", later(150, again));
  model.addEventListener("setup", again);
  onRestart(({ request }) => {
    tables = [];
    // If a deal stopped the engine, the same deal would stop it again.
    if (model.game && request?.do !== "new" && request?.do !== "restart") ready = begin({ actions: wanted, quiet: true, text: model.sound });
  });
}

/** Draws a table that nobody sees, while the engine is still starting: the first drawing takes ten times as long as the others. */
export function warm() {
  const seat = (n) => ({ seat: n, stack: 200, wagered: 2, live: true, cards: [["As", "Kh"]], up: [[]] });
  root.style.visibility = "hidden";
  look({ turn: 1, view: { money: "1.50", seats: [seat(1), seat(2)], boards: [["Qd", "Jc", "9s"]], street: "flop", pot: 4, button: 1, told: ["Seat 1 bets 2."] } });
  felt.replaceChildren();
  log.replaceChildren();
  bar.querySelector(".saying").replaceChildren();
  bar.hidden = true;
  root.style.visibility = "";
  now = null;
}

/** Shows a table as a view has it, with nothing behind it. */
export function look(table) {
  now = table;
  acts();
  draw();
  story(true);
}

function toolbar() {
  const button = (text, key, f, title, label = null) => h("button", { type: "button", class: "small", data: { do: key }, title, "aria-label": label, onclick: f }, text);
  const form = h("div", { class: "setup", id: "setup", hidden: true }, setupForm());
  const setup = h("button", { type: "button", class: "small", "aria-expanded": "false", "aria-controls": "setup", onclick: () => {
    form.hidden = !form.hidden;
    setup.setAttribute("aria-expanded", String(!form.hidden));
  } }, "Setup");
  return h("div", { class: "bars-tool" },
    h("div", { class: "toolbar", role: "group", "aria-label": "Hand" },
      button("Deal", "deal", deal, "A new hand with new cards"),
      button("Again", "same", () => begin({ actions: [] }), "The same hand from its deal"),
      button("↶", "undo", () => back("undo"), "Undo: take back the last action; your own, where a policy plays the others (U)", "Undo"),
      button("↷", "redo", () => back("redo"), "Redo: do again what was taken back", "Redo"),
      button("Step", "step", () => step(1), "Let the policy take one action"),
      button("End", "end", () => step(2000), "Let the policy play the hand to its end"),
      h("span", { class: "grow" }), setup),
    form,
    h("div", { class: "toolbar", role: "group", "aria-label": "View" },
      h("span", { class: "pair" }, h("label", { for: "see-as" }, "See"), h("select", { id: "see-as", onchange: (e) => { see = e.target.value; if (!Number(see)) others = false; show().then(follow); } })),
      h("span", { class: "pair" }, h("label", { for: "step-by" }, "Policy"), select(POLICIES, policy, { id: "step-by", onchange: (e) => { policy = e.target.value; } })),
      h("label", { class: "radio pair" }, h("input", { type: "checkbox", id: "others", onchange: (e) => {
        others = e.target.checked;
        if (others && !Number(see)) see = "1";
        show().then(follow);
      } }), "plays others")));
}

/** Returns what a link and the next visit need to deal this hand again. */
export function record() {
  if (!now) return {};
  const { set, stakes, seats, stack, seed, hand, button } = model.setup;
  return { set, stakes, seats, stack, seed, hand, button, actions: now.said || [] };
}

/** Shows a newly opened game. Without actions the last hand comes back, unless a seed is given that is not that of the hand. */
export async function opened(actions, seed) {
  await shut();
  spoken.value = "";
  see = "all"; others = false;
  const last = kept.get(`hand.${model.game}`);
  const before = seed === undefined || last?.seed === seed ? last : null;
  if (!actions && before) Object.assign(model.setup, { seed: before.seed, hand: before.hand, button: before.button || 0 });
  await begin({ actions: actions || before?.actions || [], quiet: true });
}

/** Seat 1 plays against the policy. */
export function against() {
  see = "1"; others = true;
  show().then(follow);
}

async function shut() {
  const old = tables;
  tables = []; now = null;
  for (const t of old) ask({ do: "close", table: t.table }).catch(() => {});
}

/** @returns {import("./engine.js").Request} */
function request(actions, text) {
  const { seats, stack, seed, hand, button } = model.setup;
  const out = { ...playing(text), seed, hand };
  if (seats) out.seats = seats;
  if (stack) out.stack = stack;
  if (button) out.button = button;
  return actions.length ? { do: "restart", ...out, actions } : { do: "new", ...out };
}

/** Deals a hand and plays the given actions. Whoever waits for a deal that another has overtaken waits for that one. */
function begin(how) {
  newest = dealt(how);
  return newest;
}

/** @type {Promise<any>} */
let newest = Promise.resolve();

async function dealt({ actions, quiet = false, text = model.text }) {
  const mine = ++busy;
  wanted = actions;
  await shut();
  if (mine !== busy) return newest;
  let answer;
  try {
    answer = await ask(request(actions, text));
  } catch (e) {
    if (mine !== busy) return newest;
    return failed(e);
  }
  if (mine !== busy) { ask({ do: "close", table: answer.table }).catch(() => {}); return newest; }
  now = { table: answer.table, name: "Table", redo: 0, seen: -1 };
  tables = [now];
  take(answer);
  note.replaceChildren(); trouble.replaceChildren(); extra.replaceChildren();
  if (answer.notes?.length) trouble.replaceChildren(errorBox({ fault: { message: answer.notes[0], hint: "The table is in the state before that action." } }));
  await show(quiet);
  return follow();
}

function failed(e) {
  now = null;
  felt.replaceChildren();
  bar.hidden = true; log.replaceChildren(); forks.replaceChildren(); extra.replaceChildren();
  trouble.replaceChildren(errorBox(e));
  buttons();
}

async function deal() {
  spoken.value = "";
  setSilently({ seed: seedOf(), hand: 1 });
  await begin({ actions: [] });
}

let silent = false;
function setSilently(part) { silent = true; setUp(part); silent = false; }

/** Resolves when the tables are restored after the engine was restarted. Actions at a table wait for it. */
let ready = Promise.resolve();

/** Deals the same hand again after a change of the script or the setup. */
async function again() {
  if (silent || !model.game) return;
  await begin({ actions: wanted, quiet: true });
}

function take(answer) {
  for (const key of ["at", "over", "turn", "net", "game", "seats"]) if (answer[key] !== undefined) now[key] = answer[key];
  if (answer.over) now.turn = 0; else if (answer.over === false) now.net = undefined;
}

const seatSeen = () => (see === "all" ? -1 : see === "open" ? 0 : see === "turn" ? now.turn || -1 : Number(see));

let asked = 0;

/** Gets the view of the table and draws it, unless another was asked for meanwhile: only the newest is that of the seat seen now. */
async function show(quiet = false) {
  if (!now) return;
  const t = now, mine = ++asked;
  let view, said;
  let seat = seatSeen();
  if (seat > t.seats) { see = "all"; seat = -1; }
  try {
    /** @type {import("../../../schemas/serve").ViewRequest} */
    const request = { do: "view", table: t.table, made: true };
    if (seat) request.seat = seat;
    view = (await ask(request)).view;
    said = (seat === -1 ? view : (await ask({ do: "view", table: t.table, seat: -1 })).view).said;
  } catch (e) { note.replaceChildren(errorBox(e)); return; }
  if (t !== now || mine !== asked) return;
  t.view = view;
  wanted = t.said = said;
  draw(); acts(); story(quiet); switcher(); buttons(); seen();
  kept.set(`hand.${model.game}`, { seed: model.setup.seed, hand: model.setup.hand, button: model.setup.button, actions: t.said });
}

function buttons() {
  const set = (key, off) => { root.querySelector(`[data-do="${key}"]`).disabled = off; };
  set("undo", !now || now.at === 0);
  set("redo", !now || now.redo === 0);
  set("same", !now);
  for (const key of ["step", "end", "say"]) set(key, !now || now.over);
}

function seen() {
  const el = root.querySelector("#see-as");
  const options = [["all", "all cards"], ["open", "open cards only"], ["turn", "as the seat in turn"], ...now.view.seats.map((s) => [String(s.seat), `as seat ${s.seat}`])];
  el.replaceChildren(...options.map(([v, t]) => h("option", { value: v, selected: v === see }, t)));
  root.querySelector("#others").checked = others;
}

/* ---- acting ---- */

async function act(words) {
  await ready;
  if (!now) return false;
  const t = now;
  try {
    const answer = await ask({ do: "act", table: t.table, action: words, ...(Number(see) ? { seat: Number(see) } : {}) });
    t.redo = 0;
    done(t, answer);
    return true;
  } catch (e) { refused(e); }
  return false;
}

async function done(t, answer) {
  if (t !== now) return;
  take(answer);
  note.replaceChildren();
  extra.replaceChildren();
  await show();
  await follow();
}

function refused(e) {
  note.replaceChildren(errorBox(e));
  say([e.message, e.fault?.hint].filter(Boolean).join(". "), true);
}

/** Takes back or does again one action; where a policy plays the others, up to the viewed seat's own decision before or after. */
async function back(what) {
  await ready;
  const t = now, mine = others && Number(see);
  try {
    let answer;
    do {
      answer = await ask({ do: what, table: t.table, count: 1 });
      t.redo += what === "undo" ? answer.steps : -answer.steps;
      if (what === "redo" && answer.steps === 0) t.redo = 0;
    } while (mine && answer.steps && answer.turn !== mine && !(what === "redo" && (answer.over || t.redo === 0)) && answer.at);
    await done(t, answer);
  } catch (e) { refused(e); }
}

async function step(count) {
  await ready;
  const t = now;
  try {
    const answer = await ask({ do: "step", table: t.table, policy, count });
    t.redo = 0;
    await done(t, answer);
  } catch (e) { refused(e); }
}

let following = Promise.resolve();

/** Lets the other seats act in order until it is the viewed seat's turn. One at a time: two would let the policy act for the viewed seat too. */
function follow() {
  following = following.then(othersAct);
  return following;
}

async function othersAct() {
  const t = now, seat = Number(see);
  while (t && t === now && others && seat > 0 && !t.over && t.turn !== seat) {
    await new Promise((f) => setTimeout(f, still() ? 0 : 420));
    if (t !== now || !others || Number(see) !== seat) return;
    try {
      take(await ask({ do: "step", table: t.table, policy, count: 1 }));
      t.redo = 0;
    } catch (e) { refused(e); return; }
    await show();
  }
}

async function fork() {
  await ready;
  const t = now;
  try {
    const answer = await ask({ do: "fork", table: t.table, at: t.at });
    now = { table: answer.table, name: `Fork at ${t.at}`, redo: 0, seen: t.seen, seats: t.seats };
    tables.push(now);
    take(answer);
    note.replaceChildren();
    say(`A second table, in the state after ${t.at} actions.`);
    await show(true);
  } catch (e) { refused(e); }
}

function switcher() {
  forks.hidden = tables.length < 2;
  forks.replaceChildren(...tables.map((t, i) => h("button", {
    type: "button", class: "chip", "aria-pressed": String(t === now), onclick: () => { now = t; show(true); },
  }, `${t.name}${i ? "" : ""}`)), h("button", {
    type: "button", class: "chip", onclick: async () => {
      const gone = now;
      tables = tables.filter((t) => t !== gone);
      now = tables.at(-1);
      ask({ do: "close", table: gone.table }).catch(() => {});
      await show(true);
    },
  }, "Close this one"));
}

async function explain() {
  try {
    const { lines } = await ask({ do: "explain", table: now.table });
    panel("The dealer explains", [h("pre", { class: "words" }, lines.map((l) => [...told(l), "\n"]))]);
    say(lines.join(". "));
  } catch (e) { refused(e); }
}

/* ---- buttons for what may be said ---- */

function acts() {
  const had = bar.contains(document.activeElement) && document.activeElement !== spoken;
  const parts = [], legal = now.view.legal;
  if (now.over) {
    parts.push(h("div", { class: "row" }, h("p", { class: "turn" }, "The hand is over."), h("span", { class: "grow" }), beside()),
    h("button", { type: "button", class: "main", onclick: deal }, "Deal the next hand"));
  } else {
    const waits = others && Number(see) && now.turn !== Number(see);
    parts.push(h("div", { class: "row" }, h("p", { class: "turn" }, `Seat ${now.turn}`, h("span", { class: "soft" }, waits ? " is thinking" : " to act")), h("span", { class: "grow" }), beside()));
    if (legal) parts.push(h("div", { class: "choices" }, legal.map(choice)));
    else if (!waits) {
      parts.push(h("div", { class: "choices" }, h("p", { class: "note" }, "What it may do is for its own eyes."),
        h("button", { type: "button", class: "small", onclick: () => { see = "turn"; show(); } }, `See as seat ${now.turn}`),
        h("button", { type: "button", class: "small", onclick: () => step(1) }, "Let the policy act")));
    }
  }
  bar.querySelector(".saying").replaceChildren(...parts);
  spoken.placeholder = now.over ? "" : legal?.[0]?.say || "";
  bar.hidden = false;
  if (had) (bar.querySelector("[data-key=c]") || bar.querySelector(".choices button, button.main") || spoken).focus({ preventScroll: true });
}

function beside() {
  return [
    now.over || now.view.house ? null : h("button", { type: "button", class: "tiny", data: { do: "chances" }, title: "How often each hand wins from here, by the cards that you see", onclick: chances }, "Chances"),
    h("button", { type: "button", class: "tiny", data: { do: "explain" }, title: "Ask the dealer to explain", onclick: explain }, "Explain"),
    h("button", { type: "button", class: "tiny", data: { do: "fork" }, title: "Open a second table in this state", onclick: fork }, "Fork"),
  ];
}

/** The keys of the table; they act while nothing is typed. */
const KEYS = { fold: "f", check: "c", call: "c", raise: "r", bet: "r" };
const keyed = (said) => {
  const key = KEYS[said.split(" ")[0]];
  return key ? { data: { key }, "aria-keyshortcuts": key, title: `Key ${key.toUpperCase()}` } : {};
};

function pressed(e) {
  if (e.altKey || e.ctrlKey || e.metaKey || root.hidden || document.querySelector("dialog[open]") || e.target.closest("input, select, textarea, [role=separator]")) return;
  const el = e.key === "u" ? root.querySelector("[data-do=undo]") : e.key === "d" ? root.querySelector("[data-do=deal]") : bar.querySelector(`[data-key="${CSS.escape(e.key)}"]`);
  if (!el || el.disabled || bar.hidden) return;
  e.preventDefault();
  if (el.matches("input")) { el.focus(); el.select(); } else el.click();
}

/** Asks for the chances of the hands that are still in, from the cards of this view; hands that it does not see can be any. */
async function chances() {
  const t = now, v = t.view, at = t.at;
  const live = v.seats.filter((s) => s.live);
  const known = (s) => s.cards.length > 0 && !s.cards.flat().includes("??");
  const gone = [...v.out || [], ...v.seats.filter((s) => !s.live && known(s)).flatMap((s) => s.cards.flat())];
  const spec = { hands: live.map((s) => (known(s) ? s.cards.flat().join("") : "random")), seed: 1, samples: 20000 };
  if (v.boards.length === 1 && v.boards[0].length) spec.board = v.boards[0].join("");
  if (gone.length) spec.dead = gone.join("");
  try {
    if (v.boards.length > 1) throw new Error("The chances of games with several boards are in the Odds tab only.");
    const { result } = await ask(oddsOf(spec, model.sound));
    if (t !== now || t.at !== at) return;
    t.chances = { at, of: new Map(live.map((s, i) => [s.seat, result.hands[i].equity])) };
    draw();
    say(live.map((s) => `Seat ${s.seat} ${Math.round(100 * t.chances.of.get(s.seat))} percent`).join(", "));
  } catch (e) { refused(e); }
}

/** An amount as the house writes it: the view has one and a half. What lies on a table of chips needs no name. */
const price = (x) => {
  const of = Math.abs(x), [half, part] = /\d+\D(\d+)/.exec(now.view.money);
  return (x < 0 ? "−" : "") + now.view.money.replace(/ \p{L}+$/u, "").replace(half, String(of % 1 ? of.toFixed(part.length) : of));
};
const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);

function choice(c) {
  if (c.cards) return pick(c);
  if (c.least !== undefined && c.least !== c.most) return sized(c);
  const amount = c.least ?? c.price;
  const exact = c.least !== undefined ? `${c.say} ${c.least}` : c.say;
  return h("button", { type: "button", ...keyed(c.say), onclick: () => act(exact) }, capital(c.say), amount !== undefined ? h("b", {}, ` ${price(amount)}`) : null);
}

function sized(c) {
  // The engine reads what is typed: 12, 10bb, 1k, 3x, 60%, 2/3 pot.
  const box = h("input", { type: "text", ...keyed(c.say), value: c.least, autocomplete: "off", spellcheck: false, enterkeyhint: "send", "aria-label": `${c.say}: amount, ${price(c.least)} to ${price(c.most)}` });
  const slide = h("input", { type: "range", min: c.least, max: c.most, step: c.step || 1, value: c.least, "aria-label": `${c.say}: amount`, tabindex: -1 });
  const put = (x) => { box.value = x; slide.value = x; };
  slide.addEventListener("input", () => { box.value = slide.value; });
  box.addEventListener("input", () => { if (box.value.trim() && Number.isFinite(Number(box.value))) slide.value = box.value; });
  const go = () => act(`${c.say} ${box.value.trim()}`);
  box.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); go(); } });
  const quick = [["Min", c.least], ...(c.sizes || []).map((s) => [capital(s.say), s.to]), ["Max", c.most]].filter(([, x], i, list) => list.findIndex(([, y]) => y === x) === i);
  return h("div", { class: "sized" },
    h("button", { type: "button", onclick: go }, capital(c.say)), box, slide,
    h("span", { class: "quick" }, quick.map(([name, x]) => h("button", { type: "button", class: "tiny", onclick: () => put(x) }, name))));
}

function pick(c) {
  const { least, most, from, sets, prices } = c.cards;
  if (sets) {
    if (sets.length <= 12) {
      return h("div", { class: "picks" }, sets.map((s) => h("button", { type: "button", onclick: () => act(`${c.say} ${s.join(" ")}`) }, `${capital(c.say)} `, s.map((x) => card(x, { small: true })))));
    }
    const list = select(sets.map((s) => [s.join(" "), s.join(" ")]), "", { "aria-label": `${c.say}: cards` });
    return h("div", { class: "picks" }, list, h("button", { type: "button", onclick: () => act(`${c.say} ${list.value}`) }, capital(c.say)));
  }
  const chosen = new Set();
  const go = h("button", { type: "button", disabled: true, onclick: () => act(`${c.say} ${[...chosen].join(" ")}`) }, capital(c.say));
  const many = least === most ? `${least}` : `${least} to ${most}`;
  const update = () => {
    go.disabled = chosen.size < least || chosen.size > most;
    go.textContent = chosen.size ? `${capital(c.say)} ${chosen.size}${prices ? ` for ${price(prices[chosen.size - 1])}` : ""}` : `${capital(c.say)} (${many})`;
  };
  const toggle = (x, el) => {
    if (chosen.has(x)) chosen.delete(x); else if (chosen.size < most) chosen.add(x);
    el.setAttribute("aria-pressed", String(chosen.has(x)));
    update();
  };
  update();
  const row = h("div", { class: "pickable", role: "group", "aria-label": `${capital(c.say)}: choose ${many} cards` }, from.map((x) => {
    const el = h("button", { type: "button", class: "pick", "aria-pressed": "false", "aria-label": named(x), onclick: () => toggle(x, el) }, card(x, { hidden: true }));
    return el;
  }));
  arrows(row, () => [...row.children], { horizontal: true });
  return h("div", { class: "picks" }, row, go);
}

// The text field stays when the choices change, because the user may be typing in it.
function words() {
  spoken = h("input", { id: "words", type: "text", autocomplete: "off", spellcheck: false, enterkeyhint: "send" });
  const go = async () => {
    const text = spoken.value.trim();
    if (!text) return;
    if (await act(text)) spoken.value = ""; else spoken.select(); // the next input replaces it
  };
  spoken.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); go(); } });
  const odd = h("button", { type: "button", class: "small", data: { do: "odd" }, title: "Something irregular happens: choose what, or write it before", onclick: () => irregular(spoken.value.trim()) }, "Irregularity");
  return h("div", { class: "words-row" }, h("label", { for: "words" }, "Or say it"), spoken, h("button", { type: "button", class: "small", onclick: go, data: { do: "say" } }, "Say"), odd);
}

/** Shows the irregularities that are possible now, by the groups of the catalog. */
function possible(list) {
  const groups = new Map();
  for (const k of list) { if (!groups.has(k.group)) groups.set(k.group, []); groups.get(k.group).push(k); }
  panel("What can go wrong now", [...groups].map(([name, kinds]) => h("section", {}, h("h3", {}, capital(name)),
    h("ul", { class: "possible" }, kinds.map((k) => h("li", {}, h("button", { type: "button", class: "tiny", title: k.kind, onclick: () => details(k, list) }, k.about.replace(/\.$/, ""))))))));
}

/** Asks for the details of an irregularity. */
function details(k, list) {
  const seats = Array.from({ length: now.seats }, (_, i) => [i + 1, `seat ${i + 1}`]);
  const hints = { card: "Ah", cards: "Ah Kd", number: "1", numbers: "2,3", amount: "4", amounts: "2,2" };
  const control = (d) => {
    if (d.holds === "flag") return h("input", { type: "checkbox" });
    if (d.holds === "seat") return select(d.required ? seats : [["", "none"], ...seats], d.required ? now.turn || 1 : "");
    const words = d.words?.map((w) => [w, w.replaceAll("_", " ")]);
    if (words?.length) return select(d.required ? words : [["", "not told"], ...words], "");
    return h("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder: hints[d.holds] || "" });
  };
  const fields = k.details.map((d) => [d, control(d)]);
  const happens = () => irregular([k.kind, ...fields.map(([d, el]) => {
    if (d.holds === "flag") return el.checked ? d.name : "";
    const value = el.value.trim();
    return value && `${d.name}=${d.holds === "cards" ? value.replace(/[\s,]+/g, "") : value.replace(/\s+/g, "_")}`;
  })].filter(Boolean).join(" "));
  const row = ([d, el]) => (d.holds === "flag" ? h("label", { class: "radio" }, el, d.about || d.name) : field(capital(d.name.replaceAll("_", " ")), el, d.about));
  const needed = fields.filter(([d]) => d.required), more = fields.filter(([d]) => !d.required);
  const form = h("form", { onsubmit: (e) => { e.preventDefault(); happens(); } },
    h("div", { class: "form" }, needed.map(row)),
    more.length ? h("details", {}, h("summary", {}, "More details"), h("div", { class: "form" }, more.map(row))) : null,
    h("div", { class: "row" }, h("button", { class: "main" }, "It happens"), h("button", { type: "button", class: "small", onclick: () => possible(list) }, "All of them")));
  panel(k.about.replace(/\.$/, ""), [form]);
  (form.querySelector("input, select") || form.querySelector("button")).focus();
}

/** Shows a panel below the actions until it is closed. */
function panel(title, parts) {
  const close = () => { extra.replaceChildren(); spoken.focus({ preventScroll: true }); };
  extra.replaceChildren(h("div", { class: "explained" },
    h("div", { class: "row" }, h("h2", {}, title), h("button", { type: "button", class: "small quiet", onclick: close }, "Close")), parts));
  extra.scrollIntoView({ block: "nearest" });
}

async function irregular(text) {
  await ready;
  const t = now;
  try {
    const answer = await ask({ do: "irregularity", table: t.table, ...(text ? { say: text } : {}) });
    if (text) spoken.value = "";
    if (answer.lines) { possible(answer.possible); say(`${answer.lines.length} things can go wrong now.`); return; }
    t.redo = 0;
    await done(t, answer);
  } catch (e) { refused(e); }
}

/* ---- drawing ---- */

/** Returns the positions of the seats in percent, the first at the bottom and the others clockwise. */
function places(n, wide) {
  const out = [];
  const power = wide ? 0.74 : 0.5;
  const bend = (x) => Math.sign(x) * Math.abs(x) ** power;
  const points = [];
  for (let k = 0; k <= 720; k++) {
    const a = Math.PI / 2 + (2 * Math.PI * k) / 720;
    points.push([bend(Math.cos(a)), bend(Math.sin(a))]);
  }
  const [rx, ry] = wide ? [1.5, 1] : [1, 1.3];
  const far = [0];
  for (let k = 1; k <= 720; k++) far.push(far[k - 1] + Math.hypot((points[k][0] - points[k - 1][0]) * rx, (points[k][1] - points[k - 1][1]) * ry));
  for (let i = 0; i < n; i++) {
    const want = (far[720] * i) / n;
    out.push(points[far.findIndex((x) => x >= want)]);
  }
  return out;
}

function draw() {
  if (!now?.view || !felt.clientWidth) return;
  const v = now.view;
  now.plays = winning(v);
  const wide = felt.clientWidth > felt.clientHeight * 1.1;
  felt.classList.toggle("tall", !wide);
  const n = v.seats.length;
  const most = Math.max(...v.seats.flatMap((s) => s.cards.map((c) => c.length)), 0);
  felt.dataset.seats = n > 8 ? "many" : n > 6 ? "some" : "few";
  felt.dataset.cards = most > 5 ? "many" : most > 2 ? "some" : "few";
  const at = places(n, wide);
  const first = Number(see) > 0 ? Number(see) - 1 : 0;
  const spots = v.seats.map((s, i) => at[(i - first + n) % n]);
  const bets = v.seats.map((s) => {
    const list = bet(s);
    return list.length ? h("div", { class: "bet", "aria-hidden": "true" }, list.map(([name, x]) => h("span", {}, h("i", { class: "disc" }), name ? `${name} ` : "", price(x)))) : null;
  });
  felt.replaceChildren(h("div", { class: "oval", "aria-hidden": "true" }), middle(v), ...v.seats.flatMap((s, i) => [seat(s, v), bets[i]]).filter(Boolean));
  arrange(spots, bets, wide);
}

/** Moves the seats apart until nothing lies over anything else, and draws all of it smaller where there is no room. */
function arrange(spots, bets, wide) {
  const center = felt.querySelector(".middle"), seats = [...felt.querySelectorAll(".seat")];
  for (const scale of [1, 0.92, 0.84, 0.76, 0.68, 0.6]) {
    felt.style.setProperty("zoom", String(scale));
    const W = felt.clientWidth, H = felt.clientHeight;
    const boxes = seats.map((el, i) => ({ el, w: el.offsetWidth, h: el.offsetHeight, x: (0.5 + spots[i][0] * (wide ? 0.415 : 0.37)) * W, y: (0.5 + spots[i][1] * (wide ? 0.37 : 0.405)) * H }));
    const widest = Math.max(...boxes.map((b) => b.w));
    const room = Math.max(0.36 * W, Math.min((wide ? 0.56 : 0.74) * W, W - 2 * widest - 12));
    const rows = [...center.querySelectorAll(".board:not(.cross):not(:has(.hand)), .board .hand")];
    const most = Math.max(1, ...rows.map((b) => b.childElementCount)), fits = (room - 4 * (most - 1)) / most;
    center.style.maxWidth = `${room}px`;
    if (fits > 23 && fits < parseFloat(getComputedStyle(center).getPropertyValue("--cw"))) center.style.setProperty("--cw", `${fits}px`); // a board is one row
    const mid = { w: center.offsetWidth, h: center.offsetHeight, x: W / 2, y: 0.48 * H, fixed: true };
    const settled = mid.h < 0.95 * H && settle(boxes, mid, W, H) && chips(bets, boxes, mid) < 9;
    if (!settled && scale > 0.6) continue;
    for (const b of boxes) { b.el.style.left = `${b.x}px`; b.el.style.top = `${b.y}px`; }
    // Paper has another width, and nothing is laid out again for it: print.css keeps this size, or all of it smaller.
    for (const [name, value] of [["--wide", `${W}px`], ["--high", `${H}px`], ["--fit", Math.min(1, 690 / (W * scale))]]) felt.parentElement.style.setProperty(name, value);
    return;
  }
}

/** Pushes boxes apart in small steps, inside W by H. Returns whether there is room for all of them. */
function settle(boxes, mid, W, H) {
  const gap = 3;
  for (let round = 0; round < 300; round++) {
    let apart = true;
    for (const b of boxes) {
      b.x = Math.max(b.w / 2, Math.min(W - b.w / 2, b.x));
      b.y = Math.max(b.h / 2, Math.min(H - b.h / 2, b.y));
    }
    for (let i = 0; i < boxes.length; i++) {
      const a = boxes[i];
      for (const b of [...boxes.slice(i + 1), mid]) {
        const dx = b.x - a.x, dy = b.y - a.y;
        const over = [(a.w + b.w) / 2 + gap - Math.abs(dx), (a.h + b.h) / 2 + gap - Math.abs(dy)];
        if (over[0] <= 0.5 || over[1] <= 0.5) continue;
        apart = false;
        const along = over[0] < over[1] ? "x" : "y", far = Math.min(...over), sign = (along === "x" ? dx : dy) < 0 ? -1 : 1;
        a[along] -= sign * (b.fixed ? far : far / 2);
        if (!b.fixed) b[along] += sign * (far / 2);
      }
    }
    if (apart) return true;
  }
  return false;
}

/** Puts each bet on the way from its seat to the middle, at the first place where it covers nothing. Returns the pixels that bets cover. */
function chips(bets, boxes, mid) {
  const taken = [...boxes, mid];
  let sum = 0;
  bets.forEach((el, i) => {
    if (!el) return;
    const from = boxes[i], box = { w: el.offsetWidth, h: el.offsetHeight, x: 0, y: 0 };
    const covers = () => taken.reduce((sum, b) => sum + Math.max(0, (b.w + box.w) / 2 - Math.abs(b.x - box.x)) * Math.max(0, (b.h + box.h) / 2 - Math.abs(b.y - box.y)), 0);
    let best = Infinity, put = [from.x, from.y];
    for (const aside of [0, 12, -12, 24, -24, 36, -36, 50, -50, 64, -64, 80, -80]) {
      const dx = mid.x - from.x, dy = mid.y - from.y, far = Math.hypot(dx, dy) || 1;
      for (let t = 0.2; t <= 0.9 && best > 0; t += 0.03) {
        const x = from.x + dx * t - (dy / far) * aside;
        [box.x, box.y] = [Math.max(box.w / 2, Math.min(felt.clientWidth - box.w / 2, x)), from.y + dy * t + (dx / far) * aside];
        const c = covers();
        if (c < best) { best = c; put = [box.x, box.y]; }
      }
    }
    [box.x, box.y] = put;
    el.style.left = `${box.x}px`; el.style.top = `${box.y}px`;
    taken.push(box);
    sum += best;
  });
  return sum;
}

/** What lies before a seat, as [name, amount]: its bet, or against a bank what is on each spot. */
const bet = (s) => (s.bets ? s.bets.map((b) => [s.bets.length > 1 || b.bet !== "bet" ? b.bet : "", b.lies]) : s.wagered > 0 ? [["", s.wagered]] : []);

/** Returns the boards as they lie: each card once, and two that have one card in common as a cross. */
function laid(boards) {
  const one = (c) => card(c, { played: now.plays?.has(c) ?? null });
  const [row, column] = boards, both = boards.length === 2 ? row.filter((c) => c !== "??" && column.includes(c)) : [];
  if (both.length === 1) {
    const cross = h("div", { class: "board cross", role: "group", "aria-label": "Two boards that cross" });
    const half = (b) => Math.ceil((b.length - 1) / 2), at = (k, middle) => (k < middle ? k + 1 : k + 2);
    const put = (c, y, x) => { const el = one(c); el.style.gridArea = `${y} / ${x}`; cross.append(el); };
    const [w, v] = [half(row), half(column)];
    row.filter((c) => c !== both[0]).forEach((c, k) => put(c, v + 1, at(k, w)));
    put(both[0], v + 1, w + 1);
    column.filter((c) => c !== both[0]).forEach((c, k) => put(c, at(k, v), w + 1));
    return [cross];
  }
  const lies = new Set();
  return boards.map((b, i) => {
    const fresh = b.filter((c) => c === "??" || !lies.has(c));
    for (const c of b) lies.add(c);
    const label = boards.length < 2 ? "Board" : fresh.length === b.length ? `Board ${i + 1}` : `Board ${i + 1}: ${b.map(named).join(", ")}`;
    return h("div", { class: fresh.length ? "board" : "board sr", role: "group", "aria-label": label }, fresh.map(one));
  });
}

function middle(v) {
  const rows = laid(v.boards.filter((b) => b.length)), many = rows.some((r) => r.matches(".cross")) ? 3 : rows.filter((r) => !r.matches(".sr")).length;
  const house = v.house?.some((x) => x.length) ? h("div", { class: "board", role: "group", "aria-label": "The house" }, h("span", { class: "who" }, "House"), (v.apart || v.house).map((x) => h("div", { class: "hand" }, x.map((c) => card(c))))) : null;
  const out = v.out?.length ? h("div", { class: "board out", role: "group", "aria-label": "Out of play" }, h("span", { class: "who" }, "Out of play"), v.out.map((c) => card(c))) : null;
  const pot = v.house || v.banker ? v.pot : v.seats.reduce((sum, s) => sum + s.wagered, v.pot); // with the bets of this round
  return h("div", { class: `middle boards-${Math.min(4, many)}` },
    h("div", { class: "street" }, now.over ? "Hand over" : v.street), house, rows, out,
    pot > 0 ? h("div", { class: "pot" }, h("i", { class: "disc" }), "Pot ", h("b", {}, price(pot))) : null);
}

function seat(s, v) {
  const turn = now.turn === s.seat && !now.over;
  const net = now.net?.[s.seat - 1];
  const bits = [`Seat ${s.seat}`, turn && "to act", s.seat === v.button && "button", s.seat === v.banker && "banker", !s.live && "folded", `stack ${price(s.stack)}`, ...bet(s).map(([name, x]) => `${name || "bet"} ${price(x)}`), ...(s.made || []).map((m) => m.name), net ? (net > 0 ? `won ${price(net)}` : `lost ${price(-net)}`) : null];
  const status = !s.live && s.cards.every((c) => c.length === 0) ? "out" : s.live && s.stack === 0 && !now.over ? "all in" : "";
  return h("div", {
    class: `seat${turn ? " turn" : ""}${s.live ? "" : " folded"}${net > 0 ? " won" : ""}`, role: "group", "aria-label": bits.filter(Boolean).join(", "),
  },
  h("div", { class: "hands" }, (s.apart || s.cards).map((hand) => h("div", { class: `hand n${Math.min(hand.length, 9)}` }, hand.map((c, k) => card(c, { open: s.up[s.apart ? s.cards[0].indexOf(c) : k], played: now.plays?.has(c) ?? null }))))),
  h("div", { class: "plate", "aria-hidden": "true" },
    h("span", { class: "name" }, `Seat ${s.seat}`, s.seat === v.button ? h("i", { class: "button", title: "Button" }, "D") : null, s.seat === v.banker ? h("i", { class: "button bank", title: "Banker" }, "B") : null),
    h("span", {}, h("span", { class: "stack" }, status === "all in" ? "all in" : price(s.stack)), net ? h("span", { class: `net ${net > 0 ? "won" : "lost"}` }, ` ${signed(net, price)}`) : null),
    now.chances && now.chances.at === now.at && now.chances.of.has(s.seat) ? h("span", { class: "chance" }, `${(100 * now.chances.of.get(s.seat)).toFixed(1)} %`) : null,
    s.made?.length ? h("span", { class: "made" }, s.made.map((m) => m.name).join("\u00a0· ")) : null));
}

/** Returns the cards that make the winning hands of a showdown, or null while there is none. */
function winning(v) {
  if (!now.over || !now.net) return null;
  const of = v.seats.filter((s) => now.net[s.seat - 1] > 0 && s.made?.length);
  return of.length ? new Set(of.flatMap((s) => s.made.flatMap((m) => m.cards))) : null;
}

function story(quiet) {
  const lines = now.view.told.filter((l) => l.trim()).map((l) => l.replace(/ -(?=\p{Sc}?\d)/gu, " −"));
  const near = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  log.replaceChildren(...lines.map((l) => h("li", { class: /^\S/.test(l) ? "street" : "" }, told(l.trim()))));
  if (near || !quiet) log.scrollTop = log.scrollHeight;
  const before = now.lines || 0;
  now.lines = lines.length;
  if (quiet) return;
  const fresh = lines.slice(lines.length > before ? before : lines.length).map((l) => l.trim().replace(/\b([AKQJT2-9])([shdc])\b/g, (c) => named(c)));
  const next = now.over ? "The hand is over." : !now.view.legal ? `Seat ${now.turn} to act.` : `Seat ${now.turn} to act: ${now.view.legal.map((c) => [c.say, c.price !== undefined ? price(c.price) : c.least === undefined ? "" : c.least === c.most ? price(c.least) : `${price(c.least)} to ${price(c.most)}`].join(" ").trim()).join(", ")}.`;
  say([...fresh, next].join(". "));
}
