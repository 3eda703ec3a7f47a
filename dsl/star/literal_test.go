package star

import (
	"strings"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"pgregory.net/rapid"
)

func TestReadLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"None": "None", " True ": "True", "False": "False", "0": "0", "-17": "-17", "123456789012345678901234567890": "123456789012345678901234567890",
		`"a\"\\\n\t\x07é\u00ad\U0001f0a1"`: `"a\"\\\n\t\aé\u00ad🂡"`,
		"[]":                               "[]", "[1, [2], ]": "[1, [2]]", "()": "()", "(1,)": "(1,)", "(1)": "1", "(1, 2)": "(1, 2)",
		`{"a": 1, 2: [3],}`: `{"a": 1, 2: [3]}`, "{}": "{}", "{(1, 2): None}": "{(1, 2): None}",
		"struct()": "struct()", "struct(b = 1, a = [struct(c = 2)])": "struct(a = [struct(c = 2)], b = 1)",
	} {
		v, err := readLiteral(text)
		if err != nil || v.String() != want {
			t.Errorf("%s: got %v, %v, want %s", text, v, err, want)
		}
	}
	deep := strings.Repeat("[", 100) + strings.Repeat("]", 100)
	for text, want := range map[string]string{
		"": "column 1: a value is missing", "[0] * 1073741823": `column 5: the value ends here, but "*" follows`,
		"[x for x in [1]]": `column 2: want None, True, False`, "[1 2]": `column 4: want , or ], got "2"`, "{1: 2, 1: 3}": "column 8: the key appears twice",
		"{[]: 1}": "column 2: unhashable type: list", "{1}": "column 3: want :", "struct(a = 1, a = 2)": "column 15: the field a appears twice",
		"struct(1)": "column 8: want the name of a field", "struct": "column 1: want None", "print(1)": "column 1: want None", "1.5": `column 2: the value ends here`,
		"007": "column 1: not an int", "-": "column 1: not an int", strings.Repeat("9", 2000): "column 1: not an int of at most 4096 bits",
		`"a`: "column 1: the string is not closed", "\"a\n\"": "column 3: the string is not closed on its line", `"\q"`: `column 2: no such escape: \q`, `"\xff"`: "column 2: no such character",
		`"\ud800"`: "column 2: no such character", deep: "column 22: nested more than 20 deep", "lambda: 1": "column 1: want None", "(1, 2": "column 6: want , or ), got the end",
		`"\x1`: "no such escape", "\"\xff\"": "column 1: the text is not UTF-8", "[,]": "column 2: want None", "{,}": "column 2: want None",
	} {
		if v, err := readLiteral(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want %s", text, v, err, want)
		}
	}
}

// plainValue draws a value that a memory may have.
func plainValue(depth int) *rapid.Generator[starlark.Value] {
	text := rapid.Custom(func(t *rapid.T) starlark.Value { return starlark.String(rapid.String().Draw(t, "text")) })
	return rapid.Custom(func(t *rapid.T) starlark.Value {
		kinds := 4
		if depth > 0 {
			kinds = 8
		}
		inner := plainValue(depth - 1)
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return starlark.None
		case 1:
			return starlark.Bool(rapid.Bool().Draw(t, "bool"))
		case 2:
			return starlark.MakeInt64(rapid.Int64().Draw(t, "int")).Mul(starlark.MakeInt64(rapid.Int64().Draw(t, "factor")))
		case 3:
			return text.Draw(t, "string")
		case 4:
			return starlark.NewList(rapid.SliceOfN(inner, 0, 4).Draw(t, "list"))
		case 5:
			return starlark.Tuple(rapid.SliceOfN(inner, 0, 4).Draw(t, "tuple"))
		case 6:
			d := new(starlark.Dict)
			for _, v := range rapid.SliceOfN(inner, 0, 4).Draw(t, "values") {
				if err := d.SetKey(text.Draw(t, "key"), v); err != nil {
					t.Fatal(err)
				}
			}
			return d
		}
		fields := starlark.StringDict{}
		for _, v := range rapid.SliceOfN(inner, 0, 4).Draw(t, "fields") {
			fields[rapid.StringMatching("[a-z_][a-z0-9_]*").Draw(t, "name")] = v
		}
		return starlarkstruct.FromStringDict(starlarkstruct.Default, fields)
	})
}

// TestMemoryRoundTrip checks that a written memory is read back unchanged.
func TestMemoryRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := plainValue(4).Draw(t, "value")
		text, err := MemoryText(v)
		if err != nil {
			t.Skip(err)
		}
		back, err := ReadMemory(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if eq, err := starlark.Equal(v, back); err != nil || !eq {
			t.Fatalf("wrote %s, read %s: %v", text, back, err)
		}
	})
}

// TestMemoryRefused checks that a memory that cannot be read back is refused when it is written.
func TestMemoryRefused(t *testing.T) {
	cyclic := starlark.NewList(nil)
	_ = cyclic.Append(cyclic)
	wide := starlark.Value(starlark.NewList(nil))
	for range 19 {
		items := make([]starlark.Value, 1000)
		for i := range items {
			items[i] = wide
		}
		wide = starlark.NewList(items)
	}
	for name, v := range map[string]starlark.Value{
		"cyclic": cyclic, "wide": wide, "not UTF-8": starlark.String("\xff"), "a float": starlark.Float(1.5),
		"a field that is no name": starlarkstruct.FromStringDict(starlarkstruct.Default, starlark.StringDict{"a b": starlark.None}),
	} {
		if text, err := MemoryText(v); err == nil {
			t.Errorf("%s: wrote %.50s", name, text)
		}
	}
}

// FuzzReadLiteral checks that any text is either an error or a value that is read back unchanged after it is written.
func FuzzReadLiteral(f *testing.F) {
	for _, s := range []string{"None", `{"a": [1, (2,), -3], "b\n": struct(c = True)}`, "[0]*1073741823", `"\u00e9\x41"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ReadMemory(text)
		if err != nil {
			return
		}
		again, err := MemoryText(v)
		if err != nil {
			return
		}
		back, err := ReadMemory(again)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, again, err)
		}
		if third, err := MemoryText(back); err != nil || third != again {
			t.Fatalf("%q, then %q, %v", again, third, err)
		}
	})
}
