package star

import (
	"strings"
	"testing"

	"cardroom/engine/testkit"

	"go.starlark.net/starlark"
)

// FuzzMemory checks that the memory of a table rule is plain data. A value that
// was read is written and read back unchanged; no text takes more time or
// memory than its length allows.
func FuzzMemory(f *testing.F) {
	for _, s := range []string{
		"None", "True", "0", "-5", "0x1F", `"a"`, `"\n\x00\u00e9"`, "[1, 2, [3]]", "{}", `{"a": 1, 2: [None]}`, `struct(a = 1, b = "x")`, "(1,)", "()", "[",
		"[0]*1073741823", "1 << 99999", "9" + strings.Repeat("9", 300), strings.Repeat("[", 30) + strings.Repeat("]", 30), strings.Repeat("(", 5000),
		"struct(**{})", "len", "1 if True else 2", "[x for x in range(9)]", `"a" "b"`, `r"\n"`, "'''x'''", `b"x"`, "{1: 2, 1: 3}", "{[]: 1}", "1.5", "-True", "\xff",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 4 << 20, PerByte: 8 << 10}.Within(t, len(text), func() {
			v, err := ReadMemory(text)
			if err != nil {
				if v != nil || err.Error() == "" {
					t.Fatalf("%v, error %q", v, err)
				}
				return
			}
			written, err := MemoryText(v)
			if err != nil {
				if len(v.String()) > maxMemoryText {
					return // the written form can be longer than the text that was read
				}
				t.Fatalf("%q is read and cannot be written: %v", text, err)
			}
			again, err := ReadMemory(written)
			if err != nil {
				t.Fatalf("%q is written %q: %v", text, written, err)
			}
			if same, err := starlark.EqualDepth(v, again, 1000); err != nil || !same {
				t.Fatalf("%q is written %q, which is another: %v", text, written, err)
			}
			if third, err := MemoryText(again); err != nil || third != written {
				t.Fatalf("%q is written %q, then %q (%v)", text, written, third, err)
			}
		})
	})
}
