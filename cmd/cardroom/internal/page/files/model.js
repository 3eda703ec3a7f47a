// What the page is about: a game, its script, and how it is set up. All parts of the
// page read it here, and hear of changes.

import { ask } from "./engine.js";
import { kept } from "./dom.js";

export const model = new EventTarget();

/** A new script of the user begins with this. */
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
  file: "",       // where its script stands
  original: "",   // the script as it is listed
  text: "",       // the script as it is in the editor
  name: "",       // the game in the script that is played
  names: [],      // the games of the script
  setup: { set: {}, stakes: "", seats: 0, stack: "", seed: seedOf(), hand: 1, button: 0 },
});

const tell = (type) => model.dispatchEvent(new Event(type));

export const isOwn = (game = model.game) => game.startsWith("own/");
export const edited = (text = model.text) => isOwn() || text !== model.original;

/** The fields of a request that say which game is meant. */
export function source(text = model.text) {
  if (!edited(text)) return { game: model.game };
  const out = { script: text };
  if (model.name) out.game = model.name;
  return out;
}

/** The same with the options that were set. */
export function playing(text) {
  const out = source(text);
  const { set, stakes } = model.setup;
  if (Object.keys(set).length) out.set = set;
  if (stakes) out.stakes = stakes;
  return out;
}

/**
 * Opens a game: its script, and the draft where there is one. `from` is what a link has. `deal` deals it: somebody waits for
 * that, so the other parts of the page hear of the game ("game") when it is on its way, and those that ask the engine
 * about it ("dealt") when it is done.
 */
export async function open(game, deal, from = {}) {
  let found = { file: "", text: "", name: "" };
  if (isOwn(game)) found.text = kept.get(`own.${game}`, FIRST);
  else found = (await ask({ do: "source", game })).source;
  Object.assign(model, { game, file: found.file || "", original: found.text, name: from.name || found.name || "", names: [] });
  model.text = from.text ?? (isOwn(game) ? found.text : kept.get(`draft.${game}`, found.text));
  model.setup = { ...fresh(), ...kept.get(`setup.${game}`, {}), ...from.setup };
  if (from.text !== undefined) keep();
  kept.set("last", game);
  model.sound = model.text; // the table is dealt by it, sound or not
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

/** The editor has another text. */
export function change(text) {
  if (text === model.text) return;
  model.text = text;
  keep();
  tell("text");
}

/** The games that the script defines now, in order. */
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

/** Another setup of the same game. */
export function setUp(part) {
  Object.assign(model.setup, part);
  const { set, stakes, seats, stack } = model.setup;
  kept.set(`setup.${model.game}`, { set, stakes, seats, stack });
  tell("setup");
}

/** The script is right again, and other than the one that was right before. */
export function sound(text) {
  if (text === model.sound) return;
  model.sound = text;
  tell("sound");
}

/** A name for a new script. */
export function newName() {
  const have = kept.names("own.");
  for (let i = 1; ; i++) if (!have.includes(`own/script-${i}`)) return `own/script-${i}`;
}
