// Helpers for elements that all parts of the page use.

// Characters that nobody sees, or that turn the order of others, such as U+202E. Names and texts of scripts and files may have them.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200c-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Returns a text with a symbol in place of each unseen character: ␛ for escape. */
export const plain = (text) => text.replace(UNSEEN, (c) => (c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : "\ufffd"));

const parts = (children) => children.flat(9).filter((c) => c !== null && c !== undefined && c !== false).map((c) => (typeof c === "string" ? plain(c) : c));

/** Creates an element with properties; children are nodes or strings. */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  set(el, props);
  el.append(...parts(children));
  return el;
}

/** Creates an SVG element. */
export function svg(tag, props = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) {
    if (value !== null && value !== undefined && value !== false) el.setAttribute(name, value === true ? "" : String(value));
  }
  el.append(...parts(children));
  return el;
}

function set(el, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "class") el.className = value;
    else if (name === "data") Object.assign(el.dataset, value);
    else if (name === "place") for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
    else if (name in el && name !== "list" && name !== "form") el[name] = value;
    else if (value === false) el.removeAttribute(name);
    else el.setAttribute(name, value === true ? "" : value);
  }
}

export const $ = (id) => document.getElementById(id);

/** Announces a text to screen readers, an error immediately. */
export function say(text, urgent = false) {
  const el = $(urgent ? "alert" : "live");
  el.textContent = "";
  // Screen readers announce an unchanged text again only if it was removed in between.
  setTimeout(() => { el.textContent = plain(text); }, 30);
}

/** Shows a text above the page until it is closed, and announces it. */
export function notice(text) {
  const el = $("notice");
  el.replaceChildren(h("p", {}, text), h("button", { type: "button", class: "small quiet", onclick: () => { el.hidden = true; } }, "Close"));
  el.hidden = false;
}

let ids = 0;
export const id = (name) => `${name}-${++ids}`;

/** Returns a field with its label above it. */
export function field(label, control, note) {
  control.id ||= id("f");
  const list = [h("label", { for: control.id }, label), control];
  if (note) {
    const el = h("span", { class: "note", id: id("note") }, note);
    control.setAttribute("aria-describedby", el.id);
    list.push(el);
  }
  return h("div", { class: "field" }, list);
}

export function select(options, value, props = {}) {
  const el = h("select", props, options.map((o) => {
    const [v, text] = Array.isArray(o) ? o : [o, o];
    return h("option", { value: v, selected: String(v) === String(value) }, text);
  }));
  return el;
}

/** Returns an element that shows an error of the engine. */
export function errorBox(error, props = {}) {
  const f = error.fault || { message: error.message };
  return h("div", { class: "error", ...props }, h("strong", {}, f.message), f.hint ? h("span", {}, f.hint) : null);
}

/** Lets arrow keys move among the items of a list or of tabs. `of` returns the current items. */
export function arrows(root, of, { vertical = true, horizontal = false, on = (el) => el.focus() } = {}) {
  root.addEventListener("keydown", (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const items = of();
    const at = items.indexOf(document.activeElement);
    if (at < 0) return;
    let to;
    if ((vertical && e.key === "ArrowDown") || (horizontal && e.key === "ArrowRight")) to = at + 1;
    else if ((vertical && e.key === "ArrowUp") || (horizontal && e.key === "ArrowLeft")) to = at - 1;
    else if (e.key === "Home") to = 0;
    else if (e.key === "End") to = items.length - 1;
    else return;
    e.preventDefault();
    to = horizontal ? (to + items.length) % items.length : Math.max(0, Math.min(items.length - 1, to));
    on(items[to]);
  });
}

/** Returns a function that calls f once there was no call for ms milliseconds. */
export function later(ms, f) {
  let timer;
  return (...args) => { clearTimeout(timer); timer = setTimeout(() => f(...args), ms); };
}

/**
 * Returns a function to call before each request of a kind. What it returns tells whether that request is still the newest:
 * answers may come in another order than the requests were sent.
 */
export function latest() {
  let n = 0;
  return () => { const mine = ++n; return () => mine === n; };
}

/** Local storage of the page. If the browser stores nothing, reads return the default and writes do nothing. */
export const kept = {
  get(key, other = null) {
    try {
      const text = localStorage.getItem(`cardroom.${key}`);
      return text === null ? other : JSON.parse(text);
    } catch { return other; }
  },
  set(key, value) {
    try {
      if (value === null || value === undefined) localStorage.removeItem(`cardroom.${key}`);
      else localStorage.setItem(`cardroom.${key}`, JSON.stringify(value));
    } catch { /* private windows store nothing */ }
  },
  names(prefix) {
    try {
      return Object.keys(localStorage).filter((k) => k.startsWith(`cardroom.${prefix}`)).map((k) => k.slice(`cardroom.${prefix}`.length));
    } catch { return []; }
  },
};

const few = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const four = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
export const number = (x) => few.format(x);
export const exactly = (x) => four.format(x);
export const signed = (x, f = number) => {
  const text = f(Math.abs(x));
  return text === "0" ? text : (x > 0 ? "+" : "−") + text;
};
export const percent = (x) => `${(100 * x).toFixed(2)} %`;

/** Downloads a text as a file. */
export function download(name, text, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = h("a", { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
