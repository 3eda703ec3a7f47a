// Cards: drawn with four colors, and named for those who listen.

import { h, svg } from "./dom.js";

const SUITS = {
  s: ["spades", "M8 1c2.300 3.300 6.5 5 6.5 8.500a3 3 0 0 1-5.5 1.700c.1 1.600.7 2.800 1.700 3.800H5.300c1-1 1.600-2.200 1.700-3.800a3 3 0 0 1-5.5-1.700C1.5 6 5.700 4.300 8 1z"],
  h: ["hearts", "M8 14.500C3.5 10.800 1.200 8.300 1.200 5.300A3.5 3.5 0 0 1 8 3.800a3.5 3.5 0 0 1 6.800 1.500c0 3-2.300 5.5-6.800 9.200z"],
  d: ["diamonds", "M8 .8 13.600 8 8 15.200 2.400 8z"],
  c: ["clubs", "M8 1a3.200 3.200 0 0 1 2.5 5.200A3.200 3.200 0 1 1 9 11.600c.1 1.300.7 2.5 1.700 3.400H5.300c1-.9 1.600-2.100 1.700-3.400a3.200 3.200 0 1 1-1.5-5.400A3.200 3.200 0 0 1 8 1z"],
};
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };

/** A card in words. */
export function named(card) {
  if (card === "??") return "face down";
  const [rank, suit] = card;
  return SUITS[suit] && RANKS[rank] ? `${RANKS[rank]} of ${SUITS[suit][0]}` : /^(Jk|JK|Jo|\*)/.test(card) ? "joker" : card;
}

/** A card as an element. `open` marks one that lies face up before a seat. */
export function card(text, { open = false, small = false, hidden = false } = {}) {
  const classes = ["card", small && "little", open && "open"].filter(Boolean);
  const label = named(text) + (open && text !== "??" ? ", face up" : "");
  const role = hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  if (text === "??") return h("span", { class: [...classes, "back"].join(" "), ...role });
  const [rank, suit] = text;
  if (!SUITS[suit] || !RANKS[rank]) return h("span", { class: [...classes, "joker"].join(" "), ...role }, h("b", {}, "★"));
  return h("span", { class: [...classes, `suit-${suit}`, rank === "T" && "ten"].filter(Boolean).join(" "), ...role }, h("b", {}, rank === "T" ? "10" : rank), mark(suit));
}

export const mark = (suit) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: SUITS[suit][1] }));

/** Words with the cards in them drawn, such as a line of the dealer. */
export function told(line) {
  const out = [];
  let at = 0;
  for (const m of line.matchAll(/\b([AKQJT2-9])([shdc])\b/g)) {
    if (m.index > at) out.push(line.slice(at, m.index));
    out.push(h("span", { class: `in suit-${m[2]}`, role: "img", "aria-label": named(m[0]) }, m[1] === "T" ? "10" : m[1], mark(m[2])));
    at = m.index + m[0].length;
  }
  if (at < line.length) out.push(line.slice(at));
  return out;
}
