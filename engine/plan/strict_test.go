package plan_test

import (
	"errors"
	"strings"
	"testing"

	"cardroom/engine/diag"
	"cardroom/engine/files"
)

type inner struct {
	A int8
	B string `json:"b,omitempty"`
}

type common struct {
	Shared bool `json:"shared,omitempty"`
}

type outer struct {
	N     int64          `json:"n"`
	U     uint64         `json:"u,omitempty"`
	F     float64        `json:"f,omitempty"`
	List  []inner        `json:"list,omitempty"`
	Seats map[int]inner  `json:"seats,omitempty"`
	Names map[string]int `json:"names,omitempty"`
	common
	hidden int
	Own    even `json:"own,omitempty"`
}

// even has its own UnmarshalJSON.
type even int

func (e *even) UnmarshalJSON(text []byte) error {
	if len(text)%2 != 0 {
		return errors.New("it is odd")
	}
	*e = even(len(text))
	return nil
}

func TestGood(t *testing.T) {
	var v outer
	text := ` {"n": -9223372036854775808, "u": 18446744073709551615, "f": 1e-3, "list": [{"A": 127}, {"b": "x", "A": -1}],
		"seats": {"0": {"A": 1}, "-7": {"A": 2}}, "names": {"ä": 3, "": 4}, "shared": true, "own": [22]} `
	if err := files.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	if v.N != -1<<63 || v.U != 1<<64-1 || v.F != 1e-3 || len(v.List) != 2 || v.List[1].B != "x" || v.Seats[-7].A != 2 || v.Names["ä"] != 3 || !v.Shared || v.hidden != 0 || v.Own != 4 {
		t.Errorf("%+v", v)
	}
}

// Each text is rejected at the bar.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"n":1,|"x":2}`:                    `unknown key "x"`,
		`{"n":1,|"N":2}`:                    `unknown key "N"`,
		`{"n":1,|"n":2}`:                    `"n" appears twice`,
		`{"n":1,|"hidden":2}`:               `unknown key "hidden"`,
		`{"n":1,|"common":{}}`:              `unknown key "common"`,
		`|{"u":1}`:                          `"n" is missing`,
		`{"n":1,"list":[|{"b":"x"}]}`:       `"A" is missing`,
		`{"n":|null}`:                       "n is a number",
		`{"n":|"1"}`:                        "n is a number",
		`{"n":|1.5}`:                        "n cannot be 1.5",
		`{"n":|1e3}`:                        "n cannot be 1e3",
		`{"n":|9223372036854775808}`:        "n cannot be 9223372036854775808",
		`{"n":1,"u":|-1}`:                   "u cannot be -1",
		`{"n":1,"f":|1e999}`:                "f cannot be 1e999",
		`{"n":1,"list":[{"A":|128}]}`:       "A cannot be 128",
		`{"n":1,"list":[|1]}`:               "each of list is an object, {…}, not 1",
		`{"n":1,"list":|{}}`:                "list is a list, […]",
		`{"n":1,"list":|null}`:              "list is a list, […]",
		`{"n":1,"seats":{|"x":{"A":1}}}`:    `"x" is not a number`,
		`{"n":1,"seats":{|"01":{"A":1}}}`:   `"01" is not a number`,
		`{"n":1,"seats":{|"1e0":{"A":1}}}`:  `"1e0" is not a number`,
		`{"n":1,"shared":|1}`:               "shared is true or false, not 1",
		`{"n":1,"names":{"a":1,|"a":2}}`:    `"a" appears twice`,
		`{"n":1} |{"n":2}`:                  "there is text after the end",
		`{"n":1}|]`:                         "there is text after the end",
		`{"n":1|`:                           "it is cut off",
		`|`:                                 "it is cut off",
		`{"n":1,"own":|"x"}`:                "it is odd",
		`{"n":|x}`:                          "not JSON: invalid character 'x' looking for beginning of value",
		`|[1]`:                              "it is an object, {…}",
		`|` + strings.Repeat("[", 1_000_00): "it is an object, {…}",
	} {
		before, after, _ := strings.Cut(text, "|")
		err := files.Unmarshal([]byte(before+after), &outer{})
		var e *diag.Error
		if !errors.As(err, &e) || e.Msg != want || e.At != 1+len(before) {
			t.Errorf("%.60s: %v at %+v, want %q at %d", text, err, e, want, len(before))
		}
	}
}

func TestLocated(t *testing.T) {
	text := `{"a": {"b": [10, {"c": 5}]}, "d": 6}`
	for want, way := range map[string][]string{
		`{"b"`: {"a"}, `10,`: {"a", "b", "0"}, `5}`: {"a", "b", "1", "c"}, `6}`: {"d"}, `{"c"`: {"a", "b", "1", "x"}, `{"a"`: {"x", "y"},
	} {
		if at := files.Located(text, &diag.Error{Way: way}).At; !strings.HasPrefix(text[at-1:], want) {
			t.Errorf("%v is at %d, %q, want %q", way, at, text[at-1:], want)
		}
	}
	err := files.Shift(&diag.Error{At: 3, Msg: "m"}, 4)
	var e *diag.Error
	if !errors.As(err, &e) || e.At != 7 || files.Shift(nil, 1) != nil {
		t.Errorf("%v", err)
	}
}
