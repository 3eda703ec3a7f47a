package batch

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func readExact(text []byte) (Result, error) {
	var x Exact
	if err := json.Unmarshal(text, &x); err != nil {
		return Result{}, err
	}
	return x.Result()
}

// A result survives a round trip through JSON, even if squares need all 128
// bits.
func TestExactIsExact(t *testing.T) {
	j := job(t)
	j.To = 501
	j.Mishaps = &Mishaps{Rate: 0.05}
	r := run(t, j, 2)
	r.Net[1].sqHi, r.Net[1].sqLow = ^uint64(0), ^uint64(0)-1
	text, err := json.Marshal(ExactOf(&r, len(j.Stacks)))
	if err != nil {
		t.Fatal(err)
	}
	again, err := readExact(text)
	if err != nil || again != r {
		t.Fatalf("%v: %+v, want %+v", err, again, r)
	}
	for old, wrong := range map[string]string{
		`"hands":500`: `"hands":-500`, `"showdowns":`: `"showdowns":9`, `"squares":"`: `"squares":"-`,
		`"wins":`: `"wins":-`, `"chips_in":`: `"chips_in":1`, `"out_of_turn":`: `"out_of_time":`,
	} {
		if bytes.Contains(text, []byte(old)) {
			if _, err := readExact([]byte(strings.Replace(string(text), old, wrong, 1))); err == nil {
				t.Errorf("%s in place of %s is accepted", wrong, old)
			}
		}
	}
}

// Squares are exact for integers of any size, and merge in any order.
func TestSquaresOf128Bits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Int64Range(-1<<55, 1<<55), 1, 40).Draw(t, "results")
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		var a, b Sum
		want := new(big.Int)
		for i, x := range list {
			if i < cut {
				a.add(x)
			} else {
				b.add(x)
			}
			want.Add(want, new(big.Int).Mul(big.NewInt(x), big.NewInt(x)))
		}
		b.merge(&a)
		x := b.exact()
		var again Sum
		if err := again.read(&x); err != nil || again != b || x.Squares != want.String() {
			t.Fatalf("%v: %+v, squares %s", err, x, want)
		}
	})
}

// Details survive a round trip through JSON, and invalid ones are rejected.
func TestExactDetails(t *testing.T) {
	j := job(t)
	j.Details = true
	r := run(t, j, 2)
	text, err := json.Marshal(ExactDetailsOf(r.Details))
	if err != nil {
		t.Fatal(err)
	}
	var x ExactDetails
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	again, err := x.Details()
	if err != nil || !reflect.DeepEqual(again, r.Details) || len(r.Details.Wins) == 0 || len(r.Details.Rounds) == 0 {
		t.Fatalf("%v: %+v, want %+v", err, again, r.Details)
	}
	for name, change := range map[string]func(x *ExactDetails){
		"hands": func(x *ExactDetails) { x.Hands = 1 }, "bins": func(x *ExactDetails) { x.Pots.Bins[0]++ }, "below 0": func(x *ExactDetails) { x.Pots.Bins[0] = -1 },
		"unit": func(x *ExactDetails) { x.Fees.Unit = 0 }, "too many bins": func(x *ExactDetails) { x.Pots.Bins = make([]int64, bins+1) },
		"actions": func(x *ExactDetails) { x.Actions["fold"] = 0 }, "twice": func(x *ExactDetails) { x.Wins = append(x.Wins, x.Wins[0]) },
		"step": func(x *ExactDetails) { x.Rounds[0].Step = 1 << 20 }, "round": func(x *ExactDetails) { x.Rounds[0].Hands = x.Hands + 1 },
	} {
		var bad ExactDetails
		if err := json.Unmarshal(text, &bad); err != nil {
			t.Fatal(err)
		}
		change(&bad)
		if _, err := bad.Details(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	c := r.Details.Clone()
	c.merge(r.Details)
	if reflect.DeepEqual(c, r.Details) || c.Hands != 2*r.Details.Hands {
		t.Error("a clone shares what it has")
	}
}
