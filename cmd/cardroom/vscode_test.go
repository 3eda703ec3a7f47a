package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/dsl/ruletest"
	"cardroom/engine/rows"
)

// The extension for Visual Studio Code is tested without the editor: what its files say is compared with what the servers take and answer.

const vscodeFolder = "../../examples/editors/vscode"

// TestGrammar checks the grammar that colors scripts before the language server has answered: its words are those of the language.
func TestGrammar(t *testing.T) {
	list := ruletest.Words()
	var functions, values []string
	for _, b := range list.Builtins() {
		if b.On == "" {
			functions = append(functions, b.Name)
		}
	}
	for _, c := range list.Constants() {
		values = append(values, c.Name)
	}
	slices.Sort(functions)
	slices.Sort(values)
	match := func(name, pattern string) rows.Record {
		return rows.Record{{Name: "name", Value: name + ".cardroom"}, {Name: "match", Value: pattern}}
	}
	text := func(name, quote string, long bool) rows.Record {
		end := quote
		if !long {
			end += "|$"
		}
		return rows.Record{
			{Name: "name", Value: "string.quoted." + name + ".cardroom"},
			{Name: "begin", Value: quote},
			{Name: "end", Value: end},
			{Name: "patterns", Value: []rows.Record{match("constant.character.escape", `\\.`)}},
		}
	}
	word := func(list []string) string { return `(?<![\w.])(?:` + strings.Join(list, "|") + `)\b` }
	grammar := rows.Record{
		{Name: "$schema", Value: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"},
		{Name: "name", Value: "cardroom"},
		{Name: "scopeName", Value: "source.cardroom"},
		{Name: "patterns", Value: []rows.Record{
			match("comment.line.number-sign", "#.*$"),
			text("docstring", `"""`, true), text("docstring", "'''", true), text("double", `"`, false), text("single", "'", false),
			{
				{Name: "match", Value: `\b(def)\s+(\w+)`},
				{Name: "captures", Value: map[string]any{"1": map[string]string{"name": "keyword.declaration.function.cardroom"}, "2": map[string]string{"name": "entity.name.function.cardroom"}}},
			},
			match("keyword.control", `\b(?:break|continue|def|elif|else|for|if|in|lambda|load|pass|return)\b`),
			match("keyword.operator.word", `\b(?:and|or|not)\b`),
			match("constant.language", `\b(?:True|False|None)\b`),
			match("constant.numeric", `(?<![\w.])\d+(?:\.\d+)?\b`),
			match("variable.parameter", `(?<=[(,]\s*|^\s+)\w+(?=\s*=(?!=))`),
			match("support.function", word(functions)),
			match("support.constant", word(values)),
		}},
	}
	out, err := json.MarshalIndent(grammar, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	compareFile(t, filepath.Join(vscodeFolder, "grammar.json"), append(out, '\n'))
}

// TestExtension checks the manifest of the extension: the arguments of a launch are those that the debug adapter takes, with their types; its
// commands are registered, and go where the adapter says that steps go; its files exist, and are packed.
func TestExtension(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(vscodeFolder, name))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	var manifest struct {
		Main, Icon, License string
		Contributes         struct {
			Languages []struct{ Configuration string }
			Grammars  []struct{ Path string }
			Commands  []struct{ Command string }
			Menus     map[string][]struct{ Command string }
			Debuggers []struct {
				ConfigurationAttributes struct {
					Launch struct {
						Properties map[string]struct{ Type, Description string }
					}
				}
				InitialConfigurations []map[string]any
			}
		}
	}
	if err := json.Unmarshal([]byte(read("package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	c := &manifest.Contributes
	launch := c.Debuggers[0].ConfigurationAttributes.Launch.Properties
	for _, p := range serve.Params() {
		kind, _ := p.Schema()["type"].(string)
		if kind == "integer" {
			kind = "number"
		}
		if p.Kind == params.Unsigned {
			kind = "number"
		}
		if launch[p.Field()].Type != kind || launch[p.Field()].Description == "" {
			t.Errorf("the launch argument %q is a %s and should be described: %+v", p.Field(), kind, launch[p.Field()])
		}
		delete(launch, p.Field())
	}
	for name := range launch {
		t.Errorf("the debug adapter takes no %q", name)
	}
	code := read("src/extension.ts")
	answers, _ := dapSession(t, `launch {"game":"angies/holdem"}`, `stepInTargets {"frameId":1}`)
	body, _ := json.Marshal(answers[2]["body"])
	steps := regexp.MustCompile(`(\w+): ("the [^"]+")`).FindAllStringSubmatch(code, -1)
	for _, m := range steps {
		if !strings.Contains(string(body), `"label":`+m[2]) {
			t.Errorf("no step goes to %s: %s", m[2], body)
		}
		named := func(one struct{ Command string }) bool { return one.Command == "cardroom.step."+m[1] }
		if !slices.ContainsFunc(c.Commands, named) || !slices.ContainsFunc(c.Menus["debug/toolBar"], named) {
			t.Errorf("no command %s", m[1])
		}
	}
	if len(steps) != 3 || len(c.Commands) != 3 {
		t.Errorf("%d steps, %d commands", len(steps), len(c.Commands))
	}
	ignored := strings.Fields(read(".vscodeignore"))
	for _, file := range []string{manifest.Icon, c.Languages[0].Configuration, c.Grammars[0].Path, "README.md"} {
		if read(file) == "" || slices.Contains(ignored, filepath.Base(file)) {
			t.Errorf("%q is not packed", file)
		}
	}
	if manifest.License == "" || !strings.HasPrefix(manifest.Main, "./out/") || slices.Contains(ignored, "out/**") {
		t.Errorf("%+v", manifest)
	}
}
