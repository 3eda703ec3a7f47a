// This file reads JSON that a program has written itself: saved tables and
// the headers of saved games. It rejects, with the place, what encoding/json
// silently accepts: unknown, repeated or missing keys, keys in a different
// letter case, null, numbers out of range, and anything after the end.
//
// The text may come from a stranger. It is read once, with no deeper recursion
// than the Go type it is read into.
//
// A saved game is checked completely before it is played, and errors name the place. This file reads the JSON: unknown,
// duplicate or missing keys, null, and numbers out of range are errors. Config.Restore checks that a table can be one of its
// configuration: chips bought are stacks, chips cashed and what the house took; nobody is in two seats; times follow one
// another. A session is played again, each hand of a .phhs is compared with what comes out, and so is the table at the end.
// Policies are named with the hash of their scripts (dsl.Library.Digest), and another script needs --policy on the command
// line.

package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"cardroom/engine/diag"
)

// Shift returns err with its place moved n bytes further, for text that is part
// of a line. Errors without a place are placed there.
func Shift(err error, n int) error {
	if err == nil {
		return nil
	}
	c := &diag.Error{At: 1, Msg: err.Error()}
	var e *diag.Error
	if errors.As(err, &e) && e.At > 0 {
		c.At, c.Hint = e.At, e.Hint
	}
	c.At += n
	return c
}

// fault returns an error after a number of bytes of a text.
func fault(before int, format string, args ...any) error {
	return &diag.Error{At: 1 + before, Msg: fmt.Sprintf(format, args...)}
}

// Unmarshal reads a value of plain types: structs, maps with string or number
// keys, lists, strings, numbers and booleans. Fields with "omitempty" may be
// missing; pointers are what they point to. A struct with its own UnmarshalJSON and a field Rest tagged strict:"rest" may have
// other keys too, which that method keeps.
func Unmarshal(data []byte, v any) error {
	r := newReader(data)
	if err := r.value(reflect.TypeOf(v).Elem(), "it"); err != nil {
		return err
	}
	at := r.next()
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return fault(min(at, len(data)), "there is text after the end")
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fault(0, "%v", err)
	}
	return nil
}

type reader struct {
	data []byte
	dec  *json.Decoder
}

func newReader(data []byte) *reader {
	r := &reader{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	r.dec.UseNumber()
	return r
}

// next returns the offset of the next token.
func (r *reader) next() int {
	at := int(r.dec.InputOffset())
	for at < len(r.data) && strings.IndexByte(" \t\r\n,:", r.data[at]) >= 0 {
		at++
	}
	return at
}

func (r *reader) token() (json.Token, int, error) {
	at := r.next()
	tok, err := r.dec.Token()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, at, fault(min(at, len(r.data)), "not JSON: %v", err)
	case err != nil: // the end
		return nil, at, fault(len(r.data), "it is cut off")
	}
	return tok, at, nil
}

// value reads a value of a type. Errors call it name.
func (r *reader) value(t reflect.Type, name string) error {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) && !keepsRest(t) {
		return r.own(t)
	}
	tok, at, err := r.token()
	if err != nil {
		return err
	}
	switch tok := tok.(type) {
	case json.Delim:
		switch {
		case tok == '{' && t.Kind() == reflect.Struct:
			return r.object(t, at)
		case tok == '{' && t.Kind() == reflect.Map:
			return r.pairs(t)
		case tok == '[' && t.Kind() == reflect.Slice:
			return r.list(t, name)
		}
	case json.Number:
		return number(tok, t, name, at)
	case string:
		if t.Kind() == reflect.String {
			return nil
		}
	case bool:
		if t.Kind() == reflect.Bool {
			return nil
		}
	}
	return fault(at, "%s is %s", name, wanted(t))
}

// keepsRest reports whether a type accepts keys that are none of its fields: a struct whose field Rest is tagged so.
func keepsRest(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	f, ok := t.FieldByName("Rest")
	return ok && f.Tag.Get("strict") == "rest"
}

// own reads a value of a type with its own UnmarshalJSON.
func (r *reader) own(t reflect.Type) error {
	at := r.next()
	var raw json.RawMessage
	if err := r.dec.Decode(&raw); err != nil {
		return fault(min(at, len(r.data)), "not JSON: %v", err)
	}
	if err := reflect.New(t).Interface().(json.Unmarshaler).UnmarshalJSON(raw); err != nil {
		return fault(at, "%v", err)
	}
	return nil
}

func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object, {…}"
	case reflect.Slice:
		return "a list, […]"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	}
	return "a number"
}

