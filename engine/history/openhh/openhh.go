// Package openhh reads hands in Open Hand History, the JSON of the standardized format
// (version 1.4): an object {"ohh": {…}} for each hand, one after the other or in an array.
//
// Programs differ in what they write as the amount of a raise and of a call: the chips of
// this action, or what the wager comes to. The reader takes the reading under which pots
// and what was put in agree.
package openhh

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/history/scribe"
)

// Format is Open Hand History.
var Format = history.Format{Name: "Open Hand History", Is: is, New: func() history.Parser { return &parser{} }}

func is(start []byte) bool {
	start = bytes.TrimLeft(start, " \t\r\n[")
	return len(start) > 0 && start[0] == '{' && bytes.Contains(start, []byte(`"ohh"`))
}

type hand struct {
	OHH *struct {
		Site       string          `json:"site_name"`
		Game       json.RawMessage `json:"game_number"`
		Start      string          `json:"start_date_utc"`
		Table      string          `json:"table_name"`
		Type       string          `json:"game_type"`
		Tournament bool            `json:"tournament"`
		Currency   string          `json:"currency"`
		Bet        struct {
			Type string      `json:"bet_type"`
			Cap  json.Number `json:"bet_cap"`
		} `json:"bet_limit"`
		Dealer  int64       `json:"dealer_seat"`
		Small   json.Number `json:"small_blind_amount"`
		Big     json.Number `json:"big_blind_amount"`
		Players []struct {
			ID    int64       `json:"id"`
			Seat  int64       `json:"seat"`
			Name  string      `json:"name"`
			Stack json.Number `json:"starting_stack"`
			Out   bool        `json:"is_sitting_out"`
		} `json:"players"`
		Rounds []struct {
			Street  string   `json:"street"`
			Cards   []string `json:"cards"`
			Actions []struct {
				Player int64       `json:"player_id"`
				Action string      `json:"action"`
				Amount json.Number `json:"amount"`
				Cards  []string    `json:"cards"`
			} `json:"actions"`
		} `json:"rounds"`
		Pots []struct {
			Number  int         `json:"number"`
			Amount  json.Number `json:"amount"`
			Rake    json.Number `json:"rake"`
			Jackpot json.Number `json:"jackpot"`
			Wins    []struct {
				Player int64       `json:"player_id"`
				Amount json.Number `json:"win_amount"`
			} `json:"player_wins"`
		} `json:"pots"`
	} `json:"ohh"`
}

type parser struct {
	s    scribe.Scribe
	h    *history.Hand
	hand hand
}

// Length finds the end of the first object.
func (p *parser) Length(text []byte, last bool) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	if last {
		return len(text)
	}
	return 0
}

// Read reads one hand.
func (p *parser) Read(h *history.Hand, text []byte) error {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return history.ErrNoHand
	}
	p.h, p.hand = h, hand{}
	if err := json.Unmarshal(text[open:], &p.hand); err != nil {
		at := open
		var syntax *json.SyntaxError
		var typed *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			at += int(max(0, syntax.Offset-1))
		case errors.As(err, &typed):
			at += int(max(0, typed.Offset-1))
		}
		return h.ErrorAt(history.Pos(at), history.CodeLine, strings.TrimPrefix(err.Error(), "json: "), "")
	}
	if p.hand.OHH == nil {
		return h.ErrorAt(history.Pos(open), history.CodeLine, `an object without the key "ohh"`, "")
	}
	places := p.places(text)
	err := p.tell(places, false, false)
	var bad *diag.Error
	for _, way := range [][2]bool{{true, false}, {true, true}} {
		if !errors.As(err, &bad) || bad.Code != history.CodePot {
			break
		}
		format, name, number := h.Format, h.Position(0), h.Number
		h.Began(name.File, text, int(name.Line))
		h.Format, h.Number = format, number
		if again := p.tell(places, way[0], way[1]); again == nil {
			return nil
		}
	}
	return err
}

// places are where the actions stand.
func (p *parser) places(text []byte) (out []history.Pos) {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(`"action"`))
		if i < 0 {
			return out
		}
		at += i + len(`"action"`)
		out = append(out, history.Pos(at-len(`"action"`)))
	}
}

var types = map[string][2]scribe.Game{
	"Holdem":     {scribe.Holdem, scribe.Holdem},
	"Short-Deck": {scribe.ShortDeck, scribe.ShortDeck},
	"ShortDeck":  {scribe.ShortDeck, scribe.ShortDeck},
	"Omaha":      {scribe.Omaha, scribe.Omaha},
	"OmahaHiLo":  {scribe.Omaha8, scribe.Omaha8},
	"Omaha5":     {scribe.Omaha5, scribe.Omaha5},
	"Omaha6":     {scribe.Omaha6, scribe.Omaha6},
	"Stud":       {scribe.SevenStud, scribe.SevenStud},
	"StudHiLo":   {scribe.SevenStud8, scribe.SevenStud8},
	"Razz":       {scribe.Razz, scribe.Razz},
	"Draw":       {scribe.FiveDraw, scribe.FiveDraw},
}

var limits = map[string]scribe.Limit{"NL": scribe.NoLimit, "PL": scribe.PotLimit, "FL": scribe.Fixed}

// amount is an amount of the file, nothing where there is none.
func (p *parser) amount(n json.Number) int64 {
	units, _ := p.s.Amount([]byte(strings.TrimPrefix(n.String(), "-")))
	return units
}

