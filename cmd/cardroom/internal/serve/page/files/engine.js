// The engine: natively over HTTP, or as WebAssembly in a worker. The rest of the page uses only
// ask().

/**
 * The messages, as the schemas have them; tsc checks what is asked against them.
 * @typedef {import("../../../schemas/serve").Request} Request
 * @typedef {import("../../../schemas/serve").Answer} Answer
 */

/** The error of a refused request; `fault` has code, message and hint. */
export class Refused extends Error {
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

let transport;
let count = 0;

/** Returns a promise of what /engine.json says of the engine. */
export const start = () => started;

async function boot() {
  const response = await fetch("engine.json", { cache: "no-cache" });
  const about = await response.json();
  transport = about.kind === "wasm" ? new Worked(about) : new Served();
  return about;
}

/** Resolves when the engine has started; until then only what the site has answers for is answered. */
export const ready = () => started.then(() => transport.ready());

/** Registers a function that is called while the engine is loaded, with the bytes so far and in all (0 if that is not known). */
export function onLoad(f) { loading = f; }
let loading = () => {};

/**
 * Sends a request and returns its answer. onProgress receives {progress, note}. If the
 * signal is aborted, the engine answers with the result so far.
 * @param {Request} request
 * @param {{ onProgress?: (line: any) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Answer & { result?: any }>}
 */
export async function ask(request, options) {
  const answer = JSON.parse(await text(request, options));
  if (!answer.ok) throw new Refused(answer.error || { message: "the engine did not answer" });
  return answer;
}

/** Like ask, but returns the answer as the engine wrote it. */
export async function text(request, { onProgress, signal } = {}) {
  await started;
  const id = `p${++count}`;
  const stop = () => transport.cancel(id);
  const work = { what: request.do, long: LONG.has(request.do), stop };
  if (signal?.aborted) throw new DOMException("stopped", "AbortError");
  signal?.addEventListener("abort", stop, { once: true });
  waits.add(work);
  changed();
  try {
    return await transport.send({ ...request, id }, (line) => onProgress?.(line));
  } finally {
    waits.delete(work);
    changed();
    signal?.removeEventListener("abort", stop);
  }
}

const waits = new Set(); // what the engine has been asked and has not answered, oldest first
let changed = () => {};

/** Registers a function that is called when a request is sent or answered, with those that are open: {what, stop()}. */
export function onWork(f) { changed = () => f([...waits]); }

/** Registers a function that restores the tables after their worker was restarted. It receives the request that was lost and the reason. */
export function onRestart(f) { lost = f; }
let lost = () => {};

/** The number of seconds that a worker may work without sending anything, and without stopping when it should. Messages about scripts and tables are quick; the engine itself limits the others. */
export const patience = { quick: 30, long: 600, stop: 5 };

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
      throw new Refused({ code: "token", message: "this page has no valid token", hint: "open the address that cardroom serve printed" });
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

// Returns the progress in a line, or null. Answers begin with their schema.
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

const LONG = new Set(["simulate", "test", "odds", "solve", "diff"]);

// Long work runs in a second worker, which starts on first use. The table and the script stay
// responsive meanwhile.
class Worked {
  constructor(about) {
    this.about = about;
    const wasm = about.wasm || "cardroom.wasm";
    this.quick = new Instance(wasm, () => patience.quick, (gone) => lost(gone), (n) => loading(n, about.bytes || 0));
    this.long = null;
    this.wasm = wasm;
    this.stopped = new Set(); // requests that were stopped before their worker had started
  }

  ready() { return this.quick.started; }

  async send(request, onProgress) {
    // First answers are files of the site: they are here before the engine, and loading the scripts of all houses would take a second.
    const { id, ...message } = request;
    const kept = this.about.answers?.[JSON.stringify(message)];
    if (kept && (message.do === "games" || !this.quick.up)) return (await fetch(kept)).text();
    const long = LONG.has(request.do) && !(request.spec?.grid && request.spec.hands.length < 2); // what a range holds is told at once
    if (long) this.long ||= new Instance(this.wasm, () => patience.long, () => {});
    const one = long ? this.long : this.quick;
    await one.started;
    if (this.stopped.delete(id)) throw new Refused({ code: "stopped", message: "stopped", hint: "" });
    return one.send(request, onProgress);
  }

