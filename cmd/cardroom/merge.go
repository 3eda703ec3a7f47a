package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/author"
	"cardroom/cmd/cardroom/internal/params"
	"cardroom/cmd/cardroom/internal/replays"
	"cardroom/cmd/cardroom/internal/report"
	"cardroom/cmd/cardroom/internal/runs"
	"cardroom/cmd/cardroom/internal/solving"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/files"
	"cardroom/engine/rows"

	"github.com/urfave/cli/v2"
)

func newMerge() *app.Command {
	return &app.Command{
		Command: &cli.Command{Name: "merge"},
		Params:  params.Params(mergeRows),
		Formats: []string{report.Text, report.JSON, report.NDJSON, report.CSV, report.HTML},
		Report:  true,
		Scripts: true,
		Do: func(c *cli.Context, std *app.IO, format string) error {
			o := mergeOptions{Paths: c.Args().Slice(), Format: format}
			given, err := app.Read(c, mergeRows, &o)
			switch {
			case err != nil:
				return err
			case len(o.Paths) == 0:
				return app.Usagef("merge needs a DIR with parts")
			case given.Has("out") && o.Out == "":
				return app.Usagef("--out needs the name of a folder")
			}
			return mergeParts(std, o)
		},
	}
}

var mergeRows = []params.Row[mergeOptions]{
	{Param: &params.Param{
		Name: "out", Doc: "write one merged part to the folder `DIR` in place of the result; hands may still be missing", Not: []string{"missing"},
	}, At: func(o *mergeOptions) any { return &o.Out }},
	{Param: &params.Param{Name: "missing", Doc: "list the shards to run again, such as 1,3-5; exit code 1 if there are any"}, At: func(o *mergeOptions) any { return &o.Missing }},
}

// mergeOptions are the options of merge.
type mergeOptions struct {
	Paths   []string // folders of parts, or parts
	Out     string   // folder for the merged part, "" to print the result
	Missing bool     // list the shards to run
	Format  string
}

// partKind is the functions for the parts of one command.
type partKind struct {
	join  func([]*files.Part) (*files.Part, error)
	print func(std *app.IO, format string, p *files.Part) error
	pages bool // the result can be printed as a page
}

var partKinds = map[string]partKind{
	runs.RunPart:      {runs.Joined, runs.PrintRunPart, true},
	author.DiffPart:   {author.JoinedDiff, author.PrintDiffPart, true},
	replays.PartKind:  {replays.Joined, replays.PrintPart, false},
	runs.SessionsPart: {runs.JoinedSessions, runs.PrintSessionsPart, false},
	solving.PartKind:  {solving.Joined, solving.PrintPart, false},
}

