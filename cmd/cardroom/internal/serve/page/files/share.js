// Links: script, options, seed and actions, compressed in the fragment of the address (after #).
// Browsers do not send the fragment to a server.

const packed = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Returns a value packed as the text of a fragment. */
export async function pack(value) {
  const bytes = await packed(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let text = "";
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const MOST = 2_000_000; // the largest number of characters of an unpacked link

/** Returns the value packed in a fragment, or throws an error if there is none. */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let json = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    json += value;
    if (json.length > MOST) throw new Error("the link is too long");
  }
  return read(JSON.parse(json));
}

// A link can come from anyone, so only fields of the right type are used.
function read(v) {
  if (typeof v !== "object" || v === null || v.v !== 1 || typeof v.g !== "string") throw new Error("this is not a link of this page");
  const text = (x) => (typeof x === "string" ? x : undefined);
  const count = (x) => (Number.isSafeInteger(x) && x >= 0 ? x : 0);
  const set = {};
  for (const [k, x] of Object.entries(v.o || {})) if (typeof x === "string") set[k] = x;
  return {
    game: v.g, name: text(v.n) || "", text: text(v.t), tab: text(v.tab) || "",
    setup: { set, stakes: text(v.k) || "", seats: count(v.s), stack: text(v.c) || "", seed: count(v.seed) || 1, hand: count(v.h) || 1, button: count(v.b) },
    actions: Array.isArray(v.a) ? v.a.filter((x) => typeof x === "string").slice(0, 2000) : [],
  };
}

/** Returns the value for a link to a game and its table. */
export function value(game, name, text, r, tab) {
  const out = { v: 1, g: game, tab };
  if (name) out.n = name;
  if (text !== undefined) out.t = text;
  if (r.set && Object.keys(r.set).length) out.o = r.set;
  if (r.stakes) out.k = r.stakes;
  if (r.seats) out.s = r.seats;
  if (r.stack) out.c = r.stack;
  if (r.seed) out.seed = r.seed;
  if (r.hand) out.h = r.hand;
  if (r.button) out.b = r.button;
  if (r.actions?.length) out.a = r.actions;
  return out;
}
