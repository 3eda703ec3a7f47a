// Equity of hands and ranges, with a 13 × 13 grid for choosing ranges.

import { h, field, later, latest, percent, number, say, id, errorBox } from "./dom.js";
import { card, named, told } from "./cards.js";
import { list } from "./games.js";
import { ask } from "./engine.js";
import { isOwn, model, oddsOf } from "./model.js";
import { bars, table } from "./chart.js";
import { runner } from "./work.js";

const RANKS = "AKQJT98765432", CARDS = /^([AKQJT2-9][shdc]|Jo)+$/;
let rows, board, dead, which, made, out, grid, picker, into = null, open = -1, pack = [];
let soon = () => {};
let seen = false;

let looked = false, asking = "";

/** Answers when the tab is first looked at, and again when another game is open. */
export function visible(is) {
  looked = is;
  if (is && !seen) { seen = true; soon(); }
}

/** Another game or other options are open: they are played, unless the field names a game. */
function opened() {
  const of = JSON.stringify(oddsOf({}, model.sound));
  if (of === asking) return;
  asking = of;
  which.placeholder = isOwn() ? model.name : model.game;
  if (which.value.trim()) return;
  seen = false;
  visible(looked);
}

export function start(panel) {
  rows = h("div", { class: "odds-hands" });
  board = h("input", { type: "text", placeholder: "2c7d9h", spellcheck: false, autocomplete: "off" });
  dead = h("input", { type: "text", placeholder: "none", spellcheck: false, autocomplete: "off" });
  const games = h("datalist", { id: id("games") });
  which = h("input", { type: "text", list: games.id, spellcheck: false, autocomplete: "off" });
  which.addEventListener("focus", () => { games.replaceChildren(...list().map((g) => h("option", { value: g.game }, g.name))); });
  picker = h("div", { class: "picker", role: "group", "aria-label": "Cards", hidden: true });
  made = h("input", { type: "checkbox" });
  out = h("div", { class: "result" });
  grid = h("div", { class: "grid-box" });
  const run = runner("Compute", request, shown, out);
  panel.append(
    h("p", { class: "note" }, "Cards as in AhKh, ranges as in QQ+,AKs, 15% or random."),
    rows,
    h("div", { class: "row" }, h("button", { type: "button", class: "small", onclick: () => { add(""); rows.lastChild.querySelector("input").focus(); } }, "Add a hand"),
      h("button", { type: "button", class: "small", "aria-expanded": "false", onclick: (e) => { picker.hidden = !picker.hidden; e.target.setAttribute("aria-expanded", String(!picker.hidden)); deck(); deal(); } }, "Cards")),
    picker, grid,
    h("div", { class: "form" }, field("Board", board), field("Dead cards", dead), field("Game", which), games),
    h("div", { class: "row" },
      h("label", { class: "radio" }, made, "How often each hand makes a pair, a straight, …")),
    run.el, out);
  add("AhKh"); add("QQ");
  // The answer follows what is typed: a quick one, until the button asks for all of it.
  soon = later(450, () => { run.follow(); heat(); deal(); });
  for (const type of ["game", "names", "sound", "setup"]) model.addEventListener(type, opened);
  panel.addEventListener("input", (e) => { deck(); if (e.target.closest(".odds-hand, .form, .row")) soon(); });
  panel.addEventListener("focusin", (e) => { if (e.target.matches(".odds-hand input, .form input") && e.target !== which) { into = e.target; deck(); } });
  panel.addEventListener("keydown", (e) => { if (e.key === "Enter" && e.target.matches("input[type=text]")) { e.preventDefault(); if (!run.running()) run.run(); } });
}

const inputs = () => [...rows.querySelectorAll("input")];

function add(value) {
  const input = h("input", { type: "text", value, spellcheck: false, autocomplete: "off" });
  const choose = h("button", { type: "button", class: "small", "aria-expanded": "false", onclick: () => toggle(row) }, "Grid");
  const row = h("div", { class: "odds-hand" }, input, choose, h("button", {
    type: "button", class: "small quiet", "aria-label": "Remove this hand", onclick: () => { if (open === row) toggle(row); row.remove(); label(); },
  }, "×"));
  input.addEventListener("change", () => { if (open === row) fill(row); });
  rows.append(row);
  label();
}

