package sites

import (
	"bytes"
	"encoding/xml"
	"errors"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/history"
	"cardroom/engine/history/sites/internal/scribe"
)

// This file reads the hands of the iPoker network: an XML file per session with a game element per hand. Cards have their suit first ("SA",
// "D10"), the amount of a raise is the size of the whole bet, and winnings are attributes of the players.

// IPoker is the session format of iPoker.
var IPoker = history.Format{Name: "iPoker", Is: ipokerIs, New: func() history.Parser { return &ipokerParser{} }}

func ipokerIs(start []byte) bool {
	return bytes.HasPrefix(start, []byte("<")) && bytes.Contains(start, []byte("<session"))
}

type ipokerParser struct {
	s    scribe.Scribe
	h    *history.Hand
	kind string // the game of the session
	name string // the table
	cash bool
	coin string
}

// Length finds the end of the next game element.
func (p *ipokerParser) Length(text []byte, last bool) int {
	if i := bytes.Index(text, []byte(ipokerEnd)); i >= 0 {
		return i + len(ipokerEnd)
	}
	if last {
		return len(text)
	}
	return 0
}

// ipokerEnd is the end of a hand.
const ipokerEnd = "</game>"

type general struct {
	Kind     string `xml:"gametype"`
	Table    string `xml:"tablename"`
	Currency string `xml:"currency"`
	Place    string `xml:"tournamentname"`
	Code     string `xml:"tournamentcode"`
}

type ipokerAction struct {
	Number int    `xml:"no,attr"`
	Player string `xml:"player,attr"`
	Type   string `xml:"type,attr"`
	Sum    string `xml:"sum,attr"`
	at     history.Pos
}

type ipokerGame struct {
	Code    string `xml:"gamecode,attr"`
	General struct {
		Start   string `xml:"startdate"`
		Kind    string `xml:"gametype"`
		Players struct {
			Player []struct {
				Seat   int64  `xml:"seat,attr"`
				Name   string `xml:"name,attr"`
				Chips  string `xml:"chips,attr"`
				Dealer string `xml:"dealer,attr"`
				Win    string `xml:"win,attr"`
				Bet    string `xml:"bet,attr"`
				Rake   string `xml:"rakeamount,attr"`
				at     history.Pos
			} `xml:"player"`
		} `xml:"players"`
	} `xml:"general"`
	Rounds []ipokerRound `xml:"round"`
}

type ipokerRound struct {
	Number  int            `xml:"no,attr"`
	Actions []ipokerAction `xml:"action"`
	Cards   []struct {
		Type   string `xml:"type,attr"`
		Player string `xml:"player,attr"`
		Cards  string `xml:",chardata"`
	} `xml:"cards"`
}

// Read parses one hand, and before the first hand the session.
func (p *ipokerParser) Read(h *history.Hand, text []byte) error {
	p.h = h
	open := bytes.Index(text, []byte("<game "))
	if open < 0 {
		if bytes.Contains(text, []byte("<game")) {
			return h.ErrorAt(0, history.CodeBroken, "the hand breaks off", "")
		}
		return history.ErrNoHand
	}
	if i := bytes.Index(text[:open], []byte("<general>")); i >= 0 {
		if n := bytes.Index(text[i:open], []byte("</general>")); n >= 0 {
			var g general
			if err := xml.Unmarshal(text[i:i+n+len("</general>")], &g); err == nil {
				p.kind, p.name, p.cash, p.coin = g.Kind, g.Table, g.Place == "" && g.Code == "", g.Currency
			}
		}
	}
	var g ipokerGame
	whole, cut := text[open:], !bytes.Contains(text[open:], []byte(ipokerEnd))
	if cut { // the end of the file may be missing
		whole = append(bytes.Clone(whole), ipokerEnd...)
	}
	decoder := xml.NewDecoder(bytes.NewReader(whole))
	if err := decoder.Decode(&g); cut && err != nil {
		return h.ErrorAt(history.Pos(len(text)), history.CodeBroken, "the hand breaks off", "")
	} else if err != nil {
		var syntax *xml.SyntaxError
		msg := err.Error()
		if errors.As(err, &syntax) {
			msg = syntax.Msg
		}
		return h.ErrorAt(history.Pos(open+int(decoder.InputOffset())), history.CodeLine, "not XML: "+msg, "")
	}
	p.place(&g, text)
	err := p.tell(&g)
	if cut && err == nil {
		h.Infer(history.Pos(len(text)), "the end of the hand, which is missing from the file")
	}
	return err
}

