package console_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/serve/page"
)

// browser is what the page's model needs of a browser: a store and a document in which nothing happens.
const browser = `
const store = new Map();
const target = { getItem: (k) => store.get(k) ?? null, setItem: (k, v) => store.set(k, String(v)), removeItem: (k) => store.delete(k) };
globalThis.localStorage = new Proxy(target, { ownKeys: () => [...store.keys()], getOwnPropertyDescriptor: (_, k) => store.has(k) ? { enumerable: true, configurable: true, value: store.get(k) } : undefined });
globalThis.document = { addEventListener() {}, getElementById: () => null, documentElement: { dataset: {} }, body: { dataset: {}, classList: {} } };
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { freeFor } = await import("./files/model.js");
const { kept } = await import("./files/dom.js");
kept.set("own.own/script-1", "mine");
kept.set("draft.mixed/nt", "my draft");
const free = freeFor("own/script-1", "theirs");
kept.set("own." + free, "theirs");
console.log([free, freeFor("own/script-1", "mine"), freeFor("own/script-1", "theirs"), freeFor("own/new", "x"), freeFor("mixed/nt", "other"), freeFor("mixed/nt", "my draft"), freeFor("mixed/po", "x")].join(" "));
`

// TestLinkReplacesNothing checks under which name the script of a link opens: under its own if nothing else is kept there, and
// otherwise under an unused one, which is found again when the link is opened again. It runs the page's code in Node.
func TestLinkReplacesNothing(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here, which runs the code of the page")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, page.Files); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"test.mjs": browser, "package.json": `{"type":"module"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, "test.mjs")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if want := "own/script-2 own/script-1 own/script-2 own/new own/script-3 mixed/nt mixed/po"; err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v: %s\nwant %s", err, out, want)
	}
}
