// Command cardroom-beam plays the shards of a job as an Apache Beam pipeline, and merges them.
//
//	cardroom-beam --shards 64 --result sums.json [flags of Beam] -- run mixed/nt --hands 1000000000 --seed 7
//
// It is a module of its own, so that cardroom needs none of what Beam needs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

const usage = `usage: cardroom-beam --shards N --result FILE [flags of Beam] -- COMMAND
plays 'cardroom COMMAND' in N shards, each an element of a Beam pipeline, and writes what 'cardroom merge --json' prints to FILE.
COMMAND is one that takes --out and --shard, with its --seed: run mixed/nt --hands 1000000 --seed 7
FILE is opened by the worker that merges.

`

var (
	shards = flag.Int("shards", 64, "cut the job into `N` shards, of some minutes each")
	result = flag.String("result", "", "write the merged result to `FILE`")
	wait   = flag.Duration("wait", 0, "give up after `TIME`, such as 10m (0: never)")
)

func main() {
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init() // a worker goes no further
	if err := run(flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "cardroom-beam: %v\n", err)
		os.Exit(2)
	}
}

// run builds the pipeline of a command, and waits until the engine has run it.
func run(command []string) error {
	switch {
	case len(command) == 0:
		return errors.New("which command? cardroom-beam --shards 64 --result sums.json -- run mixed/nt --hands 1000000 --seed 7")
	case *result == "":
		return errors.New("--result FILE says where the merged result is written")
	case *shards < 1 || *shards > 1_000_000:
		return fmt.Errorf("--shards must be from 1 to 1000000, not %d", *shards)
	}
	for _, own := range []string{"--out", "--shard"} {
		if slices.Contains(command, own) {
			return fmt.Errorf("leave out %s: the pipeline says it", own)
		}
	}
	if *runners.Runner == "" {
		return errors.New("--runner says which engine: universal with --endpoint HOST:PORT, flink or spark")
	}
	if err := stage(); err != nil {
		return err
	}
	ctx := context.Background()
	if *wait > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, *wait)
		defer stop()
	}
	_, err := beam.Run(ctx, *runners.Runner, pipeline(command, *shards, *result))
	return err
}

// stage sends the workers this very program, unless another is named: Beam would build one with Go.
func stage() (err error) {
	if *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary, err = os.Executable()
	}
	return err
}

// pipeline has one element for each shard: its number. The parts, some kilobytes each, meet in one place, where they are
// merged: nothing but exact sums goes from worker to worker.
func pipeline(command []string, shards int, result string) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	numbers := beam.ParDo(s, &count{N: shards}, beam.Impulse(s))
	parts := beam.ParDo(s, &play{Command: command, Shards: shards}, beam.Reshuffle(s, numbers))
	beam.ParDo0(s, &merge{Result: result}, beam.GroupByKey(s, beam.AddFixedKey(s, parts)))
	return p
}
