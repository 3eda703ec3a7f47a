// The engine as WebAssembly in its own worker, so that long computations do not block the page. It
// is a classic worker, because wasm_exec.js is a classic script.
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
    const compiled = compile(name); // while the script loads
    importScripts("wasm_exec.js");
    const go = new self.Go();
    go.run(await WebAssembly.instantiate(await compiled, go.importObject)).then(
      () => self.postMessage({ failed: "the program ended" }),
      (e) => { throw e; },
    );
  } catch (e) {
    self.postMessage({ failed: String(e) });
  }
}

// Returns the same response; it tells the page how many bytes have come, five times a second.
function counted(response) {
  if (!response.ok || !response.body) return response;
  let n = 0, at = 0;
  const count = new TransformStream({ transform(part, out) {
    n += part.byteLength;
    if (Date.now() - at > 200) { at = Date.now(); self.postMessage({ loaded: n }); }
    out.enqueue(part);
  } });
  return new Response(response.body.pipeThrough(count), { headers: response.headers, status: response.status });
}

// Compiling while streaming can fail: the host may send another type for .wasm files, or the stream
// may break off when the page is reopened while its files are being stored. In both cases the file
// is loaded whole.
async function compile(name) {
  const response = counted(await fetch(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  if ((response.headers.get("Content-Type") || "").startsWith("application/wasm")) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch {
      return WebAssembly.compile(await (await fetch(name)).arrayBuffer());
    }
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
