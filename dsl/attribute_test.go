package dsl_test

import (
	"slices"
	"strings"
	"testing"

	"cardroom/dsl"
	"cardroom/dsl/policies"
)

// TestAttributes checks that the table lists each attribute that a value has,
// and no other.
func TestAttributes(t *testing.T) {
	values := dsl.Attributed()
	values["view"] = policies.Views()[0]
	told := []string{"seat", "card"} // the fields of that kind of event
	seen := map[string]bool{}
	for typ, v := range values {
		if v.Type() != typ {
			t.Errorf("%s calls itself %s", typ, v.Type())
		}
		var documented []string
		for _, a := range dsl.Language().Attributes() {
			seen[a.On] = true
			if a.On == typ {
				documented = append(documented, a.Name)
			}
			if a.Doc == "" || !strings.HasSuffix(a.Doc, ".") {
				t.Errorf("%s.%s: type %q, %q", a.On, a.Name, a.Type, a.Doc)
			}
		}
		names := v.AttrNames()
		if typ == "event" {
			names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(told, n) })
		}
		slices.Sort(names)
		if !slices.Equal(documented, names) {
			t.Errorf("%s: the table has\n%v\nthe value\n%v", typ, documented, names)
		}
	}
	if len(seen) != len(values) {
		t.Errorf("%d types in the table, %d tested", len(seen), len(values))
	}
}
