// Long work of the engine, with progress and a stop button.

import { h, errorBox, say } from "./dom.js";
import { ask } from "./engine.js";

/**
 * Creates a button that runs long work and shows its progress. Returns { el, run, running }.
 * `request` returns the message, `shown` converts the answer to elements.
 */
export function runner(label, request, shown, into) {
  let stop = null;
  const bar = h("progress", { max: 1, hidden: true, "aria-label": `${label}: progress` });
  const text = h("span", { class: "note" });
  const button = h("button", { type: "button", class: "main", onclick: () => (stop ? stop.abort() : run()) }, label);
  const run = async () => {
    stop = new AbortController();
    button.textContent = "Stop";
    bar.removeAttribute("value");
    bar.hidden = false;
    text.textContent = "";
    try {
      const answer = await ask(await request(), {
        signal: stop.signal,
        onProgress: ({ progress, note }) => { if (progress > 0) bar.value = progress; text.textContent = note || ""; },
      });
      into.replaceChildren(...[shown(answer)].flat());
      if (answer.partial) into.prepend(h("p", { class: "note" }, "Stopped early: these are the results so far."));
      say(`${label}: done.`);
    } catch (e) {
      into.replaceChildren(errorBox(e));
      say(e.message, true);
    } finally {
      stop = null;
      button.textContent = label;
      bar.hidden = true;
      text.textContent = "";
    }
  };
  return { el: h("div", { class: "run" }, button, bar, text), run, running: () => stop !== null };
}
