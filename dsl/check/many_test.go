package check

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/testkit"
)

// faulty are scripts with any number of errors, of every kind whose detection
// once took quadratic time.
var faulty = map[string]func(n int) string{
	"undefined":         func(n int) string { return lines(n, "x%[1]d = u%[1]d") },
	"undefined in line": func(n int) string { return "x = [" + strings.Repeat("zz, ", n) + "]\n" },
	"redefined":         func(n int) string { return lines(n, "_x%d = 1") },
	"unused":            func(n int) string { return "def f():\n" + lines(n, "    x%d = 1") },
	"unreachable":       func(n int) string { return lines(n, "def f%d():\n    return 1\n    fail()") },
	"without effect":    func(n int) string { return lines(n, "%d") },
	"keys":              func(n int) string { return "x = {" + strings.Repeat("1: 1, ", n) + "}\n" },
	"calls":             func(n int) string { return "def f(a):\n    return a\n\nx = [" + strings.Repeat("f(), ", n) + "]\n" },
	"keywords": func(n int) string {
		return "def f(a):\n    return a\n\n" + lines(n, "x%[1]d = f(1, b%[1]d = 1)")
	},
	"missing of many": func(n int) string {
		return "def f(" + strings.ReplaceAll(lines(n, "a%d,"), "\n", " ") + "):\n    return 1\n\n" + strings.Repeat("f()\n", n)
	},
	"options":       func(n int) string { return lines(n, "o%[1]d = option(\"o%[1]d\", default = 1)") },
	"loads":         func(n int) string { return lines(n, "load(\"./other.star\", \"a%d\")") },
	"loads of one":  func(n int) string { return "load(\"./other.star\"" + lines(n, ", \"a%d\"") + ")\n" },
	"missing files": func(n int) string { return lines(n, "load(\"./other%[1]d.star\", \"a%[1]d\")") },
	"idle comments": func(n int) string { return lines(n, "x%d = 1 # cardroom: ignore=CR101") },
	"one comment":   func(n int) string { return "# cardroom: ignore-file=" + strings.Repeat("CR101,", n) + "CR102\nx = 1\n" },
	"silenced":      func(n int) string { return lines(n, "_x%d = 1 # cardroom: ignore=CR102") },
	"fields":        func(n int) string { return "d = deck()\n" + lines(n, "x%[1]d = d.zz%[1]d") },
	"may have none": func(n int) string {
		return "def f(a):\n    if a:\n        x = 1\n" + strings.Repeat("    print(x)\n", n)
	},
	"long arguments": func(n int) string { return "L = [" + strings.Repeat("1, ", n) + "]\n" + strings.Repeat("deal(L)\n", n) },
	"choices of choices": func(n int) string {
		return "x0 = 1\n" + lines(40, "x%[1]d1 = 1\nx%[1]d0 = x%[1]d1 if 1 else x%[1]d1") + strings.Repeat("deal(x390)\n", n)
	},
}

// lines returns a line n times, with its number.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
		b.WriteByte('\n')
	}
	return b.String()
}

// opens counts opened files.
type opens struct {
	fs.FS
	n int
}

func (o *opens) Open(name string) (fs.File, error) {
	o.n++
	return o.FS.Open(name)
}

// TestManyFindings checks that the time for a script does not grow with the
// square of its errors. With 20,000 errors some of these took hours; the limit
// allows a slow machine a hundred times the normal time.
func TestManyFindings(t *testing.T) {
	for name, script := range faulty {
		t.Run(name, func(t *testing.T) {
			text := script(testkit.Sample(5_000, 500))
			if len(text) > star.MaxScript {
				t.Fatalf("%d bytes are no script", len(text))
			}
			files := &opens{FS: fstest.MapFS{"game.star": {Data: []byte(text)}, "other.star": {Data: []byte("x = 1\n")}}}
			c := New(dsl.NewLibrary(star.Options{Sources: star.Sources{Files: files, Scripts: fstest.MapFS{}}}))
			before := testkit.ProcessorTime()
			found, err := c.Scripts(context.Background(), []string{"game.star"})
			if err != nil {
				t.Fatal(err)
			}
			if took := testkit.ProcessorTime() - before; took > time.Minute {
				t.Errorf("%d findings took %s", len(found), took)
			}
			if name != "silenced" && name != "missing files" && len(found) == 0 {
				t.Error("nothing found")
			}
			if most := 20; name != "missing files" && files.n > most {
				t.Errorf("files were opened %d times, want at most %d", files.n, most)
			}
			Apply(text, found)
		})
	}
}

// TestShown checks that only the first findings of each script are shown, and
// the others counted.
func TestShown(t *testing.T) {
	files := fstest.MapFS{"a.star": {Data: []byte(lines(249, "x%[1]d = u%[1]d"))}, "b.star": {Data: []byte("x = y\n")}}
	found, err := checker(files).Scripts(context.Background(), []string{"a.star", "b.star"})
	if err != nil {
		t.Fatal(err)
	}
	shown, more := Shown(found)
	if len(shown) != maxShown+1 || len(more) != 1 || more["a.star"] != 149 {
		t.Errorf("%d shown, more: %v", len(shown), more)
	}
	if last := shown[maxShown-1].Pos; last.File != "a.star" || last.Line != maxShown {
		t.Errorf("the last shown is at %s", last)
	}
}

// TestPlaces checks that offsets and positions convert both ways, with any line
// ends and long lines.
func TestPlaces(t *testing.T) {
	long := strings.Repeat("♠x", 2000)
	text := "a♠b\n\r\n" + long + "\r" + long + "\r\nend"
	x := indexText(text)
	for _, tt := range []struct {
		line, col int32
		want      string // text at the position
	}{
		{1, 1, "a♠b\n"},
		{1, 3, "b\n"},
		{1, 9, "\n\r"}, // after the end
		{2, 1, "\r\n♠"},
		{3, 1, "♠x♠"},
		{3, 1202, "x♠x"},
		{3, 4001, "\r♠"},
		{4, 3999, "♠x\r\nend"},
		{5, 1, "end"},
		{5, 4, ""},
		{6, 1, ""},
	} {
		at := x.offset(tt.line, tt.col)
		if !strings.HasPrefix(text[at:], tt.want) || tt.want == "" && at != len(text) {
			t.Errorf("%d:%d is at %d: %.20q", tt.line, tt.col, at, text[at:])
		}
	}
	for at := range text {
		if text[at] == '\n' && at > 0 && text[at-1] == '\r' {
			continue // within a line end
		}
		if line, col := x.place(at); x.offset(line, col) != at {
			t.Fatalf("%d is %d:%d, which is %d", at, line, col, x.offset(line, col))
		}
	}
}

func BenchmarkManyFindings(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			files := fstest.MapFS{"game.star": {Data: []byte(faulty["undefined"](n))}}
			for b.Loop() {
				if _, err := checker(files).Scripts(context.Background(), []string{"game.star"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
