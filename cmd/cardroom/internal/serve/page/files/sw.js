// Lets the static page work offline: the first visit stores all files, and a new version of the
// site replaces them all together.
"use strict";

const FILES = [
  "./", "index.html", "style.css", "table.css", "print.css", "icon.svg", "manifest.webmanifest", "engine.json", "games.json", "gallery.json", "source.json", "sheet.json",
  "app.js", "cards.js", "chart.js", "diff.js", "dom.js", "early.js", "editor.js", "engine.js", "games.js", "model.js", "more.js", "odds.js", "own.js", "place.js", "prose.js", "setup.js",
  "share.js", "sheet.js", "simulate.js", "solve.js", "table.js", "tests.js", "work.js", "worker.js", "wasm_exec.js", "cardroom.wasm",
];
const STORE = `cardroom-${new URL(self.location.href).searchParams.get("v")}`;

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(STORE).then((c) => c.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  e.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n.startsWith("cardroom-") && n !== STORE).map((n) => caches.delete(n)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== self.location.origin) return;
  e.respondWith(answer(e.request, url));
});

let opened;

async function answer(request, url) {
  const store = await (opened ||= caches.open(STORE));
  // engine.json has the version, so it is fetched from the network if possible.
  if (url.pathname.endsWith("/engine.json")) {
    try { return await fetch(request); } catch { return (await store.match(request, { ignoreSearch: true })) || Response.error(); }
  }
  return (await store.match(request, { ignoreSearch: true })) || fetch(request);
}
