package dsl_test

import (
	"testing"

	"cardroom/dsl"
	"cardroom/engine/batch"
)

// BenchmarkPlayers plays games with the players of the policy table on one core: one
// iteration is one hand. It reports hands per second of processor time.
func BenchmarkPlayers(b *testing.B) {
	lib := library(b, nil)
	for _, id := range []string{"mixed/nt", "angies/holdem", "omahacash/omaha", "omahacash/omaha-hilo", "mixed/f7s", "angies/stud7-hilo8", "angies/lowball", "mixed/f2l3d"} {
		b.Run(id, func(b *testing.B) {
			job := tableJob(b, lib, id, int64(b.N))
			timeHands(b, job)
		})
	}
}

func tableJob(b *testing.B, lib *dsl.Library, id string, hands int64) *batch.Job {
	b.Helper()
	g, err := lib.Find(id)
	if err != nil {
		b.Fatal(err)
	}
	return playersJob(b, lib, g, 6, hands, "tight", "loose", "tight", "station", "loose", "maniac")
}
