package dsl

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// maxMemory bounds the text of a memory, in bytes.
const maxMemory = 1 << 14

// memoryText writes a memory as an expression of the language. Only plain data can be saved.
func memoryText(v starlark.Value) (string, error) {
	if textSize(v, 2*maxMemory) > 2*maxMemory { // first: what refers to itself has no end
		return "", fmt.Errorf("the memory is longer than %d bytes, or nested too deeply", maxMemory)
	}
	if err := plainData(v, 0); err != nil {
		return "", err
	}
	text := v.String()
	if len(text) > maxMemory {
		return "", fmt.Errorf("the memory is longer than %d bytes", maxMemory)
	}
	return text, nil
}

func plainData(v starlark.Value, depth int) error {
	if depth > maxLiteral {
		return errors.New("the memory is nested too deeply")
	}
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Int:
		return nil
	case starlark.String:
		if !utf8.ValidString(string(v)) {
			return errors.New("a text of the memory is not UTF-8")
		}
		return nil
	case *starlark.Dict:
		for _, item := range v.Items() {
			if err := errors.Join(plainData(item[0], depth+1), plainData(item[1], depth+1)); err != nil {
				return err
			}
		}
		return nil
	case *starlarkstruct.Struct:
		for _, name := range v.AttrNames() {
			if r := (literalReader{text: name}); r.name() != name || name == "" {
				return fmt.Errorf("the memory has a field %q, which is no name", name)
			}
			field, _ := v.Attr(name)
			if err := plainData(field, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	list, ok := items(v)
	if !ok {
		return fmt.Errorf("a memory is None, numbers, texts, lists, dicts and structs of them, not %s", typeName(v))
	}
	for _, x := range list {
		if err := plainData(x, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// readMemory reads what memoryText wrote, as data: nothing of it runs.
func readMemory(text string) (starlark.Value, error) {
	if len(text) > maxMemory {
		return nil, fmt.Errorf("longer than %d bytes", maxMemory)
	}
	v, err := readLiteral(text)
	if err != nil {
		return nil, err
	}
	if err := plainData(v, 0); err != nil {
		return nil, err
	}
	v.Freeze()
	return v, nil
}

// rational reads a factor: an int, or a text such as "1.5".
func rational(v starlark.Value) (num, den int64, err error) {
	switch v := v.(type) {
	case starlark.Int:
		if n, ok := v.Int64(); ok && 0 < n && n < 1000 {
			return n, 1, nil
		}
	case starlark.String:
		whole, part, _ := strings.Cut(string(v), ".")
		if n, ok := digits(whole + part); ok && len(part) <= 3 && n > 0 && n < 1_000_000 {
			den = 1
			for range len(part) {
				den *= 10
			}
			return n, den, nil
		}
	}
	return 0, 0, fmt.Errorf("got %s, want a factor: an int or a text such as \"1.5\"", v)
}

func digits(s string) (n int64, ok bool) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || n > 1<<40 {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, s != ""
}
