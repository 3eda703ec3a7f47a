package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// flat is a line of CSV under construction.
type flat struct{ names, values []string }

func (f *flat) put(name, value string) {
	f.names, f.values = append(f.names, Cell(name)), append(f.values, Cell(value))
}

// add adds a field, or the fields nested in it.
func (f *flat) add(name string, v any) error {
	v = bare(v)
	text, err := Marshal(v)
	if err != nil {
		return err
	}
	switch {
	case bytes.HasPrefix(text, []byte("{")):
		pairs, err := members(text)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			if err := f.add(name+"_"+p.Name, p.Value); err != nil {
				return err
			}
		}
		return nil
	case bytes.HasPrefix(text, []byte("[{")):
		return f.list(name, text)
	case bytes.Equal(text, []byte("[]")):
		f.put(name, "")
		return nil
	}
	f.put(name, plain(v))
	return nil
}

// list adds the objects of a list, each under the value of its first field.
func (f *flat) list(name string, text []byte) error {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return err
	}
	for _, item := range items {
		pairs, err := members(item)
		if err != nil {
			return err
		}
		key := strings.ReplaceAll(plain(pairs[0].Value), " ", "_")
		for _, p := range pairs[1:] {
			if err := f.add(name+"_"+key+"_"+p.Name, p.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// members returns the fields of a JSON object in their order. Numbers keep their digits.
func members(text []byte) ([]Pair, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var out []Pair
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		p := Pair{Name: fmt.Sprint(name), Value: value}
		var s string
		if json.Unmarshal(value, &s) == nil {
			p.Value = s
		}
		if bytes.Equal(value, []byte("null")) {
			p.Value = nil
		}
		out = append(out, p)
	}
	return out, nil
}
