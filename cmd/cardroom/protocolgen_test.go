package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/messages"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/dsl/live"
	"cardroom/dsl/protocol"
	"cardroom/engine/enumerate"
	"cardroom/engine/rows"

	"github.com/google/jsonschema-go/jsonschema"
)

// Files about the messages of serve are written from the tables of fields and the types: the JSON Schema of requests, declarations for
// TypeScript, and in protocol.md the list of fields and the answers of its session. TestSchemas and TestDocumentedMessages compare them, and write
// them with -update.

// requestTitle is the title of the schema of requests.
const requestTitle = "cardroom.request/1"

// messageNames returns the messages in the order in which the document lists them.
func messageNames() (out []string) {
	table, _, _ := strings.Cut(protocol.Document, "\n## ")
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(table, -1) {
		if m[1] != "do" {
			out = append(out, m[1])
		}
	}
	return out
}

// messageFields returns the fields that a message accepts.
func messageFields(t *testing.T, name string) []string {
	if known, ok := protocol.Fields[name]; ok {
		return known
	}
	more, ok := messages.New(t.Context(), schemaIO(), nil, 1).Options().More[name]
	if !ok {
		t.Errorf("the document lists %q, and serve has no such message", name)
	}
	return more.Fields
}

// requestShapes returns the shapes of the fields of requests.
func (w *schemaWriter) requestShapes() *schemaShape {
	s := w.structure(reflect.TypeFor[protocol.Request](), reflect.Value{})
	s.fields["size"].limits = reflect.StructTag(`enum:"` + strings.Join(enumerate.SizeNames(), ",") + `"`)
	s.fields["topic"].limits = reflect.StructTag(`enum:"` + strings.Join(live.Topics, ",") + `"`)
	return s
}

// fieldSchema returns the schema of a parameter, and of one whose value is a JSON object of parameters.
func fieldSchema(list []*params.Param) map[string]any {
	properties := map[string]any{}
	for _, p := range list {
		if p.Refused == "" {
			properties[p.Field()] = p.Schema()
		}
	}
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
}

// requests returns the schema of requests.
func (w *schemaWriter) requests() []byte {
	shapes := w.requestShapes()
	used := map[string]bool{"id": true}
	var forms []rows.Record
	for _, name := range messageNames() {
		properties := rows.Record{{Name: "do", Value: map[string]any{"const": name}}, {Name: "id", Value: map[string]any{"$ref": "#/$defs/id"}}}
		command := messages.Messages()[name]
		accepted := messageFields(w.t, name)
		for _, field := range accepted {
			k := slices.IndexFunc(command.Params, func(p *params.Param) bool { return p.Field() == field })
			switch {
			case command.Within == field:
				properties = append(properties, rows.Pair{Name: field, Value: fieldSchema(command.Params)})
			case command.Within == "" && k >= 0:
				if p := command.Params[k]; p.Refused == "" {
					properties = append(properties, rows.Pair{Name: field, Value: p.Schema()})
				}
			case shapes.fields[field] == nil:
				w.t.Errorf("nothing says what %s of %s holds", field, name)
			default:
				used[field] = true
				properties = append(properties, rows.Pair{Name: field, Value: map[string]any{"$ref": "#/$defs/" + field}})
			}
		}
		required := []string{"do"}
		var either []map[string]any
		for _, need := range needs(name, accepted) {
			if one, other, two := strings.Cut(need, "|"); two {
				either = []map[string]any{{"required": []string{one}}, {"required": []string{other}}}
			} else {
				required = append(required, need)
			}
		}
		form := rows.Record{{Name: "title", Value: name}, {Name: "type", Value: "object"}, {Name: "properties", Value: properties}, {Name: "required", Value: required}, {Name: "additionalProperties", Value: false}}
		if either != nil {
			form = append(form, rows.Pair{Name: "anyOf", Value: either})
		}
		forms = append(forms, form)
	}
	var defs rows.Record
	for _, field := range shapes.names {
		if used[field] {
			defs = append(defs, rows.Pair{Name: field, Value: w.written(shapes.fields[field], protocol.Name)})
		}
	}
	text, err := json.MarshalIndent(rows.Record{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "$id", Value: strings.Replace(requestTitle, "/", ".", 1) + ".json"},
		{Name: "title", Value: requestTitle},
		{Name: "description", Value: "A request to 'cardroom serve'. 'cardroom serve --messages' explains the messages."},
		{Name: "oneOf", Value: forms},
		{Name: "$defs", Value: defs},
	}, "", "  ")
	if err != nil {
		w.t.Fatal(err)
	}
	return append(text, '\n')
}

