// The main module of the page: it starts the engine and the parts of the page, and connects them.

import { $, h, arrows, errorBox, kept, later, say } from "./dom.js";
import { ask, start as startEngine } from "./engine.js";
import { edited, model, open, freeFor } from "./model.js";
import * as games from "./games.js";
import * as editor from "./editor.js";
import * as table from "./table.js";
import * as sheet from "./sheet.js";
import * as tests from "./tests.js";
import * as simulate from "./simulate.js";
import * as odds from "./odds.js";
import * as solve from "./solve.js";
import * as diff from "./diff.js";
import { pack, unpack, value } from "./share.js";
import { prose } from "./prose.js";

const TOOLS = [["table", "Table", table], ["sheet", "Sheet", sheet], ["tests", "Tests", tests], ["simulate", "Simulate", simulate], ["odds", "Odds", odds], ["solve", "Solve", solve], ["diff", "Diff", diff]];
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
  tab = key;
  kept.set("tab", key);
  for (const [k, , part] of TOOLS) {
    const on = k === key;
    $(`tab-${k}`).setAttribute("aria-selected", String(on));
    $(`tab-${k}`).tabIndex = on ? 0 : -1;
    $(`panel-${k}`).hidden = !on;
    part.visible?.(on);
  }
  $(`tab-${key}`).scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

function pane(name) {
  $("panes").dataset.pane = name;
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
  put(kept.get("split", 46));
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
  $("share-box").showModal();
  $("share-link").select();
}

async function fromLink() {
  const text = location.hash.slice(1);
  if (!text) return false;
  let link;
  try {
    link = await unpack(text);
  } catch (e) {
    say(`The link cannot be read: ${e.message}`, true);
    return false;
  }
  if (link.tab) turn(link.tab);
  const before = link.text === undefined ? link.game : freeFor(link.game, link.text);
  try {
    await open(link.game, () => table.opened(link.actions), { name: link.name, text: link.text, setup: link.setup });
  } catch (e) {
    say(`The link cannot be opened: ${e.message}`, true);
    return false;
  }
  if (before !== link.game) say(`The script of the link is open as ${before.replace("own/", "")}. What you had under its name is as it was.`, true);
  return true;
}

/* ---- reference ---- */

function lookUp() {
  const word = $("look-word"), result = $("look-result");
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
  $("look").addEventListener("click", () => { $("look-box").showModal(); word.focus(); word.select(); });
}

function titled() {
  const listed = games.list().find((g) => g.game === model.game);
  const name = listed?.name || model.game.replace(/^own\//, "");
  $("title").replaceChildren(h("strong", {}, name), listed?.house ? h("span", {}, listed.house) : "");
  document.title = `${name} - cardroom`;
}

async function begin() {
  theme();
  split();
  tabs();
  editor.start();
  lookUp();
  $("games-open").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
  for (const b of $("dock").children) b.addEventListener("click", () => pane(b.dataset.pane));
  $("share").addEventListener("click", share);
  $("share-copy").addEventListener("click", async () => {
    try { await navigator.clipboard.writeText($("share-link").value); $("share-note").textContent = "Copied."; } catch { $("share-link").select(); document.execCommand("copy"); $("share-note").textContent = "Copied."; }
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && document.body.classList.contains("drawer")) { drawer(false); $("games-open").focus(); }
  });
  $("panes").addEventListener("click", (e) => { if (document.body.classList.contains("drawer") && !e.target.closest("#games")) drawer(false); });
  model.addEventListener("game", titled);
  addEventListener("hashchange", () => { fromLink(); });
  turn(kept.get("tab", "table"));
  games.start(pick);
  if (tab === "table") table.warm();
  const about = await startEngine();
  if (!(await fromLink())) {
    const last = kept.get("last", FIRST_GAME);
    try { await open(last, table.opened); } catch { await open(FIRST_GAME, table.opened); }
  }
  titled();
  document.body.dataset.game = model.game;
  document.body.dataset.ready = "yes";
  performance.mark("ready");
  if (about.kind === "wasm") offline(about);
  await games.fill(about.version);
  titled();
}

/** Opens a game that the user chose in the list. */
async function pick(game) {
  delete document.body.dataset.game;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  pane(matchMedia("(max-width: 719px)").matches ? "tools" : $("panes").dataset.pane);
  try {
    await open(game, table.opened);
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
