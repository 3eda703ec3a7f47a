package convert

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"cardroom/engine/history"
)

// called are the names of a game in the formats.
type called struct {
	phh   byLimit // its variants of PHH
	stars string  // PokerStars' title
	ohh   string  // type of Open Hand History, whose standard names only the first games
}

// byLimit are the variants of PHH of a game, "" for none.
type byLimit struct{ none, pot, fixed string }

func (c byLimit) of(variant string) bool {
	return variant != "" && (variant == c.none || variant == c.pot || variant == c.fixed)
}

// names are the names of the games of sites, and of the games that play the variants of PHH.
var names = func() map[string]called {
	all := map[string]called{
		"sites/holdem":          {byLimit{none: "NT", fixed: "FT"}, "Hold'em", "Holdem"},
		"sites/omaha":           {byLimit{pot: "PO"}, "Omaha", "Omaha"},
		"sites/omaha8":          {byLimit{fixed: "FO/8"}, "Omaha Hi/Lo", "OmahaHiLo"},
		"sites/stud":            {byLimit{fixed: "F7S"}, "7 Card Stud", "Stud"},
		"sites/stud8":           {byLimit{fixed: "F7S/8"}, "7 Card Stud Hi/Lo", "StudHiLo"},
		"sites/draw5":           {byLimit{}, "5 Card Draw", "Draw"},
		"sites/shortdeck":       {byLimit{none: "NS"}, "6+ Hold'em", "ShortDeck"},
		"sites/omaha5":          {byLimit{}, "5 Card Omaha", "Omaha5"},
		"sites/omaha5-hilo":     {byLimit{}, "5 Card Omaha Hi/Lo", "Omaha5HiLo"},
		"sites/omaha6":          {byLimit{}, "6 Card Omaha", "Omaha6"},
		"sites/omaha6-hilo":     {byLimit{}, "6 Card Omaha Hi/Lo", "Omaha6HiLo"},
		"sites/courchevel":      {byLimit{}, "Courchevel", "Courchevel"},
		"sites/courchevel-hilo": {byLimit{}, "Courchevel Hi/Lo", "CourchevelHiLo"},
		"sites/razz":            {byLimit{fixed: "FR"}, "Razz", "Razz"},
		"sites/stud5":           {byLimit{}, "5 Card Stud", "FiveCardStud"},
		"sites/single27":        {byLimit{none: "N2L1D"}, "Single Draw 2-7 Lowball", "DeuceToSevenSingleDraw"},
		"sites/triple27":        {byLimit{fixed: "F2L3D"}, "Triple Draw 2-7 Lowball", "DeuceToSevenTripleDraw"},
		"sites/triple-a5":       {byLimit{}, "A-5 Triple Draw", "AceToFiveTripleDraw"},
		"sites/badugi":          {byLimit{fixed: "FB"}, "Badugi", "Badugi"},
		"sites/badacey":         {byLimit{}, "Badacey", "Badacey"},
		"sites/badeucey":        {byLimit{}, "Badeucey", "Badeucey"},
	}
	for game, same := range map[string]string{
		"mixed/nt": "sites/holdem", "mixed/ft": "sites/holdem", "mixed/pt": "sites/holdem", "mixed/ns": "sites/shortdeck", "mixed/po": "sites/omaha", "mixed/fo": "sites/omaha",
		"mixed/fo8": "sites/omaha8", "mixed/po8": "sites/omaha8", "mixed/f7s": "sites/stud", "mixed/f7s8": "sites/stud8", "mixed/fr": "sites/razz",
		"mixed/n2l1d": "sites/single27", "mixed/f2l3d": "sites/triple27", "mixed/fb": "sites/badugi", "mixed/f5d": "sites/draw5",
	} {
		all[game] = called{stars: all[same].stars, ohh: all[same].ohh}
	}
	return all
}()

// Pseudonym returns a replacement for a player's name: the same for the same key and name. Without
// the key nobody can find out the name, not even by trying names.
func Pseudonym(key, name string) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(name))
	return "Player" + strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:5]))
}

// Anonymous replaces the names in a hand by pseudonyms. It removes commentaries and the fields of
// the superset that record a table, which contain names.
func Anonymous(rec *history.Hand, key string) {
	for i, name := range rec.Players {
		if name != "" {
			rec.Players[i] = Pseudonym(key, name)
		}
	}
	for _, field := range []string{history.KeyBefore, history.KeyPayments, history.KeySession, history.KeyTable} {
		rec.Unset(field)
	}
	for i := range rec.Actions {
		rec.Actions[i].Commentary = ""
	}
	rec.Author = ""
}
