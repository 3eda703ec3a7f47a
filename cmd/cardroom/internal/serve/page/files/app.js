// The main module of the page: it starts the engine and the parts of the page, and connects them.

import { $, h, arrows, errorBox, field, kept, later, notice, say } from "./dom.js";
import { ask, onLoad, onWork, ready, start as startEngine } from "./engine.js";
import { edited, model, open, freeFor } from "./model.js";
import * as games from "./games.js";
import * as editor from "./editor.js";
import * as own from "./own.js";
import * as table from "./table.js";
import * as sheet from "./sheet.js";
import * as tests from "./tests.js";
import * as simulate from "./simulate.js";
import * as odds from "./odds.js";
import * as solve from "./solve.js";
import * as diff from "./diff.js";
import { pack, unpack, value } from "./share.js";
import * as place from "./place.js";
import { prose } from "./prose.js";

/* ---- reference ---- */

/** The tab that looks words up: the script stays beside it. */
const look = { start(panel) {
  const word = h("input", { id: "look-word", type: "search", autocomplete: "off", spellcheck: false, placeholder: "bet, deal, CR030, kill pots" });
  const result = h("div", { id: "look-result", class: "prose", tabindex: 0, role: "region", "aria-label": "What was found" });
  const tries = h("div", { class: "row quick" }, ["how", "bet", "ranking", "kill pots", "CR030"].map((x) => h("button", { type: "button", class: "tiny", onclick: () => { word.value = x; find(); } }, x)));
  panel.append(field("A word of the language, a diagnostic code or a topic", word), tries, result);
  const find = later(150, async () => {
    const name = word.value.trim();
    if (!name) { result.replaceChildren(); return; }
    try {
      const { markdown } = await ask({ do: "doc", name });
      if (word.value.trim() === name) result.replaceChildren(prose(markdown));
    } catch (e) { result.replaceChildren(errorBox(e)); }
  });
  word.addEventListener("input", find);
  word.addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); find(); } });
  $("look").addEventListener("click", () => { pane("tools"); turn("look"); word.focus(); word.select(); });
} };

const TOOLS = [["table", "Table", table], ["sheet", "Sheet", sheet], ["tests", "Tests", tests], ["simulate", "Simulate", simulate], ["odds", "Odds", odds], ["solve", "Solve", solve], ["diff", "Diff", diff], ["look", "Look up", look]];
const FIRST_GAME = "mixed/nt";
let tab = "table";

/* ---- tabs, panes, theme ---- */