// typeDeclarations returns the schemas of requests and answers as declarations of TypeScript.
func typeDeclarations(t *testing.T, requests, answers []byte) []byte {
	var b strings.Builder
	b.WriteString("// The messages of cardroom serve. Written from the schemas beside this file: go test ./cmd/cardroom -run TestSchemas -update\n\n")
	read := func(text []byte) (s map[string]any) {
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	in, out := inlined(read(requests)), inlined(read(answers))
	declare := func(name string, s map[string]any) {
		comment(&b, "", s)
		fmt.Fprintf(&b, "export interface %s %s\n\n", name, typeScript(s, ""))
	}
	var names []string
	for _, form := range in["oneOf"].([]any) {
		form := form.(map[string]any)
		do := form["title"].(string)
		name := strings.ToUpper(do[:1]) + do[1:] + "Request"
		names = append(names, name)
		declare(name, form)
	}
	b.WriteString("export type Request = " + strings.Join(names, " | ") + ";\n\n")
	declare("Answer", out)
	b.WriteString("/** A line that may come before the answer to a request with an id. */\nexport interface Progress {\n  id: string;\n  progress: number;\n  note: string;\n}\n")
	return []byte(b.String())
}

// inlined returns a schema with its definitions in place of the references to them.
func inlined(s map[string]any) map[string]any {
	defs, _ := s["$defs"].(map[string]any)
	var within func(v any) any
	within = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = within(v[i])
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok && defs[strings.TrimPrefix(ref, "#/$defs/")] != nil {
				out := maps.Clone(defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any))
				maps.Copy(out, v) // the place's own description
				delete(out, "$ref")
				return within(out)
			}
			for name := range v {
				v[name] = within(v[name])
			}
		}
		return v
	}
	return within(s).(map[string]any)
}

func comment(b *strings.Builder, indent string, s map[string]any) {
	if about, ok := s["description"].(string); ok {
		fmt.Fprintf(b, "%s/** %s */\n", indent, strings.ReplaceAll(about, "*/", "* /"))
	}
}

// typeScript returns the type of a schema's values.
func typeScript(s map[string]any, indent string) string {
	literals := func(list ...any) string {
		var out []string
		for _, v := range list {
			text, _ := json.Marshal(v)
			out = append(out, string(text))
		}
		return strings.Join(out, " | ")
	}
	if s["$ref"] != nil { // of another schema
		return "Record<string, unknown>"
	}
	if v, ok := s["const"]; ok {
		return literals(v)
	}
	if list, ok := s["enum"].([]any); ok {
		return literals(list...)
	}
	if list, ok := s["type"].([]any); ok {
		var out []string
		for _, kind := range list {
			one := maps.Clone(s)
			one["type"] = kind
			out = append(out, typeScript(one, indent))
		}
		return strings.Join(out, " | ")
	}
	switch s["type"] {
	case "integer", "number":
		return "number"
	case "boolean":
		return "boolean"
	case "string":
		return "string"
	case "null":
		return "null"
	case "array":
		if items, ok := s["items"].(map[string]any); ok {
			return "Array<" + typeScript(items, indent) + ">"
		}
		return "unknown[]"
	}
	properties, _ := s["properties"].(map[string]any)
	if len(properties) == 0 {
		if others, ok := s["additionalProperties"].(map[string]any); ok {
			return "Record<string, " + typeScript(others, indent) + ">"
		}
		return "Record<string, unknown>"
	}
	required, _ := s["required"].([]any)
	var b strings.Builder
	b.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		p := properties[name].(map[string]any)
		comment(&b, indent+"  ", p)
		mark := "?"
		if slices.Contains(required, any(name)) {
			mark = ""
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;\n", indent, name, mark, typeScript(p, indent+"  "))
	}
	return b.String() + indent + "}"
}

