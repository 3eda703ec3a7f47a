package equity

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/cmd/cardroom/internal/shards"
	"cardroom/dsl"
	"cardroom/engine/odds"
	"cardroom/engine/parts"
	"cardroom/engine/plan"
)

// Parts of many matchups: a shard is a range of the lines. Its part has the lines and the computed answers; a merge reads the
// lines again and prints them with these answers.

// PartKind is the kind of the parts of matchups.
const PartKind = "odds"

// inputs is everything that decides the answers, except the number of lines.
type inputs struct {
	Lines    string            `json:"lines"`   // hash of all lines and of the files that they name
	Scripts  string            `json:"scripts"` // hash of the game's scripts
	Game     string            `json:"game"`
	Set      map[string]string `json:"set"`
	Board    string            `json:"board"`
	Dead     string            `json:"dead"`
	Boards   int               `json:"boards"`
	Put      string            `json:"put"`
	Draw     string            `json:"draw"`
	Exact    bool              `json:"exact"`
	Made     bool              `json:"made"`
	Samples  int64             `json:"samples"`
	Enough   int64             `json:"enough"`
	Error    float64           `json:"error"`
	Seed     uint64            `json:"seed"`
	MaxSteps uint64            `json:"max_steps"`
}

// computed is what was computed for a line.
type computed struct {
	Text   string       `json:"text"`
	Answer *odds.Answer `json:"answer"` // nil for a line without one
	Seed   uint64       `json:"seed"`
	Drawn  bool         `json:"drawn"`
	Error  string       `json:"error"` // why there is no answer although the line is valid
}

func validLine(text json.RawMessage) error {
	_, err := readComputed(text)
	return err
}

func readComputed(text json.RawMessage) (c computed, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return c, dec.Decode(&c)
}

// fits reports whether a computed answer can belong to a matchup.
func (c *computed) fits(m *matchUp, o *Options) bool {
	a, n := c.Answer, len(m.Hands)
	if a == nil || a.Boards < 0 || len(a.Hands) != n || (a.Chips != nil) != (m.q.Pots != nil) || a.Chips != nil && len(a.Chips) != n ||
		(a.Made != nil) != o.Effort.Made || (a.Draws != nil) != (o.draws != nil) || a.Draws != nil && len(a.Draws) != n {
		return false
	}
	if a.Made == nil {
		return true
	}
	if len(a.Made) != len(m.q.Show.Parts) {
		return false
	}
	for k, made := range a.Made {
		classes := len(m.q.Show.Parts[k].Ranking.Classes())
		if len(made) != n || slices.ContainsFunc(made, func(p []float64) bool { return len(p) != classes }) {
			return false
		}
	}
	return true
}

// oddsInParts answers the lines of a shard, saves the answers as a part, and prints them.
func oddsInParts(ctx context.Context, std *app.IO, o *Options, game *plan.Game, lib *dsl.Library) error {
	text, err := io.ReadAll(std.Stdin)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(text), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
	if len(lines) == 0 {
		return app.Usagef("no matchup on standard input")
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, "\r\n")
	}
	in := inputs{
		Game: o.Game, Set: o.Set, Board: o.Board, Dead: o.Dead, Boards: o.Boards, Put: o.Put, Draw: o.Draw, Exact: o.Effort.Exact, Made: o.Effort.Made,
		Samples: o.Effort.Samples, Enough: o.Effort.Enough, Error: o.Effort.Error, Seed: o.Seed(), MaxSteps: std.MaxSteps,
	}
	if in.Set == nil {
		in.Set = map[string]string{}
	}
	if in.Lines, err = linesDigest(std, lines); err != nil {
		return err
	}
	if in.Scripts, err = library.GameDigest(lib, o.Game, game.ID); err != nil {
		return err
	}
	o.Effort.Cache = new(odds.Cache)
	workers := o.Effort.Workers
	o.Effort.Workers = 1
	job := &shards.Job{
		Kind: PartKind, Inputs: in, Total: int64(len(lines)), Shard: o.Shard.Index, Shards: o.Shard.Count, Workers: workers, Valid: validLine,
		Do: func(ctx context.Context, n int64) (json.RawMessage, error) {
			c := computed{Text: lines[n-1]}
			own := *o
			own.computed = func(m *matchUp, err error) {
				if err != nil {
					c.Error = err.Error()
					return
				}
				c.Answer, c.Seed, c.Drawn = m.a, m.seed, m.drawn
			}
			_, _ = own.lineOf(ctx, std, game, c.Text, int(n)) // an error in the line is found again when the part is read
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return json.Marshal(c)
		},
	}
	bar := std.StartProgress("lines", o.Shard.Size(job.Total))
	defer bar.Stop()
	units, err := shards.Work(ctx, std, o.Out, job, &bar.Done)
	bar.Stop()
	if err != nil {
		return err
	}
	return o.tellLines(ctx, std, game, units)
}

