package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/engine/batch"
	"cardroom/engine/plan"

	"github.com/fatih/color"
)

func moneyText(cents int64) string { return plan.Money(cents, plan.Cents) }

func (r *sessionReport) scale() int64 { return r.cfg.Games[0].Plan.Stakes.Scale }

func (r *sessionReport) money(units int64) Money { return Money{units, r.scale()} }

// perHand is a mean by n hands with its standard error, in dollars.
func (r *sessionReport) perHand(s *batch.Sum, n int64) figure {
	mean, stdErr := s.Mean(n)
	scale := float64(r.scale())
	return figure{rounded(mean/scale, 6), known(stdErr / scale)}
}

// figure is a mean with its standard error, nil where it cannot be estimated.
type figure struct {
	Mean   float64  `json:"mean"`
	StdErr *float64 `json:"stderr"`
}

// words are the figure in a table.
func (f figure) words() string {
	if f.StdErr == nil {
		return fmt.Sprintf("%.2f", f.Mean)
	}
	mean, stdErr := estimate(f.Mean, *f.StdErr)
	return mean + " ± " + stdErr
}

func (r *sessionReport) rules() []string { return houseTable{r.cfg, ""}.rules() }

func (r *sessionReport) collection() string {
	if len(r.cfg.Postings) == 0 {
		return "as the game has it"
	}
	first, last := r.cfg.Postings[0].Name, r.cfg.Postings[r.posting].Name
	if last != first {
		return first + ", at the end " + last
	}
	return first
}

func (r *sessionReport) games() []string { return houseTable{r.cfg, ""}.games() }

// perPlayer is what a hand costs a player who is dealt in.
func (r *sessionReport) perPlayer() float64 {
	if r.Dealt == 0 {
		return 0
	}
	return float64(r.Collected.Total+r.ByClock) / float64(r.Dealt) / float64(r.scale())
}

// sessionColumns are the fields of a session.
var sessionColumns = []column[*sessionReport]{
	{"game", func(r *sessionReport) any { return r.opts.Game }},
	{"session", func(*sessionReport) any { return true }},
	{"games", func(r *sessionReport) any { return r.games() }},
	{"hands", func(r *sessionReport) any { return r.Hands }},
	{"decisions", func(r *sessionReport) any { return r.Decisions }},
	{"seed", func(r *sessionReport) any { return r.opts.Seed }},
	{"stakes", func(r *sessionReport) any { return r.cfg.Games[0].Plan.Stakes.Name }},
	{"policy", func(r *sessionReport) any { return r.opts.Policy }},
	{"crowd", func(r *sessionReport) any { return r.extra.Crowd }},
	{"rules", func(r *sessionReport) any { return r.rules() }},
	{"collection", func(r *sessionReport) any { return r.collection() }},
	{"showdowns", func(r *sessionReport) any { return r.Showdowns }},
	{"dealt_in", func(r *sessionReport) any { return r.Dealt }},
	{"hours", func(r *sessionReport) any { return rounded(float64(r.Seconds)/3600, 4) }},
	{"chips_in", func(r *sessionReport) any { return r.money(r.PutIn) }},
	{"chips_out", func(r *sessionReport) any { return r.money(r.PutIn - r.Collected.Total) }},
	{"collected", func(r *sessionReport) any { return r.money(r.Collected.Total) }},
	{"collected_by_clock", func(r *sessionReport) any { return r.money(r.ByClock) }},
	{"collected_per_hand", func(r *sessionReport) any { return r.perHand(&r.Collected, r.Hands) }},
	{"collected_per_hour", func(r *sessionReport) any { return known(rounded(r.PerHour()/float64(r.scale()), 4)) }},
	{"cost_per_player_hand", func(r *sessionReport) any { return rounded(r.perPlayer(), 6) }},
	{"raised_pots", func(r *sessionReport) any { return r.RaisedN }},
	{"raised_pot", func(r *sessionReport) any { return r.perHand(&r.Raised, r.RaisedN) }},
	{"usual_pot", func(r *sessionReport) any { return r.perHand(&r.Usual, r.Hands-r.RaisedN) }},
	{"posted_by_rules", func(r *sessionReport) any { return r.money(r.Posted) }},
	{"poster_net", func(r *sessionReport) any { return r.perHand(&r.PosterNet, r.Posters) }},
	{"bought", func(r *sessionReport) any { return r.money(r.Bought) }},
	{"cashed", func(r *sessionReport) any { return r.money(r.Cashed) }},
	{"came", func(r *sessionReport) any { return r.Came }},
	{"left", func(r *sessionReport) any { return r.Left }},
	{"complete", func(r *sessionReport) any { return !r.incomplete }},
	{"elapsed_s", func(r *sessionReport) any { return rounded(r.elapsed.Seconds(), 6) }},
}

