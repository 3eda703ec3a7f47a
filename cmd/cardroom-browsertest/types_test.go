package browsertest

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// client is a program that the declarations of the messages must accept, but for the lines below "expect-error".
const client = `
import type { Answer, Request } from "SCHEMAS/serve";
export const asked: Request[] = [
  { do: "hello" }, { do: "act", table: 1, action: "call" }, { do: "odds", spec: { hands: ["AsAh", "KsKh"] } },
  // @ts-expect-error no such message
  { do: "dance" },
  // @ts-expect-error it needs a table
  { do: "act", action: "call" },
  // @ts-expect-error no such field
  { do: "view", table: 1, sides: 2 },
  // @ts-expect-error not a number
  { do: "simulate", game: "angies/holdem", hands: "many" },
  // @ts-expect-error one of four
  { do: "new", game: "mixed/nt", size: "huge" },
];
export const turn = (a: Answer): number | undefined => a.view?.seats[0].stack;
`

// TestMessageTypes checks with tsc that the declarations accept messages as serve does, and that the page asks and reads nothing that
// they do not have. Where npm cannot fetch tsc, nothing is tested.
func TestMessageTypes(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	folder := t.TempDir()
	if out, err := exec.CommandContext(ctx, "npm", "install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "typescript@5").CombinedOutput(); err != nil {
		t.Skipf("no tsc: %v\n%s", err, out)
	}
	tsc := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, filepath.Join(folder, "node_modules", ".bin", "tsc"), args...).CombinedOutput()
		return string(out), err
	}
	name := filepath.Join(t.TempDir(), "client.ts")
	text := regexp.MustCompile("SCHEMAS").ReplaceAllString(client, filepath.ToSlash(filepath.Join(root, "cmd", "cardroom", "schemas")))
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := tsc("--strict", "--noEmit", "--target", "es2023", "--module", "es2022", "--moduleResolution", "bundler", name); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	// Names of the page's own objects are not declared, so only values of a wrong type count: in arguments, in objects, in results.
	out, _ := tsc("--allowJs", "--checkJs", "--noEmit", "--target", "es2023", "--lib", "es2023,dom,dom.iterable", "--module", "es2022", "--moduleResolution", "bundler",
		filepath.Join(root, "cmd", "cardroom", "internal", "serve", "page", "files", "app.js"))
	for _, line := range regexp.MustCompile(`(?m)^.*error TS(?:2322|2345|2353|2739|2741|2769):.*(?:\n .*)*`).FindAllString(out, -1) {
		t.Error(line)
	}
	if !regexp.MustCompile(`error TS2339`).MatchString(out) {
		t.Errorf("the page was not looked at:\n%s", out)
	}
}

// TestOddsOfScript checks that the odds of a script that has been edited are those of its game, also where it has several.
func TestOddsOfScript(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		text := p.run(`const { ask } = await import("./engine.js"); const { model, oddsOf } = await import("./model.js");
			const was = model.name; model.name = "two";
			const request = oddsOf({ hands: ["AsAhKdQc2s", "KsKhQd5c4s"], samples: 100, seed: 1 }, 'load("@scripts//angies/draw.star", "draw5")\none = draw5.extend("One")\ntwo = draw5.extend("Two")\n');
			model.name = was;
			try { return (await ask(request)).result.hands.length; } catch (e) { return e.message; }`)
		var hands int
		if err := json.Unmarshal(text, &hands); err != nil || hands != 2 {
			t.Errorf("%s", text)
		}
	})
}
