package sites_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"cardroom/engine/history"
	"cardroom/engine/testkit"
)

// each returns the hands of a source: number, place and first action of each, or the error.
func each(src history.Source) (out []string) {
	var rec history.Hand
	for {
		err := src.Next(&rec)
		switch {
		case errors.Is(err, io.EOF):
			return out
		case err != nil:
			out = append(out, fmt.Sprintf("%d %v", rec.Number, err))
		default:
			out = append(out, fmt.Sprintf("%d %v %v %d actions %v", rec.Number, rec.Position(0), rec.HandID, len(rec.Actions), rec.Warnings))
		}
	}
}

// cut returns the hands of a source's parts, one part after another.
func cut(src history.Source, size int) (out []string, parts int) {
	for part := src.Cut(size); part != nil; part = src.Cut(size) {
		out = append(out, each(part)...)
		parts++
	}
	return append(out, each(src)...), parts
}

// phhs returns the hands of a file as PHH.
func phhs(t *testing.T, data []byte) []byte {
	t.Helper()
	var b []byte
	src := history.NewSource("f", data, options)
	var rec history.Hand
	n := 0
	for err := src.Next(&rec); !errors.Is(err, io.EOF); err = src.Next(&rec) {
		if err != nil {
			continue
		}
		if n++; n > 1 {
			b = append(b, '\n')
		}
		b = history.AppendTable(b, strconv.Itoa(n), &rec)
	}
	return b
}

// TestCut: the parts of a file yield the same as the file, wherever it is cut, even if the file was
// corrupted.
func TestCut(t *testing.T) {
	files := map[string][]byte{}
	for name, data := range corpus(t) {
		files[name] = bytes.Repeat(append(data, '\n'), 3)
		files["phh/"+name] = phhs(t, data)
	}
	files["phh with a text"] = append(slices.Clone(files["phh/pokerstars/cash.txt"]), "[5]\nvariant = \"NT\"\n_note = \"\"\"\n[6]\nvariant = 1\n\"\"\"\n[6]\nvariant = 'NT'\n"...)
	files["phh without numbers"] = bytes.ReplaceAll(files["phh/pokerstars/cash.txt"], []byte("[3]"), []byte("[c]"))
	files["nothing"] = []byte("\n\n")
	rng := rand.New(rand.NewPCG(3, 4))
	most := 0
	for _, name := range testkit.Sweep(slices.Sorted(maps.Keys(files)), 4) {
		data := files[name]
		for n := range 8 {
			text := data
			if n > 0 {
				text = mutate(rng, data)
			}
			want := each(history.NewSource("f", text, options))
			for _, size := range []int{1, 700, 5000} {
				got, parts := cut(history.NewSource("f", text, options), size)
				if n == 0 {
					most = max(most, parts)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%s in %d parts of %d:\n%q\nwant\n%q\n%s", name, parts, size, got, want, text)
				}
				if got, _ = cut(history.NewSourceStream("f", bytes.NewReader(text), options), size); !slices.Equal(got, want) {
					t.Fatalf("%s as a stream in parts of %d:\n%q\nwant\n%q", name, size, got, want)
				}
			}
		}
	}
	if most < 10 {
		t.Errorf("no file was cut into more than %d parts", most)
	}
}
