package sites

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"cardroom/engine/cards"
	"cardroom/engine/diag"
	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads hands in Open Hand History, the standardized JSON format (version 1.4): an
// object {"ohh": {…}} per hand, consecutive or in an array.
//
// Programs differ in the amounts of raises and calls: the chips of this action, or the size of the
// whole bet. The reader chooses the reading under which the pots match the amounts put in.

// OpenHH is Open Hand History.
var OpenHH = history.Format{
	Name: "Open Hand History", Is: ohhIs, New: func() history.Parser { return &ohhParser{} },
	Holds: func(piece []byte) bool { return bytes.IndexByte(piece, '{') >= 0 },
}

func ohhIs(start []byte) bool {
	start = bytes.TrimLeft(start, " \t\r\n[")
	return len(start) > 0 && start[0] == '{' && bytes.Contains(start, []byte(`"ohh"`))
}

type file struct {
	OHH *hand `json:"ohh"`
}

type hand struct {
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
	Hero    *int64      `json:"hero_player_id"`
	Small   json.Number `json:"small_blind_amount"`
	Big     json.Number `json:"big_blind_amount"`
	Players []struct {
		ID    int64       `json:"id"`
		Seat  int64       `json:"seat"`
		Name  string      `json:"name"`
		Stack json.Number `json:"starting_stack"`
		Out   bool        `json:"is_sitting_out"`
	} `json:"players"`
	Rounds []ohhRound `json:"rounds"`
	Pots   []struct {
		Amount  json.Number `json:"amount"`
		Rake    json.Number `json:"rake"`
		Jackpot json.Number `json:"jackpot"`
		Wins    []struct {
			Player int64       `json:"player_id"`
			Amount json.Number `json:"win_amount"`
			Out    json.Number `json:"cashout_amount"`
			Fee    json.Number `json:"cashout_fee"`
			Bonus  json.Number `json:"bonus_amount"`
		} `json:"player_wins"`
	} `json:"pots"`
	Bounties []struct {
		Player int64       `json:"player_id"`
		Amount json.Number `json:"bounty_won"`
	} `json:"tournament_bounties"`
}

type ohhRound struct {
	Street  string      `json:"street"`
	Cards   ohhFaces    `json:"cards"`
	Actions []ohhAction `json:"actions"`
}

type ohhAction struct {
	Player *int64      `json:"player_id"` // null for actions of the house
	Action string      `json:"action"`
	Amount json.Number `json:"amount"`
	Cards  ohhFaces    `json:"cards"`
}

// ohhFaces are cards: a list, or a text in older versions.
type ohhFaces []string

func (f *ohhFaces) UnmarshalJSON(b []byte) error {
	if len(b) == 0 || b[0] != '"' {
		return json.Unmarshal(b, (*[]string)(f))
	}
	var text string
	err := json.Unmarshal(b, &text)
	*f = strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	return err
}

type ohhParser struct {
	s     scribe.Scribe
	h     *history.Hand
	hand  *hand
	seats map[int64]int // by player id
	said  int           // number of actions read
	paid  int           // number of winnings read
	way   way

	stacks, actions, pots, wins scribe.Places
}

// way is the meaning of amounts: the chips of the action, or the total wager.
type way struct{ raises, calls bool }

