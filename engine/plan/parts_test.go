package plan_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"cardroom/engine/files"

	"pgregory.net/rapid"
)

// sumOf returns the sum of a range of hands, each of which counts its number.
func sumOf(r files.Range) json.RawMessage {
	n := int64(0)
	for k := r.From; k <= r.To; k++ {
		n += k
	}
	return json.RawMessage(fmt.Sprint(n))
}

func shard(i, n, total int64) *files.Part {
	r := files.ShardOf(i, n, total)
	p := &files.Part{Name: fmt.Sprintf("%d of %d", i, n), Kind: "run", Job: json.RawMessage(`{"seed":7}`), Total: total, Shard: i, Shards: n, Sums: sumOf(r)}
	if r.From <= r.To {
		p.Hands = []files.Range{r}
	}
	return p
}

func join(list ...*files.Part) (*files.Part, error) {
	total := int64(0)
	return files.Join(list, func(sums json.RawMessage, _ int64) error {
		var n int64
		err := json.Unmarshal(sums, &n)
		total += n
		return err
	}, func() (json.RawMessage, error) { return json.RawMessage(fmt.Sprint(total)), nil })
}

// Any division into shards, merged in any tree and through files, produces the
// same bytes.
func TestAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(1, 300).Draw(t, "hands")
		n := rapid.Int64Range(1, 40).Draw(t, "shards")
		var list []*files.Part
		for i := range n {
			list = append(list, shard(i+1, n, total))
		}
		want, err := join(list...)
		if err != nil || want.Whole() != nil {
			t.Fatal(err, want)
		}
		for len(list) > 1 {
			list = rapid.Permutation(list).Draw(t, "order")
			k := rapid.IntRange(2, len(list)).Draw(t, "merged")
			p, err := join(list[:k]...)
			if err != nil {
				t.Fatal(err)
			}
			text, err := p.Marshal()
			if err != nil {
				t.Fatal(err)
			}
			if p, err = files.Read("merged", text); err != nil {
				t.Fatal(err)
			}
			list = append(slices.Clone(list[k:]), p)
		}
		if n == 1 {
			list[0] = want
		}
		a, _ := want.Marshal()
		b, _ := list[0].Marshal()
		if !bytes.Equal(a, b) || string(want.Sums) != string(sumOf(files.Range{From: 1, To: total})) {
			t.Fatalf("%s\n%s", a, b)
		}
	})
}

// The shards have each hand once, and Missing finds the shards with the gaps.
func TestMissing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.Int64Range(1, 200).Draw(t, "hands")
		n := rapid.Int64Range(1, 250).Draw(t, "shards")
		gone := rapid.SliceOfN(rapid.Bool(), int(n), int(n)).Draw(t, "missing")
		var left []*files.Part
		want := map[int64]bool{}
		for i := range n {
			p := shard(i+1, n, total)
			switch {
			case !gone[i]:
				left = append(left, p)
			case len(p.Hands) > 0:
				want[i+1] = true
			}
		}
		if len(left) == 0 {
			t.Skip("nothing is left")
		}
		p, err := join(left...)
		if err != nil {
			t.Fatal(err)
		}
		got := files.Missing(p.Gaps(), n, total)
		listed := 0
		for i, r := range got {
			if i > 0 && r.From <= got[i-1].To+1 {
				t.Fatalf("%s could be shorter", files.List(got))
			}
			for k := r.From; k <= r.To; k++ {
				listed++
				if !want[k] {
					t.Fatalf("%s: shard %d of %d is there", files.List(got), k, n)
				}
			}
		}
		if listed != len(want) || (p.Whole() == nil) != (len(want) == 0) {
			t.Fatalf("%s of %d, want %d shards", files.List(got), n, len(want))
		}
	})
}

// Changing, removing or adding any byte of a part is a fault of that file.
func TestEveryByteCounts(t *testing.T) {
	text, err := shard(2, 3, 100).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if p, err := files.Read("x.part", text); err != nil || p.Count() != 33 {
		t.Fatal(p, err)
	}
	check := func(what string, bad []byte) {
		var f *files.Fault
		if _, err := files.Read("x.part", bad); !errors.As(err, &f) || f.File != "x.part" || f.Remedy == "" {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range text {
		for _, bit := range []byte{1, 32, 128} {
			bad := bytes.Clone(text)
			bad[i] ^= bit
			check(fmt.Sprintf("byte %d changed", i), bad)
		}
		check(fmt.Sprintf("cut off at %d", i), text[:i])
		check(fmt.Sprintf("without byte %d", i), slices.Delete(bytes.Clone(text), i, i+1))
	}
	check("longer", append(bytes.Clone(text), '\n'))
	check("twice", append(bytes.Clone(text), text...))
}

func FuzzRead(f *testing.F) {
	text, _ := shard(2, 3, 100).Marshal()
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := files.Read("x.part", text)
		if err != nil {
			var fault *files.Fault
			if !errors.As(err, &fault) || fault.Remedy == "" {
				t.Fatalf("no fault with a remedy: %v", err)
			}
			return
		}
		if again, err := p.Marshal(); err != nil || !bytes.Equal(again, text) {
			t.Fatalf("%v: written as\n%s\nread from\n%s", err, again, text)
		}
	})
}