function label() {
  inputs().forEach((el, i) => el.setAttribute("aria-label", `Hand ${i + 1}`));
}

/* ---- cards to pick ---- */

const decks = latest();

/** Asks which cards the game has, and draws them if they are others. */
async function deal() {
  if (picker.hidden) return;
  const { spec: { game, set }, script } = request(), newest = decks();
  const { deck: cards = "" } = await ask({ do: "options", game, script, set }).catch(() => ({})); // the odds say what is wrong
  if (!newest() || !cards || cards === pack.join("")) return;
  pack = cards.match(/../g);
  deck();
}

/** Draws the cards of the deck: a click puts a card into the field that was last used, or takes it out. */
function deck() {
  if (picker.hidden) return;
  const field = into && panelHas(into) ? into : inputs()[0];
  const used = new Map(); // by card: the field that has it
  for (const el of [...inputs(), board, dead]) for (const x of el.value.split(/[,\s]+/)) if (CARDS.test(x)) for (const c of x.match(/../g)) used.set(c, el); // KTs is a range
  const focus = picker.contains(document.activeElement) ? document.activeElement.dataset.card : "";
  const rows = [...["s", "h", "d", "c"].map((s) => [...RANKS].map((r) => r + s)), ["Jo"]].map((cards) => cards.filter((c) => pack.includes(c)));
  picker.replaceChildren(...rows.filter((cards) => cards.length).map((cards) => h("div", { class: "row" }, cards.map((c) => {
    const by = used.get(c);
    return h("button", { type: "button", class: "pick", data: { card: c }, "aria-label": named(c), "aria-pressed": String(by === field), disabled: by !== undefined && by !== field, onclick: () => {
      field.value = by ? field.value.replace(c, "") : (CARDS.test(field.value.replaceAll(" ", "")) ? field.value : "") + c;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    } }, card(c, { small: true, hidden: true }));
  }))));
  if (focus) picker.querySelector(`[data-card="${focus}"]`)?.focus();
}

const panelHas = (el) => inputs().includes(el) || el === board || el === dead;

/* ---- grid ---- */

let cells = new Map();

function toggle(row) {
  const same = open === row;
  if (open !== -1) open.querySelector("[aria-expanded]").setAttribute("aria-expanded", "false");
  open = same ? -1 : row;
  grid.replaceChildren();
  if (same) return;
  row.querySelector("[aria-expanded]").setAttribute("aria-expanded", "true");
  draw();
  fill(row);
}

const nameOf = (r, c) => (r === c ? RANKS[r] + RANKS[r] : r < c ? `${RANKS[r]}${RANKS[c]}s` : `${RANKS[c]}${RANKS[r]}o`);

