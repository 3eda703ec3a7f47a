// The state of the page: a game, its script and its setup. All parts of the page read it here, and
// receive events when it changes.

import { ask } from "./engine.js";
import { kept } from "./dom.js";

export const model = new EventTarget();

/** The text of a new script. */
const FIRST = `"""Two cards each, five on the board, and four rounds of betting."""

my_game = game(
    "My game",
    seats = (2, 8),
    forced = [blinds()],
    stakes = stakes("2-4"),
    betting = betting(raises = 3),
    play = [
        deal(2),
        bet(name = "before the flop"),
        board(3),
        bet(name = "flop"),
        board(1),
        bet(name = "turn", tier = big),
        board(1),
        bet(name = "river", tier = big),
    ],
    showdown = best(high),
)
`;

export const seedOf = () => crypto.getRandomValues(new Uint32Array(1))[0];

Object.assign(model, {
  game: "",       // a listed game, or own/NAME
  file: "",       // path of its script
  original: "",   // the script of the listed game
  text: "",       // the script in the editor
  name: "",       // the selected game of the script
  names: [],      // all games of the script
  setup: { set: {}, stakes: "", seats: 0, stack: "", seed: seedOf(), hand: 1, button: 0 },
});

const tell = (type) => model.dispatchEvent(new Event(type));

export const isOwn = (game = model.game) => game.startsWith("own/");
export const edited = (text = model.text) => isOwn() || text !== model.original;

/** Returns the fields of a request that identify the game. */
export function source(text = model.text) {
  if (!edited(text)) return { game: model.game };
  const out = { script: text };
  if (model.name) out.game = model.name;
  return out;
}

/** Returns the same fields with the options that are set. */
export function playing(text) {
  const out = source(text);
  const { set, stakes } = model.setup;
  if (Object.keys(set).length) out.set = set;
  if (stakes) out.stakes = stakes;
  return out;
}

/**
 * Returns the message odds for a spec: in the open game, with its options, or in the one that the spec names.
 * @returns {import("../../../schemas/serve").OddsRequest}
 */
export function oddsOf(spec, text) {
  if (spec.game) return { do: "odds", spec };
  const { script, game } = source(text), { set } = model.setup;
  const whole = Object.keys(set).length ? { ...spec, set } : spec;
  const named = game ? { ...whole, game } : whole;
  return script ? { do: "odds", script, spec: named } : { do: "odds", spec: named };
}

/**
 * Opens a game: its script, or the user's draft of it. `from` has the values of a link. `deal` deals the first hand.
 * The user waits for the deal, so it starts first: the event "game" is sent while the engine deals, and "dealt" afterward,
 * for the parts that ask the engine about the game.
 */
export async function open(game, deal, from = {}) {
  if (from.text !== undefined) game = freeFor(game, from.text);
  let found = { file: "", text: "", name: "" };
  if (isOwn(game)) found.text = kept.get(`own.${game}`, FIRST);
  else found = (await ask({ do: "source", game })).source;
  Object.assign(model, { game, file: found.file || "", original: found.text, name: from.name || found.name || "", names: [] });
  model.text = from.text ?? (isOwn(game) ? found.text : kept.get(`draft.${game}`, found.text));
  model.setup = { ...fresh(), ...kept.get(`setup.${game}`, {}), ...from.setup };
  if (from.text !== undefined) keep();
  kept.set("last", game);
  model.sound = model.text; // the table uses it even if it has faults
  const dealt = deal();
  await new Promise((f) => { setTimeout(f); });
  tell("game");
  await dealt;
  tell("dealt");
}

const fresh = () => ({ set: {}, stakes: "", seats: 0, stack: "", seed: seedOf(), hand: 1, button: 0 });

function keep() {
  if (isOwn()) kept.set(`own.${model.game}`, model.text);
  else kept.set(`draft.${model.game}`, edited() ? model.text : null);
}

const keyOf = () => (isOwn() ? `own.${model.game}` : `draft.${model.game}`);

// Another tab has changed the same script. A tab that had the text as it was shows the new one; a tab that has something else keeps
// that as a script of its own first. No tab writes over what another one wrote.
addEventListener("storage", (e) => {
  if (!model.game || e.key !== `cardroom.${keyOf()}`) return;
  const value = (text) => { try { return JSON.parse(text); } catch { return null; } };
  const now = value(e.newValue) ?? (isOwn() ? null : model.original), before = value(e.oldValue) ?? model.original;
  if (now === null) { keep(); return; } // deleted in the other tab: what is open here stays
  if (now === model.text) return;
  let copy = "";
  if (model.text !== before && edited()) {
    copy = newName(`${model.name || "script"}-copy`);
    kept.set(`own.${copy}`, model.text);
  }
  model.text = now;
  tell("text");
  model.dispatchEvent(new CustomEvent("elsewhere", { detail: { copy } }));
});

/** Sets the text of the editor. */
export function change(text) {
  if (text === model.text) return;
  model.text = text;
  keep();
  tell("text");
}

/** Sets the games that the script defines now, in order. */
export function named(games) {
  const names = games.map((g) => (typeof g === "string" ? g : g.game));
  if (names.length && !names.includes(model.name)) model.name = names[0];
  if (names.join() === model.names.join()) return;
  model.names = names;
  tell("names");
}

export function choose(name) {
  model.name = name;
  model.setup = { ...fresh(), seed: model.setup.seed };
  tell("setup");
}

/** Changes the setup of the current game. */
export function setUp(part) {
  Object.assign(model.setup, part);
  const { set, stakes, seats, stack } = model.setup;
  kept.set(`setup.${model.game}`, { set, stakes, seats, stack });
  tell("setup");
}

/** Called when the script has no faults; sends "sound" if the text differs from the last one without faults. */
export function sound(text) {
  if (text === model.sound) return;
  model.sound = text;
  tell("sound");
}

/**
 * Returns the name under which the script of a link opens: a link replaces nothing. If something else is kept under its name, it
 * is the name of a script of the user with the same text, or else an unused one.
 */
export function freeFor(game, text) {
  const had = kept.get(`${isOwn(game) ? "own" : "draft"}.${game}`, null);
  if (had === null || had === text) return game;
  return kept.names("own.").find((name) => kept.get(`own.${name}`, null) === text) ?? newName();
}

/** Returns an unused name for a new script: the given one, or one with a number behind it. */
export function newName(name = "script-1") {
  const have = kept.names("own."), base = name.replace(/-\d+$/, "");
  if (!have.includes(`own/${name}`)) return `own/${name}`;
  for (let i = 2; ; i++) if (!have.includes(`own/${base}-${i}`)) return `own/${base}-${i}`;
}

/** Returns a text as the name of a script: letters, digits, - and _; "" if nothing is left. */
export const scriptName = (text) => text.trim().replace(/\.star$/, "").replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);

/** What is kept of a script of the user, by the beginnings of its keys. */
const KEPT = ["own", "tests", "setup", "hand"];

/** Gives a script of the user another name, with its tests, setup and hand. */
export function rename(from, to) {
  for (const part of KEPT) {
    const value = kept.get(`${part}.${from}`);
    if (value !== null) kept.set(`${part}.${to}`, value);
    kept.set(`${part}.${from}`, null);
  }
}

/** Forgets a script of the user. */
export function forget(game) {
  for (const part of KEPT) kept.set(`${part}.${game}`, null);
}
