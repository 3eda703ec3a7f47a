// Starts the engine of a static site while the modules of the page are still loading. Only the index.html of such a site has
// this script.
"use strict";

{
  const wasm = "cardroom.wasm";
  const worker = new Worker("worker.js");
  const got = [];
  worker.onmessage = ({ data }) => got.push(data);
  worker.onerror = (e) => got.push({ failed: e.message || "" });
  worker.postMessage({ start: true, wasm });
  window.early = { worker, got, wasm };
}
