// Cards: drawn in four colors, with names for screen readers.

import { h, svg } from "./dom.js";

const SUITS = {
  s: ["spades", "M8 1c2.3 3.3 6.5 5 6.5 8.5a3 3 0 0 1-5.5 1.7c.1 1.6.7 2.8 1.7 3.8H5.3c1-1 1.6-2.2 1.7-3.8a3 3 0 0 1-5.5-1.7C1.5 6 5.7 4.3 8 1z"],
  h: ["hearts", "M8 14.5C3.5 10.8 1.2 8.3 1.2 5.3A3.5 3.5 0 0 1 8 3.8a3.5 3.5 0 0 1 6.8 1.5c0 3-2.3 5.5-6.8 9.2z"],
  d: ["diamonds", "M8 .8 13.6 8 8 15.2 2.4 8z"],
  c: ["clubs", "M8 1a3.2 3.2 0 0 1 2.5 5.2A3.2 3.2 0 1 1 9 11.6c.1 1.3.7 2.5 1.7 3.4H5.3c1-.9 1.6-2.1 1.7-3.4a3.2 3.2 0 1 1-1.5-5.4A3.2 3.2 0 0 1 8 1z"],
};
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };

/** Returns a card in words. */
export function named(card) {
  if (card === "??") return "face down";
  const [rank, suit] = card;
  return SUITS[suit] && RANKS[rank] ? `${RANKS[rank]} of ${SUITS[suit][0]}` : /^(Jk|JK|Jo|\*)/.test(card) ? "joker" : card;
}

/**
 * Returns an element for a card. `open` marks a card that lies face up in front of a seat; `played` says at a showdown whether it is
 * one of those that win.
 */
export function card(text, { open = false, small = false, hidden = false, played = null } = {}) {
  const classes = ["card", small && "little", open && "open", played === true && "wins", played === false && "idle"].filter(Boolean);
  const label = named(text) + (open && text !== "??" ? ", face up" : "") + (played ? ", in the winning hand" : "");
  const role = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  if (text === "??") return h("span", { class: [...classes, "back"].join(" "), ...role });
  const [rank, suit] = text;
  if (!SUITS[suit] || !RANKS[rank]) return h("span", { class: [...classes, "joker"].join(" "), ...role }, h("b", {}, "★"));
  return h("span", { class: [...classes, `suit-${suit}`, rank === "T" && "ten"].filter(Boolean).join(" "), ...role }, h("b", {}, rank === "T" ? "10" : rank), mark(suit));
}

export const mark = (suit) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: SUITS[suit][1] }));

/** Returns a text with its cards drawn, such as a line of the dealer. A sign stays with its amount. */
export function told(line) {
  const out = [];
  let at = 0;
  for (const m of line.matchAll(/\b([AKQJT2-9])([shdc])\b|[+−]\S+/g)) {
    if (m.index > at) out.push(line.slice(at, m.index));
    out.push(!m[2] ? h("span", { class: "in" }, m[0]) : h("span", { class: `in suit-${m[2]}`, role: "img", "aria-label": named(m[0]) }, m[1] === "T" ? "10" : m[1], mark(m[2])));
    at = m.index + m[0].length;
  }
  if (at < line.length) out.push(line.slice(at));
  return out;
}
