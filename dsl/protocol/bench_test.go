package protocol_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"cardroom/dsl/protocol"
)

// answered holds the fields of an answer that the benchmark reads.
type answered struct {
	OK    bool  `json:"ok"`
	Table int64 `json:"table"`
	Over  bool  `json:"over"`
	Turn  int   `json:"turn"`
	Legal []struct {
		Say   string       `json:"say"`
		Least *json.Number `json:"least"`
	} `json:"legal"`
}

// next returns the request that follows an answer: a random legal action, or a new hand.
func (a *answered) next(r *rand.Rand, to []byte) []byte {
	switch {
	case a.Table == 0:
		return append(to, `{"do":"new","game":"mixed/nt","seats":6}`...)
	case a.Over:
		return fmt.Appendf(to, `{"do":"close","table":%d}`, a.Table)
	}
	c := a.Legal[r.IntN(len(a.Legal))]
	if c.Least != nil {
		return fmt.Appendf(to, `{"do":"act","table":%d,"seat":%d,"action":"%s %s"}`, a.Table, a.Turn, c.Say, *c.Least)
	}
	return fmt.Appendf(to, `{"do":"act","table":%d,"seat":%d,"action":"%s"}`, a.Table, a.Turn, c.Say)
}

// BenchmarkHands plays hands of no-limit hold'em by messages: at one table, and at many tables with one request for each
// table in a line. The client's own work is not measured.
func BenchmarkHands(b *testing.B) {
	for _, tables := range []int{1, 512} {
		b.Run(fmt.Sprint("tables=", tables), func(b *testing.B) {
			s := newServer(protocol.Usual)
			var spent time.Duration
			r := rand.New(rand.NewPCG(1, 2))
			states := make([]answered, tables)
			hands, requests := 0, 0
			var out bytes.Buffer
			for hands < b.N {
				line := []byte{}
				for i := range states {
					if i > 0 {
						line = append(line, ',')
					}
					line = states[i].next(r, line)
				}
				if tables > 1 {
					line = append(append([]byte{'['}, line...), ']')
				}
				out.Reset()
				began := time.Now()
				if err := s.Answer(&out, line); err != nil {
					b.Fatal(err)
				}
				spent += time.Since(began)
				requests += tables
				closing := make([]bool, tables)
				for i := range states {
					closing[i] = states[i].Over
					states[i] = answered{}
				}
				var err error
				if tables > 1 {
					err = json.Unmarshal(out.Bytes(), &states)
				} else {
					err = json.Unmarshal(out.Bytes(), &states[0])
				}
				if err != nil {
					b.Fatal(err)
				}
				for i := range states {
					if !states[i].OK {
						b.Fatalf("%s", out.Bytes())
					}
					if closing[i] {
						hands++
						states[i] = answered{}
					}
				}
			}
			b.ReportMetric(float64(requests)/float64(hands), "requests/hand")
			b.ReportMetric(float64(hands)/spent.Seconds(), "hands/s")
		})
	}
}