// compareFile fails the test if a text is not the one of its file, or with -update writes the file.
func compareFile(t *testing.T, name string, text []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if file, err := os.ReadFile(name); err != nil || !bytes.Equal(file, text) {
		t.Errorf("%s is not current: go test ./cmd/cardroom -run '^%s$' -update (%v)", name, t.Name(), err)
	}
}

// TestDocumentedMessages checks the parts of the page that follow from others: the list of fields, and the session, whose requests are sent
// through pipes and whose answers are compared up to where the page leaves them off. The session has every message, and the list of
// changes begins with the current revision.
func TestDocumentedMessages(t *testing.T) {
	name, err := filepath.Abs("../../dsl/protocol/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := section(t, string(page), "## Fields of requests\n", fieldList(t))
	_, session, _ := strings.Cut(text, "## A session\n")
	session, _, _ = strings.Cut(session, "\n## ")
	about, _, _ := strings.Cut(session, "    > ")
	var requests []string
	shown := map[string]bool{}
	for line := range strings.Lines(session) {
		if request, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    > "); ok {
			requests = append(requests, request)
			for _, m := range regexp.MustCompile(`"do": "([a-z]+)"`).FindAllStringSubmatch(request, -1) {
				shown[m[1]] = true
			}
		}
	}
	for _, name := range messageNames() {
		if !shown[name] {
			t.Errorf("the session of the page has no %q", name)
		}
	}
	answers := pipedAnswers(t, requests)
	var b strings.Builder
	for i, request := range requests {
		answer := regexp.MustCompile(`"elapsed_s":[0-9.e-]+`).ReplaceAllString(answers[i], `"elapsed_s":0`)
		answer = regexp.MustCompile(`"(?:[^"\\]|\\.){50,}"`).ReplaceAllStringFunc(answer, func(text string) string { // what a house or a page says may change
			return string([]rune(text)[:12]) + `…"`
		})
		if runes := []rune(answer); len(runes) > mostShown {
			answer = string(runes[:mostShown]) + "…"
		}
		fmt.Fprintf(&b, "    > %s\n    < %s\n", request, answer)
	}
	text = section(t, text, "## A session\n", strings.Trim(about, "\n")+"\n\n"+b.String())
	compareFile(t, name, []byte(text))
	_, changes, _ := strings.Cut(text, "## Changes\n")
	for k := range protocol.Revision {
		if n := protocol.Revision - k; !strings.Contains(changes, fmt.Sprintf("\n* %d.", n)) {
			t.Errorf("the list of changes has no %d", n)
		}
	}
	if strings.Contains(changes, fmt.Sprintf("\n* %d.", protocol.Revision+1)) {
		t.Errorf("protocol.Revision is %d", protocol.Revision)
	}
}

// mostShown is the number of characters of an answer that the page shows.
const mostShown = 230

// section returns a text with another one between a heading and the next.
func section(t *testing.T, text, heading, body string) string {
	before, rest, ok := strings.Cut(text, heading)
	_, after, more := strings.Cut(rest, "\n## ")
	if !ok || !more {
		t.Fatalf("no %q", heading)
	}
	return before + heading + "\n" + strings.TrimRight(body, "\n") + "\n\n## " + after
}

