package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/dsl/protocol"
	"cardroom/engine/hand"
	"cardroom/engine/rows"
)

// The JSON Schemas are written from what the commands print: TestSchemas runs them, and each object tells its fields with their names, types,
// meanings and limits, shown or not. A field is required if no object of its kind lacks it.

// schemaShape is what the values of a field have in common.
type schemaShape struct {
	types    []string // of JSON, in the order in which they appeared
	ref      string   // of a definition instead
	about    string
	unit     string
	limits   reflect.StructTag
	names    []string // of the fields of an object, in order
	fields   map[string]*schemaShape
	had      map[string]int // objects with the field
	objects  int
	entries  *schemaShape // of an array
	others   *schemaShape // of a map
	constant any
	name     string // of its definition, if the values have values of the same type within
}

// add says that values can be of a type.
func (s *schemaShape) add(kind string) *schemaShape {
	if !slices.Contains(s.types, kind) {
		s.types = append(s.types, kind)
	}
	return s
}

// merge adds what is known of other values of the same field.
func (s *schemaShape) merge(o *schemaShape) *schemaShape {
	if s == nil || o == nil {
		if s == nil {
			return o
		}
		return s
	}
	for _, kind := range o.types {
		s.add(kind)
	}
	s.ref, s.name = max(s.ref, o.ref), max(s.name, o.name)
	s.about, s.unit, s.limits = max(s.about, o.about), max(s.unit, o.unit), max(s.limits, o.limits)
	if s.fields == nil {
		s.fields, s.had = map[string]*schemaShape{}, map[string]int{}
	}
	at := 0
	for _, name := range o.names {
		if k := slices.Index(s.names, name); k >= 0 {
			at = k + 1
		} else {
			s.names = slices.Insert(s.names, at, name)
			at++
		}
		s.fields[name] = s.fields[name].merge(o.fields[name])
		s.had[name] += o.had[name]
	}
	s.objects += o.objects
	s.entries, s.others = s.entries.merge(o.entries), s.others.merge(o.others)
	return s
}

// schemaWriter collects the shapes of all results.
type schemaWriter struct {
	t        *testing.T
	root     string
	schemas  map[string][]*schemaShape // the kinds of objects of a schema
	comments map[string]map[string]string
	within   []reflect.Type          // the structs around
	nested   map[reflect.Type]string // those that have some of themselves within
	defined  rows.Record
}

func newSchemaWriter(t *testing.T) *schemaWriter {
	root, err := filepath.Abs("../..") // some tests change the folder
	if err != nil {
		t.Fatal(err)
	}
	w := &schemaWriter{t: t, root: root, schemas: map[string][]*schemaShape{}, comments: map[string]map[string]string{}, nested: map[reflect.Type]string{}}
	rows.Watch = w.watch
	t.Cleanup(func() { rows.Watch = nil })
	serve := w.of(reflect.TypeFor[protocol.Answer](), reflect.Value{})
	serve.about = "An answer of 'cardroom serve'. 'cardroom serve --messages' explains requests and answers. Fields are there where the message has them."
	serve.fields["schema"].constant = protocol.Name
	serve.fields["faults"].add("array").entries = &schemaShape{ref: "cardroom.check.1.json#/properties/findings/items"}
	serve.fields["result"].add("object")
	w.schemas[protocol.Name] = []*schemaShape{serve}
	return w
}

// watch receives an object that is written.
func (w *schemaWriter) watch(schema, about string, fields []rows.Pair) {
	s := w.record(append([]rows.Pair{{Name: "schema", Value: schema, Doc: "names the shape; the number changes when a field changes its meaning or goes away"}}, fields...))
	s.about, s.fields["schema"].constant = about, schema
	if about == rows.LastLine {
		s.fields["complete"].constant = false
	}
	if k := slices.IndexFunc(w.schemas[schema], func(s *schemaShape) bool { return s.about == about }); k >= 0 {
		w.schemas[schema][k].merge(s)
		return
	}
	w.schemas[schema] = append(w.schemas[schema], s)
}

