package star

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"cardroom/dsl/star/guard"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
)

// maxMemoryText limits the text of a memory, in bytes.
const maxMemoryText = 1 << 14

// MemoryText formats a memory as an expression of the language. Only plain data can be saved.
func MemoryText(v starlark.Value) (string, error) {
	if guard.TextSize(v, 2*maxMemoryText) > 2*maxMemoryText { // first, because a value that contains itself has no end
		return "", fmt.Errorf("the memory is longer than %d bytes, or nested too deeply", maxMemoryText)
	}
	if err := plainData(v, 0); err != nil {
		return "", err
	}
	text := v.String()
	if len(text) > maxMemoryText {
		return "", fmt.Errorf("the memory is longer than %d bytes", maxMemoryText)
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
				return fmt.Errorf("the memory has a field %q, which is not a name", name)
			}
			field, _ := v.Attr(name)
			if err := plainData(field, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	list, ok := Items(v)
	if !ok {
		return fmt.Errorf("a memory is None, numbers, texts, lists, dicts and structs of them, not %s", TypeName(v))
	}
	for _, x := range list {
		if err := plainData(x, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// ReadMemory parses the output of MemoryText as data: nothing in it runs.
func ReadMemory(text string) (starlark.Value, error) {
	if len(text) > maxMemoryText {
		return nil, fmt.Errorf("longer than %d bytes", maxMemoryText)
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
