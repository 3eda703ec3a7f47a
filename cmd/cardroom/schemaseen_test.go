package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// neverShown are the places of schemas that no sample of the tests has, with the reason.
var neverShown = map[string]string{
	"cardroom.check.1.json#/properties/findings/items/properties/line_of_play": "check.txtar compares it",
	"cardroom.check.1.json#/properties/more_in":                                "there are findings by the hundred where it is printed",

	"cardroom.diff-solve-bank.1.json#/properties/rules/items/properties/error":                                 inRules,
	"cardroom.diff-solve.1.json#/properties/rules/items/properties/error":                                      inRules,
	"cardroom.diff-solve-bank.1.json#/properties/rules/items/properties/wagers/items/properties/bets_an_hour":  twoBanks,
	"cardroom.diff-solve-bank.1.json#/properties/rules/items/properties/wagers/items/properties/error_at_most": twoBanks,
	"cardroom.diff-solve-bank.1.json#/properties/rules/items/properties/wagers/items/properties/price":         twoBanks,
	"cardroom.solve-bank.1.json#/properties/fees_left_out":                                                     slowBank,
	"cardroom.solve-bank.1.json#/properties/free_banker":                                                       slowBank,
	"cardroom.solve-bank.1.json#/properties/sampled":                                                           slowBank,
	"cardroom.rules.1.json#/oneOf/0/properties/sections/items/properties/about":                                ofBooks,
	"cardroom.rules.1.json#/oneOf/0/properties/sections/items/properties/clauses":                              ofBooks,
	"cardroom.rules.1.json#/oneOf/0/properties/sections/items/properties/games":                                ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/games/items/properties/sections/items/properties/about":         ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/games/items/properties/sections/items/properties/clauses":       ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/games/items/properties/sections/items/properties/games":         ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/sections/items/properties/clauses":                              ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/sections/items/properties/rules/items/properties/amounts":       ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/sections/items/properties/rules/items/properties/number":        ofBooks,
	"cardroom.serve.1.json#/properties/legal/items/properties/cards/properties/sets":                           "only a game in which whole hands are thrown away has it",
	"cardroom.serve.1.json#/properties/view/properties/legal/items/properties/cards/properties/sets":           "only a game in which whole hands are thrown away has it",
	"cardroom.serve.1.json#/properties/legal/items/properties/cards/properties/prices":                         "only a game in which cards cost something has it",
	"cardroom.serve.1.json#/properties/view/properties/legal/items/properties/cards/properties/prices":         "only a game in which cards cost something has it",
	"cardroom.eval.1.json#/oneOf/0/properties/hands/items/properties/low/properties/suits":                     "no game has a low half in which suits break ties",
	"cardroom.eval.1.json#/oneOf/1/properties/low/properties/suits":                                            "no game has a low half in which suits break ties",
	"cardroom.test.1.json#/oneOf/1/properties/unknown/items":                                                   "no house of ours has a test that names a clause wrongly",
	"cardroom.odds.1.json#/oneOf/2":                lastLine,
	"cardroom.rows.1.json#/oneOf/0/properties/job": "only the file beside the tables has it: rows.txtar",
	"cardroom.rules.1.json#/oneOf/0/properties/sections/items/properties/rules/items/properties/games":                        ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/games/items/properties/sections/items/properties/rules/items/properties/games": ofBooks,
	"cardroom.rules.1.json#/oneOf/1/properties/games/items/properties/sections/items/properties/rules/items/properties/rows":  ofBooks,
	"cardroom.serve.1.json#/properties/view/properties/out":                                                                   faceUp,
	"cardroom.serve.1.json#/properties/view/properties/gone":                                                                  faceUp,
	"cardroom.serve.1.json#/properties/partial":                                                                               "the answer to a request that is canceled: it depends on time",
	"cardroom.test.1.json#/oneOf/0/properties/rulings/items":                                                                  "the samples run the tests of houses that show each of their rulings",
	"cardroom.test.1.json#/oneOf/2/properties/mutants/items/properties/error":                                                 "a mutant that a test takes too long for",
}