// record returns the shape of an object. A field without a value is not there, but it tells what it means.
func (w *schemaWriter) record(fields []rows.Pair) *schemaShape {
	s := &schemaShape{types: []string{"object"}, fields: map[string]*schemaShape{}, had: map[string]int{}, objects: 1}
	for _, f := range fields {
		v := &schemaShape{}
		if o, ok := f.Value.(rows.Optional); ok {
			v = w.of(o.Type(), reflect.ValueOf(o.Get()))
		} else if f.Value != nil {
			v = w.of(reflect.TypeOf(f.Value), reflect.ValueOf(f.Value))
			s.had[f.Name] = 1
		}
		v.about, v.unit = f.Doc, f.Unit
		if f.Limits != "" {
			v.limits = f.Limits
		}
		s.names = append(s.names, f.Name)
		s.fields[f.Name] = v
	}
	return s
}

// of returns the shape of the values of a type. The value, if there is one, tells what the type leaves open.
func (w *schemaWriter) of(t reflect.Type, v reflect.Value) *schemaShape {
	value := any(nil)
	if v.IsValid() && v.CanInterface() {
		value = v.Interface()
	}
	switch t {
	case reflect.TypeFor[hand.Seed]():
		return &schemaShape{types: []string{"integer", "string"}, limits: `pattern:"^[0-9]+$"`}
	case reflect.TypeFor[rows.Money]():
		s := &schemaShape{ref: "chips"}
		if text, err := json.Marshal(value); err == nil && string(text) == "null" && value != nil {
			s.add("null")
		}
		return s
	case reflect.TypeFor[rows.Record]():
		if !v.IsValid() {
			return &schemaShape{types: []string{"object"}}
		}
		return w.record(v.Interface().(rows.Record))
	}
	switch {
	case t.Kind() == reflect.Pointer:
		s := &schemaShape{}
		if v.IsValid() && !v.IsNil() {
			s = w.of(t.Elem(), v.Elem())
		} else {
			s = w.of(t.Elem(), reflect.Value{})
		}
		return s.add("null")
	case t.Kind() == reflect.Interface:
		if !v.IsValid() || v.IsNil() {
			return &schemaShape{}
		}
		return w.of(v.Elem().Type(), v.Elem())
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return &schemaShape{types: []string{"string"}}
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		text, err := json.Marshal(value)
		if value == nil || err != nil {
			return &schemaShape{}
		}
		var plain any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&plain); err != nil {
			w.t.Fatal(err)
		}
		if plain == nil {
			return (&schemaShape{}).add("null")
		}
		return w.of(reflect.TypeOf(plain), reflect.ValueOf(plain))
	case t == reflect.TypeFor[json.Number]():
		if _, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return &schemaShape{types: []string{"integer"}}
		}
		return &schemaShape{types: []string{"number"}}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &schemaShape{types: []string{"boolean"}}
	case reflect.String:
		return &schemaShape{types: []string{"string"}}
	case reflect.Float32, reflect.Float64:
		return &schemaShape{types: []string{"number"}}
	case reflect.Slice, reflect.Array:
		s := &schemaShape{types: []string{"array"}}
		if t.Elem().Kind() != reflect.Interface && t.Elem() != reflect.TypeFor[rows.Record]() && !t.Elem().Implements(reflect.TypeFor[json.Marshaler]()) || t.Elem() == reflect.TypeFor[rows.Money]() {
			s.entries = w.entry(t.Elem(), reflect.Value{})
		}
		if v.IsValid() {
			if t.Kind() == reflect.Slice && v.IsNil() {
				s.add("null")
			}
			for i := range v.Len() {
				s.entries = s.entries.merge(w.entry(t.Elem(), v.Index(i)))
			}
		}
		return s
	case reflect.Map:
		s := &schemaShape{types: []string{"object"}, others: w.of(t.Elem(), reflect.Value{})}
		if v.IsValid() {
			for _, key := range v.MapKeys() {
				s.others = s.others.merge(w.of(t.Elem(), v.MapIndex(key)))
			}
		}
		return s
	case reflect.Struct:
		if slices.Contains(w.within, t) {
			w.nested[t] = strings.ToLower(t.Name())
			return &schemaShape{ref: w.nested[t]}
		}
		w.within = append(w.within, t)
		s := w.structure(t, v)
		w.within, s.name = w.within[:len(w.within)-1], w.nested[t]
		return s
	}
	return &schemaShape{types: []string{"integer"}}
}

