package repl

import (
	"strings"
	"testing"
	"time"

	"cardroom/engine/testkit"
)

// TestLongPastes checks that pasting takes linear time, whatever the content, and has the same effect as for short pastes.
func TestLongPastes(t *testing.T) {
	if testing.Short() {
		t.Skip("reads very long blocks")
	}
	const n = 20_000
	for _, tt := range []struct{ name, text, out, err string }{
		{"a list", "x = [\n" + strings.Repeat("  1,\n", n) + "]\nlen(x)\n", "20000\n", ""},
		{"a list of texts with brackets", "x = [\n" + strings.Repeat("  '(' + \"'\\\\\\\"[\", # (\n", n) + "]\nlen(x)\n", "20000\n", ""},
		{"a text", "x = '''\n" + strings.Repeat("a\"(\n", n) + "'''\nlen(x)\n", "80001\n", ""},
		{"a sum", "x = len([\n" + strings.Repeat("  1, \\\n", n) + "])\nx\n", "20000\n", ""},
		{"a definition", "def f():\n" + strings.Repeat("    x = 1\n", n) + "    return 7\nf()\n", "7\n", ""},
		{"a definition with blank lines", "def f():\n" + strings.Repeat("    x = [\n        1,\n\n    ]\n", n/4) + "    return x\nf()\n", "[1]\n", ""},
		{"a condition", "if True:\n" + strings.Repeat("    x = 1\n", n) + "else:\n    x = 2\nx\n", "1\n", ""},
		{"an error in a definition", "def f():\n" + strings.Repeat("    x = 1\n", n/2) + "    x = = 1\n" + strings.Repeat("    x = 1\n", n/2) + "8\n", "8\n", "stdin:10002:9: got '=', want primary expression"},
		{"an error in a list", "x = [\n" + strings.Repeat("  1,\n", n/2) + "= 1\n" + strings.Repeat("  1,\n", n/2) + "]\n", "", "stdin:10002:1: got '=', want ']'"},
		{"no end", "x = [\n" + strings.Repeat("  1,\n", n), "", "stdin:1:1: the block that begins here is incomplete"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, nil)
			began := testkit.ProcessorTime()
			for line := range strings.Lines(tt.text) {
				if err := b.Line(t.Context(), strings.TrimSuffix(line, "\n"), false); err != nil {
					t.Fatal(err)
				}
			}
			b.End(t.Context())
			if took := testkit.ProcessorTime() - began; took > 20*time.Second { // a tenth of a second on an idle machine
				t.Errorf("it took %s", took)
			}
			if got := b.out.String(); got != tt.out {
				t.Errorf("got %q, want %q", got, tt.out)
			}
			first := ""
			if len(b.errors) > 0 {
				first = b.errors[0].Error()
			}
			if first != tt.err {
				t.Errorf("got the error %q, want %q", first, tt.err)
			}
		})
	}
}

// TestMemoryOfBlocks checks that values kept by different blocks count together.
func TestMemoryOfBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("fills the memory")
	}
	b := newBench(t, nil)
	_ = b.Line(t.Context(), "x = []", false)
	for range 6 {
		_ = b.Line(t.Context(), "x.extend(['0' * 1000000 for _ in range(64)])", false) // 64 MB
	}
	if len(b.errors) < 2 || !strings.Contains(b.errors[0].Error(), "too much memory, the limit is 256 MB") {
		t.Errorf("got %v, want too much memory", b.errors)
	}
}
