package history

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"cardroom/engine/cards"
)

// session writes n no-limit hands in the layout of public PHHS files. The play
// is not legal poker: only the text matters here.
func session(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var hands []*Hand
	for i := range n {
		deck := cards.Deck{}.Append(nil)
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		h := Hand{
			Variant:      "NT",
			AnteTrimming: true,
			Antes:        make([]int64, 6),
			Blinds:       []int64{50, 100, 0, 0, 0, 0},
			MinBet:       100,
			HandID:       NumberID(int64(i)),
		}
		act := func(v Verb, p int, amount int64, n int) {
			a := Action{Verb: v, Player: int8(p), Amount: amount}
			a.SetCards(deck[:n]...)
			deck = deck[n:]
			h.Actions = append(h.Actions, a)
		}
		for p := range 6 {
			h.Starting = append(h.Starting, 10000)
			h.Finishing = append(h.Finishing, 10000)
			h.Players = append(h.Players, fmt.Sprintf("Player %d", (p+i)%6))
			act(DealHole, p, 0, 2)
		}
		for p := 2; p < 6; p++ {
			act([]Verb{Fold, Fold, CheckCall}[rng.IntN(3)], p, 0, 0)
		}
		act(BetTo, 0, int64(200+rng.IntN(300)), 0)
		act(CheckCall, 1, 0, 0)
		for _, n := range []int{3, 1, 1}[:rng.IntN(4)] {
			act(DealBoard, int(Dealer), 0, n)
			act(CheckCall, 0, 0, 0)
			act(BetTo, 1, int64(300+rng.IntN(3000)), 0)
			act(CheckCall, 0, 0, 0)
		}
		hands = append(hands, &h)
	}
	return tables(hands...)
}

// readAll reads every hand and fails on the first error.
func readAll(tb testing.TB, h *Hand, data []byte) (hands int) {
	r := NewReader("session.phhs", data, Options{})
	for {
		err := r.Next(h)
		if err == io.EOF {
			return hands
		}
		if err != nil {
			tb.Fatal(err)
		}
		hands++
	}
}

func benchmarkRead(b *testing.B, files [][]byte) {
	var h Hand
	hands, size := 0, 0
	for _, data := range files {
		size += len(data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, data := range files {
			hands += readAll(b, &h, data)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(hands), "ns/hand")
}

func BenchmarkReadPluribus(b *testing.B) {
	names, _ := filepath.Glob(filepath.Join(sharedHands(b), "pluribus", "*.phhs"))
	var files [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, data)
	}
	benchmarkRead(b, files)
}

func BenchmarkReadSession(b *testing.B) { benchmarkRead(b, [][]byte{session(500)}) }

func BenchmarkWrite(b *testing.B) {
	hands, err := Read("session.phhs", session(500), Options{})
	if err != nil {
		b.Fatal(err)
	}
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		for _, h := range hands {
			text = AppendTable(text[:0], "1", h)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hands)), "ns/hand")
}

// TestReadAllocs keeps the hot loop free of allocations: a reader allocates per
// file, not per hand.
func TestReadAllocs(t *testing.T) {
	data := session(500)
	var h Hand
	readAll(t, &h, data)
	perFile := testing.AllocsPerRun(5, func() { readAll(t, &h, data) })
	if perFile > 60 {
		t.Errorf("%v allocations for a file of 500 hands", perFile)
	}
}