// entry returns the shape of an item of a list, where no pointer is nil.
func (w *schemaWriter) entry(t reflect.Type, v reflect.Value) *schemaShape {
	if t.Kind() == reflect.Pointer {
		if t = t.Elem(); v.IsValid() {
			v = v.Elem()
		}
	}
	return w.of(t, v)
}

// structure returns the shape of a struct. What a field means is its comment.
func (w *schemaWriter) structure(t reflect.Type, v reflect.Value) *schemaShape {
	s := &schemaShape{types: []string{"object"}, fields: map[string]*schemaShape{}, had: map[string]int{}, objects: 1}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() || f.Anonymous && name == "" {
			continue
		}
		var in reflect.Value
		if v.IsValid() {
			if at, err := v.FieldByIndexErr(f.Index); err == nil {
				in = at
			}
		}
		one := w.of(f.Type, in)
		if one.limits == "" {
			one.limits = f.Tag
		}
		one.about, one.unit = w.comment(t, f), f.Tag.Get("unit")
		if strings.Contains(options, "omit") {
			one.types = slices.DeleteFunc(one.types, func(kind string) bool { return kind == "null" })
		} else {
			s.had[name] = 1
		}
		s.names = append(s.names, name)
		s.fields[name] = one
	}
	return s
}

// comment returns the comment of a field of a struct.
func (w *schemaWriter) comment(t reflect.Type, f reflect.StructField) string {
	for i := range len(f.Index) - 1 {
		if t = t.FieldByIndex(f.Index[:i+1][:1]).Type; t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	if w.comments[t.PkgPath()] == nil {
		known := map[string]string{}
		w.comments[t.PkgPath()] = known
		dir, _ := strings.CutPrefix(t.PkgPath(), "cardroom/")
		files, err := filepath.Glob(filepath.Join(w.root, filepath.FromSlash(dir), "*.go"))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				w.t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if of, ok := spec.Type.(*ast.StructType); ok {
						for _, field := range of.Fields.List {
							for _, id := range field.Names {
								known[spec.Name.Name+"."+id.Name] = strings.Join(strings.Fields(field.Doc.Text()+" "+field.Comment.Text()), " ")
							}
						}
					}
				}
				return true
			})
		}
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	return w.comments[t.PkgPath()][name+"."+f.Name]
}

// chips is the definition of an amount.
var chips = rows.Record{
	{Name: "type", Value: "number"},
	{Name: "description", Value: "An exact amount of chips, a decimal number of dollars. Read it as a decimal where cents matter."},
}

