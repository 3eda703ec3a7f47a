package dsl

import (
	"slices"

	"cardroom/dsl/star"
	"cardroom/dsl/star/guard"
	"cardroom/engine/diag"
	"cardroom/engine/plan"

	"go.starlark.net/starlark"
)

// Cites is the parameter for cited clauses.
var Cites = star.Param{
	Name: "cites", Type: "string or list of string", Default: "[]", Most: star.MaxCites,
	Doc: "the clauses of the house's document that this implements",
}

// money converts dollars, an int or a text like "0.50", to cents.
func money(c *star.Call, param string, v starlark.Value) (int64, error) {
	switch v := v.(type) {
	case starlark.Int:
		if n, ok := v.Int64(); ok && n >= 0 && n < 1<<40 {
			return n * plan.Cents, nil
		}
	case starlark.String:
		if n, err := plan.ParseMoney(string(v)); err == nil {
			return n, nil
		}
	}
	return 0, c.Errorf(param, "got %s, want dollars as an int or a text like \"0.50\"", v)
}

// amount returns an argument in dollars, as cents; 0 if it is omitted and has no default.
func amount(c *star.Call, param string) int64 {
	v := c.Value(param)
	if v == nil || v == starlark.None {
		return 0
	}
	n, err := money(c, param, v)
	if err != nil {
		c.Fail(err)
	}
	return n
}

// Cited is a set of rules with the clauses it implements.
type Cited[T any] struct {
	Rules   T
	Clauses []string
	By      map[string][]string // the same, by topic; may be nil
}

// citedBy returns the clauses of a call. If they are given as a dict, by holds them by topic: a parameter, or one of more.
func citedBy(c *star.Call, more ...string) (all []string, by map[string][]string, err error) {
	dict, ok := c.Value("cites").(*starlark.Dict)
	if !ok {
		return c.Strings("cites"), nil, nil
	}
	about := slices.Clone(more)
	for i := range c.Builtin.Params {
		if name := c.Builtin.Params[i].Name; name != "cites" {
			about = append(about, name)
		}
	}
	by = map[string][]string{}
	for _, item := range dict.Items() {
		key, ok := starlark.AsString(item[0])
		if !ok || !slices.Contains(about, key) {
			hint := ""
			if near := diag.Nearest(key, about); near != "" {
				hint = ", did you mean " + near + "?"
			}
			return nil, nil, c.Errorf("cites", "clauses here cannot be about %s%s", guard.ShortText(item[0]), hint)
		}
		add := func(key string, clauses starlark.Value) error {
			for _, v := range List(clauses) {
				id, ok := starlark.AsString(v)
				if !ok {
					return c.Errorf("cites", "%s: a clause is a text, not %s", key, star.TypeName(v))
				}
				by[key], all = append(by[key], id), append(all, id)
			}
			return nil
		}
		parts, each := item[1].(*starlark.Dict)
		if !each {
			if err := add(key, item[1]); err != nil {
				return nil, nil, err
			}
			continue
		}
		// What is a dict by stakes may be cited in the same way.
		mine, ok := c.Value(key).(*starlark.Dict)
		if !ok {
			return nil, nil, c.Errorf("cites", "%s is not a dict here: cite it with a text or a list", key)
		}
		for _, part := range parts.Items() {
			name, ok := starlark.AsString(part[0])
			if _, found, err := mine.Get(part[0]); !ok || !found || err != nil {
				return nil, nil, c.Errorf("cites", "%s has no %s to cite", key, guard.ShortText(part[0]))
			}
			if err := add(plan.CitedAt(key, name), part[1]); err != nil {
				return nil, nil, err
			}
		}
	}
	return all, by, nil
}
