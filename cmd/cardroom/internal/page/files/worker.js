// The engine as WebAssembly, in a worker of its own: it may compute for long, and the
// page stays awake. A classic worker, so that wasm_exec.js can be loaded as it is.
"use strict";

let answer;

self.cardroomReady = (f) => {
  answer = f;
  self.postMessage({ ready: true });
};

self.onmessage = ({ data }) => {
  if (data.start) return start(data.wasm);
  answer(data.text, (text) => self.postMessage({ id: data.id, text }));
};

async function start(name) {
  try {
    importScripts("wasm_exec.js");
    const go = new self.Go();
    const { instance } = await load(name, go.importObject);
    go.run(instance).then(
      () => self.postMessage({ failed: "the program ended" }),
      (e) => { throw e; },
    );
  } catch (e) {
    self.postMessage({ failed: String(e) });
  }
}

// A host that does not know the type of .wasm files is no reason to fail, and neither is a stream that breaks off: it does
// when the page is opened again while its files are being stored.
async function load(name, imports) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  if ((response.headers.get("Content-Type") || "").startsWith("application/wasm")) {
    try {
      return await WebAssembly.instantiateStreaming(response, imports);
    } catch {
      return WebAssembly.instantiate(await (await fetch(name)).arrayBuffer(), imports);
    }
  }
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
