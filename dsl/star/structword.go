package star

import (
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// StructWord is the builtin that makes values with named fields.
var StructWord = &Builtin{
	Name:    "struct",
	Group:   "table",
	Doc:     "A value with named fields, for example the memory of a table rule.",
	Returns: "struct",
	Example: `memory = struct(holder = None, streak = 0)
`,
	Params: []Param{{Name: "fields", Type: "any", KwRest: true, Doc: "name = value"}},
	Fn: func(c *Call) (starlark.Value, error) {
		return starlarkstruct.FromKeywords(starlarkstruct.Default, c.keywords()), nil
	},
}
