// Bar charts as SVG. Bars start at zero and can have error bars. The numbers are in a table next to
// the chart.

import { h, svg, number } from "./dom.js";

/**
 * Returns a chart of horizontal bars. Each row has a label, a value, and optionally an
 * error and a class; `text` formats a value.
 * @param {Array<any>} rows
 * @param {{ title?: string, text?: (x: any) => string, min?: number, max?: number }} [how]
 */
export function bars(rows, { title, text = number, min, max } = {}) {
  const low = Math.min(0, ...(min !== undefined ? [min] : []), ...rows.map((r) => r.value - (r.error || 0)));
  const high = Math.max(0, ...(max !== undefined ? [max] : []), ...rows.map((r) => r.value + (r.error || 0)));
  const wide = Math.max(high - low, 1e-6);
  const x = (v) => (100 * (v - low)) / wide;
  const line = 30, tall = rows.length * line;
  const zero = x(0);
  const chart = svg("svg", { class: "bars", width: "100%", height: tall, role: "img", "aria-label": `${title}: ${rows.map((r) => `${r.label} ${text(r.value)}`).join(", ")}` },
    rows.map((r, i) => {
      const y = i * line;
      const from = Math.min(zero, x(r.value)), to = Math.max(zero, x(r.value));
      return [
        svg("rect", { x: `${from}%`, y: y + 5, width: `${Math.max(to - from, 0.3)}%`, height: line - 10, rx: 2, class: `bar ${r.class || (r.value < 0 ? "minus" : "plus")}` }),
        r.error ? svg("line", { x1: `${x(r.value - r.error)}%`, x2: `${x(r.value + r.error)}%`, y1: y + line / 2, y2: y + line / 2, class: "err" }) : null,
      ];
    }),
    svg("line", { x1: `${zero}%`, x2: `${zero}%`, y1: 0, y2: tall, class: "axis" }));
  return h("figure", { class: "chart" },
    title ? h("figcaption", {}, title) : null,
    h("div", { class: "bars-grid" },
      h("div", { class: "labels", "aria-hidden": "true" }, rows.map((r) => h("span", {}, r.label))),
      chart,
      h("div", { class: "values", "aria-hidden": "true" }, rows.map((r) => h("span", {}, text(r.value))))));
}

/** Returns a table with a head and rows of cells. Numbers are aligned right. */
export function table(heads, rows, caption) {
  const plain = (c) => (typeof c === "number" ? number(c) : c);
  const right = (c) => typeof c === "number" || (typeof c === "string" && /^[+−-]?[\d,.]+( ?%)?$/.test(c));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption || "Numbers" }, h("table", { class: "numbers" },
    caption ? h("caption", {}, caption) : null,
    h("thead", {}, h("tr", {}, heads.map((c, i) => h("th", { scope: "col", class: rows[0] && right(rows[0][i]) ? "num" : "" }, c)))),
    h("tbody", {}, rows.map((r) => h("tr", {}, r.map((c, i) => (i === 0 ? h("th", { scope: "row", class: right(c) ? "num" : "" }, plain(c)) : h("td", { class: right(c) ? "num" : "" }, plain(c)))))))));
}
