// Converts Markdown from the engine to elements: headings, lists, tables, code, links. It creates
// only elements and text nodes; no text from a script becomes HTML.

import { h, plain } from "./dom.js";

const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|(?<![\w*])[*_]([^*_\s][^*_]*?)[*_](?!\w)|\[([^\]]+)\]\(([^)\s]*)\)|\\([\\`*_{}[\]()#+.!<>|-])/g;

function inline(text) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(INLINE)) {
    if (m.index > at) out.push(text.slice(at, m.index));
    if (m[2] !== undefined) out.push(h("code", {}, m[2].trim() || m[2]));
    else if (m[3] !== undefined) out.push(h("strong", {}, inline(m[3])));
    else if (m[4] !== undefined) out.push(h("em", {}, inline(m[4])));
    else if (m[5] !== undefined) out.push(inline(m[5]));
    else out.push(m[7]);
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out.flat();
}

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((c) => c.trim());

/** Converts a Markdown text to elements. */
export function prose(markdown) {
  const out = document.createDocumentFragment();
  const lines = String(markdown).split("\n");
  let i = 0;
  const while_ = (test) => { const from = i; while (i < lines.length && test(lines[i])) i++; return lines.slice(from, i); };
  while (i < lines.length) {
    const line = lines[i];
    let m;
    if (/^\s*$/.test(line)) { i++; continue; }
    if ((m = /^\s*(`{3,}|~{3,})/.exec(line))) {
      i++;
      const code = while_((l) => !l.trim().startsWith(m[1]));
      i++;
      out.append(h("pre", {}, h("code", {}, code.join("\n"))));
    } else if ((m = /^(#{1,6})\s+(.*)/.exec(line))) {
      i++;
      out.append(h(`h${Math.min(6, m[1].length + 2)}`, {}, inline(m[2])));
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      const rows = while_((l) => /^\s*\|.*\|\s*$/.test(l));
      const head = /^[\s|:-]+$/.test(rows[1] || "");
      out.append(h("div", { class: "scroll" }, h("table", {},
        head ? h("thead", {}, h("tr", {}, cells(rows[0]).map((c) => h("th", { scope: "col" }, inline(c))))) : null,
        h("tbody", {}, rows.slice(head ? 2 : 0).map((r) => h("tr", {}, cells(r).map((c) => h("td", {}, inline(c)))))))));
    } else if (/^\s*([-*+]|\d+[.)])\s+/.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const list = h(ordered ? "ol" : "ul", {});
      for (const l of while_((x) => /^\s*([-*+]|\d+[.)])\s+/.test(x) || /^\s{2,}\S/.test(x))) {
        const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)/.exec(l);
        if (item) list.append(h("li", {}, inline(item[1])));
        else list.lastChild?.append(" ", ...inline(l.trim()));
      }
      out.append(list);
    } else if (/^( {4}|\t)/.test(line)) {
      out.append(h("pre", {}, h("code", {}, while_((l) => /^( {4}|\t|\s*$)/.test(l)).map((l) => l.replace(/^( {4}|\t)/, "")).join("\n").trimEnd())));
    } else if (/^\s*>/.test(line)) {
      out.append(h("blockquote", {}, prose(while_((l) => /^\s*>/.test(l)).map((l) => l.replace(/^\s*>\s?/, "")).join("\n"))));
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      i++;
      out.append(h("hr"));
    } else {
      const words = while_((l) => !/^\s*$|^#{1,6}\s|^\s*(`{3,}|~{3,})|^\s*([-*+]|\d+[.)])\s+|^\s*\|.*\|\s*$/.test(l));
      if (!words.length) words.push(lines[i++]);
      out.append(h("p", {}, inline(words.map((w) => w.trim()).join(" "))));
    }
  }
  return out;
}

const ALLOWED = new Set(("article header footer section div span p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td colgroup col " +
  "strong em b i code pre small sup sub br hr blockquote abbr time figure figcaption").split(" "));
const KEPT = new Set(["class", "id", "colspan", "rowspan", "scope", "lang", "title", "start"]);

/** Converts HTML from the engine to elements. Only listed elements and attributes are kept; styles and scripts are dropped, and links become text. */
export function clean(html) {
  const doc = new DOMParser().parseFromString(html, "text/html");
  const copy = (from, to) => {
    for (const node of from.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) to.append(plain(node.data));
      else if (node.nodeType === Node.ELEMENT_NODE) {
        const tag = node.localName;
        if (tag === "style" || tag === "script" || tag === "title") continue;
        if (!ALLOWED.has(tag)) { copy(node, to); continue; }
        const el = document.createElement(tag);
        for (const a of node.attributes) if (KEPT.has(a.name)) el.setAttribute(a.name === "id" ? "data-id" : a.name, a.value);
        copy(node, el);
        to.append(el);
      }
    }
    return to;
  };
  return copy(doc.body, document.createDocumentFragment());
}