// fieldList lists the fields of requests with what they hold, what they mean and which messages accept them.
func fieldList(t *testing.T) string {
	w := newSchemaWriter(t)
	shapes := w.requestShapes()
	accepted := map[string][]string{}
	for _, name := range messageNames() {
		if messages.Messages()[name].Command != "" && name != "odds" {
			continue // their parameters are listed below
		}
		for _, field := range messageFields(t, name) {
			word := "`" + name + "`"
			if slices.Contains(needs(name, messageFields(t, name)), field) {
				word += " (needed)"
			}
			accepted[field] = append(accepted[field], word)
		}
	}
	var b strings.Builder
	b.WriteString("What each field holds, what it means, and the messages that accept it. `cardroom.request.1.json` among the schemas says the same for code generators, and\n" +
		"`serve.d.ts` for TypeScript. `new`, `restart` and `options` need `game` or `script`.\n\n| field | holds | meaning | messages |\n|---|---|---|---|\n")
	for _, field := range shapes.names {
		in := accepted[field]
		switch field {
		case "id", "do":
			in = []string{"all"}
		}
		if in == nil {
			t.Errorf("no message accepts %q", field)
		}
		s := typedShape(w, shapes.fields[field])
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", field, s, shapes.fields[field].about, strings.Join(in, ", "))
	}
	return b.String()
}

// typedShape says what a field holds.
func typedShape(w *schemaWriter, s *schemaShape) string {
	if enum := s.limits.Get("enum"); enum != "" {
		return "`" + strings.ReplaceAll(enum, ",", "`, `") + "`"
	}
	switch kind := cmp.Or(slices.Clone(s.types)...); kind {
	case "integer":
		return "whole number"
	case "string":
		return "text"
	case "boolean":
		return "true or false"
	case "array":
		return "list of texts"
	case "object":
		return "object of texts"
	}
	w.t.Errorf("%v has no word", s.types)
	return ""
}

// pipedAnswers sends requests to serve, a line each, and returns the last line that each is answered with.
func pipedAnswers(t *testing.T, requests []string) (out []string) {
	t.Helper()
	std := schemaIO()
	var stdout bytes.Buffer
	std.Stdout = term.NewStream(&stdout)
	std.Stdin.Reader = strings.NewReader(strings.Join(requests, "\n") + "\n")
	if code := run(t.Context(), std, []string{"serve", "--stdio", "--seed", "1"}); code != app.Fine {
		t.Fatalf("exit code %d", code)
	}
	for line := range strings.Lines(stdout.String()) {
		if !strings.Contains(line, `"progress"`) {
			out = append(out, strings.TrimSuffix(line, "\n"))
		}
	}
	if len(out) != len(requests) {
		t.Fatalf("%d answers to %d requests", len(out), len(requests))
	}
	return out
}

