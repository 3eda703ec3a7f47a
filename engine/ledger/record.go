package ledger

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"cardroom/engine/betting"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/plan"
)

// terms are what was forced and taken in a hand, and whose it is.
type terms struct {
	unit             int64 // of results
	small, big, ante int64
	straddles        int64
	straddle         int64 // the largest
	rake             int64 // with the fee for a jackpot
	bigSeat, hero    int   // -1 for none
}

// terms returns the terms of a hand.
func (p *Played) terms() (t terms) {
	s := &p.Hand.Plan().Stakes
	t.small, t.big, t.ante, t.bigSeat, t.hero = s.SB, s.BB, s.Ante, -1, -1
	switch t.unit = s.BB; {
	case t.unit > 0:
	case s.Small.Lo > 0:
		t.unit = s.Small.Lo
	default:
		t.unit = max(s.Ante, s.BringIn)
	}
	if rec := p.Record; rec != nil {
		t.unit = bigBlind(rec)
		t.ante = most(rec.Antes)
		t.small, t.big = 0, 0
		for i, a := range rec.Blinds {
			switch {
			case a >= t.unit && t.bigSeat < 0:
				t.bigSeat, t.big = i, t.unit
			case a > 0 && a < t.unit && t.small == 0:
				t.small = a
			}
			if a > t.unit {
				t.straddles++
				t.straddle = max(t.straddle, a)
			}
		}
		t.hero = p.heroOf(rec)
	}
	for i := range p.Log.Events {
		e := &p.Log.Events[i]
		switch f := e.Kind.Facts(); {
		case f.Pays == hand.PaysBlind && p.Record == nil && e.Forced > 0 && e.Amount >= t.unit && t.bigSeat < 0:
			t.bigSeat = int(e.Seat)
		case f.Pays == hand.PaysBet && f.Answers == hand.WithOffer: // a straddle
			t.straddles++
			t.straddle = max(t.straddle, e.To)
		case f.Pays == hand.PaysFee && e.Seat < 0:
			t.rake += e.Amount
		}
	}
	return t
}

func most(list []int64) int64 {
	if len(list) == 0 {
		return 0
	}
	return slices.Max(list)
}

// bigBlind returns the unit in which the results of a record are counted: the big blind, the small bet of a game without blinds, and the
// ante of a hand with nothing else, such as a bomb pot.
func bigBlind(rec *history.Hand) int64 {
	if rec.SmallBet == 0 && most(rec.Blinds) == 0 {
		return max(rec.MinBet, most(rec.Antes))
	}
	return max(rec.MinBet, rec.SmallBet)
}

// heroOf returns the seat of the player whose hand it is.
func (p *Played) heroOf(rec *history.Hand) int {
	if p.Hero != "" {
		return slices.Index(rec.Players, p.Hero)
	}
	n, _ := history.Value[int64](rec, history.KeyHero)
	return int(n) - 1
}

// Track returns what trackers count of each seat, in the memory of out.
func (p *Played) Track(out []Seat) []Seat {
	t := p.terms()
	return p.track(out, &t)
}

func (p *Played) track(out []Seat, t *terms) []Seat {
	out = Of(out, p.Hand, p.Log.Events, t.unit, t.bigSeat)
	if p.Record == nil {
		return out
	}
	s := p.Record.Sides()
	if s == nil {
		return out
	}
	finer := s.Scale / p.Record.Scale
	for i := range out {
		var by [len(Beside)]int64
		for at, beside := range Beside {
			k := slices.IndexFunc(history.SideKinds, func(kind history.SideKind) bool { return kind.Column == beside.Name })
			if s.By[k] != nil && history.SideKinds[k].InChips(p.Record) {
				by[at] = s.By[k][i]
			}
		}
		out[i].Aside(by, s.Result[i], min(t.unit, history.MaxAmount/finer)*finer)
	}
	return out
}

// stakesKey is all that the text of recorded stakes depends on.
type stakesKey struct {
	structure                    betting.Structure
	small, big, ante, lo, hi, of int64
}

// stakesCell returns the stakes as a cell.
func (w *Writer) stakesCell(s *plan.Stakes, t *terms) string {
	if s.Name != plan.Recorded {
		return w.cached(s.Name)
	}
	key := stakesKey{s.Structure, t.small, t.big, t.ante, s.Small.Lo, s.Big.Lo, s.Scale}
	text, ok := w.stakes[key]
	if !ok {
		if len(w.stakes) > mostKept {
			clear(w.stakes)
		}
		text = w.encode(stakesText(s, t))
		w.stakes[key] = text
	}
	return text
}

// Stakes returns the stakes in words.
func (p *Played) Stakes() string {
	t := p.terms()
	return stakesText(&p.Hand.Plan().Stakes, &t)
}

func stakesText(s *plan.Stakes, t *terms) (text string) {
	if s.Name != plan.Recorded {
		return s.Name
	}
	money := func(a int64) string { return plan.Money(a, s.Scale) }
	switch {
	case s.Structure < betting.PotLimit:
		text = money(s.Small.Lo) + "-" + money(s.Big.Lo)
	case t.small > 0:
		text = limits[s.Structure] + money(t.small) + "-" + money(max(t.big, s.Small.Lo))
	default:
		text = limits[s.Structure] + money(s.Small.Lo)
	}
	if t.ante > 0 {
		text += " ante " + money(t.ante)
	}
	return text
}

// limits are the limits as names of stakes have them.
var limits = map[betting.Structure]string{betting.PotLimit: "pl ", betting.NoLimit: "nl "}

// amountOf returns an amount of a record's field, 0 without one.
func amountOf(rec *history.Hand, key string) int64 {
	text, _ := history.Value[string](rec, key)
	amount, err := history.ParseAmount(text, rec.Scale)
	if err != nil {
		return 0
	}
	return amount
}

// times writes when a recorded hand was dealt.
func (e *encoder) times(rec *history.Hand) {
	if rec.Year == 0 {
		e.none(2)
		return
	}
	clock := rec.Time != 0 || rec.Format != "" || rec.Has(history.FieldTime)
	if at, known := rec.UTC(); known && clock {
		e.quoted(func(b []byte) []byte { return at.AppendFormat(b, time.DateTime) })
	} else {
		e.none(1)
	}
	written := time.Date(int(rec.Year), time.Month(max(1, rec.Month)), int(max(1, rec.Day)), 0, 0, 0, 0, time.UTC).Add(rec.Time)
	if !clock {
		e.text(written.Format(time.DateOnly))
		return
	}
	e.text(strings.TrimSpace(written.Format(time.DateTime) + " " + cmp.Or(rec.TimeZoneAbbr, rec.TimeZone)))
}
