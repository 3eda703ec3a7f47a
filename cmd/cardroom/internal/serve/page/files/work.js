// Long work of the engine, with progress and a stop button.

import { h, errorBox, say } from "./dom.js";
import { ask } from "./engine.js";

/**
 * Creates a button that runs long work and shows its progress. Returns { el, run, example, follow, running }.
 * `request` returns the message, `shown` converts the answer to elements. example() runs a small one unasked, of the size that it puts
 * into a field: whoever presses the button meanwhile gets what they ask for in its place.
 */
export function runner(label, request, shown, into) {
  let stop = null, unasked = false, why = "", done = Promise.resolve();
  const bar = h("progress", { max: 1, hidden: true, "aria-label": `${label}: progress` });
  const text = h("span", { class: "note" });
  const button = h("button", { type: "button", class: "main", onclick: async () => {
    if (!stop) { run(); return; }
    stop.abort();
    if (unasked) { await done; run(); }
  } }, label);
  const run = () => (done = work());
  const work = async (small) => {
    stop = new AbortController();
    unasked = small !== undefined;
    if (!unasked) button.textContent = "Stop";
    bar.removeAttribute("value");
    bar.hidden = unasked;
    text.textContent = "";
    const mine = stop;
    try {
      const answer = await ask({ ...await request(), ...small }, {
        signal: mine.signal,
        onProgress: ({ progress, note }) => { bar.hidden = false; if (progress > 0) bar.value = progress; text.textContent = note || ""; },
      });
      if (unasked && mine.signal.aborted) return;
      into.classList.remove("stale");
      into.replaceChildren(...[shown(answer)].flat());
      if (answer.partial) into.prepend(h("p", { class: "note" }, "Stopped early: these are the results so far."));
      if (!unasked) say(`${label}: done.`);
    } catch (e) {
      if (unasked) { why = mine.signal.aborted ? "" : e.message; return; }
      into.classList.remove("stale");
      into.replaceChildren(errorBox(e));
      say(e.message, true);
    } finally {
      stop = null;
      button.textContent = label;
      bar.hidden = true;
      text.textContent = why;
      why = "";
    }
  };
  // Answers what has changed, quietly; the result before stays until there is a new one.
  const follow = async () => {
    if (stop && !unasked) return;
    into.classList.add("stale");
    stop?.abort();
    await done;
    if (!stop) done = work({});
  };
  return { el: h("div", { class: "run" }, button, bar, text), run, example: (field, size, more = {}) => { if (stop || into.hasChildNodes()) return; field.value = size; done = work(more); }, follow, running: () => stop !== null };
}
