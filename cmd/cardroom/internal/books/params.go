package books

import (
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// Reader is the parameter of whom a sheet is for.
var Reader = params.Param{Name: "for", Doc: "print the sheet for `READER`: players or floor", Shown: "players in html, else floor", Values: Readers, Example: "players"}

// RulesRows are the parameters of rules.
var RulesRows = []params.Row[RulesOptions]{
	{Param: &params.Param{
		Name: "stakes", Doc: "print the sheet for `STAKES`, such as 2-4 or \"nl 1-2\"", Shown: "the house's", Example: "2-4",
	}, At: func(o *RulesOptions) any { return &o.Stakes }},
	library.SetRow(func(o *RulesOptions) *map[string]string { return &o.Set }),
	{Param: &Reader, At: func(o *RulesOptions) any { return &o.For }},
	{Param: &params.Param{
		Name: "four-colour", Aliases: []string{"four-color"}, Doc: "in HTML, show clubs green and diamonds blue", Section: params.Advanced,
	}, At: func(o *RulesOptions) any { return &o.Four }},
	{Param: &params.Param{Name: "source", Doc: "show the script line behind each rule", Section: params.Advanced, Not: []string{"mark"}}, At: func(o *RulesOptions) any { return &o.Source }},
	{Param: &params.Param{
		Name: "mark", Doc: "print the mark of the sheet only, of a house one line for each sheet", Section: params.Advanced, Refused: "the answer is the sheet",
	}, At: func(o *RulesOptions) any { return &o.Mark }},
	{Param: &params.Param{Name: "open", Doc: "open the HTML page in the browser", Not: []string{"mark"}, Refused: "the answer is the sheet"}, At: func(o *RulesOptions) any { return &o.Open }},
	{Param: &params.Param{Name: "output", Aliases: []string{"o"}, Doc: "write the result to `FILE`", Shown: "standard output", Refused: library.NoFiles}, At: func(o *RulesOptions) any { return &o.Output }},
	{Param: &params.Param{
		Name: "clauses", Doc: "print the text of the cited clauses; JSON always has it", Section: params.Advanced, Not: []string{"mark"},
	}, At: func(o *RulesOptions) any { return &o.Clauses }},
}