// linesDigest returns the hash of the lines and of the range files that they name.
func linesDigest(std *app.IO, lines []string) (string, error) {
	h := parts.NewDigest()
	for _, l := range lines {
		fmt.Fprintf(h, "%q\n", l)
		for _, word := range strings.Fields(l) {
			name, ok := strings.CutPrefix(word, "@")
			if !ok {
				continue
			}
			text, err := std.ReadText(name)
			if err != nil { // the line's own answer reports it
				text = []byte("unreadable")
			}
			h.Named(name, string(text))
		}
	}
	return h.String(), nil
}

// errForeign is returned if an answer does not belong to its line.
var errForeign = errors.New("an answer is not that of its line")

// tellLines prints lines with the answers computed earlier.
func (o *Options) tellLines(ctx context.Context, std *app.IO, game *plan.Game, units []shards.Unit) error {
	foreign := false
	return o.tellAnswers(std, game, func(yield func(lineAnswer) bool) {
		for _, u := range units {
			c, err := readComputed(u.Result)
			if err != nil {
				yield(lineAnswer{end: err})
				return
			}
			own := *o
			own.recall = func(m *matchUp) error {
				switch {
				case c.Error != "":
					return errors.New(c.Error)
				case !c.fits(m, o):
					foreign = true
					return errForeign
				}
				m.a, m.seed, m.drawn = c.Answer, c.Seed, c.Drawn
				return nil
			}
			m, fault := own.lineOf(ctx, std, game, c.Text, int(u.Number))
			if foreign {
				yield(lineAnswer{end: errForeign})
				return
			}
			if !yield(lineAnswer{m: m, fault: fault}) {
				return
			}
		}
	})
}

// Joined combines several parts of matchups into one.
func Joined(list []*parts.Part) (*parts.Part, error) { return shards.JoinUnits(list, validLine) }

// PrintPart prints a part that contains all lines, exactly as the command that answers them all would. It needs the scripts of
// the game.
func PrintPart(std *app.IO, format string, p *parts.Part) error {
	var in inputs
	if err := parts.ReadSums(p.Job, &in); err != nil {
		return shards.Damaged(p, err)
	}
	std.MaxSteps = in.MaxSteps
	o := &Options{
		Game: in.Game, Set: in.Set, Board: in.Board, Dead: in.Dead, Boards: in.Boards, Put: in.Put, Draw: in.Draw, Seed: func() uint64 { return in.Seed },
		Format: format,
	}
	o.Effort.Exact, o.Effort.Made, o.Effort.Samples, o.Effort.Enough, o.Effort.Error = in.Exact, in.Made, in.Samples, in.Enough, in.Error
	game, lib, err := library.Load(std, in.Game, in.Set)
	if err != nil {
		return err
	}
	is, err := library.GameDigest(lib, in.Game, game.ID)
	if err == nil && is != in.Scripts {
		err = shards.Faulty(&parts.Fault{File: p.Name, Msg: fmt.Sprintf("the scripts of %s are not those that the lines were answered by", in.Game), Remedy: "merge where the scripts are as they were"})
	}
	if err != nil {
		return err
	}
	if o.draws, err = newOddsDraws(o.Draw, game, lib); err != nil {
		return err
	}
	units, err := shards.AllUnits(p, validLine)
	if err != nil {
		return err
	}
	err = std.Results(format, func(std *app.IO, format string) error {
		own := *o
		own.Format = format
		return own.tellLines(context.Background(), std, game, units)
	})
	if errors.Is(err, errForeign) {
		err = shards.Damaged(p, err)
	}
	return err
}