function draw() {
  cells = new Map();
  let painting = null;
  const table = h("div", { class: "range", role: "grid", "aria-label": "Range: suited hands above the diagonal, offsuit ones below", "aria-multiselectable": "true" });
  for (let r = 0; r < 13; r++) {
    const line = h("div", { role: "row" });
    for (let c = 0; c < 13; c++) {
      const name = nameOf(r, c);
      const kind = r === c ? "pair" : r < c ? "suited" : "offsuit";
      const el = h("button", { type: "button", role: "gridcell", class: kind, tabindex: r || c ? -1 : 0, "aria-selected": "false", data: { r, c } }, name);
      cells.set(name, el);
      line.append(el);
    }
    table.append(line);
  }
  const put = (el, on) => { el.setAttribute("aria-selected", String(on)); el.classList.remove("part"); };
  table.addEventListener("pointerdown", (e) => {
    const el = e.target.closest("[role=gridcell]");
    if (!el) return;
    e.preventDefault();
    el.focus({ preventScroll: true });
    painting = el.getAttribute("aria-selected") !== "true";
    el.releasePointerCapture?.(e.pointerId);
    put(el, painting);
    write();
  });
  table.addEventListener("pointerover", (e) => {
    const el = e.target.closest("[role=gridcell]");
    if (painting === null || !el || !(e.buttons & 1)) return;
    put(el, painting);
    write();
  });
  window.addEventListener("pointerup", () => { painting = null; });
  table.addEventListener("keydown", (e) => {
    const el = e.target.closest("[role=gridcell]");
    if (!el) return;
    let r = Number(el.dataset.r), c = Number(el.dataset.c);
    if (e.key === " " || e.key === "Enter") { e.preventDefault(); e.stopPropagation(); put(el, el.getAttribute("aria-selected") !== "true"); write(); return; }
    if (e.key === "ArrowRight") c++; else if (e.key === "ArrowLeft") c--; else if (e.key === "ArrowDown") r++; else if (e.key === "ArrowUp") r--; else if (e.key === "Home") c = 0; else if (e.key === "End") c = 12; else return;
    e.preventDefault();
    if (r < 0 || c < 0 || r > 12 || c > 12) return;
    const to = cells.get(nameOf(r, c));
    el.tabIndex = -1; to.tabIndex = 0;
    to.focus();
  });
  const quick = (text, range) => h("button", { type: "button", class: "tiny", onclick: () => { open.querySelector("input").value = range; fill(open); soon(); } }, text);
  grid.replaceChildren(h("div", { class: "row quick" }, quick("Clear", ""), quick("5 %", "5%"), quick("10 %", "10%"), quick("20 %", "20%"), quick("40 %", "40%"), quick("Pairs", "22+"), quick("All", "100%"), h("span", { class: "note", id: "range-size", role: "status" })), table,
    h("p", { class: "note", id: "range-heat" }));
}

const asks = latest();

/** Marks the cells that the text of a row selects, as the engine reads it. */
async function fill(row) {
  const text = row.querySelector("input").value.trim(), newest = asks();
  for (const el of cells.values()) { el.setAttribute("aria-selected", "false"); el.classList.remove("part"); }
  if (text) {
    try {
      const { result } = await ask({ do: "odds", spec: { grid: true, hands: [text] } });
      if (open !== row || !newest()) return;
      for (const c of result.cells) {
        const el = cells.get(c.hand);
        if (!el || !c.combos) continue;
        el.setAttribute("aria-selected", "true");
        el.dataset.combos = c.combos;
        el.classList.toggle("part", c.combos < c.of || c.weight < c.of);
      }
    } catch (e) { say(e.message); }
  }
  size();
  heat();
}

let asked = null;

/** Colours the cells of the open range by the equity of each against the other hands, on this board. */
async function heat() {
  asked?.abort();
  for (const el of cells.values()) { el.style.removeProperty("--heat"); delete el.dataset.equity; el.removeAttribute("aria-label"); }
  const key = grid.querySelector("#range-heat");
  if (key) key.textContent = "";
  const { spec, ...rest } = request();
  const mine = open === -1 ? "" : open.querySelector("input").value.trim();
  const others = inputs().filter((el) => !open.contains?.(el)).map((el) => el.value.trim()).filter(Boolean);
  if (!mine || !others.length) return;
  const row = open, working = asked = new AbortController();
  try {
    const { made: _, ...of } = spec;
    const { result } = await ask({ ...rest, spec: { ...of, grid: true, hands: [mine, ...others] } }, { signal: working.signal });
    if (open !== row || working !== asked) return;
    for (const c of result.cells) {
      const el = cells.get(c.hand);
      if (!el || c.equity === undefined) continue;
      el.style.setProperty("--heat", `${(100 * c.equity).toFixed(1)}%`);
      el.dataset.equity = Math.round(100 * c.equity);
      el.setAttribute("aria-label", `${c.hand}, equity ${percent(c.equity)}`);
    }
    if (key && result.equity !== undefined) key.textContent = `Equity of each hand against ${others.join(" and ")}; together ${percent(result.equity)}.`;
  } catch (e) { if (key && working === asked && e.name !== "AbortError") key.textContent = e.message; }
}

