// Checks as axe makes them, for what the tree of the browser does not tell: references,
// ids, headings, targets of pointers, contrast of texts. It gives a list of faults.
function audit(root) {
  const faults = [];
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (e) => `${e.localName}${e.id ? `#${e.id}` : ""}${typeof e.className === "string" && e.className ? `.${e.className.split(" ").join(".")}` : ""} "${(e.innerText || e.textContent || "").trim().slice(0, 30)}"`;
  const all = [...root.querySelectorAll("*")];
  const ids = new Set();
  for (const e of all) {
    if (e.id && ids.has(e.id)) faults.push(`two elements have the id ${e.id}`);
    if (e.id) ids.add(e.id);
  }
  for (const e of all) {
    for (const a of ["aria-controls", "aria-labelledby", "aria-describedby", "aria-activedescendant", "for"]) {
      for (const id of (e.getAttribute(a) || "").split(" ").filter(Boolean)) if (!ids.has(id)) faults.push(`${name(e)}: ${a} names ${id}, which does not exist`);
    }
    if (e.localName === "img" && !e.hasAttribute("alt")) faults.push(`${name(e)} has no alt`);
    if (e.hasAttribute("style") && e.getAttribute("style") !== e.style.cssText && e.style.cssText === "") faults.push(`${name(e)}: a style that the policy forbids`);
    if (e.getAttribute("tabindex") > 0) faults.push(`${name(e)}: tabindex ${e.getAttribute("tabindex")}`);
    if (e.closest('[aria-hidden="true"]') && e.matches("button, a[href], input, select, textarea, [tabindex='0']") && seen(e)) faults.push(`${name(e)} has the focus and is hidden from readers`);
    const parent = { tab: "tablist", option: "listbox", gridcell: "row", row: "grid" }[e.getAttribute("role")];
    if (parent && !e.parentElement.closest(`[role=${parent}]`)) faults.push(`${name(e)} is in no ${parent}`);
    if (e.matches("button, [role=tab], summary") && seen(e)) {
      const box = e.getBoundingClientRect();
      if ((box.width < 24 || box.height < 24) && !e.matches("[role=gridcell]")) faults.push(`${name(e)} is only ${Math.round(box.width)} × ${Math.round(box.height)}`);
    }
  }
  const selected = [...root.querySelectorAll('[role=tab][aria-selected="true"]')];
  if (selected.length !== 1) faults.push(`${selected.length} tabs are selected`);
  if ([...root.querySelectorAll("h1")].filter(seen).length !== 1) faults.push("there is not one h1");
  if (!root.documentElement.lang) faults.push("the page has no language");
  return faults.concat(contrasts(all, seen, name));
}

function contrasts(all, seen, name) {
  const faults = new Set();
  const parse = (c) => {
    const n = c.match(/[\d.]+/g).map(Number);
    return c.startsWith("color(srgb") ? [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    const layers = [];
    for (let x = e; x; x = x.parentElement) {
      if (x.matches?.(".felt") && e.closest(".middle")) { layers.push(parse(getComputedStyle(document.querySelector(".oval")).backgroundImage.match(/rgb\([^)]*\)/)[0])); break; }
      const c = parse(getComputedStyle(x).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reverse().reduce((under, c) => over(c, under), [255, 255, 255, 1]);
  };
  for (const e of all) {
    if (!seen(e) || e.matches(":disabled, textarea.code, option, script, style") || e.closest("[aria-hidden=true] .seat, .folded, svg, .popup[hidden]")) continue;
    const texts = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || (e.matches("input, select") && e.value);
    const box = e.getBoundingClientRect();
    if (!texts || box.width < 2 || box.height < 2 || e.closest(".sr")) continue;
    const style = getComputedStyle(e);
    const back = behind(e);
    const text = over(parse(style.color), back);
    const [a, b] = [light(text), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faults.add(`contrast ${ratio.toFixed(2)}: ${name(e)} ${style.color} on rgb(${back.slice(0, 3).map(Math.round)})`);
  }
  return [...faults];
}
