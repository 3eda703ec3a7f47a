// The rule sheet, for players or for the floor, in its printed form.

import { h, id, latest } from "./dom.js";
import { ask } from "./engine.js";
import { model, playing } from "./model.js";
import { clean } from "./prose.js";

// The sheet has its own style. It lives in a shadow root, so that its style and the page's style do
// not affect each other.
const own = new CSSStyleSheet();
const page = new CSSStyleSheet();
page.replaceSync(`:host { display: block; } .wall { margin: 0; padding-bottom: 1rem; } .wall.wall > :not(header) { margin-left: 1.1rem; margin-right: 1.1rem; }
.wall .columns { columns: 2 17rem; } .wall footer, footer.foot { display: block; } @media print { .wall.wall > :not(header) { margin-left: 0; margin-right: 0; } .wall .columns { columns: 2; } }`);
/** @type {"players" | "floor"} */
let whom = "players";
let paper, root, stale = true, shown = false;

export function start(panel) {
  const name = id("whom");
  const radio = (value, text) => h("label", { class: "radio" }, h("input", { type: "radio", name, value, checked: value === whom, onchange: () => { whom = value; fill(); } }), text);
  paper = h("div", { class: "sheet", id: "sheet-paper" });
  panel.append(
    h("div", { class: "toolbar" },
      h("div", { class: "row", role: "radiogroup", "aria-label": "Sheet for" }, radio("players", "For players"), radio("floor", "For the floor")),
      h("span", { class: "grow" }), h("button", { type: "button", class: "small", onclick: () => print() }, "Print")),
    paper);
  root = paper.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [own, page];
  const again = () => { stale = true; if (shown) fill(); };
  model.addEventListener("game", again);
  model.addEventListener("sound", again);
  model.addEventListener("setup", again);
}

export function visible(is) {
  shown = is;
  if (is && stale) fill();
}

const asks = latest();

async function fill() {
  stale = false;
  const newest = asks();
  try {
    const answer = await ask({ do: "sheet", ...playing(), for: whom });
    if (!newest()) return;
    own.replaceSync(answer.style || "");
    root.replaceChildren(clean(answer.html));
  } catch (e) {
    if (newest()) root.replaceChildren(h("p", {}, e.message), e.fault?.hint ? h("p", {}, e.fault.hint) : "");
  }
}
