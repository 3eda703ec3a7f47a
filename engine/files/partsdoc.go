// This file handles the part files of sharded jobs: what a part file holds, and how parts are
// merged into one.
//
// A [Part] records its job, the hands it covers, and their results: sums that are exact and merge
// in any order. Nothing in it depends on the machine, the time or the number of workers, so the
// same hands always produce the same bytes.
//
// Part files travel between machines and may contain anything. [Read] rejects damaged files, by a
// checksum over the whole content, and files that a newer program wrote. [Join] rejects parts of
// different jobs and hands that are in two parts; [Whole] rejects gaps. Each error is a [Fault],
// which says what to do about it.
//
// run --out writes the result of a shard as a part (engine/files): the job as an object of everything that decides the
// result, scripts, policies and decks by hash, the range of hands, and the exact sums (batch.Exact). Nothing in it depends
// on time, machine or workers, so the same hands always make the same bytes, whether the run was killed or the parts were
// merged in steps. The collecting goroutine reports how many hands are finished without a gap (Job.Prefix), and the run
// writes a checkpoint there while the workers continue. What is printed is computed in one place, from the inputs and the
// sums (simulate.resultOf), for a run and for a merge. version of engine/files changes with the format, and when the same
// seed plays other hands.

package files
