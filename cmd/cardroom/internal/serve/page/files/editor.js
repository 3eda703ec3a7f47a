// Editors: a textarea in front of the same text in colors. The engine supplies the colors, the
// faults, the completions and the explanations. One has the script of the game, another its tests.

import { $, h, id, kept, later, notice, say } from "./dom.js";
import { ask } from "./engine.js";
import { change, edited, isOwn, model, choose, named, sound } from "./model.js";
import { prose } from "./prose.js";

const INDENT = "    ";
const made = []; // all editors

// The engine counts columns in characters; JavaScript strings count UTF-16 units.
const wide = (line) => /[\ud800-\udfff]/.test(line);
const cut = (line, from, length) => (wide(line) ? Array.from(line).slice(from, from + length).join("") : line.substr(from, length));

/** Returns an empty range before a column of a drawn line. */
function before(el, col) {
  const range = document.createRange(), walk = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  let left = col - 1;
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    range.setStart(node, Math.min(left, node.length));
    if (left <= node.length) break;
    left -= node.length;
  }
  range.collapse(true);
  return range;
}

/** Returns the end of a fault's underline: the end of the word at its start. */
function ends(line, f) {
  if (f.end_column > f.column) return f.end_column - 1;
  const word = /^[\w"'.]+|^\S/.exec(line.slice(f.column - 1));
  return f.column - 1 + (word ? word[0].length : 1);
}

/**
 * What an editor shows and how it asks about it: box and faults are the elements that it fills, asks returns the fields of requests
 * about a text, null if there is nothing to ask.
 * @typedef {{ box: HTMLElement, faults: HTMLElement, label: string, text: () => string, change: (text: string) => void,
 *   asks: (text: string) => { script: string, tests?: string } | null, first?: () => string, checked?: (text: string, said: any, wrong: boolean) => void }} Doc
 */

/**
 * Makes an editor.
 * @param {Doc} doc
 */
export function editorOf(doc) {
  let area, layer, gutter, popup, tip, sizer;
  let shown = [];   // the source of each line in the colored layer
  let tokens = [];  // [line, col, length, kind] for the text in `colored`
  let colored = "";
  let faults = [];
  let lists = null; // the open list of completions

  function start() {
    const names = id("names");
    area = h("textarea", {
      class: "code", spellcheck: false, autocomplete: "off", autocapitalize: "off", wrap: "off",
      "aria-label": `${doc.label}. Tab indents; press Escape, then Tab, to leave.`, "aria-autocomplete": "list", "aria-controls": names,
      "aria-describedby": doc.faults.id,
    });
    layer = h("pre", { class: "code layer", "aria-hidden": "true" });
    gutter = h("div", { class: "gutter", "aria-hidden": "true" });
    popup = h("ul", { class: "popup", id: names, role: "listbox", "aria-label": "Completions", hidden: true });
    tip = h("div", { class: "tip prose", role: "tooltip", hidden: true });
    sizer = h("span", { class: "code sizer", "aria-hidden": "true" }, "0".repeat(50));
    doc.box.append(gutter, h("div", { class: "paper" }, layer, area, sizer, popup, tip));
    area.addEventListener("input", (e) => { typed(e); });
    area.addEventListener("scroll", follow, { passive: true });
    area.addEventListener("keydown", keys);
    area.addEventListener("blur", () => { close(); hideTip(); });
    area.addEventListener("click", close);
    area.addEventListener("mousemove", hovered);
    area.addEventListener("mouseleave", hideTip);
    new ResizeObserver(flow).observe(area);
    wrap(kept.get("wrap", false));
  }

  /** Shows the text again, which something else than typing has changed; the caret stays where it was. */
  function fresh() {
    const { scrollTop, selectionStart } = area;
    area.value = doc.text();
    area.selectionStart = area.selectionEnd = Math.min(selectionStart, area.value.length);
    area.scrollTop = scrollTop;
    paint();
    check();
  }

  /** Shows another text. */
  function load() {
    area.value = doc.text();
    area.scrollTop = area.scrollLeft = 0;
    tokens = []; colored = ""; faults = [];
    paint();
  }

  /** Scrolls to the start of the game in a script with several games. */
  function begun() {
    const name = model.name.replaceAll("-", "_");
    const at = name ? area.value.split("\n").findIndex((l) => l.startsWith(`${name} =`)) : -1;
    if (at > 8) area.scrollTop = spot(at - 1).y;
  }

  /* ---- colors ---- */

  /** Returns the tokens of the previous text, moved to their positions in the current text. */
  function moved(text) {
    if (text === colored) return tokens;
    const a = colored.split("\n"), b = text.split("\n");
    let top = 0;
    while (top < a.length && top < b.length && a[top] === b[top]) top++;
    let end = 0;
    while (end < a.length - top && end < b.length - top && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
    const by = b.length - a.length, out = [];
    for (const t of tokens) {
      const line = t[0] - 1;
      if (line < top) out.push(t);
      else if (line >= a.length - end) out.push([t[0] + by, t[1], t[2], t[3]]);
      else if (line === top && by === 0) {
        // In the edited line, tokens before the change keep their color.
        let same = 0;
        while (same < a[line].length && a[line][same] === b[line][same]) same++;
        let rest = 0;
        while (rest < a[line].length - same && rest < b[line].length - same && a[line].at(-1 - rest) === b[line].at(-1 - rest)) rest++;
        if (t[1] - 1 + t[2] <= same) out.push(t);
        else if (t[1] - 1 >= a[line].length - rest) out.push([t[0], t[1] + b[line].length - a[line].length, t[2], t[3]]);
      }
    }
    return out;
  }

  function paint() {
    const text = area.value;
    tokens = moved(text);
    colored = text;
    const texts = text.split("\n");
    const by = new Map();
    for (const t of tokens) { if (!by.has(t[0])) by.set(t[0], []); by.get(t[0]).push(t); }
    const bad = new Map();
    for (const f of faults) { if (!bad.has(f.line)) bad.set(f.line, []); bad.get(f.line).push(f); }
    texts.forEach((line, i) => {
      const key = `${line}\u0000${by.get(i + 1)?.join(";") || ""}\u0000${bad.get(i + 1)?.map((f) => `${f.column}:${f.end_column}:${f.level}`) || ""}`;
      if (shown[i] === key) return;
      shown[i] = key;
      const el = h("div", {}, ...pieces(line, by.get(i + 1) || [], bad.get(i + 1) || []));
      if (layer.children[i]) layer.children[i].replaceWith(el); else layer.append(el);
      const no = h("span", { class: bad.has(i + 1) ? "bad" : "" }, String(i + 1));
      if (gutter.children[i]) gutter.children[i].replaceWith(no); else gutter.append(no);
    });
    while (layer.children.length > texts.length) { layer.lastChild.remove(); gutter.lastChild.remove(); }
    shown.length = texts.length;
    flow();
  }

  /* ---- lines that wrap ---- */

  const wrapped = () => area.wrap === "soft";

  /** Lets long lines wrap, or not. */
  function wrap(on) {
    area.wrap = on ? "soft" : "off";
    doc.box.classList.toggle("wrapped", on);
    area.scrollLeft = 0;
    flow();
  }

  /** Gives the numbers of lines that wrap the height of their lines. */
  function flow() {
    layer.style.width = wrapped() ? `${area.clientWidth}px` : "";
    const heights = wrapped() ? [...layer.children].map((el) => el.offsetHeight) : [];
    [...gutter.children].forEach((el, i) => { el.style.height = wrapped() ? `${heights[i]}px` : ""; });
    follow();
  }

  /** Returns where a place of the script is drawn: from the top left corner of all of it. */
  function spot(line, col = 1) {
    if (!wrapped()) return { x: (col - 1) * charWidth(), y: (line - 1) * lineHeight() };
    const el = layer.children[Math.max(0, Math.min(line, layer.children.length) - 1)], all = layer.firstChild.getBoundingClientRect();
    const box = before(el, col).getClientRects()[0] || el.getBoundingClientRect();
    return { x: box.left - all.left, y: lineHeight() * Math.floor((box.top - all.top) / lineHeight()) };
  }

  /** Returns the line and column that are drawn at a point. */
  function placeAt(x, y) {
    if (!wrapped()) return { line: Math.floor(y / lineHeight()) + 1, col: Math.floor(x / charWidth()) + 1 };
    let line = 1;
    while (line < layer.children.length && layer.children[line].offsetTop - layer.firstChild.offsetTop <= y) line++;
    const length = layer.children[line - 1].textContent.length;
    let col = 1;
    for (let at = 1; at <= length; at++) {
      const p = spot(line, at);
      if (p.y + lineHeight() <= y || (p.y <= y && p.x <= x)) col = at;
    }
    return { line, col };
  }

  function pieces(line, list, bad) {
    const at = new Set([0, line.length]);
    const spans = list.map(([, col, length, kind]) => [col - 1, col - 1 + length, kind]);
    const under = bad.map((f) => [f.column - 1, ends(line, f), f.level]);
    for (const [from, to] of [...spans, ...under]) { at.add(Math.min(from, line.length)); at.add(Math.min(to, line.length)); }
    const cuts = [...at].sort((x, y) => x - y);
    const out = [];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [from, to] = [cuts[i], cuts[i + 1]];
      const kinds = spans.filter((s) => s[0] <= from && to <= s[1]).map((s) => `t-${s[2]}`);
      for (const s of under) if (s[0] <= from && to <= s[1]) kinds.push(s[2] === "error" ? "wrong" : "doubt");
      const text = cut(line, from, to - from);
      out.push(kinds.length ? h("span", { class: kinds.join(" ") }, text) : text);
    }
    if (under.some((s) => s[0] >= line.length)) out.push(h("span", { class: "wrong" }, " "));
    if (!out.length || line === "") out.push("\u200b");
    return out;
  }

  function follow() {
    layer.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
    gutter.style.transform = `translateY(${-area.scrollTop}px)`;
  }

  /* ---- checking ---- */

  function typed(e) {
    doc.change(area.value);
    paint();
    hideTip();
    checkSoon();
    const word = /[\w.]$/.test(area.value.slice(0, area.selectionStart));
    if (lists || (e.inputType === "insertText" && word && wordAt().length >= 2)) completeSoon();
    else close();
  }

  let turn = 0, checking = false, stale = false;
  const checkSoon = later(30, check);

  // Only the game that is open is played at once, and the others of a changed script a little later.
  const restSoon = later(1500, (mine) => { if (mine === turn) check(true); });

  /** Checks the text with the engine. */
  async function check(whole = false) {
    const mine = ++turn;
    stale = checking; // one text at a time; text typed meanwhile is checked next
    if (checking) return;
    checking = true;
    try { await look(mine, whole); } finally { checking = false; }
    if (stale) check();
  }

  async function look(mine, whole) {
    const text = area.value;
    const request = doc.asks(text), name = whole ? "" : doc.first?.();
    if (!request) { faults = []; doc.faults.replaceChildren(); return; }
    const slow = whole ? 0 : setTimeout(() => {
      doc.faults.className = "faults busy";
      doc.faults.replaceChildren(h("p", { class: "sum" }, "Checking…"));
    }, 150);
    try {
      const [colors, said] = await Promise.all([ask({ do: "tokens", ...request }), ask({ do: "check", ...request, ...(name && { name }) })]);
      if (mine !== turn) return;
      tokens = colors.tokens || [];
      faults = said.faults || [];
      colored = text;
      paint();
      listed(faults);
      doc.checked?.(text, said, faults.some((f) => f.level === "error"));
      if (name && said.games?.length > 1 && edited(text)) restSoon(mine);
    } catch (e) {
      if (mine === turn) listed([{ level: "error", line: 0, column: 0, message: e.message, hint: e.fault?.hint || "" }]);
    } finally { clearTimeout(slow); }
    performance.mark("checked");
  }

  let heard = "";
  function listed(list) {
    const errors = list.filter((f) => f.level === "error").length;
    const others = list.length - errors;
    const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
    const words = list.length === 0 ? "No faults" : [errors && count(errors, "error"), others && count(others, "warning")].filter(Boolean).join(", ");
    doc.faults.className = `faults ${errors ? "errors" : others ? "warnings" : "clean"}`;
    doc.faults.replaceChildren(
      h("p", { class: "sum" }, words),
      h("ul", {}, list.map((f) => h("li", { class: f.level }, h("button", { type: "button", onclick: () => go(f) },
        f.line ? h("span", { class: "place" }, `${f.line}:${f.column}`) : null,
        h("span", { class: "message" }, f.message),
        f.code ? h("span", { class: "coded" }, f.code) : null,
        f.hint ? h("span", { class: "hint" }, f.hint) : null)))));
    if (words !== heard) { if (heard) sayLater(words, list); heard = words; }
  }

  const sayLater = later(900, (words, list) => say(list.length ? `${words}. Line ${list[0].line}: ${list[0].message}` : words));

  function go(f) {
    const lines = area.value.split("\n");
    let at = 0;
    for (let i = 0; i < f.line - 1 && i < lines.length; i++) at += lines[i].length + 1;
    at += Math.max(0, f.column - 1);
    area.focus();
    area.setSelectionRange(at, at);
    show(f.line);
  }

  function show(line) {
    const height = lineHeight(), { y } = spot(line);
    if (y < area.scrollTop || y > area.scrollTop + area.clientHeight - 2 * height) area.scrollTop = Math.max(0, y - area.clientHeight / 2);
  }

  const lineHeight = () => parseFloat(getComputedStyle(area).lineHeight);
  const charWidth = () => sizer.getBoundingClientRect().width / 50;

  /* ---- typing ---- */

  /** Replaces a part of the text in a way that the browser can undo. */
  function insert(from, to, text) {
    area.focus();
    area.setSelectionRange(from, to);
    const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!done) {
      area.setRangeText(text, from, to, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  }

  function replaceAll(text) {
    const old = area.value;
    if (text === old) return;
    let top = 0;
    while (top < old.length && old[top] === text[top]) top++;
    let end = 0;
    while (end < old.length - top && end < text.length - top && old.at(-1 - end) === text.at(-1 - end)) end++;
    const at = area.selectionStart;
    insert(top, old.length - end, text.slice(top, text.length - end));
    const caret = Math.min(at, text.length);
    area.setSelectionRange(caret, caret);
  }

  /** Puts another text into the editor, as if it were typed, and selects the first place of some words. */
  function put(text, words) {
    replaceAll(text);
    const at = text.indexOf(words);
    if (at < 0) return;
    area.setSelectionRange(at, at + words.length);
    area.scrollTop = Math.max(0, spot(text.slice(0, at).split("\n").length).y - 5 * lineHeight());
  }

  async function format() {
    try {
      /** @type {import("./engine.js").Request} */
      const request = { do: "format", script: area.value };
      const { text } = await ask(request);
      const same = text === area.value;
      replaceAll(text);
      say(same ? "It is formatted already." : "Formatted.");
    } catch (e) {
      say(e.message, true);
      listed([{ level: "error", line: 0, column: 0, message: e.message, hint: e.fault?.hint || "" }]);
    }
  }

  let leaving = false;

  function keys(e) {
    if (lists && popupKeys(e)) return;
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey;
    if (e.key === "Escape") { leaving = true; hideTip(); say(`Tab now leaves the ${doc.label.toLowerCase()}.`); return; }
    if (e.key === " " && (e.ctrlKey || e.metaKey)) { e.preventDefault(); complete(); return; }
    if (e.key === "F1" || (e.key === "k" && e.ctrlKey)) { e.preventDefault(); explain(); return; }
    if (e.key === "Tab" && plain && !leaving) { e.preventDefault(); indent(e.shiftKey); return; }
    if (e.key === "Enter" && plain && !e.shiftKey) { e.preventDefault(); newLine(); return; }
    if (e.key !== "Shift" && e.key !== "Tab") leaving = false;
  }

  function indent(less) {
    const { value, selectionStart: from, selectionEnd: to } = area;
    const top = value.lastIndexOf("\n", from - 1) + 1;
    if (!less && from === to) { insert(from, to, INDENT.slice((from - top) % 4)); return; }
    const end = value.indexOf("\n", Math.max(to - 1, from));
    const stop = end < 0 ? value.length : end;
    const block = value.slice(top, stop);
    const next = block.split("\n").map((l) => (less ? l.replace(/^ {1,4}/, "") : l && INDENT + l)).join("\n");
    if (next === block) return;
    insert(top, stop, next);
    if (from !== to) area.setSelectionRange(top, top + next.length);
    else area.setSelectionRange(Math.max(top, from - (block.length - next.length)), Math.max(top, from - (block.length - next.length)));
  }

  function newLine() {
    const { value, selectionStart: from, selectionEnd: to } = area;
    const line = value.slice(value.lastIndexOf("\n", from - 1) + 1, from);
    let lead = /^ */.exec(line)[0];
    if (/[([{:]\s*$/.test(line)) lead += INDENT;
    insert(from, to, `\n${lead}`);
  }

  /* ---- completion ---- */

  function place() {
    const before = area.value.slice(0, area.selectionStart).split("\n");
    return { line: before.length, col: Array.from(before.at(-1)).length + 1 };
  }

  const wordAt = () => /[A-Za-z_]\w*$/.exec(area.value.slice(0, area.selectionStart))?.[0] || "";

  const completeSoon = later(60, complete);

  async function complete() {
    const text = area.value, at = area.selectionStart;
    /** @type {import("./engine.js").Request} */
    const request = { do: "complete", ...doc.asks(text), ...place() };
    let answer;
    try { answer = await ask(request); } catch { return close(); }
    if (area.value !== text || area.selectionStart !== at || document.activeElement !== area) return;
    const items = (answer.items || []).slice(0, 60);
    if (!items.length) return close();
    const word = wordAt();
    if (items.length === 1 && (items[0].insert || items[0].label) === word) return close();
    lists = { items, at: 0, replace: answer.replace };
    popup.replaceChildren(...items.map((item, i) => h("li", {
      id: `${popup.id}-${i}`, role: "option", "aria-selected": String(i === 0),
      onmousedown: (e) => { e.preventDefault(); take(i); },
    }, h("span", { class: "label" }, item.label), h("span", { class: "detail" }, item.detail || item.kind || ""))));
    const { line, col } = place();
    const from = answer.replace?.col || col - word.length;
    const begin = spot(line, from);
    const y = begin.y + lineHeight() - area.scrollTop + 4;
    const up = y + 190 > area.clientHeight && y > 200;
    popup.hidden = false;
    popup.style.left = `${Math.max(0, Math.min(area.clientWidth - 260, begin.x - area.scrollLeft))}px`;
    popup.style.top = up ? "auto" : `${y + 8}px`;
    popup.style.bottom = up ? `${area.clientHeight - y + lineHeight() + 4}px` : "auto";
    choice(0);
  }

  function choice(i) {
    const n = lists.items.length;
    lists.at = (i + n) % n;
    [...popup.children].forEach((li, k) => li.setAttribute("aria-selected", String(k === lists.at)));
    popup.children[lists.at].scrollIntoView({ block: "nearest" });
    area.setAttribute("aria-activedescendant", `${popup.id}-${lists.at}`);
    const doc = lists.items[lists.at].doc;
    if (doc) showTip(doc, popup); else hideTip();
  }

  function popupKeys(e) {
    const page = 8;
    switch (e.key) {
      case "ArrowDown": choice(lists.at + 1); break;
      case "ArrowUp": choice(lists.at - 1); break;
      case "PageDown": choice(Math.min(lists.at + page, lists.items.length - 1)); break;
      case "PageUp": choice(Math.max(lists.at - page, 0)); break;
      case "Enter": case "Tab": take(lists.at); break;
      case "Escape": close(); break;
      case "ArrowLeft": case "ArrowRight": case "Home": case "End": close(); return false;
      default: return false;
    }
    e.preventDefault();
    return true;
  }

  function take(i) {
    const item = lists.items[i], r = lists.replace;
    const lines = area.value.split("\n");
    let from, to;
    if (r) {
      let top = 0;
      for (let k = 0; k < r.line - 1; k++) top += lines[k].length + 1;
      const units = (n) => Array.from(lines[r.line - 1]).slice(0, n - 1).join("").length;
      from = top + units(r.col);
      to = top + units(r.end_col || r.col);
    } else {
      to = area.selectionStart;
      from = to - wordAt().length;
    }
    close();
    insert(from, to, item.insert || item.label);
    close();
  }

  function close() {
    lists = null;
    popup.hidden = true;
    area.removeAttribute("aria-activedescendant");
    hideTip();
  }

  /* ---- explanations ---- */

  const hoverSoon = later(350, async (x, y, line, col) => {
    const text = area.value.split("\n")[line - 1] || "";
    if (lists || !/\w/.test(text[col - 1] || "")) return;
    await ofPlace(line, col, x, y);
  });

  async function ofPlace(line, col, x, y) {
    /** @type {import("./engine.js").Request} */
    const request = { do: "hover", ...doc.asks(area.value), line, col };
    try {
      const { markdown } = await ask(request);
      if (!markdown) return false;
      showTip(markdown, null, x, y);
      return true;
    } catch { return false; }
  }

  function hovered(e) {
    if (lists) return;
    const box = area.getBoundingClientRect();
    const style = getComputedStyle(area);
    const { line, col } = placeAt(e.clientX - box.left - parseFloat(style.paddingLeft) + area.scrollLeft, e.clientY - box.top - parseFloat(style.paddingTop) + area.scrollTop);
    if (hovered.line === line && hovered.col === col) return;
    Object.assign(hovered, { line, col });
    hideTip();
    hoverSoon(e.clientX - box.left, spot(line, col).y + lineHeight() - area.scrollTop + 6, line, col);
  }

  async function explain() {
    const { line, col } = place(), at = spot(line, col);
    const ok = await ofPlace(line, col, at.x - area.scrollLeft, at.y + lineHeight() - area.scrollTop + 8);
    say(ok ? tip.textContent : "Nothing is known about this place.");
  }

  function showTip(markdown, beside, x = 0, y = 0) {
    tip.replaceChildren(prose(markdown));
    tip.hidden = false;
    if (beside) {
      const left = beside.offsetLeft + beside.offsetWidth + 6;
      const room = area.clientWidth - left;
      if (room < 160) { tip.hidden = true; return; }
      tip.style.left = `${left}px`;
      tip.style.top = `${beside.offsetTop}px`;
      tip.style.maxWidth = `${Math.min(380, room - 8)}px`;
      return;
    }
    tip.style.maxWidth = "";
    tip.style.left = `${Math.max(0, Math.min(x, area.clientWidth - tip.offsetWidth - 8))}px`;
    const up = y + tip.offsetHeight > area.clientHeight && y - tip.offsetHeight - lineHeight() - 8 > 0;
    tip.style.top = `${up ? y - tip.offsetHeight - lineHeight() - 8 : y}px`;
  }

  function hideTip() { if (tip) tip.hidden = true; }

  /** Says what could stand in an empty text. */
  const hint = (text) => { area.placeholder = text; };

  start();
  const all = { load, fresh, begun, check, format, put, hint, replaceAll, wrap, wrapped };
  made.push(all);
  return all;
}

/* ---- the script of the game ---- */

/** @type {ReturnType<typeof editorOf>} */
let script;

export function start() {
  script = editorOf({
    box: $("editor"), faults: $("faults"), label: "Script", text: () => model.text, asks: (text) => ({ script: text }), first: () => model.name,
    change: (text) => { change(text); marks(); },
    checked: (text, said, wrong) => { if (said.games) named(said.games); if (!wrong) sound(text); },
  });
  model.addEventListener("game", () => {
    $("file").textContent = isOwn() ? `${model.game.slice(4)}.star` : model.file || model.game;
    script.load();
    marks();
    script.begun();
  });
  model.addEventListener("elsewhere", /** @type {any} */ (elsewhere));
  model.addEventListener("dealt", () => script.check());
  model.addEventListener("names", naming);
  $("which").addEventListener("change", (e) => choose(e.target.value));
  $("format").addEventListener("click", script.format);
  $("revert").addEventListener("click", () => { script.replaceAll(model.original); say("The script is as listed again."); });
}

/** Shows the text that another tab wrote. */
function elsewhere({ detail: { copy } }) {
  script.fresh();
  marks();
  notice(copy ? `Another tab has changed this script, and its text is shown. What you had here is kept as ${copy.replace("own/", "")}.` : "Another tab has changed this script; its text is shown.");
}

function marks() {
  $("revert").hidden = isOwn() || !edited();
  $("state").hidden = isOwn() || !edited();
  $("state").textContent = "edited";
}

function naming() {
  const which = $("which");
  which.replaceChildren(...model.names.map((n) => h("option", { value: n, selected: n === model.name }, n)));
  which.hidden = model.names.length < 2;
}

export const begun = () => script.begun();
export const put = (text, words) => script.put(text, words);
export const wrapped = () => script.wrapped();

/** Lets long lines wrap in all editors, or not. */
export function wrap(on) {
  kept.set("wrap", on || null);
  for (const e of made) e.wrap(on);
}
