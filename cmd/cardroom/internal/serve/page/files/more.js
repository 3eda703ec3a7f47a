// The parameters of a message that a tool has no field of its own for.

import { h, field, select, errorBox } from "./dom.js";
import { ask } from "./engine.js";

/**
 * Creates a part of a form that lists the parameters of a message, those of the list own left out.
 * Returns { el, values }; values() are the fields that have been filled in.
 */
export function more(message, own) {
  let controls = null;
  const form = h("div", { class: "form" });
  const control = (p) => {
    if (p.values) return select([["", p.default || "usual"], ...p.values.map((v) => [v, v])], "");
    if (p.kind === "truth") return h("input", { type: "checkbox" });
    if (p.kind === "whole" || p.kind === "unsigned" || p.kind === "number") return h("input", { type: "number", min: p.least, max: p.most, step: p.kind === "number" ? "any" : 1, placeholder: p.default || "" });
    return h("input", { type: "text", spellcheck: false, autocomplete: "off", placeholder: p.default || "" });
  };
  const fill = async () => {
    if (controls) return;
    try {
      const { parameters } = await ask({ do: "parameters", name: message });
      controls = parameters.filter((p) => !own.includes(p.name) && p.kind !== "choices" && p.kind !== "list").map((p) => [p, control(p)]);
      form.replaceChildren(...controls.map(([p, c]) => field(p.name.replaceAll("_", " "), c, p.about)));
    } catch (e) {
      form.replaceChildren(errorBox(e));
    }
  };
  const el = h("details", { ontoggle: fill }, h("summary", {}, "More options"), form);
  const values = () => {
    const out = {};
    for (const [p, c] of controls || []) {
      if (c.type === "checkbox" ? !c.checked : c.value.trim() === "") continue;
      const text = c.value.trim();
      out[p.name] = c.type === "checkbox" ? true : ["whole", "unsigned", "number"].includes(p.kind) ? Number(text) : text;
    }
    return out;
  };
  return { el, values };
}
