// Scripts of the user: copied, renamed, deleted, downloaded and imported, each with its tests.

import { $, h, download, kept, notice, say } from "./dom.js";
import { wrap, wrapped } from "./editor.js";
import { forget, isOwn, model, newName, rename, scriptName } from "./model.js";

let open = () => {};
const nameOf = (game = model.game) => (isOwn(game) ? game.slice(4) : (model.name || game.split("/").pop()).replaceAll("_", "-"));

// Tests on the page name the script as ./game.star; files name each other by their own names.
const outside = (tests, name) => tests.replaceAll('"./game.star', `"./${name}.star`);
const inside = (tests, name) => tests.replaceAll(`"./${name}.star`, '"./game.star').replaceAll(`"${name}.star`, '"./game.star');

/** Starts the menu of the script. onOpen opens a game by its name, and with a value for open() of model.js. */
export function start(onOpen) {
  open = onOpen;
  $("file-menu").firstElementChild.addEventListener("click", items);
  document.addEventListener("click", (e) => { if (!e.target.closest("#file-menu")) $("file-menu").open = false; });
  $("file-menu").addEventListener("keydown", (e) => { if (e.key === "Escape" && $("file-menu").open) { $("file-menu").open = false; $("file-menu").firstElementChild.focus(); } });
  $("import").addEventListener("click", choose);
  $("name-text").addEventListener("keydown", (e) => { if (e.key === "Enter") { e.preventDefault(); $("name-do").click(); } });
}

function items() {
  const item = (text, f) => h("button", { type: "button", class: "small quiet", onclick: () => { $("file-menu").open = false; f(); } }, text);
  const tests = kept.get(`tests.${model.game}`, "");
  $("file-items").replaceChildren(...[
    item("Download", () => save(false)),
    tests && item("Download with its tests", () => save(true)),
    item("Copy to my scripts", copy),
    isOwn() && item("Rename…", naming),
    isOwn() && item("Delete…", deleting),
    item("Import files…", choose),
    item(wrapped() ? "Long lines in one line" : "Wrap long lines", () => wrap(!wrapped())),
  ].filter(Boolean));
}

function save(withTests) {
  const name = nameOf();
  download(`${name}.star`, model.text, "text/plain");
  if (withTests) download(`${name}_test.star`, outside(kept.get(`tests.${model.game}`, ""), name), "text/plain");
}

function copy() {
  const to = newName(nameOf());
  kept.set(`own.${to}`, model.text);
  const tests = kept.get(`tests.${model.game}`, "");
  if (tests) kept.set(`tests.${to}`, tests);
  open(to, { name: model.name });
}

function dialog(title, act, text, label, go) {
  $("name-title").textContent = title;
  $("name-do").textContent = act;
  $("name-note").textContent = label;
  for (const el of [$("name-text"), document.querySelector('label[for="name-text"]')]) el.hidden = text === null;
  $("name-text").value = text ?? "";
  $("name-do").onclick = () => { if (go($("name-text").value) !== false) $("name-box").close(); };
  $("name-box").showModal();
  if (text !== null) $("name-text").select();
}

function naming() {
  dialog("Rename", "Rename", nameOf(), "", (text) => {
    const name = scriptName(text), to = `own/${name}`;
    if (name === "") { $("name-note").textContent = "A name has letters or digits."; return false; }
    if (to === model.game) return true;
    if (kept.get(`own.${to}`) !== null) { $("name-note").textContent = `You have a script ${name} already.`; return false; }
    rename(model.game, to);
    open(to, { name: model.name });
    return true;
  });
}

function deleting() {
  const game = model.game;
  dialog(`Delete ${nameOf()}?`, "Delete", null, "The script and its tests are removed from this browser. Download them first if you may want them again.", () => {
    const next = kept.names("own.").find((n) => n !== game);
    forget(game);
    open(next || "mixed/nt");
    say(`${game.slice(4)} is deleted.`);
  });
}

function choose() {
  const input = h("input", { type: "file", accept: ".star,text/plain", multiple: true, onchange: () => taken([...input.files]) });
  input.click();
}

const MOST = 1_000_000; // bytes of a file

/** Takes files over as scripts; NAME_test.star are the tests of NAME.star. Nothing that is there is replaced. */
export async function taken(files) {
  const texts = [], refused = [];
  for (const f of files) {
    const name = scriptName(f.name);
    if (!/\.star$/.test(f.name) || name === "" || f.size > MOST) { refused.push(`${f.name}: ${f.size > MOST ? "larger than a megabyte" : "no script: its name should end in .star"}`); continue; }
    texts.push({ name, text: await f.text() });
  }
  let first = "";
  const became = new Map();
  for (const { name, text } of texts.filter((x) => !x.name.endsWith("_test"))) {
    const same = kept.get(`own.own/${name}`) === text;
    const to = same ? `own/${name}` : newName(name);
    kept.set(`own.${to}`, text);
    became.set(name, to);
    first ||= to;
  }
  for (const { name, text } of texts.filter((x) => x.name.endsWith("_test"))) {
    const of = name.replace(/_test$/, "");
    const to = became.get(of) ?? (kept.get(`own.own/${of}`) !== null ? `own/${of}` : "");
    if (!to) { refused.push(`${name}.star: import ${of}.star with it`); continue; }
    if (kept.get(`tests.${to}`, "").trim() && kept.get(`tests.${to}`) !== inside(text, of)) { refused.push(`${name}.star: ${to.slice(4)} has tests already`); continue; }
    kept.set(`tests.${to}`, inside(text, of));
    first ||= to;
  }
  if (refused.length) notice(`Not imported: ${refused.join("; ")}.`);
  if (first) await open(first);
}