  // The engine listens ten times a second, and answers with the result so far. If it does not, another worker takes its place.
  cancel(id) {
    const one = [this.quick, this.long].find((w) => w?.open.has(id));
    if (!one) { this.stopped.add(id); return; }
    one.post({ do: "cancel", of: id, id: `c${id}` });
    setTimeout(() => { if (one.open.has(id)) one.again(id, { code: "stopped", message: "stopped", hint: "" }); }, 1000 * patience.stop);
  }
}

class Instance {
  constructor(wasm, seconds, gone, loaded = () => {}) {
    this.wasm = wasm;
    this.loaded = loaded;
    this.seconds = seconds;
    this.gone = gone;
    this.open = new Map(); // unanswered requests, oldest first
    this.still = 0;        // seconds since the last message
    this.boot();
    setInterval(() => this.watch(), 1000);
  }

  boot() {
    const early = window.early?.wasm === this.wasm && window.early; // early.js has started the first worker
    window.early = null;
    const worker = early ? early.worker : new Worker("worker.js");
    this.worker = worker;
    this.still = 0;
    this.started = new Promise((resolve, reject) => {
      const fail = (hint) => {
        if (worker !== this.worker) return;
        const fault = { code: "wasm", message: this.up ? "the engine stopped, and was started again" : "the engine did not start", hint };
        reject(new Refused(fault));
        if (this.up) this.again(this.open.keys().next().value, fault);
      };
      const heard = (data) => {
        if (data.ready) { this.up = true; this.still = 0; resolve(); } else if (data.loaded) this.loaded(data.loaded); else if (data.failed) fail(data.failed); else this.got(data.id, data.text);
      };
      worker.onmessage = ({ data }) => heard(data);
      worker.onerror = (e) => fail(e.message || "");
      if (early) early.got.forEach(heard); else worker.postMessage({ start: true, wasm: this.wasm });
    });
    this.started.catch(() => {}); // whoever waits for it handles the error
  }

  got(id, text) {
    this.still = 0;
    const one = this.open.get(id);
    if (!one) return;
    const progress = progressOf(text);
    if (progress) return one.onProgress(progress);
    this.open.delete(id);
    one.resolve(text);
  }

  async send(request, onProgress) {
    await this.started;
    return new Promise((resolve, reject) => {
      if (this.open.size === 0) this.still = 0;
      this.open.set(request.id, { request, resolve, reject, onProgress });
      this.post(request);
    });
  }

  post(request) { this.worker.postMessage({ id: request.id, text: JSON.stringify(request) }); }

  // Counts ticks, because they stop while the machine sleeps. An engine that is still starting does not work.
  watch() {
    if (!this.up || this.open.size === 0 || ++this.still <= this.seconds()) return;
    this.again(this.open.keys().next().value, { code: "limit", message: `the engine was stopped after ${this.seconds()} seconds of work, and started again`, hint: "ask for fewer hands or less work, or look for a loop in the script that runs long" });
  }

  /** Replaces the worker with a new one. The request `id` is refused with `fault`. Requests about tables are refused, because the tables are lost. All other requests are sent again. */
  again(id, fault) {
    const open = this.open;
    this.open = new Map();
    this.worker.terminate();
    this.up = false;
    this.boot();
    for (const [key, one] of open) {
      if (key === id) one.reject(new Refused(fault));
      else if (one.request.table !== undefined) one.reject(new Refused({ code: "stopped", message: "the engine was started again", hint: "do it once more" }));
      else { this.open.set(key, one); this.started.then(() => { if (this.open.get(key) === one) this.post(one.request); }, (e) => { this.open.delete(key); one.reject(e); }); }
    }
    this.gone({ fault, request: open.get(id)?.request });
  }
}

// Starts immediately, while the rest of the page is still loading.
const started = boot();
started.catch(() => {}); // the page shows the error