// TestRequestSchema checks that the schema of requests describes what serve accepts: what it allows is not called malformed, and a request with
// a field too many, a field of another type or without a field that it needs is neither allowed nor obeyed.
func TestRequestSchema(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(schemaFolder, strings.Replace(requestTitle, "/", ".", 1)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	schema, err := s.Resolve(&jsonschema.ResolveOptions{BaseURI: "file:///"})
	if err != nil {
		t.Fatal(err)
	}
	var good, bad []string
	for _, line := range append(slices.Clone(serveLines), resultLines...) {
		list := []map[string]any{{}}
		if json.Unmarshal([]byte(line), &list[0]) != nil && json.Unmarshal([]byte(line), &list) != nil {
			continue
		}
		for _, r := range list {
			if schema.Validate(r) != nil {
				bad = append(bad, marshaled(t, r))
				continue
			}
			good = append(good, marshaled(t, r))
			name, _ := r["do"].(string)
			changed := func(change func(r map[string]any)) {
				other := maps.Clone(r)
				change(other)
				bad = append(bad, marshaled(t, other))
				if schema.Validate(other) == nil {
					t.Errorf("the schema allows %s", marshaled(t, other))
				}
			}
			changed(func(r map[string]any) { r["nonsense"] = 1 })
			for field := range r {
				changed(func(r map[string]any) { r[field] = []any{1, map[string]any{}} })
			}
			for _, need := range append(needs(name, messageFields(t, name)), "do") {
				changed(func(r map[string]any) {
					for _, one := range strings.Split(need, "|") {
						delete(r, one)
					}
				})
			}
		}
	}
	if len(good) < 50 || len(bad) < 200 {
		t.Errorf("%d requests that the schema allows, %d others", len(good), len(bad))
	}
	for i, answer := range pipedAnswers(t, good) {
		if strings.Contains(answer, `"code":"malformed"`) {
			t.Errorf("the schema allows %s, which is answered %.200s", good[i], answer)
		}
	}
	for i, answer := range pipedAnswers(t, append(good, bad...))[len(good):] {
		if strings.Contains(answer, `"ok":true`) {
			t.Errorf("%s is answered %.200s", bad[i], answer)
		}
	}
}

// marshaled returns a request as a line.
func marshaled(t *testing.T, r map[string]any) string {
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestToolSchemas compares what the tools of mcp take, as a client sees it over pipes, with the schema of the requests that they become: the
// same fields, the same types, the same values.
func TestToolSchemas(t *testing.T) {
	var schema struct {
		OneOf []struct {
			Title      string
			Properties map[string]map[string]any
		}
	}
	text, err := os.ReadFile(filepath.Join(schemaFolder, strings.Replace(requestTitle, "/", ".", 1)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	text = []byte(marshaled(t, inlined(whole)))
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	messages := map[string]map[string]map[string]any{}
	for _, m := range schema.OneOf {
		messages[m.Title] = m.Properties
	}
	std := schemaIO()
	var stdout bytes.Buffer
	std.Stdout = term.NewStream(&stdout)
	std.Stdin.Reader = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}` + "\n")
	if code := run(t.Context(), std, []string{"mcp"}); code != app.Fine {
		t.Fatalf("exit code %d", code)
	}
	var listed struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema struct{ Properties map[string]map[string]any }
			}
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Result.Tools {
		name := cmp.Or(map[string]string{"rules": "sheet", "deal": "new"}[tool.Name], tool.Name)
		fields := messages[name]
		if name == "odds" {
			fields = map[string]map[string]any{}
			for field, s := range messages[name]["spec"]["properties"].(map[string]any) {
				fields[field] = s.(map[string]any)
			}
		}
		for field, s := range fields {
			if field == "do" || field == "id" {
				continue
			}
			own := tool.InputSchema.Properties[field]
			if own == nil {
				t.Errorf("the tool %s has no %s, which the message %s has", tool.Name, field, name)
			} else if s["type"] != nil && !reflect.DeepEqual(own["type"], s["type"]) || s["enum"] != nil && !reflect.DeepEqual(own["enum"], s["enum"]) {
				t.Errorf("%s of the tool %s is %v, of the message %v", field, tool.Name, own, s)
			}
		}
		for field := range tool.InputSchema.Properties {
			if fields[field] == nil {
				t.Errorf("the tool %s has %s, which the message %s has not", tool.Name, field, name)
			}
		}
	}
	if len(listed.Result.Tools) < 20 {
		t.Errorf("%d tools", len(listed.Result.Tools))
	}
}

// needs returns those of the fields that a message accepts without which it is refused. "game|script" is one of the two.
func needs(do string, fields []string) (out []string) {
	for _, name := range fields {
		switch name {
		case "table", "action", "of":
			out = append(out, name)
		case "game":
			if slices.Contains(fields, "script") {
				name = "game|script"
			}
			out = append(out, name)
		}
	}
	if do == "parameters" {
		out = append(out, "name")
	}
	return out
}