// place records the place of each player and each action.
func (p *ipokerParser) place(g *ipokerGame, text []byte) {
	players, actions, n := scribe.PlacesOf(text, "<player "), scribe.PlacesOf(text, "<action"), 0
	for k := range g.General.Players.Player {
		g.General.Players.Player[k].at = players.At(k)
	}
	for r := range g.Rounds {
		for i := range g.Rounds[r].Actions {
			g.Rounds[r].Actions[i].at = actions.At(n)
			n++
		}
	}
}

func (p *ipokerParser) tell(g *ipokerGame) error {
	p.s.Begin(p.h)
	if err := p.table(g); err != nil {
		return err
	}
	for i := range g.General.Players.Player {
		pl := &g.General.Players.Player[i]
		stack, n := p.s.Amount([]byte(pl.Chips))
		if pl.Name == "" && stack == 0 { // an empty seat
			continue
		}
		if n == 0 {
			return p.h.ErrorAt(pl.at, history.CodeMoney, "the stack of "+pl.Name+" is no amount: "+pl.Chips, "")
		}
		if _, err := p.s.Seat(pl.Seat, []byte(pl.Name), stack, false, pl.at); err != nil {
			return err
		}
		if pl.Dealer == "1" {
			p.s.Button = pl.Seat
		}
	}
	for r := range g.Rounds {
		if err := p.round(&g.Rounds[r]); err != nil {
			return err
		}
	}
	rake := int64(0)
	top, over := p.s.Uncalled()
	for k := range g.General.Players.Player {
		pl := &g.General.Players.Player[k]
		i := p.s.Named([]byte(pl.Name))
		if i < 0 {
			continue
		}
		if won, _ := p.s.Amount([]byte(pl.Win)); won > 0 {
			p.s.Collect(i, won, -1, pl.at)
		}
		// Older files include an uncalled bet in both the bet and the winnings.
		if bet, _ := p.s.Amount([]byte(pl.Bet)); i == top && over > 0 && bet == p.s.Put(i) {
			p.s.Within = true
		}
		part, n := p.s.Amount([]byte(pl.Rake))
		if n != len(pl.Rake) {
			p.s.Refuse(pl.at, "what is taken is no amount: "+strconv.Quote(pl.Rake))
		}
		rake += part
	}
	if rake > 0 {
		p.s.Rake(rake)
	}
	return p.s.Finish()
}

// table parses the game: "Holdem NL €0.01/€0.02", "Omaha PL", "Holdem L".
func (p *ipokerParser) table(g *ipokerGame) error {
	s, h := &p.s, p.h
	kind := g.General.Kind
	if kind == "" {
		kind = p.kind
	}
	h.Venue, h.HandID = "iPoker", scribe.ID([]byte(g.Code))
	s.DateInWords([]byte(g.General.Start))
	if p.name != "" {
		h.TableID = history.TextID(p.name)
	}
	what, limit, ok := scribe.GameNamed([]byte(kind))
	if !ok {
		// the number of cards of a hand
		var n int
		for i := range g.Rounds {
			for k := range g.Rounds[i].Cards {
				if c := &g.Rounds[i].Cards[k]; c.Type == "Pocket" {
					n = max(n, len(strings.Fields(c.Cards)))
				}
			}
		}
		what, ok = byCards[n]
	}
	if !ok {
		return h.ErrorAt(0, history.CodeGame, "the game is not known: "+kind, "")
	}
	if word, ok := scribe.LimitNamed([]byte(kind)); ok {
		limit = word
	}
	for word := range strings.FieldsSeq(strings.ToUpper(kind)) {
		if l, ok := ipokerLimits[word]; ok {
			limit = l
		}
	}
	low, high, _, _ := s.Stakes([]byte(kind))
	if p.cash {
		s.Money = true
		h.Currency = p.coin
	} else {
		s.Tournament = true
	}
	s.Play(what, limit, low, high)
	return nil
}

