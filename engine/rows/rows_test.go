package rows

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"cardroom/engine/history"
)

func TestMoney(t *testing.T) {
	for _, tt := range []struct {
		units, scale int64
		text, json   string
	}{
		{0, 100, "0", "0"},
		{250, 100, "2.5", "2.5"},
		{300, 100, "3", "3"},
		{5, 100, "0.05", "0.05"},
		{-5, 100, "-0.05", "-0.05"},
		{-250, 100, "-2.5", "-2.5"},
		{7, 1, "7", "7"},
		{7, 0, "7", "7"},
		{125945025, 100, "1259450.25", "1259450.25"},
		{1, 1000000, "0.000001", "0.000001"},
		{1 << 53, 1, "9007199254740992", "9007199254740992"},
		{history.Infinite, 1, "inf", "null"},
		{history.Infinite - 500, 100, "inf", "null"},
	} {
		m := Money{tt.units, tt.scale}
		j, err := json.Marshal(m)
		if m.String() != tt.text || string(j) != tt.json || err != nil {
			t.Errorf("%d/%d: text %s, JSON %s, %v; want %s, %s", tt.units, tt.scale, m, j, err, tt.text, tt.json)
		}
	}
}

type fakeRow struct {
	name   string
	stacks []int64
	err    string
}

var fakeColumns = []Column[fakeRow]{
	{Name: "name", Value: func(r fakeRow) any { return r.name }},
	{Name: "stacks", Value: func(r fakeRow) any { return Amounts(r.stacks, 100) }},
	{Name: "ok", Value: func(r fakeRow) any { return r.err == "" }},
	{Name: "error", Value: func(r fakeRow) any {
		if r.err == "" {
			return nil
		}
		return r.err
	}},
}

var fakeRows = []fakeRow{{"a <b>", []int64{150, 20000}, ""}, {`x,"y"`, nil, "broken"}}

func TestRows(t *testing.T) {
	for format, want := range map[string]string{
		NDJSON: `{"schema":"cardroom.test/1","name":"a <b>","stacks":[1.5,200],"ok":true}
{"schema":"cardroom.test/1","name":"x,\"y\"","stacks":null,"ok":false,"error":"broken"}
`,
		CSV: `name,stacks,ok,error
a <b>,1.5 200,true,
"x,""y""",,false,broken
`,
		JSON: `{
  "schema": "cardroom.test/1",
  "rows": [
    {"name":"a <b>","stacks":[1.5,200],"ok":true},
    {"name":"x,\"y\"","stacks":null,"ok":false,"error":"broken"}
  ],
  "count": 2
}
`,
	} {
		got := writeFakeRows(t, format, fakeRows)
		if got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", format, got, want)
		}
	}
}

func writeFakeRows(t *testing.T, format string, list []fakeRow) string {
	t.Helper()
	var b bytes.Buffer
	out, err := New(&b, format, "test", "rows", fakeColumns)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if err := out.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(Pair{Name: "count", Value: len(list)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestEmptyDocumentIsJSON(t *testing.T) {
	text := writeFakeRows(t, JSON, nil)
	var doc struct {
		Schema string
		Rows   []any
		Count  int
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil || doc.Rows == nil || doc.Schema != "cardroom.test/1" {
		t.Errorf("%s: %v, %+v", text, err, doc)
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"Hold'em":             "Hold'em",
		"-2.5":                "-2.5",
		"+1000":               "+1000",
		"-1e-05":              "-1e-05",
		"-2 4 -2":             "-2 4 -2",
		"=1+1":                "'=1+1",
		"-":                   "-",
		"=A":                  "'=A",
		"-1+1":                "'-1+1",
		"+cmd|' /C calc'!A0":  "'+cmd|' /C calc'!A0",
		"@SUM(A1)":            "'@SUM(A1)",
		"\t=1":                "'\t=1",
		"\r=1":                "'\r=1",
		"＝1+1":                "'＝1+1",
		"-2 =1":               "'-2 =1",
		"1=1":                 "1=1",
		"[\"=HYPERLINK(…)\"]": "[\"=HYPERLINK(…)\"]",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q is the cell %q, want %q", text, got, want)
		}
		if got := Quoted(text); strings.Trim(strings.ReplaceAll(got, `""`, `"`), `"`) != strings.Trim(want, `"`) && !strings.Contains(text, `"`) {
			t.Errorf("%q is %s in a line, want %q", text, got, want)
		}
	}
}

// TestWriteObject: a result is written with its schema, on one line or as a document; a value that
// cannot be written is an error, and nothing is written.
func TestWriteObject(t *testing.T) {
	for format, want := range map[string]string{
		NDJSON: "{\"schema\":\"cardroom.odds/1\",\"boards\":3}\n",
		JSON:   "{\n  \"schema\": \"cardroom.odds/1\",\n  \"boards\": 3\n}\n",
	} {
		var b bytes.Buffer
		if err := WriteObject(&b, format, "odds", "", []Pair{{Name: "boards", Value: 3}}); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%q\nwant\n%q", format, err, b.String(), want)
		}
		b.Reset()
		if err := WriteObject(&b, format, "odds", "", []Pair{{Name: "boards", Value: func() {}}}); err == nil || b.Len() != 0 {
			t.Errorf("%s: %v, %q is written", format, err, b.String())
		}
	}
}

// A result as CSV has no objects within its cells: each value has a column.
func TestFlat(t *testing.T) {
	type mean struct {
		Mean   float64  `json:"mean"`
		StdErr *float64 `json:"stderr"`
	}
	type net struct {
		Seat int   `json:"seat"`
		Net  int64 `json:"net"`
		Per  mean  `json:"per"`
	}
	type rule struct {
		Rule string `json:"rule"`
		Pots int    `json:"pots"`
	}
	fields := []Pair{
		{Name: "game", Value: "a, b"},
		{Name: "seed", Value: uint64(1<<64 - 1)},
		{Name: "stacks", Value: []Money{{250, 100}, {300, 100}}},
		{Name: "net", Value: []net{{1, -5, mean{0.5, nil}}, {2, 5, mean{1e21, nil}}}},
		{Name: "pot", Value: mean{2, nil}},
		{Name: "rules", Value: []rule{{"half kill", 3}}},
		{Name: "none", Value: []rule{}},
		{Name: "missing", Value: nil},
		{Name: "text", Value: "=1+1"},
	}
	var b bytes.Buffer
	if err := WriteObject(&b, CSV, "run", "", fields); err != nil {
		t.Fatal(err)
	}
	const want = "game,seed,stacks,net_1_net,net_1_per_mean,net_1_per_stderr,net_2_net,net_2_per_mean,net_2_per_stderr,pot_mean,pot_stderr,rules_half_kill_pots,none,missing,text\n" +
		"\"a, b\",18446744073709551615,2.5 3,-5,0.5,,5,1e+21,,2,,3,,,'=1+1\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}
