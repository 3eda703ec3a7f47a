package books

import (
	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/params"
)

// Reader is the parameter of whom a sheet is for.
var Reader = params.Param{Name: "for", Doc: "print the sheet for `READER`: players or floor", Shown: "players in html, else floor", Values: Readers, Example: "players"}

// RulesRows are the parameters of rules.
var RulesRows = []params.Row[RulesOptions]{
	params.String(params.Param{
		Name: "stakes", Doc: "print the sheet for `STAKES`, such as 2-4 or \"nl 1-2\"", Shown: "the house's", Example: "2-4",
	}, func(o *RulesOptions) *string { return &o.Stakes }),
	library.SetRow(func(o *RulesOptions) *map[string]string { return &o.Set }),
	params.String(Reader, func(o *RulesOptions) *string { return &o.For }),
	params.Bool(params.Param{
		Name: "four-colour", Aliases: []string{"four-color"}, Doc: "in HTML, show clubs green and diamonds blue", Section: app.AdvancedCategory,
	}, func(o *RulesOptions) *bool { return &o.Four }),
	params.Bool(params.Param{Name: "source", Doc: "show the script line behind each rule", Section: app.AdvancedCategory, Not: []string{"mark"}}, func(o *RulesOptions) *bool { return &o.Source }),
	params.Bool(params.Param{
		Name: "mark", Doc: "print the mark of the sheet only, of a house one line for each sheet", Section: app.AdvancedCategory, Refused: "the answer is the sheet",
	}, func(o *RulesOptions) *bool { return &o.Mark }),
	params.Bool(params.Param{Name: "open", Doc: "open the HTML page in the browser", Not: []string{"mark"}, Refused: "the answer is the sheet"}, func(o *RulesOptions) *bool { return &o.Open }),
	params.String(params.Param{Name: "output", Aliases: []string{"o"}, Doc: "write the result to `FILE`", Shown: "standard output", Refused: library.NoFiles}, func(o *RulesOptions) *string { return &o.Output }),
	params.Bool(params.Param{
		Name: "clauses", Doc: "print the text of the cited clauses; JSON always has it", Section: app.AdvancedCategory, Not: []string{"mark"},
	}, func(o *RulesOptions) *bool { return &o.Clauses }),
}
