package star

import (
	"fmt"
	"testing"
	"testing/fstest"

	"cardroom/engine/diag"
)

// TestParseErrors checks that syntax errors point to the bad word, and that the hint says what was meant.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		at   string // line:col
		hint string
	}{
		{"g = game(\"G\",\n   forced = [blinds()]\n   stakes = stakes(\"2-4\"),\n)\n", "3:4", "is a comma missing before this? or the ( of line 1, column 9 is not closed"},
		{"g = game(\n   play = [deal(2), bet(),\n   showdown = best(high),\n)\n", "3:13", "the [ of line 2, column 11 is not closed"},
		{"x = [deal(2),\n  board(3)\n\n\n", "2:11", "the [ of line 1, column 5 is not closed"},
		{"x = f(1, # (\n  \"(\", '''(\n(''', 'it\\'s (',\n", "3:17", "the ( of line 1, column 6 is not closed"},
		{"x = [1, 2))\n", "1:10", "the [ of line 1, column 5 is not closed"},
		{"def f(hand)  # the hook\n    return []\n", "1:12", "a : is missing at the end of this line"},
		{"x = {\"a\" 1}\n", "1:10", "a : is missing before this"},
		{"x = stakes(\"2-4)\n", "1:12", "close the string with the same quote that opens it"},
		{"\"\"\"Doc\nx = 3\n", "1:1", "close the string with the same quotes that open it"},
		{"x = 'it's'\n", "1:9", `the string ends here: write a quote within it as \" or \'`},
		{"load(\"./a.star\", \"c·m\")\n", "1:19", ""},
		{"load(\"./a.star\", \"a\", b = \"\")\n", "1:28", ""},
		{"import random\n", "1:1", `load names of other scripts with load("./file.star", "name")`},
		{"class Game:\n    pass\n", "1:1", "there are no classes: use struct(…) or a dict"},
		{"def f(x):\n    try:\n        return x\n", "2:5", "errors cannot be caught: check first, with if"},
		{"def f(x):\n    assert x == 3\n", "2:12", `write: if not …: fail("what is wrong"), or t.eq(…) in a test`},
		{"y = f\"hello {x}\"\n", "1:6", `there is no f"…": write "…%d" % x, or "…{}".format(x)`},
		{"def f(x):\n    if x = 3:\n        pass\n", "2:10", "write == to compare"},
		{"def f(x):\n    if x:\n        pass\n    else if x:\n        pass\n", "4:10", "write elif"},
		{"def f(x):\n    return x ** 2\n", "2:14", "there is no power: multiply, as in x * x"},
		{"def f(x):\n    if x && x:\n        pass\n", "2:11", "write and"},
		{"x = \u201chello\u201d\n", "1:5", `use straight quotes: "`},
		{"def f(x):\nx = 3\n", "2:1", "the lines of the block above must be indented; an empty block is pass"},
		{"def f(x):\n  y = 3\n    z = 4\n", "3:5", "this line is indented more than the one before, which opens no block"},
		{"def f(x):\n    y = 1\n  return y\n", "3:3", "the indentation must match a line above"},
		{"def f(n: int):\n    pass\n", "1:8", "parameters have names and defaults, no types"},
		{"def f(n) -> int:\n    pass\n", "1:10", "functions declare no types"},
		{"x = 3 if True\n", "1:7", "write: x if condition else y"},
		{"x = 3 y = 4\n", "1:7", "each statement needs its own line"},
		{"def test-deal(t):\n    pass\n", "1:9", "names consist of letters, digits and _"},
		{"load(\"./x.star\", y)\n", "1:19", `put the names to load in quotes: load("./file.star", "name")`},
		{"x = lambda x: return x\n", "1:15", "a lambda is one expression, without return"},
		{"x = 08\n", "1:5", "a number does not begin with 0"},
		{"x = (\n", "1:6", "the ( of line 1, column 5 is not closed"},
		{"x = )\n", "1:5", ""},
	} {
		_, err := newTestLoader(Options{Sources: Sources{Files: fstest.MapFS{"main.star": {Data: []byte(c.text)}}}}).Load("main.star")
		e, ok := err.(*diag.Error)
		if !ok {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := fmt.Sprintf("%d:%d", e.Pos.Line, e.Pos.Col); got != c.at || e.Hint != c.hint || e.Code != CodeSyntax {
			t.Errorf("%q\n%s\nat %s, want %s\nhint %q, want %q", c.text, e.Detail(), got, c.at, e.Hint, c.hint)
		}
	}
}
