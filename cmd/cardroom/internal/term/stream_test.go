package term

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/fatih/color"
)

// pipes returns streams without a terminal, and the buffer of standard output.
func pipes() (std *Streams, stdout *bytes.Buffer) {
	stdout = &bytes.Buffer{}
	return &Streams{
		Stdin:  Input{Reader: strings.NewReader("")},
		Stdout: NewStream(stdout),
		Stderr: NewStream(&bytes.Buffer{}),
		Now:    time.Now,
	}, stdout
}

func TestStreamsWriteVisibleText(t *testing.T) {
	std, stdout := pipes()
	for text, want := range map[string]string{
		"plain\ttext\n": "plain\ttext\n",
		"Zoë ♠♥ “日本” 🂡 ♠\ufe0f \ufffd": "Zoë ♠♥ “日本” 🂡 ♠\ufe0f \ufffd",
		"a\x1b]0;x\x07b":           `a\x1b]0;x\x07b`,
		"\x1b[31mred\x1b[0m":       `\x1b[31mred\x1b[0m`,
		"\x9b31m \xe2\x99 \xff":    `\x9b31m \xe2\x99 \xff`,
		"\u009b\u202e\u2066\ufeff": `\u009b\u202e\u2066\ufeff`,
		"\U000e0041\r\n":           `\U000e0041\x0d` + "\n",
		"cut off \xe2\x99":         `cut off \xe2\x99`,
		"cut off \x1b[1;3":         `cut off \x1b[1;3`,
	} {
		for _, color := range []bool{false, true} {
			std.Stdout.Color = color
			stdout.Reset()
			std.Stdout.Printf("%s", text)
			std.Stdout.Flush()
			if stdout.String() != want || std.Stdout.Clean(text) != want {
				t.Errorf("%q is written as %q and cleaned as %q, want %q", text, stdout, std.Stdout.Clean(text), want)
			}
			stdout.Reset()
			for _, b := range []byte(text) { // the writer may split text anywhere
				_, _ = std.Stdout.Write([]byte{b})
			}
			std.Stdout.Flush()
			if stdout.String() != want {
				t.Errorf("%q byte by byte is written as %q, want %q", text, stdout, want)
			}
		}
	}
}

// TestOnlyOwnColours checks that the program's colors pass the filter, split in any
// way, but not color sequences in a text or with another process's key.
func TestOnlyOwnColours(t *testing.T) {
	std, stdout := pipes()
	std.Stdout.Color = true
	text := std.Stdout.Paint("a\x1b[32mb", color.FgRed, color.Bold) + "\x1b[31;4611686018427387904m"
	want := "\x1b[91;1ma\\x1b[32mb\x1b[0;22m\\x1b[31;4611686018427387904m"
	for size := 1; size <= len(text); size++ {
		stdout.Reset()
		for i := 0; i < len(text); i += size {
			_, _ = std.Stdout.Write([]byte(text[i:min(i+size, len(text))]))
		}
		if stdout.String() != want {
			t.Fatalf("in pieces of %d: %q, want %q", size, stdout, want)
		}
	}
	if got := CleanKeyed(text); strings.Contains(got, "\x1b[32m") || strings.Count(got, paintKey) != 2 || std.Stdout.Clean(got) != want {
		t.Errorf("laid out: %q", got)
	}
	painted := std.Stdout.Paint("x", color.FgRed)
	if std.Stderr.Clean(painted) != "x" {
		t.Error("a stream without colours writes those of another")
	}
	if len(paintKey) != 19 {
		t.Errorf("the key has %d digits", len(paintKey))
	}
}

func TestColorize(t *testing.T) {
	for _, tt := range []struct {
		mode, env string
		terminal  bool
		want      bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"auto", "TERM=dumb", true, false},
		{"auto", "NO_COLOR=1", true, false},
		{"auto", "NO_COLOR=yes", true, false},
		{"auto", "NO_COLOR=", true, true},
		{"auto", "FORCE_COLOR=1", false, true},
		{"auto", "FORCE_COLOR=0", false, false},
		{"auto", "CLICOLOR_FORCE=1", false, true},
		{"auto", "NO_COLOR=1 FORCE_COLOR=1", true, false},
		{"always", "NO_COLOR=1", false, true},
		{"never", "FORCE_COLOR=1", true, false},
	} {
		env := map[string]string{}
		for _, e := range strings.Fields(tt.env) {
			k, v, _ := strings.Cut(e, "=")
			env[k] = v
		}
		s := &Stream{Terminal: tt.terminal}
		s.colorize(tt.mode, func(k string) string { return env[k] })
		if s.Color != tt.want {
			t.Errorf("--color %s, %q, terminal %v: colour %v", tt.mode, tt.env, tt.terminal, s.Color)
		}
	}
}

// TestColorPerStream checks that each stream decides for itself: a terminal on
// standard error stays colored when standard output goes to a file.
func TestColorPerStream(t *testing.T) {
	std, _ := pipes()
	std.Stderr.Terminal = true
	std.Colorize("auto", func(string) string { return "" })
	if std.Stdout.Color || !std.Stderr.Color {
		t.Errorf("colour on stdout %v, on stderr %v; want only the latter", std.Stdout.Color, std.Stderr.Color)
	}
}
