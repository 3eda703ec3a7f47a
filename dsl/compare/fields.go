package compare

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cardroom/engine/plan"
	"cardroom/engine/rank"
)

// Field is a part of the plans that differs, such as "Steps 3 Bet NoCheck",
// with its values.
type Field struct {
	Path string `json:"path"` // the part of the plan
	A    string `json:"a"`    // of the first
	B    string `json:"b"`    // of the second

	namesake bool // both have the same name
}

// notRules are the fields of a plan for the origins and names of rules, and
// those that are compared by other means.
var notRules = []string{"ID", "House", "Name", "Doc", "Note", "Reminders", "Variants", "Clauses", "Pos", "From", "Lines", "Options", "Source", "Ref", "Why"}

// fields compares the plans as data.
func fields(a, b *plan.AtStakes) []Field {
	w := &walk{}
	w.compare(nil, reflect.ValueOf(*a.Game), reflect.ValueOf(*b.Game))
	w.compare([]string{"stakes"}, reflect.ValueOf(a.Stakes), reflect.ValueOf(b.Stakes))
	return w.out
}

type walk struct{ out []Field }

func (w *walk) compare(path []string, a, b reflect.Value) {
	switch a.Kind() {
	case reflect.Func:
	case reflect.Interface: // a script: see functions
		w.differ(path, a.IsNil() != b.IsNil(), a, b)
	case reflect.Pointer:
		w.pointers(path, a, b)
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() && !slices.Contains(notRules, f.Name) {
				w.compare(append(path[:len(path):len(path)], f.Name), a.Field(i), b.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			w.out = append(w.out, Field{Path: strings.Join(path, " "), A: fmt.Sprintf("%d of them", a.Len()), B: fmt.Sprintf("%d of them", b.Len())})
			return
		}
		for i := range a.Len() {
			w.compare(append(path[:len(path):len(path)], fmt.Sprint(i+1)), a.Index(i), b.Index(i))
		}
	default:
		w.differ(path, !a.Equal(b), a, b)
	}
}

// pointers compares the targets of pointers; rankings have a method for it.
func (w *walk) pointers(path []string, a, b reflect.Value) {
	if a.IsNil() || b.IsNil() {
		w.differ(path, a.IsNil() != b.IsNil(), a, b)
		return
	}
	switch x := a.Interface().(type) {
	case *rank.Ranking:
		w.differ(path, !x.Same(b.Interface().(*rank.Ranking)), a, b)
	case *rank.Points:
		w.differ(path, !x.Same(b.Interface().(*rank.Points)), a, b)
	default:
		w.compare(path, a.Elem(), b.Elem())
	}
}

func (w *walk) differ(path []string, differ bool, a, b reflect.Value) {
	if !differ {
		return
	}
	f := Field{Path: strings.Join(path, " "), A: told(a), B: told(b)}
	if f.A == f.B {
		f.namesake = true
		f.B += ", made otherwise"
	}
	w.out = append(w.out, f)
}

// told returns a value in words.
func told(v reflect.Value) string {
	switch {
	case (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil():
		return "none"
	case v.Kind() == reflect.Interface:
		return "a script"
	}
	switch x := v.Interface().(type) {
	case *rank.Points:
		return x.Name()
	case fmt.Stringer:
		return x.String()
	}
	return fmt.Sprint(v.Interface())
}