function tabs() {
  for (const [key, title, part] of TOOLS) {
    const button = h("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, onclick: () => turn(key) }, title);
    const panel = h("div", { class: `panel panel-${key}`, role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`, tabindex: 0, hidden: true });
    $("tabs").append(button);
    $("panels").append(panel);
    part.start(panel);
  }
  arrows($("tabs"), () => [...$("tabs").children], { vertical: false, horizontal: true, on: (el) => { el.focus(); el.click(); } });
}

function turn(key) {
  if (!TOOLS.some(([k]) => k === key)) key = "table";
  const other = tab !== key;
  tab = key;
  $("tools").dataset.tab = key;
  kept.set("tab", key);
  for (const [k, , part] of TOOLS) {
    const on = k === key;
    $(`tab-${k}`).setAttribute("aria-selected", String(on));
    $(`tab-${k}`).tabIndex = on ? 0 : -1;
    $(`panel-${k}`).hidden = !on;
    part.visible?.(on);
  }
  $(`tab-${key}`).scrollIntoView?.({ block: "nearest", inline: "nearest" });
  if (other) placed(true);
}

let going = true; // the page goes to an address: it writes none meanwhile

/** Writes the address of what is open; asNew adds an entry to the history, over replaces an address that the page has gone to. */
function placed(asNew = false, over = false) {
  if (!going && model.game) place.put(tab, asNew, over);
}

function pane(name) {
  const other = $("panes").dataset.pane !== name;
  $("panes").dataset.pane = name;
  if (other && name === "script") editor.begun(); // while it was hidden it could not scroll
  for (const b of $("dock").children) {
    if (b.dataset.pane === name) b.setAttribute("aria-current", "true"); else b.removeAttribute("aria-current");
  }
  drawer(false);
}

function drawer(isOpen) {
  document.body.classList.toggle("drawer", isOpen);
  $("games-open").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) $("search").focus();
}

function theme() {
  const choices = ["auto", "light", "dark"];
  const show = (t) => {
    if (t === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = t;
    $("theme").setAttribute("aria-label", `Theme: ${t}`);
    $("theme").title = `Theme: ${t}`;
  };
  let at = kept.get("theme", "auto");
  if (!choices.includes(at)) at = "auto";
  show(at);
  $("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const order = dark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    at = order[(order.indexOf(at) + 1) % 3];
    kept.set("theme", at === "auto" ? null : at);
    show(at);
    say(`Theme: ${at}`);
  });
}

function split() {
  const bar = $("split");
  const put = (x) => {
    const v = Math.max(20, Math.min(75, Math.round(x)));
    bar.setAttribute("aria-valuenow", String(v));
    $("work").style.setProperty("--split", `${v}%`);
    kept.set("split", v);
  };
  put(kept.get("split", matchMedia("(min-width: 1200px)").matches ? 34 : 46));
  bar.addEventListener("pointerdown", (e) => { bar.setPointerCapture(e.pointerId); e.preventDefault(); bar.focus(); });
  bar.addEventListener("pointermove", (e) => {
    if (!bar.hasPointerCapture(e.pointerId)) return;
    const box = $("work").getBoundingClientRect();
    put((100 * (e.clientX - box.left)) / box.width);
  });
  bar.addEventListener("keydown", (e) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[e.key];
    if (by) { e.preventDefault(); put(Number(bar.getAttribute("aria-valuenow")) + by); }
  });
}

/* ---- what the page waits for ---- */

/** Messages in words while they are waited for; "Working" is for the others. Long work shows its own progress. */
const WAITS = {
  new: "Dealing", restart: "Dealing", source: "Opening the game", sheet: "Setting the sheet", options: "Reading the options", view: "Looking at the table",
  act: "Dealing", step: "The policy plays", undo: "Going back", redo: "Going on", explain: "Asking the dealer", irregularity: "Asking the floor", games: "Listing the games",
  doc: "Looking it up", format: "Formatting", fork: "Copying the table",
};

function busy() {
  let timer = 0, asked = [];
  const show = () => {
    timer = 0;
    const now = asked[0];
    $("busy").hidden = !now;
    if (!now) return;
    $("busy-what").textContent = `${WAITS[now.what] || "Working"}…`;
    $("busy-stop").hidden = Date.now() - now.since < 2000;
    timer = setTimeout(show, 500);
  };
  onWork((open) => {
    asked = open.filter((w) => !w.long && w.what !== "cancel");
    for (const w of asked) w.since ||= Date.now();
    if (asked.length === 0) { clearTimeout(timer); timer = 0; $("busy").hidden = true; } else if (!timer) timer = setTimeout(show, 150);
  });
  $("busy-stop").addEventListener("click", () => { for (const w of asked) w.stop(); });
}

/* ---- the first visit ---- */

/** Says once what the page is for, with three ways to begin. */
function welcome() {
  const close = () => { kept.set("visited", true); box.remove(); };
  const way = (title, about, f) => h("button", { type: "button", class: "main tiny", title: about, onclick: () => { close(); f(); } }, title);
  const box = h("section", { class: "welcome", "aria-label": "Where to begin" },
    h("p", {}, "Each game is a short script of its rules."),
    way("Play against the table", "You see seat 1; a policy plays the others.", () => { pane("tools"); turn("table"); table.against(); }),
    way("Change a rule", "An ante of 1 in no-limit hold'em, and what it does.", example),
    way("Print a sheet", "The rules for the wall, for players or for the floor.", () => { pane("tools"); turn("sheet"); }),
    h("button", { type: "button", class: "tiny quiet", "aria-label": "Close", title: "Close", onclick: close }, "×"));
  $("panels").before(box);
}

/** A worked change of a rule: no-limit hold'em with an ante of 1, and the difference that it makes on the same cards. */
async function example() {
  await pick("mixed/nt");
  editor.put(model.text.replace('stakes("nl 1-2"', 'stakes("nl 1-2 ante 1"'), "nl 1-2 ante 1");
  pane("tools");
  turn("diff");
  diff.now();
}

/* ---- links ---- */

async function share() {
  const r = table.record();
  const packed = await pack(value(model.game, model.name, edited() ? model.text : undefined, r, tab));
  const url = new URL(location.href);
  url.search = "";
  url.hash = packed;
  $("share-link").value = url.href;
  $("share-note").textContent = `${url.href.length} characters`;
  history.replaceState(null, "", url);
  place.wrote();
  $("share-box").showModal();
  $("share-link").select();
}

/** Opens what the address says. Returns whether it said anything that could be opened. */
async function fromLink() {
  const text = location.hash.slice(1);
  if (!text || place.inPage(text)) return false;
  const was = going;
  going = true;
  try {
    const at = place.read(text);
    return at ? await goTo(at) : await openLink(text);
  } finally {
    going = was;
    if (location.hash.slice(1) === text) placed(false, true); // otherwise somebody has gone on meanwhile
  }
}

/** Goes to an address of this page: Back, Forward, a reload or a bookmark. */
async function goTo(at) {
  try {
    if (!place.same(at)) await open(at.game, () => table.opened(undefined, at.setup.seed), { name: at.name, setup: at.setup });
  } catch (e) {
    notice(`The address names a game that cannot be opened: ${at.game}: ${e.message}`);
    return false;
  }
  document.body.dataset.game = model.game;
  turn(at.tab);
  return true;
}

async function openLink(text) {
  let link;
  try {
    link = await unpack(text);
  } catch (e) {
    const why = e instanceof SyntaxError || e instanceof TypeError || e.name === "InvalidCharacterError" ? "it is damaged, or a part of it is missing" : e.message;
    notice(`This link cannot be read: ${why}. Ask for it again; what you had open is open still.`);
    return false;
  }
  if (link.tab) turn(link.tab);
  const before = link.text === undefined ? link.game : freeFor(link.game, link.text);
  try {
    await open(link.game, () => table.opened(link.actions), { name: link.name, text: link.text, setup: link.setup });
  } catch (e) {
    notice(`This link cannot be opened: ${e.message}`);
    return false;
  }
  if (before !== link.game) notice(`The script of the link is open as ${before.replace("own/", "")}. What you had under its name is as it was.`);
  return true;
}


function titled() {
  const listed = games.list().find((g) => g.game === model.game);
  const name = listed?.name || model.game.replace(/^own\//, "");
  $("title").replaceChildren(h("strong", {}, name), listed?.house ? h("span", {}, listed.house) : "");
  document.title = `${name} - cardroom`;
}

async function begin() {
  const first = !location.hash && !kept.get("visited") && !kept.get("last");
  theme();
  busy();
  split();
  tabs();
  editor.start();
  own.start(pick);
  $("games-open").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
  for (const b of $("dock").children) b.addEventListener("click", () => pane(b.dataset.pane));
  $("share").addEventListener("click", share);
  $("share-copy").addEventListener("click", async () => {
    try { await navigator.clipboard.writeText($("share-link").value); $("share-note").textContent = "Copied."; } catch { $("share-link").select(); document.execCommand("copy"); $("share-note").textContent = "Copied."; }
  });
  document.querySelector(".skip").addEventListener("click", (e) => { e.preventDefault(); pane("tools"); $("tools").focus(); });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && document.body.classList.contains("drawer")) { drawer(false); $("games-open").focus(); }
  });
  $("panes").addEventListener("click", (e) => { if (document.body.classList.contains("drawer") && !e.target.closest("#games")) drawer(false); });
  model.addEventListener("game", () => { titled(); placed(true); });
  model.addEventListener("setup", () => placed());
  model.addEventListener("names", () => placed());
  /** @type {Promise<any>} */
  let hops = Promise.resolve(); // one address after the other: the last one stays
  addEventListener("hashchange", () => { hops = hops.then(fromLink); });
  turn(kept.get("tab", "table"));
  games.start(pick);
  if (tab === "table") table.warm();
  const about = await startEngine();
  // What the engine must do for is out of reach until it is here; the list of games, the script and the sheet are read meanwhile.
  $("work").classList.add("waits");
  onLoad((n, all) => { $("busy").hidden = false; $("busy-what").textContent = all ? `Loading the engine: ${(n / 1e6).toFixed(0)} of ${(all / 1e6).toFixed(0)} MB` : `Loading the engine: ${(n / 1e6).toFixed(0)} MB`; });
  const up = ready().then(() => { $("work").classList.remove("waits"); $("busy").hidden = true; });
  up.catch(() => {}); // it is awaited below
  if (about.kind === "wasm") games.fill(about.version).then(titled, () => {});
  if (!(await fromLink())) {
    const last = kept.get("last", FIRST_GAME);
    try { await open(last, table.opened); } catch { await open(FIRST_GAME, table.opened); }
  }
  await up;
  titled();
  going = false;
  placed();
  document.body.dataset.game = model.game;
  document.body.dataset.ready = "yes";
  performance.mark("ready");
  if (first) welcome();
  if (about.kind === "wasm") offline(about);
  else games.fill(about.version).then(titled);
}

/** Opens a game that the user chose in the list. */
async function pick(game, from) {
  delete document.body.dataset.game;
  pane(matchMedia("(max-width: 719px)").matches ? "tools" : $("panes").dataset.pane);
  try {
    await open(game, table.opened, from);
    document.body.dataset.game = game;
  } catch (e) { say(e.message, true); $("faults").replaceChildren(errorBox(e)); }
}

function offline(about) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(`sw.js?v=${encodeURIComponent(about.version || "1")}`).catch(() => {});
}

begin().catch((e) => {
  const f = e.fault || { message: e.message };
  document.body.prepend(h("div", { class: "boot", role: "alert" }, h("strong", {}, "cardroom did not start: "), f.message, f.hint ? ` (${f.hint})` : ""));
  document.body.dataset.ready = "failed";
});