// ipokerLimits are the letters for the limit, including those of other languages.
var ipokerLimits = map[string]scribe.Limit{
	"NL": scribe.NoLimit, "SL": scribe.NoLimit, "LZ": scribe.NoLimit, "БЛ": scribe.NoLimit,
	"PL": scribe.PotLimit, "LP": scribe.PotLimit, "L": scribe.Fixed, "FL": scribe.Fixed,
}

// byCards are the games of sessions that do not name the game, by the number of cards of a hand.
var byCards = map[int]scribe.Game{2: scribe.Holdem, 4: scribe.Omaha, 5: scribe.Omaha5, 6: scribe.Omaha6}

func (p *ipokerParser) round(round *ipokerRound) error {
	s, h := &p.s, p.h
	stud := s.Game.Kind == scribe.Stud
	if round.Number > 1 || stud && round.Number == 1 && len(round.Cards)+len(round.Actions) > 0 {
		s.Street(0) // the first round of stud is the second here, and this one is empty
	}
	for i := range round.Cards {
		c := &round.Cards[i]
		var cs []cards.Card
		for word := range strings.FieldsSeq(c.Cards) { // "SA D10 X"
			if word == "X" || word == "x" {
				cs = append(cs, cards.Unknown)
				continue
			}
			one, n := scribe.Cards([]byte(word[1:]+strings.ToLower(word[:1])), nil)
			if n != len(word) || len(one) != 1 {
				return p.h.ErrorAt(0, history.CodeFace, "not a card: "+word, "")
			}
			cs = append(cs, one[0])
		}
		if c.Type != "Pocket" && s.Game.Kind == scribe.Board {
			s.Board(cs, 0)
			continue
		}
		seat := s.Named([]byte(c.Player))
		switch {
		case seat < 0:
			return h.ErrorAt(0, history.CodeWho, c.Player+" has no seat", "")
		case stud:
			s.Dealt(seat, cs, 0)
		case !slices.Contains(cs, cards.Unknown) && len(cs) == s.Game.Hole:
			s.Hole(seat, cs, 0) // including those that are known only at the showdown
		}
	}
	actions := round.Actions // the antes may come after the blinds: the numbers determine the order
	slices.SortStableFunc(actions, func(a, b ipokerAction) int { return a.Number - b.Number })
	for i := range actions {
		if err := p.act(&actions[i]); err != nil {
			return err
		}
	}
	return nil
}

// ipokerDeeds are the types of actions; leaves: the player sits out, joins or leaves.
var (
	leaves      = deed{plain: (*scribe.Scribe).Leave}
	ipokerDeeds = map[string]deed{
		"0":  {plain: (*scribe.Scribe).Fold},
		"1":  {chips: (*scribe.Scribe).Small},
		"2":  {chips: (*scribe.Scribe).Big},
		"3":  {chips: (*scribe.Scribe).Call},
		"4":  {plain: (*scribe.Scribe).Check},
		"5":  {chips: (*scribe.Scribe).Bet},
		"6":  {chips: (*scribe.Scribe).RaiseBy},
		"7":  {chips: (*scribe.Scribe).AllIn},
		"8":  leaves,
		"9":  leaves,
		"10": leaves,
		"11": leaves,
		"12": leaves,
		"13": leaves,
		"14": leaves,
		"15": {chips: scribe.Antes},
		"16": {chips: (*scribe.Scribe).BringIn},
		"23": {chips: (*scribe.Scribe).RaiseTo},
	}
)

// act records an action.
func (p *ipokerParser) act(a *ipokerAction) error {
	seat := p.s.Named([]byte(a.Player))
	deed, known := ipokerDeeds[a.Type]
	switch {
	case seat < 0:
		return p.h.ErrorAt(a.at, history.CodeWho, a.Player+" has no seat", "")
	case !known:
		return p.h.ErrorAt(a.at, history.CodeLine, "no action has the type "+a.Type, "")
	}
	sum, _ := p.s.Amount([]byte(a.Sum))
	deed.tell(&p.s, seat, sum, nil, a.at)
	return nil
}