// written returns the schema of a shape at a place.
func (w *schemaWriter) written(s *schemaShape, place string) rows.Record {
	if s.name != "" {
		def := *s
		def.name, def.about = "", ""
		if !slices.ContainsFunc(w.defined, func(p rows.Pair) bool { return p.Name == s.name }) {
			w.defined = append(w.defined, rows.Pair{Name: s.name, Value: w.written(&def, place)})
		}
		s = &schemaShape{ref: s.name, about: s.about}
	}
	var out rows.Record
	add := func(name string, value any) { out = append(out, rows.Pair{Name: name, Value: value}) }
	kinds := slices.Clone(s.types)
	if slices.Contains(kinds, "number") {
		kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == "integer" })
	}
	slices.SortFunc(kinds, func(a, b string) int {
		return strings.Compare(strings.Replace(a, "null", "~", 1), strings.Replace(b, "null", "~", 1))
	})
	enum, limited := s.limits.Lookup("enum")
	switch {
	case s.constant != nil:
		add("const", s.constant)
	case limited:
		var values []any
		for v := range strings.SplitSeq(enum, ",") {
			values = append(values, v)
		}
		if slices.Contains(kinds, "null") {
			values = append(values, nil)
		}
		add("enum", values)
	case s.ref != "" && slices.Contains(kinds, "null"):
		add("anyOf", []rows.Record{{{Name: "$ref", Value: "#/$defs/" + s.ref}}, {{Name: "type", Value: "null"}}})
	case strings.Contains(s.ref, "#"):
		add("$ref", s.ref)
	case s.ref != "":
		add("$ref", "#/$defs/"+s.ref)
	case len(kinds) == 1:
		add("type", kinds[0])
	case len(kinds) > 1:
		add("type", kinds)
	default:
		w.t.Errorf("%s: no sample shows a value", place)
	}
	if s.about == "" && !strings.HasSuffix(place, "]") && !strings.HasSuffix(place, "}") && !strings.HasPrefix(place, protocol.Name) {
		w.t.Errorf("%s: nothing says what it means", place)
	}
	if s.about != "" {
		add("description", s.about)
	}
	if s.unit != "" {
		add("unit", s.unit)
		if !slices.Contains(kinds, "integer") && !slices.Contains(kinds, "number") {
			w.t.Errorf("%s: a unit, and it is no number", place)
		}
	}
	for _, limit := range []struct{ tag, name string }{{"min", "minimum"}, {"max", "maximum"}} {
		if text, ok := s.limits.Lookup(limit.tag); ok {
			add(limit.name, json.RawMessage(text))
		}
	}
	if text, ok := s.limits.Lookup("pattern"); ok {
		add("pattern", text)
	}
	if s.others != nil {
		add("additionalProperties", w.written(s.others, place+"{}"))
	} else if s.fields != nil && slices.Contains(kinds, "object") {
		var properties rows.Record
		required := []string{}
		for _, name := range s.names {
			properties = append(properties, rows.Pair{Name: name, Value: w.written(s.fields[name], place+"."+name)})
			if s.had[name] == s.objects {
				required = append(required, name)
			}
		}
		add("properties", properties)
		if len(required) > 0 {
			add("required", required)
		}
		add("additionalProperties", false)
	}
	if s.entries != nil {
		add("items", w.written(s.entries, place+"[]"))
	}
	return out
}

// text returns the file of a schema.
func (w *schemaWriter) text(title string) []byte {
	kinds := w.schemas[title]
	w.defined = nil
	command, number, _ := strings.Cut(strings.TrimPrefix(title, "cardroom."), "/")
	out := rows.Record{
		{Name: "$schema", Value: "https://json-schema.org/draft/2020-12/schema"},
		{Name: "$id", Value: "cardroom." + command + "." + number + ".json"},
		{Name: "title", Value: title},
	}
	if len(kinds) == 1 {
		out = append(out, w.written(kinds[0], title)...)
	} else {
		slices.SortStableFunc(kinds, func(a, b *schemaShape) int { // the last line last
			return strings.Compare(strconv.FormatBool(a.about == rows.LastLine), strconv.FormatBool(b.about == rows.LastLine))
		})
		var forms []rows.Record
		for _, s := range kinds {
			forms = append(forms, w.written(s, title))
		}
		out = append(out, rows.Pair{Name: "description", Value: "What cardroom " + strings.Replace(command, "-", " --", 1) + " prints."}, rows.Pair{Name: "oneOf", Value: forms})
	}
	text, err := json.Marshal(out)
	if err != nil {
		w.t.Fatal(err)
	}
	if bytes.Contains(text, []byte(`"#/$defs/chips"`)) {
		w.defined = append(w.defined, rows.Pair{Name: "chips", Value: chips})
	}
	if w.defined != nil {
		text, _ = json.Marshal(append(out, rows.Pair{Name: "$defs", Value: w.defined}))
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		w.t.Fatal(err)
	}
	return append(b.Bytes(), '\n')
}

// compare fails the test for each schema that is not the one of its file, or with -update writes the file.
func (w *schemaWriter) compare(t *testing.T) {
	t.Helper()
	folder := filepath.Join(w.root, "cmd", "cardroom", schemaFolder)
	for _, title := range slices.Sorted(maps.Keys(w.schemas)) {
		compareFile(t, filepath.Join(folder, strings.Replace(title, "/", ".", 1)+".json"), w.text(title))
	}
	requests := w.requests()
	compareFile(t, filepath.Join(folder, strings.Replace(requestTitle, "/", ".", 1)+".json"), requests)
	compareFile(t, filepath.Join(folder, "serve.d.ts"), typeDeclarations(t, requests, w.text(protocol.Name)))
}
