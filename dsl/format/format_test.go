package format

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
)

func TestSource(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"nothing":      {"", ""},
		"spaces":       {"x=[ 1,2 ]\n", "x = [1, 2]\n"},
		"order stays":  {"g = game(play = [], seats = (2, 6), name = 'x')\n", "g = game(play = [], seats = (2, 6), name = \"x\")\n"},
		"lists stay":   {"x = ['b', 'a']\n", "x = [\"b\", \"a\"]\n"},
		"load names":   {"load('./a.star', 'b', 'a')\nx = a(b)\n", "load(\"./a.star\", \"a\", \"b\")\n\nx = a(b)\n"},
		"load scripts": {"load('./b.star', 'b')\nload('./a.star', 'a')\nx = a(b)\n", "load(\"./b.star\", \"b\")\nload(\"./a.star\", \"a\")\n\nx = a(b)\n"},
		"windows":      {"x=1 # one\r\n\"\"\"a\r\nb\"\"\"\r\n", "x = 1  # one\n\"\"\"a\nb\"\"\"\n"},
		"comments":     {"# cardroom: ignore=CR012\nx=1\n#end\n", "# cardroom: ignore=CR012\nx = 1\n#end\n"},
		"docstring":    {"def f():\n  \"\"\"A.\n\n  B.\n  \"\"\"\n  return 1\n", "def f():\n    \"\"\"A.\n\n    B.\n    \"\"\"\n    return 1\n"},
		"parentheses":  {"x = (1 + 2) * 3\n", "x = (1 + 2) * 3\n"},
		"elif":         {"def f(x):\n if x: return 1\n elif not x: return 2\n else: return 3\n", "def f(x):\n    if x:\n        return 1\n    elif not x:\n        return 2\n    else:\n        return 3\n"},
		"suits":        {"x = 'A♠' # ♠\n", "x = \"A♠\"  # ♠\n"},
		"escapes":      {`x = ['A\u2660', '\x41\n', 'it\'s', 'a"b♠', r'\d♠', '"', '''a b''']` + "\n", `x = ["A\u2660", "\x41\n", "it\'s", 'a"b♠', r"\d♠", '"', """a b"""]` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Source("a.star", []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
			if again, err := Source("a.star", got); err != nil || string(again) != string(got) {
				t.Errorf("not idempotent: %v\n%s", err, again)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for name, tt := range map[string]struct{ in, want, source string }{
		"syntax":  {"x = 1\ny = deal(2\n", "a.star:2:11: got end of file, want ')'", "y = deal(2"},
		"name":    {"♠ = 1\n", "a.star:1:1: unexpected input character", "♠ = 1"},
		"dialect": {"def f(x):\n    while x:\n        x = 0\n", "a.star:2:12: cannot format this: syntax error", "    while x:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Source("a.star", []byte(tt.in))
			var e *diag.Error
			if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), tt.want) || e.Source != tt.source {
				t.Errorf("got %v with source %q", err, e.Source)
			}
		})
	}
}

// TestMeaning checks that the comparison detects differences in meaning, and
// only those.
func TestMeaning(t *testing.T) {
	same := func(a, b string) bool {
		x, err := Parse("a", []byte(a))
		if err != nil {
			t.Fatal(err)
		}
		y, err := Parse("b", []byte(b))
		if err != nil {
			t.Fatal(err)
		}
		return meaning(x) == meaning(y)
	}
	for _, p := range [][2]string{
		{"x = (1)", "x = 1 # one"},
		{`x = 'a'`, `x = "a"`},
		{`load("./a.star", "b", c = "d")`, `load("./a.star", c = "d", "b")`},
		{`load("./a.star", "b", "b")`, `load("./a.star", "b")`},
		{"def f():\n  '''a\n  b'''", "def f():\n    \"\"\"a\n    b\"\"\""},
	} {
		if !same(p[0], p[1]) {
			t.Errorf("%s and %s mean the same", p[0], p[1])
		}
	}
	for _, p := range [][2]string{
		{"x = 1", "x = 2"},
		{"x = 1", "y = 1"},
		{"x = 1", "x = '1'"},
		{"x = 1 + 2", "x = 1 - 2"},
		{"x = 1 + 2 * 3", "x = (1 + 2) * 3"},
		{"x = ' a'", "x = 'a'"},
		{"x = f(a = 1, b = 2)", "x = f(b = 2, a = 1)"},
		{"x = [1, 2]", "x = (1, 2)"},
		{"x = [1, 2]", "x = [2, 1]"},
		{"x = [y for y in z]", "x = [y for y in z if y]"},
		{"def f():\n  pass", "def f():\n  return"},
		{"def f(a):\n  pass", "def f(*a):\n  pass"},
		{`load("./a.star", "b")`, `load("./a.star", b = "c")`},
		{"load('./a.star', 'b')\nload('./b.star', 'c')", "load('./b.star', 'c')\nload('./a.star', 'b')"},
	} {
		if same(p[0], p[1]) {
			t.Errorf("%s and %s differ", p[0], p[1])
		}
	}
}

// TestExamples checks that the examples in the reference are formatted.
func TestExamples(t *testing.T) {
	for _, b := range dsl.Language().Builtins() {
		if got, err := Source(b.Name+".star", []byte(b.Example)); err != nil || string(got) != b.Example {
			t.Errorf("the example of %s is not formatted: %v\n%s", b.Name, err, got)
		}
	}
}

// FuzzSource checks that any text that parses is formatted to a text with the
// same meaning, which formatting leaves unchanged.
func FuzzSource(f *testing.F) {
	for _, path := range repository(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out, err := Source("a.star", text)
		var e *diag.Error
		switch {
		case err == nil:
		case errors.As(err, &e) && e.Code != star.CodePanic:
			return
		default:
			t.Fatal(err)
		}
		if again, err := Source("a.star", out); err != nil || string(again) != string(out) {
			t.Errorf("not idempotent: %v\n%s\nthen\n%s", err, out, again)
		}
	})
}

// TestRepository checks that the scripts that come with cardroom are formatted.
func TestRepository(t *testing.T) {
	for _, path := range repository(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch out, err := Source(path, text); {
		case err != nil:
			t.Error(err)
		case string(out) != string(text):
			t.Errorf("%s is not formatted: go run ./cmd/cardroom fmt -w scripts stdlib examples", path)
		}
	}
}

// repository returns the scripts that come with cardroom.
func repository(t testing.TB) []string {
	var paths []string
	for _, dir := range []string{"scripts", "stdlib", "examples"} {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".star") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if len(paths) == 0 {
		t.Fatal("no scripts")
	}
	return paths
}