// mergeParts combines parts.
func mergeParts(std *app.IO, opts mergeOptions) error {
	list, faults, err := readParts(std, opts.Paths)
	if err != nil {
		return err
	}
	if opts.Missing {
		return missingShards(std, opts.Format, list, faults)
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	whole, err := joinParts(list)
	if err != nil {
		return err
	}
	if opts.Out != "" {
		// Write a merged part, which may have gaps.
		for _, path := range opts.Paths {
			if dir := filepath.Clean(path); dir == filepath.Clean(opts.Out) || filepath.Dir(dir) == filepath.Clean(opts.Out) && strings.HasSuffix(path, files.Ext) {
				return app.UsageHint(fmt.Sprintf("--out: the parts to merge are in %s: their %s would be there twice", opts.Out, whole.Unit().Many), "name another folder")
			}
		}
		if err := std.MkdirAll(opts.Out); err != nil {
			return app.PlainPathError(err)
		}
		hands := files.List(whole.Hands)
		if len(hands) > 60 {
			sum := sha256.Sum256([]byte(hands))
			hands = hex.EncodeToString(sum[:8])
		}
		name := whole.Unit().Many + "-" + hands + files.Ext
		if err := runs.WritePart(std, opts.Out, name, whole); err != nil {
			return err
		}
		std.Note("%s has %s of %s", filepath.Join(opts.Out, name), term.Counted(whole.Count(), whole.Unit().One), term.Grouped(whole.Total))
		return nil
	}
	if err := whole.Whole(); err != nil {
		return runs.Faulty(err)
	}
	if k := partKinds[whole.Kind]; !k.pages && std.Wants(opts.Format, report.HTML) {
		return app.Usagef("there is no page of parts of cardroom %s: choose another format", whole.Kind)
	}
	return partKinds[whole.Kind].print(std, opts.Format, whole)
}

// joinParts combines several parts into one.
func joinParts(list []*files.Part) (*files.Part, error) {
	if len(list) == 0 {
		return nil, runs.Faulty(&files.Fault{Msg: "there are no parts", Remedy: "'cardroom run GAME --out DIR' writes them"})
	}
	k, ok := partKinds[list[0].Kind]
	if !ok {
		return nil, runs.Faulty(&files.Fault{File: list[0].Name, Msg: fmt.Sprintf("this part is from cardroom %s: this program cannot merge it", list[0].Kind), Remedy: "merge it with the cardroom that wrote it, or a newer one"})
	}
	whole, err := k.join(list)
	return whole, runs.Faulty(err)
}

// readParts reads the parts in folders and files. faults are the errors of single parts.
func readParts(std *app.IO, paths []string) (list []*files.Part, faults []error, err error) {
	for _, path := range paths {
		info, err := std.FS.Stat(path)
		if err != nil {
			return nil, nil, app.PlainPathError(err)
		}
		names := []string{path}
		if info.IsDir() {
			if names, err = partsIn(std, path); err != nil {
				return nil, nil, err
			}
		}
		for _, name := range names {
			p, err := runs.ReadPart(std, name)
			var fault *files.Fault
			switch {
			case errors.As(err, &fault):
				faults = append(faults, err)
			case err != nil:
				return nil, nil, err
			default:
				list = append(list, p)
			}
		}
	}
	// The order of the arguments must not matter, not even for which of two parts is
	// reported.
	slices.SortStableFunc(list, func(a, b *files.Part) int { return strings.Compare(a.Name, b.Name) })
	return list, faults, nil
}

// partsIn lists the parts in a folder.
func partsIn(std *app.IO, dir string) ([]string, error) {
	entries, err := std.FS.ReadDir(dir)
	if err != nil {
		return nil, app.PlainPathError(err)
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, files.Ext) && !strings.HasPrefix(name, ".") {
			names = append(names, filepath.Join(dir, name))
		}
	}
	if len(names) == 0 {
		return nil, runs.Faulty(&files.Fault{File: dir, Msg: "no part in this folder", Remedy: "name the folder of --out; its parts end in " + files.Ext})
	}
	return names, nil
}

// missingShards prints the shards that remain to be run, given the readable parts.
func missingShards(std *app.IO, format string, list []*files.Part, faults []error) error {
	for _, err := range faults {
		var f *files.Fault
		if errors.As(err, &f) && !f.Torn {
			return errors.Join(faults...) // running the shard again does not help
		}
		std.Warn("%v", err)
	}
	if len(list) == 0 {
		return runs.Faulty(&files.Fault{Msg: "no readable part is left, so the number of shards is unknown", Remedy: "run all shards again"})
	}
	first := list[0]
	for _, p := range list[1:] {
		if err := first.SameJob(p); err != nil {
			return runs.Faulty(err)
		}
	}
	all := slices.Clone(list)
	list = slices.DeleteFunc(list, func(p *files.Part) bool {
		_, done := p.Next()
		return p.Shard > 0 && !done
	})
	n := first.Shards
	for _, p := range all {
		if p.Shards != n || n == 0 {
			return runs.Faulty(&files.Fault{File: p.Name, Msg: "the parts come from jobs with different numbers of shards", Remedy: "give merge --missing the parts of one cut"})
		}
	}
	gaps := []files.Range{{From: 1, To: first.Total}}
	if len(list) > 0 {
		whole, err := joinParts(list)
		if err != nil {
			return err
		}
		gaps = whole.Gaps()
	}
	shardList := files.Missing(gaps, n, first.Total)
	err := std.Results(format, func(std *app.IO, format string) error {
		if format != report.Text {
			return rows.WriteObject(std.Stdout, format, "merge", "The shards that are missing, with --missing. Otherwise merge prints what the command of the parts prints, such as cardroom.run/1.", []rows.Pair{
				{Name: "missing", Doc: "the shards to run again, as array jobs take them: 1,3-5", Limits: `pattern:"^([0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*)?$"`, Value: files.List(shardList)}, {Name: "shards", Unit: "shards", Doc: "shards of the job", Value: n}, {Name: "hands", Doc: "the hands that no part has: 1-500,1001-1500", Value: files.List(gaps)}, {Name: "total", Unit: "hands", Doc: "hands of the job", Value: first.Total},
			})
		}
		if len(shardList) > 0 {
			std.Stdout.Printf("%s\n", files.List(shardList))
		}
		return nil
	})
	if err == nil && len(shardList) > 0 {
		err = app.ErrNo
	}
	return err
}
