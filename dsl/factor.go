package dsl

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

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