// tell tells the hand. to: a raise is named by what it comes to; calls: so are calls
// and bets.
func (p *parser) tell(places []history.Pos, to, calls bool) error {
	o := p.hand.OHH
	s, h := &p.s, p.h
	s.Begin(h)
	h.Venue, h.TableID = o.Site, history.TextID(o.Table)
	h.HandID = scribe.ID(bytes.Trim(o.Game, `"`))
	if t, err := time.Parse(time.RFC3339, o.Start); err == nil {
		h.Year, h.Month, h.Day = int64(t.Year()), int64(t.Month()), int64(t.Day())
		h.Time = t.Sub(t.Truncate(24 * time.Hour))
		h.TimeZone = "UTC"
	}
	g, ok := types[o.Type]
	limit, known := limits[o.Bet.Type]
	if !ok || !known {
		return h.ErrorAt(0, history.CodeGame, "the game is not known: "+o.Type+" "+o.Bet.Type, "")
	}
	if !o.Tournament && o.Currency != "" {
		s.Money()
		h.Currency = o.Currency
	}
	small, big := p.amount(o.Small), p.amount(o.Big)
	if limit == scribe.Fixed { // the blinds of a fixed limit are half of its bets
		small, big = big, 2*big
	}
	s.Play(g[0], limit, small, big)
	if limit != scribe.Fixed {
		s.Cap(p.amount(o.Bet.Cap))
	}
	s.Button(o.Dealer)
	seats := map[int64]int{}
	for i := range o.Players {
		pl := &o.Players[i]
		if err := s.Seat(pl.Seat, []byte(pl.Name), p.amount(pl.Stack), pl.Out, 0); err != nil {
			return err
		}
		seats[pl.ID] = s.Seats() - 1
	}
	k := 0
	for r := range o.Rounds {
		round := &o.Rounds[r]
		if round.Street != "Preflop" && round.Street != "Showdown" && (r > 0 || g[0].Kind == scribe.Stud) {
			s.Street(p.place(places, k))
		}
		if len(round.Cards) > 0 {
			cs, err := p.read(round.Cards, p.place(places, k))
			if err != nil {
				return err
			}
			s.Board(cs, p.place(places, k))
		}
		for i := range round.Actions {
			a := &round.Actions[i]
			at := p.place(places, k)
			k++
			seat, ok := seats[a.Player]
			if !ok {
				return h.ErrorAt(at, history.CodeWho, "nobody has that player_id", "")
			}
			cs, err := p.read(a.Cards, at)
			if err != nil {
				return err
			}
			if !p.act(a.Action, seat, p.amount(a.Amount), cs, at, to, calls) {
				return h.ErrorAt(at, history.CodeLine, "no action is called "+a.Action, "")
			}
		}
	}
	total := int64(0)
	for i := range o.Pots {
		pot := &o.Pots[i]
		total += p.amount(pot.Amount)
		s.Rake(p.amount(pot.Rake) + p.amount(pot.Jackpot))
		for _, w := range pot.Wins {
			seat, ok := seats[w.Player]
			if !ok {
				return h.ErrorAt(0, history.CodeWho, "nobody has the player_id of a win", "")
			}
			s.Collect(seat, p.amount(w.Amount), i)
		}
	}
	if len(o.Pots) == 0 {
		return h.ErrorAt(0, history.CodeBroken, "the hand has no pots", "")
	}
	return s.Finish()
}

func (p *parser) place(places []history.Pos, k int) history.Pos {
	if k < len(places) {
		return places[k]
	}
	return 0
}

func (p *parser) read(texts []string, at history.Pos) ([]cards.Card, error) {
	var out []cards.Card
	for _, text := range texts {
		cs, n := scribe.Cards([]byte(text), nil)
		if n != len(text) || len(cs) != 1 {
			return nil, p.h.ErrorAt(at, history.CodeFace, "not a card: "+text, "")
		}
		out = append(out, cs[0])
	}
	return out, nil
}

// act tells an action; not ok when there is none of that name.
func (p *parser) act(name string, seat int, amount int64, cs []cards.Card, at history.Pos, to, calls bool) bool {
	s := &p.s
	put := amount
	if calls {
		put = max(0, amount-s.Wager(seat))
	}
	switch name {
	case "Dealt Cards":
		if s.Game().Kind == scribe.Stud || s.Streets() > 0 {
			s.Dealt(seat, cs, at)
		} else {
			s.Hole(seat, cs, at)
		}
	case "Mucks Cards":
		s.Muck(seat, at)
	case "Shows Cards":
		s.Show(seat, cs, at)
	case "Post Ante":
		s.Ante(seat, amount)
	case "Post SB":
		s.Small(seat, amount, at)
	case "Post BB":
		s.Big(seat, amount, at)
	case "Straddle":
		s.Straddle(seat, amount, at)
	case "Post Dead":
		s.Dead(seat, amount, at)
	case "Post Extra Blind":
		s.Post(seat, amount, at)
	case "Bring In":
		s.BringIn(seat, amount, at)
	case "Fold":
		s.Fold(seat, at)
	case "Check":
		s.Check(seat, at)
	case "Call":
		s.Call(seat, put, at)
	case "Bet":
		s.Bet(seat, put, at)
	case "Raise":
		if to {
			s.RaiseTo(seat, amount, at)
		} else {
			s.RaiseBy(seat, amount, at)
		}
	case "Discards", "Draw":
		s.Discard(seat, len(cs), cs, at)
	case "Stands Pat":
		s.Discard(seat, 0, nil, at)
	case "Added Chips", "Sits Down", "Stands Up":
	case "Added to Pot", "Add To Pot":
		s.Added(amount)
	default:
		return false
	}
	return true
}