const (
	inRules  = "a reading of an option that cannot be solved"
	twoBanks = "no game against a bank that is solved in a second has an option"
	slowBank = "these games take minutes to solve"
	faceUp   = "no game of ours has burn cards that lie face up"
	lastLine = "TestInterruptedIsMarked shows the last line of an interrupted command, if there is one"
	ofBooks  = "sheets and books have one description of a section; the other kind has this"
)

// schemaCoverage records which properties of the schemas have appeared in samples, and which arrays and maps with an entry. What never appears
// is checked by nothing: whatever a command prints there fits.
type schemaCoverage struct {
	files map[string]any    // schemas by file
	named map[string]string // file by title
	seen  map[string]bool   // by file and JSON pointer
}

func newSchemaCoverage(t *testing.T) *schemaCoverage {
	t.Helper()
	c := &schemaCoverage{files: map[string]any{}, named: map[string]string{}, seen: map[string]bool{}}
	files, err := filepath.Glob(schemaFolder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(file, err)
		}
		name := filepath.Base(file)
		if s["title"] == requestTitle { // no answer: TestRequestSchema compares it with what serve accepts
			continue
		}
		c.files[name] = s
		c.named[s["title"].(string)] = name
	}
	return c
}

// add records what an object shows of the schema that it names.
func (c *schemaCoverage) add(t *testing.T, text []byte) {
	t.Helper()
	var value map[string]any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Error(err)
		return
	}
	title, _ := value["schema"].(string)
	if file := c.named[title]; file != "" {
		c.mark(file+"#", value)
	}
}

// at returns the schema at a place.
func (c *schemaCoverage) at(place string) any {
	file, pointer, _ := strings.Cut(place, "#")
	s := c.files[file]
	for _, name := range strings.Split(pointer, "/")[1:] {
		switch parent := s.(type) {
		case map[string]any:
			s = parent[name]
		case []any:
			k, _ := strconv.Atoi(name)
			s = parent[k]
		}
	}
	return s
}

// target returns the place that a schema at a place stands for, and the schema there.
func (c *schemaCoverage) target(place string) (string, map[string]any) {
	s, _ := c.at(place).(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		if strings.HasPrefix(ref, "#") {
			file, _, _ := strings.Cut(place, "#")
			ref = file + ref
		}
		return c.target(ref)
	}
	return place, s
}