// Length finds the end of the first object.
func (p *ohhParser) Length(text []byte, last bool) int {
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

// Read parses one hand.
func (p *ohhParser) Read(h *history.Hand, text []byte) error {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return history.ErrNoHand
	}
	var f file
	if err := json.Unmarshal(text[open:], &f); err != nil {
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
	if f.OHH == nil {
		return h.ErrorAt(history.Pos(open), history.CodeLine, `an object without the key "ohh"`, "")
	}
	p.h, p.hand = h, f.OHH
	p.stacks, p.actions = scribe.PlacesOf(text, `"starting_stack"`), scribe.PlacesOf(text, `"action"`)
	p.pots, p.wins = scribe.PlacesOf(text, `"pots"`), scribe.PlacesOf(text, `"win_amount"`)
	err := p.tell(way{})
	var bad *diag.Error
	short := err == nil && p.off()
	for _, w := range []way{{raises: true}, {raises: true, calls: true}} {
		if !short && (!errors.As(err, &bad) || bad.Code != history.CodePot) {
			return err
		}
		h.Again()
		if again := p.tell(w); again == nil && (!short || !p.off()) {
			h.Infer(0, w.text())
			return nil
		}
	}
	h.Again()
	return p.tell(way{})
}

// off reports whether a call is of another amount than is owed.
func (p *ohhParser) off() bool { return p.s.Short || p.s.Astray() }

// text describes the reading of amounts that are not the chips put in.
func (w way) text() string {
	if w.calls {
		return "each bet, call and raise is taken to name the whole wager, not the chips put in"
	}
	return "each raise is taken to name the whole bet, not the chips put in"
}

var types = map[string]scribe.Game{
	"Holdem":     scribe.Holdem,
	"Short-Deck": scribe.ShortDeck,
	"ShortDeck":  scribe.ShortDeck,
	"Omaha":      scribe.Omaha,
	"OmahaHiLo":  scribe.Omaha8,
	"Omaha5":     scribe.Omaha5,
	"Omaha6":     scribe.Omaha6,
	"Stud":       scribe.SevenStud,
	"StudHiLo":   scribe.SevenStud8,
	"Razz":       scribe.Razz,
	"Draw":       scribe.FiveDraw,

	// The standard has no names for these games.
	"Omaha5HiLo":             scribe.Omaha5HiLo,
	"Omaha6HiLo":             scribe.Omaha6HiLo,
	"Courchevel":             scribe.Courchevel,
	"CourchevelHiLo":         scribe.Courchevel8,
	"FiveCardStud":           scribe.FiveStud,
	"DeuceToSevenSingleDraw": scribe.Single27,
	"DeuceToSevenTripleDraw": scribe.Triple27,
	"AceToFiveTripleDraw":    scribe.TripleA5,
	"Badugi":                 scribe.Badugi,
	"Badacey":                scribe.Badacey,
	"Badeucey":               scribe.Badeucey,
}

var ohhLimits = map[string]scribe.Limit{"NL": scribe.NoLimit, "PL": scribe.PotLimit, "FL": scribe.Fixed}

// amount returns an amount of the file, 0 if there is none. Numbers with an exponent are refused: the digits before it alone are another amount.
func (p *ohhParser) amount(n json.Number) int64 {
	units, k := p.s.Amount([]byte(n))
	if k != len(n) {
		p.s.Refuse(p.place(), "not an amount: "+n.String())
	}
	return units
}

// tell records the hand, with one reading of the amounts.
func (p *ohhParser) tell(w way) error {
	p.way, p.said, p.paid = w, 0, 0
	p.s.Begin(p.h)
	for _, step := range []func() error{p.table, p.sit, p.play, p.collect} {
		if err := step(); err != nil {
			return err
		}
	}
	return p.s.Finish()
}

// table records the time, the place and the game.
func (p *ohhParser) table() error {
	o, s, h := p.hand, &p.s, p.h
	h.Venue, h.TableID = o.Site, history.TextID(o.Table)
	h.HandID = scribe.ID(bytes.Trim(o.Game, `"`))
	if t, err := time.Parse("2006-01-02T15:04:05", strings.TrimSuffix(o.Start, "Z")); err == nil {
		h.Year, h.Month, h.Day = int64(t.Year()), int64(t.Month()), int64(t.Day())
		h.Time = t.Sub(t.Truncate(24 * time.Hour))
		h.TimeZone = "UTC"
	}
	game, ok := types[o.Type]
	limit, known := ohhLimits[o.Bet.Type]
	if !ok || !known {
		return h.ErrorAt(0, history.CodeGame, "the game is not known: "+o.Type+" "+o.Bet.Type, "")
	}
	if !o.Tournament && o.Currency != "" {
		s.Money = true
		h.Currency = o.Currency
	}
	small, big := p.amount(o.Small), p.amount(o.Big)
	if limit == scribe.Fixed { // the blinds of a fixed limit are half of its bets
		small, big = big, 2*big
	} else {
		s.Cap = p.amount(o.Bet.Cap)
	}
	s.Play(p.manyCards(game), limit, small, big)
	return nil
}

// manyCards returns the variant of Omaha with as many cards as are dealt or shown: the standard has one name for all.
func (p *ohhParser) manyCards(g scribe.Game) scribe.Game {
	most := 0
	for i := range p.hand.Rounds {
		for k := range p.hand.Rounds[i].Actions {
			most = max(most, len(p.hand.Rounds[i].Actions[k].Cards))
		}
	}
	for _, other := range [][2]scribe.Game{{scribe.Omaha5, scribe.Omaha5HiLo}, {scribe.Omaha6, scribe.Omaha6HiLo}} {
		switch {
		case most != other[0].Hole:
		case g == scribe.Omaha:
			return other[0]
		case g == scribe.Omaha8:
			return other[1]
		}
	}
	return g
}

func (p *ohhParser) sit() error {
	p.s.Button = p.hand.Dealer
	p.seats = map[int64]int{}
	for i := range p.hand.Players {
		pl := &p.hand.Players[i]
		seat, err := p.s.Seat(pl.Seat, []byte(pl.Name), p.amount(pl.Stack), pl.Out, p.stacks.At(i))
		if err != nil {
			return err
		}
		p.seats[pl.ID] = seat
		if hero := p.hand.Hero; hero != nil && *hero == pl.ID {
			p.s.Hero(seat)
		}
	}
	return nil
}

func (p *ohhParser) play() error {
	often, seen := map[string]int{}, map[string]int{}
	for r := range p.hand.Rounds {
		if round := &p.hand.Rounds[r]; len(round.Cards) > 0 {
			often[round.Street]++
		}
	}
	for r := range p.hand.Rounds {
		round := &p.hand.Rounds[r]
		at := p.place()
		cs, err := p.cards(round.Cards, at)
		if err != nil {
			return err
		}
		run := seen[round.Street]
		seen[round.Street]++
		switch {
		case round.Street == "Preflop" || round.Street == "Showdown":
		case r == 0 && p.s.Game.Kind != scribe.Stud:
		case run == 0:
			p.s.Street(at)
		}
		switch {
		case often[round.Street] > 1: // the street occurs again for each board
			p.s.Run(run, cs, at)
		case len(cs) > 0:
			p.s.Board(cs, at)
		}
		for i := range round.Actions {
			if err := p.act(&round.Actions[i], p.place()); err != nil {
				return err
			}
			p.said++
		}
	}
	return nil
}

// place returns the place of the next action.
func (p *ohhParser) place() history.Pos { return p.actions.At(p.said) }

// collect records the winnings and what the house took.
func (p *ohhParser) collect() error {
	sum, off := int64(0), false
	for i := range p.hand.Pots {
		pot := &p.hand.Pots[i]
		fee := p.amount(pot.Jackpot)
		taken := p.amount(pot.Rake) + fee
		p.s.Rake(taken - fee)
		p.s.JackpotFee(fee)
		amount, won := p.amount(pot.Amount), int64(0)
		for _, w := range pot.Wins {
			at := p.wins.At(p.paid)
			p.paid++
			seat, ok := p.seats[w.Player]
			if !ok {
				return p.h.ErrorAt(at, history.CodeWho, "nobody has the player_id of a win", "")
			}
			win := p.amount(w.Amount)
			p.s.Collect(seat, win, i, at)
			won += win
			p.aside(w.Player, history.AsideCashOut, w.Out)
			p.aside(w.Player, history.AsideCashOutFee, w.Fee)
			p.aside(w.Player, "bonus", w.Bonus)
		}
		sum += amount
		off = off || pot.Amount != "" && amount != won && amount != won+taken
	}
	if off { // by pot: the sum may be right
		p.s.Total(sum, p.pots.At(0))
	}
	for _, b := range p.hand.Bounties {
		p.aside(b.Player, history.AsideBounty, b.Amount)
	}
	if len(p.hand.Pots) == 0 {
		return p.h.ErrorAt(0, history.CodeBroken, "the hand has no pots", "")
	}
	return nil
}

// aside records what a player received or paid outside the pot, if there is such an amount.
func (p *ohhParser) aside(player int64, what string, n json.Number) {
	size, paid := strings.CutPrefix(n.String(), "-")
	amount := p.amount(json.Number(size))
	if paid {
		amount = -amount
	}
	if seat, ok := p.seats[player]; ok && amount != 0 {
		p.s.Aside(seat, what, amount)
	}
}

func (p *ohhParser) cards(texts []string, at history.Pos) ([]cards.Card, error) {
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

// ohhDeeds are the actions of players.
var ohhDeeds = map[string]deed{
	"Post Ante":        {chips: scribe.Antes},
	"Post SB":          {chips: (*scribe.Scribe).Small},
	"Post BB":          {chips: (*scribe.Scribe).Big},
	"Straddle":         {chips: (*scribe.Scribe).Straddle},
	"Post Dead":        {chips: (*scribe.Scribe).Dead},
	"Post Extra Blind": {chips: (*scribe.Scribe).Post},
	"Bring In":         {chips: (*scribe.Scribe).BringIn},
	"Call":             {chips: (*scribe.Scribe).Call},
	"Bet":              {chips: (*scribe.Scribe).Bet},
	"Raise":            {chips: (*scribe.Scribe).RaiseBy},
	"Fold":             {plain: (*scribe.Scribe).Fold},
	"Check":            {plain: (*scribe.Scribe).Check},
	"Dealt Cards":      {cards: (*scribe.Scribe).Given},
	"Shows Cards":      {cards: (*scribe.Scribe).Show},
	"Mucks Cards":      {plain: (*scribe.Scribe).Muck},
	"Discards":         {cards: scribe.Discards},
	"Draw":             {cards: scribe.Discards},
	"Stands Pat":       {plain: scribe.StandsPat},
}

// ohhBeside are the actions that may lack a player: what their amount is, "" for one that moves no chips of the hand.
var ohhBeside = map[string]string{"Player Adjustment": "adjustment", "Added Chips": "", "Sits Down": "", "Stands Up": ""}

func (p *ohhParser) act(a *ohhAction, at history.Pos) error {
	switch what, beside := ohhBeside[a.Action]; {
	case a.Action == "Add to Pot", a.Action == "Add To Pot", a.Action == "Added to Pot": // possible without a player
		p.s.Added(p.amount(a.Amount))
		return nil
	case beside:
		if what != "" && a.Player != nil {
			p.aside(*a.Player, what, a.Amount)
		}
		return nil
	}
	seat, ok := 0, a.Player != nil
	if ok {
		seat, ok = p.seats[*a.Player]
	}
	if !ok {
		return p.h.ErrorAt(at, history.CodeWho, "nobody has that player_id", "")
	}
	if a.Action == "Payout" { // apart from what the pots pay
		p.aside(*a.Player, "payout", a.Amount)
		return nil
	}
	cs, err := p.cards(a.Cards, at)
	if err != nil {
		return err
	}
	amount := p.amount(a.Amount)
	if a.Action == "Raise" && p.way.raises || (a.Action == "Call" || a.Action == "Bet") && p.way.calls {
		amount = max(0, amount-p.s.Wager(seat))
	}
	deed, known := ohhDeeds[a.Action]
	if !known {
		return p.h.ErrorAt(at, history.CodeLine, "no action is called "+a.Action, "")
	}
	deed.tell(&p.s, seat, amount, cs, at)
	return nil
}
