// The address of the page: the fragment has the game, the tab, the options and the seed, so that Back, Forward and a reload
// come back to what was open. A shared link has a packed value in its place; share.js reads it.

import { model } from "./model.js";

const COUNTS = { seed: "seed", hand: "hand", seats: "seats", button: "button" };
const TEXTS = { stakes: "stakes", stack: "stack" };

/** Returns the fragment of what is open now, without its #. */
export function written(tab) {
  const out = new URLSearchParams({ game: model.game });
  if (model.names.length > 1) out.set("name", model.name);
  if (tab !== "table") out.set("tab", tab);
  const s = model.setup;
  for (const [key, field] of Object.entries({ ...TEXTS, ...COUNTS })) {
    if (s[field] && !(key === "hand" && s.hand === 1)) out.set(key, String(s[field]));
  }
  for (const [name, value] of Object.entries(s.set)) out.set(`set.${name}`, value);
  return out.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
}

/** Returns what a fragment says: {game, name, tab, setup}; null if it is not one of these. Fields that it lacks are absent. */
export function read(text) {
  if (!/^game=/.test(text) && !/&game=/.test(text)) return null;
  const all = new URLSearchParams(text);
  const setup = { set: {}, stakes: "", stack: "", seats: 0, button: 0, hand: 1 };
  for (const [key, field] of Object.entries(TEXTS)) if (all.has(key)) setup[field] = all.get(key);
  for (const [key, field] of Object.entries(COUNTS)) {
    const n = Number(all.get(key));
    if (all.has(key) && Number.isSafeInteger(n) && n >= 0) setup[field] = n;
  }
  for (const [key, value] of all) if (key.startsWith("set.")) setup.set[key.slice(4)] = value;
  return { game: all.get("game") || "", name: all.get("name") || "", tab: all.get("tab") || "table", setup };
}

/** Reports whether what an address says is open already, but for its tab. */
export function same(at) {
  const s = model.setup, put = at.setup;
  return at.game === model.game && (!at.name || at.name === model.name) && JSON.stringify(Object.entries(put.set).sort()) === JSON.stringify(Object.entries(s.set).sort()) &&
    Object.keys(put).every((k) => k === "set" || put[k] === s[k]);
}

/** Reports whether a fragment is the name of a part of this page, such as that of the skip link. */
export const inPage = (text) => /^[a-z-]+$/.test(text) && document.getElementById(text) !== null;

let last = null; // the fragment as this page wrote it; null before the first time

/** Notes that the page has written the fragment itself, such as that of a shared link. */
export function wrote() { last = location.hash.slice(1); }

/**
 * Writes the address of what is open now, as a new entry of the history or in place of the last one. If somebody else has changed it
 * (Back, a link), nothing is written, because the page goes there next; `over` is for the address that it has gone to.
 */
export function put(tab, asNew, over) {
  const here = location.hash.slice(1), text = written(tab);
  if (last !== null && here !== last && !over) return;
  if (text !== here) {
    const url = new URL(location.href);
    url.hash = text;
    if (asNew && last !== null) history.pushState(null, "", url); else history.replaceState(null, "", url);
  }
  wrote();
}
