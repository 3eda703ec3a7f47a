package history

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestCases reads the files in testdata/*.txt. Each holds cases, separated by
// lines "=== name"; a case is the text of a file, and after a line "--- strict"
// or "--- lenient" the result of a reader: every hand, error and warning with
// its code, position, source line and hint. go test -update rewrites them.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata")
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for c := range strings.SplitSeq(string(data), "=== ") {
			if c == "" {
				continue
			}
			title, rest, _ := strings.Cut(c, "\n")
			t.Run(filepath.Base(name)+"/"+title, func(t *testing.T) {
				out.WriteString(runCase(t, title, rest))
			})
		}
		if *update && out.String() != string(data) {
			if err := os.WriteFile(name, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// runCase compares a case and returns it with the actual results.
func runCase(t *testing.T, title, rest string) string {
	text, want, _ := strings.Cut(rest, "--- strict\n")
	strict, lenient, _ := strings.Cut(want, "--- lenient\n")
	gotStrict := outcome([]byte(text), Options{MaxHand: 1 << 10})
	gotLenient := outcome([]byte(text), Options{MaxHand: 1 << 10, Lenient: true})
	if gotStrict == gotLenient {
		gotLenient = ""
	}
	if !*update && (gotStrict != strict || gotLenient != lenient) {
		t.Errorf("strict:\n%swant:\n%slenient:\n%swant:\n%s", gotStrict, strict, gotLenient, lenient)
	}
	// A stream that arrives in small pieces reads the same.
	if s := outcomeOf(newStream("f.phh", smallReader{strings.NewReader(text)}, Options{MaxHand: 1 << 10})); s != gotStrict {
		t.Errorf("as a stream:\n%swant:\n%s", s, gotStrict)
	}
	out := "=== " + title + "\n" + text + "--- strict\n" + gotStrict
	if gotLenient != "" {
		out += "--- lenient\n" + gotLenient
	}
	return out
}

// smallReader returns a few bytes at a time.
type smallReader struct{ r io.Reader }

func (s smallReader) Read(p []byte) (int, error) { return s.r.Read(p[:min(7, len(p))]) }

func outcome(data []byte, opts Options) string {
	return outcomeOf(NewReader("f.phh", data, opts))
}

func outcomeOf(r *Reader) string {
	var b bytes.Buffer
	for h, err := range r.Hands() {
		if err != nil {
			fmt.Fprintf(&b, "%d %s %s\n", h.Number, err.Code, err.Detail())
		} else {
			fmt.Fprintf(&b, "%d ok %s\n", h.Number, h.Variant)
		}
		for _, w := range h.Warnings {
			fmt.Fprintf(&b, "warning %s %s\n", w.Code, w.Detail())
		}
	}
	return b.String()
}