// columns are the fields of this session.
func (r *sessionReport) columns() []column[*sessionReport] {
	if r.opts.Mishaps == 0 {
		return sessionColumns
	}
	return append(slices.Clip(sessionColumns), mishapColumns[*sessionReport]()...)
}

// write writes the session in one of the machine formats.
func (r *sessionReport) write(std *IO) error {
	if r.opts.Format == formatCSV {
		out, err := newRows(std.Stdout, formatCSV, "run", "", r.columns())
		if err != nil {
			return err
		}
		if err := out.Row(r); err != nil {
			return err
		}
		return out.Close()
	}
	return writeObject(std.Stdout, r.opts.Format, "run", pairs(r.columns(), r))
}

// print writes the session for reading.
func (r *sessionReport) print(w *Stream) {
	title := fmt.Sprintf("session of %s, %s, %s, policy %s, seed %d", counted(r.Hands, "hand"), r.cfg.Name, r.cfg.Games[0].Plan.Stakes.String(), r.opts.Policy, r.opts.Seed)
	if r.incomplete {
		title += " (interrupted)"
	}
	w.Printf("%s\n\n", w.Paint(title, color.Bold))
	lines := [][]string{
		{"table time", fmt.Sprintf("%.1f h", float64(r.Seconds)/3600), fmt.Sprintf("%.1f players dealt in", float64(r.Dealt)/float64(max(r.Hands, 1)))},
		{"players", fmt.Sprintf("%d came", r.Came), fmt.Sprintf("%d left", r.Left)},
		{"bought", r.money(r.Bought).String(), ""},
		{"cashed", r.money(r.Cashed).String(), ""},
		{"collection", r.collection(), ""},
		{"collected", r.money(r.Collected.Total).String(), r.perHand(&r.Collected, r.Hands).words() + " a hand"},
	}
	if hours := (houseTable{r.cfg, ""}).hours(); len(hours) > 0 {
		lines = slices.Insert(lines, 1, []string{"offered", strings.Join(hours, ", "), ""})
	}
	if r.ByClock > 0 {
		lines = append(lines, []string{"by the clock", r.money(r.ByClock).String(), ""})
	}
	lines = append(lines,
		[]string{"the house's hour", fmt.Sprintf("%.2f", r.PerHour()/float64(r.scale())), ""},
		[]string{"a player's hand", fmt.Sprintf("%.4f", r.perPlayer()), "to the house"},
		[]string{potLabel(r.cfg.Games[0].Plan.Game), r.perHand(&r.Usual, r.Hands-r.RaisedN).words(), ""},
	)
	for _, rule := range r.rules() {
		lines = append(lines, []string{rule, counted(r.RaisedN, "raised pot"), percent(r.RaisedN, r.Hands)})
	}
	if r.RaisedN > 0 {
		lines = append(lines, []string{"raised pot", r.perHand(&r.Raised, r.RaisedN).words(), "on average"})
	}
	if r.Posters > 0 {
		lines = append(lines,
			[]string{"posted", r.money(r.Posted).String(), "by the rules of the table"},
			[]string{"who posted it", signed(r.perHand(&r.PosterNet, r.Posters).words()), "net in such a hand"},
		)
	}
	if r.elapsed > 20*time.Millisecond {
		lines = append(lines, []string{"time", seconds(r.elapsed), grouped(int64(float64(r.Hands)/r.elapsed.Seconds())) + " hands/s"})
	}
	writeTable(w, []heading{{"", left}, {"", right}, {"", left}}, lines)
	r.irregular().print(w)
}
