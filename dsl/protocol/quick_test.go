package protocol

import (
	"reflect"
	"testing"

	"cardroom/engine/files"
)

// FuzzPlain checks that every plain request gives the same result as the strict reader.
func FuzzPlain(f *testing.F) {
	for _, text := range []string{
		`{"do":"act","table":3,"seat":1,"action":"raise to 12"}`, ` { "do" : "new", "game":"mixed/nt", "seed": 0 } `, `[{"do":"hello"},{"do":"view","since":4}]`, `[]`, `[{"do":"hello"},]`,
		`{"do":"new","set":{"a":"b"}}`, `{"do":"act","do":"act"}`, `{"do":"act","table":01}`, `{"do":"act","table":-1}`, `{"do":"act","table":99999999999}`, `{"table":1}`, `{}`, `{"do":"a\u0041"}`,
		`{"do":"ä"}`, `{"do":"x","table":"1"}`, `{"do":"x"} {}`, `{"do":"x","Table":1}`, `{"do":"x","hand":1e3}`, `{"do":"x","id":"","stakes":"","stack":"1","button":2,"count":3,"seats":4}`, `{"do":1}`, "{\"do\":\"x\"\n}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, isList, ok := readPlain(text, 8)
		if !ok {
			return
		}
		var want []Request
		var err error
		if isList {
			err = files.Unmarshal([]byte(text), &want)
		} else {
			want = make([]Request, 1)
			err = files.Unmarshal([]byte(text), &want[0])
		}
		for i := range want {
			want[i].Rest = nil
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v: %+v, want %+v", text, err, got, want)
		}
	})
}

// TestPlain checks that requests in the usual form of clients are plain.
func TestPlain(t *testing.T) {
	for text, want := range map[string]bool{
		`{"do": "act", "table": 3, "seat": 1, "action": "raise to 12"}`: true, `[{"do":"view","table":1,"seat":2,"since":4},{"do":"close","table":1}]`: true,
		`{"do":"new","game":"mixed/nt","seats":6,"seed":7,"hand":12,"stack":"100bb"}`: true, `{"do":"new","set":{"a":"b"}}`: false, `[]`: false, `{"do":"x","do":"y"}`: false,
		`{"do":"act","table":1.0}`: false, `[{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"},{"do":"a"}]`: false,
	} {
		if _, _, ok := readPlain(text, 8); ok != want {
			t.Errorf("%s: plain is %t", text, ok)
		}
	}
}
