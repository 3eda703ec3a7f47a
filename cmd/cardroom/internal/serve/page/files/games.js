// The list on the left: the user's scripts, the houses, and the gallery by family.

import { $, h, arrows, kept, later } from "./dom.js";
import { ask } from "./engine.js";
import { model, newName } from "./model.js";

// A family is the file of its games; these are those whose names are no words.
const FAMILIES = {
  holdem: "Hold'em", stud5: "Five-card stud", boards: "Several boards", wild: "Wild cards", wilder: "Wilder cards", home: "Home games", studflop: "Stud with a board", dramaha_points: "Dramaha for points",
};
const familyName = (f) => FAMILIES[f] || f.charAt(0).toUpperCase() + f.slice(1);

let all = [];
let pick = () => {};

export const list = () => all;

/** Shows the list. onPick is called when the user chooses a game. */
export function start(onPick) {
  pick = onPick;
  all = kept.get("games", []); // from the last visit, until the engine has listed the games
  if (all.length) show();
  $("search").addEventListener("input", later(60, show));
  $("search").addEventListener("keydown", (e) => {
    if (e.key === "ArrowDown") { e.preventDefault(); items()[0]?.focus(); }
    if (e.key === "Enter") { e.preventDefault(); items()[0]?.click(); }
  });
  $("new-script").addEventListener("click", () => pick(newName()));
  arrows($("game-list"), items);
  model.addEventListener("game", mark);
  model.addEventListener("text", later(400, mark));
}

/** Gets the list of games from the engine, unless the last visit had the same version of the engine. The gallery is long, so nothing waits for it. */
export async function fill(version) {
  if (version && kept.get("listed") === version && all.length) { document.body.dataset.listed = "yes"; return; }
  const houses = (await ask({ do: "games" })).games || [];
  if (JSON.stringify(houses) !== JSON.stringify(all)) { all = houses; show(); }
  kept.set("games", houses);
  ask({ do: "games", house: "gallery" }).then((a) => {
    all = houses.concat(a.games || []);
    show();
    kept.set("games", all);
    if (version) kept.set("listed", version);
    document.body.dataset.listed = "yes";
  }, () => {});
}

const items = () => [...$("game-list").querySelectorAll("summary, button")].filter((el) => el.checkVisibility?.() ?? el.offsetParent);

function groups(word) {
  const out = new Map();
  const add = (title, game) => { if (!out.has(title)) out.set(title, []); out.get(title).push(game); };
  for (const name of kept.names("own.").sort()) add("My scripts", { game: name, name: name.slice(4), about: "" });
  for (const g of all) {
    const house = g.house || g.game.split("/")[0];
    add(g.family ? `Gallery: ${familyName(g.family)}` : house, g);
  }
  if (!word) return out;
  const words = word.toLowerCase().split(/\s+/);
  for (const [title, games] of out) {
    const has = games.filter((g) => {
      const text = `${g.name} ${g.game} ${g.about || ""} ${title}`.toLowerCase().replaceAll("’", "'");
      return words.every((w) => text.includes(w) || text.replace(/[-' ]/g, "").includes(w.replace(/[-']/g, "")));
    });
    if (has.length) out.set(title, has); else out.delete(title);
  }
  return out;
}

function show() {
  const word = $("search").value.trim();
  const open = new Set([...$("game-list").querySelectorAll("details[open]")].map((d) => d.dataset.title));
  const first = open.size === 0;
  const focus = $("game-list").contains(document.activeElement) ? document.activeElement.dataset.game || document.activeElement.parentElement.dataset.title : "";
  let count = 0;
  $("game-list").replaceChildren(...[...groups(word)].map(([title, games]) => {
    count += games.length;
    const here = games.some((g) => g.game === model.game);
    const short = (g) => g.game.split("/").pop();
    const same = (g) => games.some((x) => x !== g && x.name === g.name) && short(g) !== g.name.toLowerCase();
    return h("details", { data: { title }, open: word !== "" || open.has(title) || (first && here) },
      h("summary", {}, h("span", {}, title), h("span", { class: "count" }, String(games.length))),
      h("ul", {}, games.map((g) => h("li", {}, h("button", {
        type: "button", class: "game", data: { game: g.game }, title: g.about || "", onclick: () => pick(g.game),
      }, h("span", { class: "name" }, g.name, same(g) ? h("span", { class: "soft" }, ` ${short(g)}`) : null), g.min_seats ? h("span", { class: "seats" }, `${g.min_seats}–${g.max_seats}`) : null)))));
  }));
  if (focus) items().find((el) => (el.dataset.game || el.parentElement.dataset.title) === focus)?.focus();
  $("game-count").textContent = word ? (count === 1 ? "1 game" : `${count} games`) : "";
  mark();
}

function mark() {
  const own = [...$("game-list").querySelectorAll("button.game")].map((b) => b.dataset.game).filter((g) => g.startsWith("own/"));
  const has = kept.names("own.").length + (kept.names("own.").includes(model.game) || !model.game.startsWith("own/") ? 0 : 1);
  if (model.game.startsWith("own/") && kept.get(`own.${model.game}`) === null) kept.set(`own.${model.game}`, model.text);
  if (!$("search").value.trim() && (own.length !== has || own.some((g) => kept.get(`own.${g}`) === null))) { show(); return; }
  for (const b of $("game-list").querySelectorAll("button.game")) {
    const draft = kept.get(`draft.${b.dataset.game}`) !== null;
    b.classList.toggle("edited", draft);
    b.toggleAttribute("aria-current", false);
    if (b.dataset.game === model.game) {
      b.setAttribute("aria-current", "true");
      b.closest("details").open = true;
    }
  }
}