function size() {
  let n = 0;
  for (const [name, el] of cells) if (el.getAttribute("aria-selected") === "true") n += el.classList.contains("part") ? Number(el.dataset.combos) : name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12;
  const el = grid.querySelector("#range-size");
  if (el) el.textContent = `${n} ${n === 1 ? "combination" : "combinations"}, ${((100 * n) / 1326).toFixed(1)} %`;
}

function write() {
  open.querySelector("input").value = rangeText(new Set([...cells].filter(([, el]) => el.getAttribute("aria-selected") === "true").map(([n]) => n)));
  size();
  soon();
}

/** Returns a set of cells as a text: QQ+, 77-55, ATs+, K9o. */
export function rangeText(has) {
  const out = [];
  const runs = (names) => {
    for (let i = 0; i < names.length; i++) {
      if (!has.has(names[i])) continue;
      let j = i;
      while (j + 1 < names.length && has.has(names[j + 1])) j++;
      if (i === j) out.push(names[i]);
      else if (i === 0) out.push(`${names[j]}+`);
      else out.push(`${names[i]}-${names[j]}`);
      i = j;
    }
  };
  runs([...RANKS].map((r) => r + r));
  for (const kind of ["s", "o"]) for (let r = 0; r < 12; r++) runs([...RANKS].slice(r + 1).map((low) => `${RANKS[r]}${low}${kind}`));
  return out.join(",");
}

/* ---- answer ---- */

/** @returns {import("../../../schemas/serve").OddsRequest} */
function request() {
  const spec = { hands: inputs().map((i) => i.value.trim()).filter(Boolean), seed: 1 };
  if (board.value.trim()) spec.board = board.value.replaceAll(" ", "");
  if (dead.value.trim()) spec.dead = dead.value.replaceAll(" ", "");
  if (made.checked) spec.made = true;
  if (which.value.trim()) spec.game = which.value.trim();
  return oddsOf(spec, model.sound);
}

/** Returns in words what a hand draws. */
function drawn({ throws, thrown, best_reply: best }) {
  const first = throws === "" ? "stands pat" : throws ? ["throws away ", ...told(throws.match(/../g).join(" "))] : "";
  const counts = throws !== undefined && thrown.length === 1 ? "" : `draws ${thrown.map(number).join(", ")} cards on average`;
  const how = { exact: " (the best draw)", approximate: " (nearly the best draw)" }[best] || "";
  return [first, first && counts && ", ", counts, how].flat();
}

function shown({ result: r }) {
  const how = r.exact ? `Exact: ${number(r.boards)} boards` : `Sampled: ${number(r.deals || r.boards || r.samples)} deals`;
  const split = r.hands.some((x) => x.low > 0);
  const parts = [
    h("p", { class: "note" }, how),
    bars(r.hands.map((x) => ({ label: x.hand, value: x.equity, error: x.stderr ? 1.96 * x.stderr : 0 })), { title: "Equity", text: percent, max: 1 }),
    table(["Hand", "Equity", "Win", "Tie", ...(split ? ["Scoop", "High", "Low"] : []), "± (95 %)"], r.hands.map((x) => [x.hand, percent(x.equity), percent(x.win), percent(x.tie),
      ...(split ? [percent(x.scoop), percent(x.high), percent(x.low)] : []), x.stderr ? percent(1.96 * x.stderr) : "exact"]), "Equity of each hand"),
  ];
  if (r.hands.some((x) => x.thrown)) {
    parts.push(h("ul", { class: "note" }, r.hands.map((x) => h("li", {}, told(`${x.hand} `), drawn(x)))));
  }
  for (const x of r.hands) {
    if (!x.made) continue;
    const parted = new Set(x.made.map((m) => m.part)).size > 1;
    parts.push(table(["Ends as", "How often"], x.made.map((m) => [parted ? `${m.part}: ${m.class}` : m.class, percent(m.probability)]), `What ${x.hand} makes`));
  }
  return parts;
}
