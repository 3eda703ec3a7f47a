// The engine, natively over HTTP or as WebAssembly in a worker. The rest of the page
// knows only ask().

/** A request that was refused; `fault` has code, message and hint. */
export class Refused extends Error {
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

let transport;
let count = 0;

/** The engine that /engine.json names, when it has started. */
export const start = () => started;

async function boot() {
  const response = await fetch("engine.json", { cache: "no-cache" });
  const about = await response.json();
  transport = about.kind === "wasm" ? new Worked(about) : new Served();
  await transport.ready();
  return about;
}

/**
 * Sends a request, and gives its answer. onProgress gets {progress, note}; an aborted
 * signal ends the work with what there is so far.
 */
export async function ask(request, options) {
  const answer = JSON.parse(await text(request, options));
  if (!answer.ok) throw new Refused(answer.error || { message: "the engine gave no answer" });
  return answer;
}

/** The same, with the answer as the engine wrote it. */
export async function text(request, { onProgress, signal } = {}) {
  const id = `p${++count}`;
  const stop = () => transport.cancel(id);
  if (signal?.aborted) throw new DOMException("stopped", "AbortError");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await transport.send({ ...request, id }, (line) => onProgress?.(line));
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Is called with a function that puts the tables back when a worker was started again. */
export function onRestart(f) { lost = f; }
let lost = () => {};

class Served {
  constructor() {
    const url = new URL(location.href);
    const token = url.searchParams.get("token");
    if (token) {
      sessionStorage.setItem("cardroom.token", token);
      url.searchParams.delete("token");
      history.replaceState(null, "", url);
    }
    this.token = token || sessionStorage.getItem("cardroom.token") || "";
  }

  async ready() {}

  async send(request, onProgress) {
    let response;
    try {
      response = await fetch("api", {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${this.token}` },
        body: JSON.stringify(request),
      });
    } catch {
      throw new Refused({ code: "gone", message: "cardroom serve does not answer", hint: "start it again, and open the address that it prints" });
    }
    if (response.status === 401 || response.status === 403) {
      throw new Refused({ code: "token", message: "this page has no valid token", hint: "open the address that cardroom serve has printed" });
    }
    if (!response.ok) throw new Refused({ code: "http", message: `cardroom serve answered ${response.status}`, hint: (await response.text()).slice(0, 200) });
    let answer = null;
    for await (const line of lines(response.body)) {
      const progress = progressOf(line);
      if (progress) onProgress(progress);
      else answer = line;
    }
    if (!answer) throw new Refused({ code: "gone", message: "cardroom serve stopped in the middle of its answer" });
    return answer;
  }

  cancel(id) {
    this.send({ do: "cancel", of: id, id: `c${id}` }, () => {}).catch(() => {});
  }
}

// A line that tells how far the work is. Answers begin with their schema.
function progressOf(line) {
  if (line.length > 2000 || !line.includes('"progress"')) return null;
  const value = JSON.parse(line);
  return value.progress !== undefined && value.ok === undefined ? value : null;
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    rest += value;
    let end;
    while ((end = rest.indexOf("\n")) >= 0) {
      const line = rest.slice(0, end).trim();
      rest = rest.slice(end + 1);
      if (line) yield line;
    }
  }
  if (rest.trim()) yield rest;
}

class Worked {
  constructor(about) {
    this.about = about;
    this.open = new Map();
    this.boot();
  }

  boot() {
    this.worker = new Worker("worker.js");
    this.started = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve();
        else if (data.failed) reject(new Refused({ code: "wasm", message: "the engine did not start", hint: data.failed }));
        else this.got(data.id, data.text);
      };
      this.worker.onerror = (e) => {
        reject(new Refused({ code: "wasm", message: "the engine did not start", hint: e.message }));
        this.again({ code: "wasm", message: "the engine stopped", hint: e.message || "it was started again" });
      };
    });
    this.worker.postMessage({ start: true, wasm: this.about.wasm || "cardroom.wasm" });
  }

  ready() { return this.started; }

  got(id, text) {
    const one = this.open.get(id);
    if (!one) return;
    const progress = progressOf(text);
    if (progress) return one.onProgress(progress);
    this.open.delete(id);
    one.resolve(text);
  }

  async send(request, onProgress) {
    // The lists were written with the page: loading the scripts of all houses takes a second.
    const listed = request.do === "games" && this.about.games?.[request.house || "houses"];
    if (listed) return (await fetch(listed)).text();
    await this.started;
    return new Promise((resolve, reject) => {
      this.open.set(request.id, { resolve, reject, onProgress });
      this.worker.postMessage({ id: request.id, text: JSON.stringify(request) });
    });
  }

  // The worker is busy and reads nothing: it is ended, and another one takes its place.
  cancel(id) {
    if (this.open.has(id)) this.again({ code: "stopped", message: "stopped", hint: "" });
  }

  again(fault) {
    const open = [...this.open.values()];
    this.open.clear();
    this.worker.terminate();
    this.boot();
    for (const one of open) one.reject(new Refused(fault));
    lost();
  }
}

// At once, while the rest of the page is still being loaded.
const started = boot();
started.catch(() => {}); // the page says so