// inside calls do for each schema inside the one at a place, with what it describes there: a property by its name, or entries.
func (c *schemaCoverage) inside(place string, s map[string]any, do func(keyword, place string)) {
	for _, keyword := range []string{"oneOf", "anyOf", "prefixItems"} {
		list, _ := s[keyword].([]any)
		for k := range list {
			do(keyword, place+"/"+keyword+"/"+strconv.Itoa(k))
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		do("properties", place+"/properties/"+name)
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if _, ok := s[keyword].(map[string]any); ok {
			do(keyword, place+"/"+keyword)
		}
	}
}

// described returns the values inside a value that a schema inside describes.
func described(keyword, place string, value any) (out []any) {
	name := place[strings.LastIndex(place, "/")+1:]
	object, _ := value.(map[string]any)
	list, _ := value.([]any)
	switch keyword {
	case "oneOf", "anyOf":
		return []any{value}
	case "properties":
		if v, ok := object[name]; ok {
			return []any{v}
		}
	case "prefixItems":
		if k, _ := strconv.Atoi(name); k < len(list) {
			return []any{list[k]}
		}
	case "items":
		return list
	case "additionalProperties":
		return slices.Collect(maps.Values(object))
	}
	return nil
}

// mark records what a value shows of the schema at a place.
func (c *schemaCoverage) mark(place string, value any) {
	place, s := c.target(place)
	c.inside(place, s, func(keyword, inner string) {
		for _, part := range described(keyword, inner, value) {
			if c.fits(inner, part) {
				c.seen[inner] = true
				c.mark(inner, part)
			}
		}
	})
}

// fits reports whether a value can be one of the schema at a place, as far as that tells the branches of oneOf and anyOf apart.
func (c *schemaCoverage) fits(place string, value any) bool {
	place, s := c.target(place)
	if want, ok := s["const"]; ok && !reflect.DeepEqual(want, value) {
		return false
	}
	if list, ok := s["enum"].([]any); ok && !slices.ContainsFunc(list, func(v any) bool { return reflect.DeepEqual(v, value) }) {
		return false
	}
	types, _ := s["type"].([]any)
	if one, ok := s["type"].(string); ok {
		types = []any{one}
	}
	if len(types) > 0 && !slices.ContainsFunc(types, func(name any) bool { return isType(name.(string), value) }) {
		return false
	}
	object, isObject := value.(map[string]any)
	if required, ok := s["required"].([]any); ok && isObject {
		if slices.ContainsFunc(required, func(name any) bool { _, ok := object[name.(string)]; return !ok }) {
			return false
		}
	}
	if properties, _ := s["properties"].(map[string]any); s["additionalProperties"] == false {
		for name := range object {
			if properties[name] == nil {
				return false
			}
		}
	}
	ok := true
	branches := map[string]bool{}
	c.inside(place, s, func(keyword, inner string) {
		for _, part := range described(keyword, inner, value) {
			fits := c.fits(inner, part)
			if keyword == "oneOf" || keyword == "anyOf" {
				branches[keyword] = branches[keyword] || fits
			} else {
				ok = ok && fits
			}
		}
	})
	for _, fits := range branches {
		ok = ok && fits
	}
	return ok
}

func isType(name string, value any) bool {
	switch v := value.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case float64:
		return name == "number" || name == "integer" && v == float64(int64(v))
	case []any:
		return name == "array"
	}
	return name == "object"
}

// report fails the test for each place that no sample has shown, and for each reason that is not needed anymore.
func (c *schemaCoverage) report(t *testing.T) {
	t.Helper()
	places := map[string]bool{}
	var walk func(place string)
	walk = func(place string) {
		target, s := c.target(place)
		if target != place && places[target] {
			return
		}
		places[target] = true
		c.inside(target, s, func(_, inner string) {
			places[inner] = true
			walk(inner)
		})
	}
	for file := range c.files {
		walk(file + "#")
	}
	for _, place := range slices.Sorted(maps.Keys(places)) {
		if !strings.Contains(place, "/") || c.isDefinition(place) {
			continue
		}
		why := neverShown[place]
		switch {
		case c.seen[place] && why != "":
			t.Errorf("%s is shown: it needs no reason", place)
		case !c.seen[place] && why == "" && c.insideShown(place):
			t.Errorf("no sample shows %s: whatever is printed there passes", place)
		}
	}
	for place := range neverShown {
		if !places[place] {
			t.Errorf("%s has a reason, and no schema has it", place)
		}
	}
}

// isDefinition reports whether a place is a definition that others refer to.
func (c *schemaCoverage) isDefinition(place string) bool {
	return strings.HasSuffix(place[:strings.LastIndex(place, "/")], "$defs")
}

// insideShown reports whether everything around a place is shown: only the outermost place that is not shown is told.
func (c *schemaCoverage) insideShown(place string) bool {
	for {
		_, pointer, _ := strings.Cut(place, "#")
		at := strings.LastIndex(pointer, "/")
		if at < 0 {
			return true
		}
		place = place[:len(place)-len(pointer)+at]
		if seen := c.seen[place]; !seen && c.names(place) {
			return false
		}
	}
}

// names reports whether a place is a schema that describes a part of a value, and not a keyword in between.
func (c *schemaCoverage) names(place string) bool {
	last := place[strings.LastIndex(place, "/")+1:]
	parent := place[:max(0, strings.LastIndex(place, "/"))]
	switch parent[strings.LastIndex(parent, "/")+1:] {
	case "properties", "oneOf", "anyOf", "prefixItems":
		return true
	}
	return last == "items" || last == "additionalProperties"
}