// number checks a number against its type.
func number(n json.Number, t reflect.Type, name string, at int) error {
	var err error
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		_, err = strconv.ParseInt(string(n), 10, t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		_, err = strconv.ParseUint(string(n), 10, t.Bits())
	case reflect.Float64:
		_, err = strconv.ParseFloat(string(n), 64)
	default:
		return fault(at, "%s is %s, not %s", name, wanted(t), n)
	}
	if err != nil {
		return fault(at, "%s cannot be %s", name, n)
	}
	return nil
}

// key reads the key of a pair; ok is false at the end of the object.
func (r *reader) key(seen map[string]bool) (key string, at int, ok bool, err error) {
	tok, at, err := r.token()
	if err != nil {
		return "", at, false, err
	}
	key, ok = tok.(string)
	if ok && seen[key] {
		return "", at, false, fault(at, "%q appears twice", key)
	}
	seen[key] = ok
	return key, at, ok, nil
}

// object reads the fields of a struct.
func (r *reader) object(t reflect.Type, begin int) error {
	known := map[string]reflect.StructField{}
	var order []string
	for _, f := range reflect.VisibleFields(t) {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || tag == "-" {
			continue
		}
		if tag == "" {
			tag = f.Name
		}
		known[tag] = f
		order = append(order, tag)
	}
	seen := map[string]bool{}
	for {
		key, at, ok, err := r.key(seen)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		f, ok := known[key]
		if !ok && keepsRest(t) {
			f.Type, ok = reflect.TypeFor[json.RawMessage](), true
		}
		if !ok {
			return fault(at, "unknown key %q", key)
		}
		if err := r.value(f.Type, key); err != nil {
			return err
		}
	}
	for _, key := range order {
		if _, tail, _ := strings.Cut(known[key].Tag.Get("json"), ","); !seen[key] && tail != "omitempty" {
			return fault(begin, "%q is missing", key)
		}
	}
	return nil
}

// pairs reads a map.
func (r *reader) pairs(t reflect.Type) error {
	seen := map[string]bool{}
	for {
		key, at, ok, err := r.key(seen)
		if err != nil || !ok {
			return err
		}
		if t.Key().Kind() == reflect.Int {
			if n, err := strconv.Atoi(key); err != nil || strconv.Itoa(n) != key {
				return fault(at, "%q is not a number", key)
			}
		}
		if err := r.value(t.Elem(), key); err != nil {
			return err
		}
	}
}

// list reads a list.
func (r *reader) list(t reflect.Type, name string) error {
	for r.dec.More() {
		if err := r.value(t.Elem(), "each of "+name); err != nil {
			return err
		}
	}
	_, _, err := r.token()
	return err
}

// Schema returns an error at the value of "schema" if a text has another version of the schema known, "cardroom.strategy/1": such a text can have
// other keys, so it is asked before Unmarshal. Anything else that is wrong with the text is for Unmarshal to say.
func Schema(data []byte, known string) error {
	if bytes.Contains(data[:min(len(data), 200)], []byte(strconv.Quote(known))) {
		return nil // as nearly always: the schema stands first
	}
	var in struct {
		Schema string `json:"schema"`
	}
	form, version, _ := strings.Cut(known, "/")
	if json.Unmarshal(data, &in) != nil || in.Schema == known {
		return nil
	}
	other, ok := strings.CutPrefix(in.Schema, form+"/")
	if !ok {
		return nil
	}
	return Located(string(data), &diag.Error{Way: []string{"schema"}, Msg: fmt.Sprintf("version %s of %s: this program reads version %s", other, form, version)})
}

// Located returns the error at the value in text to which its keys and list
// indexes lead, or as far as they lead.
func Located(text string, e *diag.Error) *diag.Error {
	c := *e
	c.At, c.Way = 1+at([]byte(text), e.Way), nil
	return &c
}

func at(data []byte, way []string) int {
	r := newReader(data)
	for _, step := range way {
		begin := r.next()
		if !r.enter(step) {
			return begin
		}
	}
	return r.next()
}

// enter moves to the value of a key or of a list index.
func (r *reader) enter(step string) bool {
	open, err := r.dec.Token()
	if err != nil {
		return false
	}
	for i := 0; r.dec.More(); i++ {
		key := strconv.Itoa(i)
		if open == json.Delim('{') {
			tok, err := r.dec.Token()
			if err != nil {
				return false
			}
			key, _ = tok.(string)
		}
		if key == step {
			return true
		}
		var skipped json.RawMessage
		if r.dec.Decode(&skipped) != nil {
			return false
		}
	}
	return false
}
