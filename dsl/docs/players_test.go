package docs_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/dsl/docs"
	"cardroom/engine/cards"
	"cardroom/engine/plan"
)

// clauseID matches the name of a clause: "angies.lowball.4".
var clauseID = regexp.MustCompile(`\b[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9.-]+`)

// readingID matches the number of a reading: "A22".
var readingID = regexp.MustCompile(`\b[AGSCEOHDR][0-9]{1,2}\b`)

// TestWalls checks that the sheet for players of every game fits on a wall: at most 1,350 words, no names of clauses, readings or options,
// and an example in which the winners hold the best hands.
func TestWalls(t *testing.T) {
	lib := library(t, nil)
	n := 0
	for _, house := range append(slices.Clone(houses), "mixed") {
		games, err := lib.House(house)
		if err != nil {
			t.Fatal(err)
		}
		var room *docs.Room
		if house != "mixed" {
			room = roomOf(t, lib, house)
		}
		for _, g := range games {
			n++
			b, err := bound(g, "")
			if err != nil {
				t.Fatal(err)
			}
			w := docs.NewWall(context.Background(), b, room)
			text := (&docs.Walls{Title: g.Name, Walls: []*docs.Wall{w}}).Markdown()
			if words := len(strings.Fields(text)); words > 1370 {
				t.Errorf("%s: %d words", g.ID, words)
			}
			if id := clauseID.FindString(text); id != "" {
				t.Errorf("%s: names %s", g.ID, id)
			}
			if id := readingID.FindString(text); id != "" {
				t.Errorf("%s: names the reading %s", g.ID, id)
			}
			for _, o := range g.Options {
				if strings.Contains(text, o.Name+" = ") {
					t.Errorf("%s: names the option %s", g.ID, o.Name)
				}
			}
			if len(w.Money) == 0 || len(w.Deal) == 0 || len(w.Wins) == 0 || len(w.Remind) < 2 || len(w.Remind) > 5 {
				t.Errorf("%s: costs %d, deal %d, wins %d, reminders %d", g.ID, len(w.Money), len(w.Deal), len(w.Wins), len(w.Remind))
			}
			exampleHolds(t, g, w)
		}
	}
	if n < 40 {
		t.Errorf("%d games", n)
	}
}

// exampleHolds checks that an example shows no card twice, and gives each part to the best hand.
func exampleHolds(t *testing.T, g *plan.Game, w *docs.Wall) {
	t.Helper()
	e := w.Example
	if e == nil {
		t.Errorf("%s: no example", g.ID)
		return
	}
	seen := map[cards.Card]bool{}
	for _, c := range e.Board {
		seen[c] = true
	}
	for _, s := range e.Seats {
		for _, c := range s.Cards {
			if seen[c] && g.Deck.Packs <= 1 {
				t.Errorf("%s: %s twice", g.ID, c)
			}
			seen[c] = true
		}
	}
	if g.Banked() {
		return
	}
	if !slices.ContainsFunc(g.Steps, func(st plan.Step) bool { return st.Show != nil && endsIn(st.Show, e) }) {
		t.Errorf("%s: %s after %+v on %s", g.ID, e.Text, e.Seats, cards.Format(e.Board))
	}
}

// endsIn reports whether the winners of an example hold the best hands of a showdown.
func endsIn(sd *plan.ShowdownStep, e *docs.Example) bool {
	for k := range sd.Parts {
		best, name := bestOf(&sd.Parts[k], e)
		if best != 0 && (!strings.Contains(e.Text, name) || !e.Seats[slices.IndexFunc(e.Seats, func(h docs.Held) bool { return h.Name == name })].Wins) {
			return false
		}
	}
	return true
}

// bestOf returns the best hand of an example, ranked independently.
func bestOf(p *plan.Part, e *docs.Example) (best uint32, name string) {
	for _, s := range e.Seats {
		of := p.Ranking.Best(append(slices.Clone(s.Cards), e.Board...))
		if p.Exact() {
			of = p.Ranking.Exact(s.Cards, e.Board)
		}
		if uint32(of) > best {
			best, name = uint32(of), s.Name
		}
	}
	return best, name
}

// TestCharts checks that a chart has a hand of each class, each better than the next.
func TestCharts(t *testing.T) {
	lib := library(t, nil)
	for id, want := range map[string]int{"angies/holdem": 9, "angies/lowball": 6, "mixed/fb": 4, "angies/razz": 6} {
		g, err := lib.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		w := docs.NewWall(context.Background(), b, nil)
		r := g.Steps[len(g.Steps)-1].Show.Parts[0].Ranking
		if n := len(w.Wins[0].Chart); n < want {
			t.Errorf("%s: a chart of %d hands", id, n)
		}
		for i, c := range w.Wins[0].Chart {
			if i > 0 && r.Best(w.Wins[0].Chart[i-1].Cards) <= r.Best(c.Cards) {
				t.Errorf("%s: %s does not stand below a better hand", id, c.Name)
			}
		}
	}
}

// TestWallIsEscaped checks that names from a script cannot close the element or the style they are in.
func TestWallIsEscaped(t *testing.T) {
	lib := library(t, nil)
	g, err := lib.Find("angies/holdem")
	if err != nil {
		t.Fatal(err)
	}
	evil := *g
	evil.Name, evil.House, evil.ID = "</h1><script>x()</script>", `"; } body { display: none`, `a" onclick="x`
	b, err := bound(&evil, "")
	if err != nil {
		t.Fatal(err)
	}
	w := docs.NewWall(context.Background(), b, nil)
	w.Foot = docs.Stamp{House: evil.House, Program: evil.Name}.String()
	page := (&docs.Walls{Title: evil.Name, Walls: []*docs.Wall{w}}).HTML()
	for _, bad := range []string{"<script>", `content: ""; }`, `onclick="x`} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
}

// TestWallsKeepToTheDocument checks facts that players read: the casino and Club San Rafael take nothing from a hand without a
// flop, and the first bet of El Resbalon is forced.
func TestWallsKeepToTheDocument(t *testing.T) {
	lib := library(t, nil)
	for _, tt := range []struct{ game, want, lacks string }{
		{game: "casino/omaha", want: "the house takes $2 with 2 to 4 players and $3 with 5 to 9 out of each pot with a flop.", lacks: "out of each pot."},
		{game: "sanrafael/holdem", want: "the chips posted as blinds, each from the pot in which it lies, nothing if there is no flop."},
		{game: "elresbalon/stud5", want: "The first bet is forced: exactly $2.", lacks: "To win a called pot, show your whole hand"},
		{game: "angies/lowball", want: "Pass and out: a player who passes is out."},
	} {
		house, _, _ := strings.Cut(tt.game, "/")
		g, err := lib.Find(tt.game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		text := (&docs.Walls{Walls: []*docs.Wall{docs.NewWall(context.Background(), b, roomOf(t, lib, house))}}).Markdown()
		if !strings.Contains(text, tt.want) || tt.lacks != "" && strings.Contains(text, tt.lacks) {
			t.Errorf("%s: %q should be there, %q not:\n%s", tt.game, tt.want, tt.lacks, text)
		}
	}
}

// bindsNobody are the kinds of clauses that are no rules.
var bindsNobody = []string{"title", "fragment", "procedure-human"}

// TestPlayersAreTold holds the sheets of forty games against the list of what binds players or costs them chips: it lists where each
// clause is said, and which is on no sheet.
func TestPlayersAreTold(t *testing.T) {
	data, err := os.ReadFile("../../testdata/rulebook/players.tsv")
	if err != nil {
		t.Fatal(err)
	}
	words, reasons, used := map[string][]string{}, map[string]string{}, map[string]bool{}
	var others []string // games without a document
	for line := range strings.Lines(string(data)) {
		id, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		switch clause, none := strings.CutPrefix(strings.TrimSuffix(id, ")"), "("); {
		case !ok:
		case none:
			reasons[clause] = text
		default:
			if strings.Contains(id, "/") && words[id] == nil {
				others = append(others, id)
			}
			words[id] = append(words[id], text)
		}
	}
	lib, seen, rows := library(t, nil), 0, 0
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	plain := func(text string) string {
		return strings.Join(strings.Fields(strings.ToLower(strings.NewReplacer("*", "", "|", "", "\\", "").Replace(text))), " ")
	}
	// told reports where words about a game are said, and lists it.
	told := func(game, id, text, wall, floor string) {
		where := "neither"
		switch {
		case strings.Contains(wall, text):
			where = "players"
		case strings.Contains(floor, text):
			where = "floor"
		}
		rows++
		used[id] = true
		if t.Logf("%-24s %-32s %-8s %q", game, id, where, text); where != "players" {
			t.Errorf("%s: the players are not told %q [%s]", game, text, id)
		}
	}
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, b := range games(t, lib, house) {
			seen++
			name := room.Names[b.Game.ID[strings.LastIndex(b.Game.ID, "/")+1:]]
			wall, sheet := plain(docs.NewWall(ctx, b, room).Plain()), docs.New(b, room)
			floor, cited := flat(sheet)
			for i := range room.Clauses {
				c := &room.Clauses[i]
				if !slices.ContainsFunc(c.Games, func(of string) bool { return of == name || strings.HasSuffix(of, ".all") }) {
					continue
				}
				for _, text := range words[c.ID] {
					told(b.Game.ID, c.ID, text, wall, plain(floor))
				}
				switch {
				case words[c.ID] != nil || slices.Contains(bindsNobody, c.Kind):
				case slices.Contains(cited, c.ID):
					t.Logf("%-24s %-32s floor", b.Game.ID, c.ID)
				case reasons[c.ID] != "":
					used[c.ID] = true
					t.Logf("%-24s %-32s neither  %s", b.Game.ID, c.ID, reasons[c.ID])
				default:
					t.Errorf("%s: %s is on neither sheet, and the list does not say why: %s", b.Game.ID, c.ID, c.Text)
				}
				if c.Player && words[c.ID] == nil {
					t.Errorf("%s is printed and not in the list", c.ID)
				}
			}
		}
	}
	for _, id := range others {
		seen++
		g, err := lib.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		b, err := bound(g, "")
		if err != nil {
			t.Fatal(err)
		}
		floor, _ := flat(docs.New(b, nil))
		for _, text := range words[id] {
			told(id, id, text, plain(docs.NewWall(ctx, b, nil).Plain()), plain(floor))
		}
	}
	for id := range words {
		if !used[id] {
			t.Errorf("the list has %s, which no game follows", id)
		}
	}
	for id := range reasons {
		if !used[id] {
			t.Errorf("the list says why %s is on no sheet, and it is", id)
		}
	}
	if seen < 40 || rows < 300 {
		t.Errorf("%d games, %d rows", seen, rows)
	}
}

// notForPlayers are the beginnings of rules of the floor's sheet that cost a player chips or bind one, and that the players' sheet does not
// have, with the reason.
var notForPlayers = map[string]string{
	"A player who misses a blind must post the total of both ": "no blinds in this game",
	"A player may not come in between the button and ":         "no blinds in this game",
}

// bareText returns a text as players read it: without the sources of a custom.
func bareText(text string) string {
	return strings.ToLower(regexp.MustCompile(`(?i)\s*\((?:WSOP[^)]*|custom)\)|by custom |where the house does not decide, |otherwise `).ReplaceAllString(text, ""))
}

// TestPlayersAreToldCustoms checks that every rule in force that costs a player chips, binds one or is uncommon is on the players' sheet,
// whatever it stands on.
func TestPlayersAreToldCustoms(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	lib, used := library(t, nil), map[string]bool{}
	for _, house := range append(slices.Clone(houses), "mixed", "sites", "banked") {
		var room *docs.Room
		if slices.Contains(houses, house) {
			room = roomOf(t, lib, house)
		}
		for _, b := range games(t, lib, house) {
			for _, text := range untold(docs.New(b, room), docs.NewWall(ctx, b, room)) {
				reason := ""
				for head, why := range notForPlayers {
					if strings.HasPrefix(text, head) {
						reason, used[head] = why, true
					}
				}
				if reason == "" {
					t.Errorf("%s: the players are not told %q", b.Game.ID, text)
				}
			}
		}
	}
	for head := range notForPlayers {
		if !used[head] {
			t.Errorf("the players are told %q, or no game has it", head)
		}
	}
}

// untold returns what costs or binds players and stands on the floor's sheet alone.
func untold(s *docs.Sheet, wall *docs.Wall) (out []string) {
	said, words := "", map[string]bool{}
	for _, r := range wall.Rules() {
		said += bareText(r.Text) + "\n"
		for _, id := range r.Clauses {
			words[id] = words[id] || r.Document != ""
		}
	}
	for _, m := range wall.Money {
		said += strings.ToLower(m.What+" "+m.Much) + "\n"
	}
	for _, sec := range s.Sections {
		for _, r := range sec.Rules {
			told := slices.ContainsFunc(r.Clauses, func(id string) bool { return words[id] })
			if !r.Costs && !r.Uncommon && !r.Binds() || told || r.Number != "" {
				continue
			}
			_, answer, _ := strings.Cut(r.Text, ": ")
			for _, text := range []string{r.Text, answer} {
				all := strings.SplitAfter(bareText(text), ". ")
				told = told || text != "" && !slices.ContainsFunc(all, func(s string) bool { return !strings.Contains(said, strings.TrimSpace(s)) })
			}
			if !told {
				out = append(out, r.Text)
			}
		}
	}
	return out
}

// TestOtherHalves checks that where custom decides what a house leaves of a mistake, the players' sheet says before it what the house decides, and
// that "otherwise" follows what it is otherwise than.
func TestOtherHalves(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop() // no example hands
	lib, seen := library(t, nil), 0
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, b := range games(t, lib, house) {
			all, err := docs.Rulings(b)
			if err != nil {
				t.Fatal(err)
			}
			rules := docs.NewWall(ctx, b, room).Rules()
			for i, r := range rules {
				if !strings.Contains(r.Text, "where the house does not decide") {
					before := func(e string) bool { return i > 0 && slices.Contains(rules[i-1].Events, e) }
					if strings.Contains(r.Text, ": otherwise ") && !slices.ContainsFunc(r.Events, before) {
						t.Errorf("%s: %s", b.Game.ID, r.Text)
					}
					continue
				}
				seen++
				half := func(o docs.Rule) bool {
					return slices.ContainsFunc(all, func(x docs.Ruled) bool {
						return slices.Contains(r.Events, x.Event) && slices.ContainsFunc(x.Clauses, func(id string) bool { return slices.Contains(o.Clauses, id) })
					})
				}
				if !slices.ContainsFunc(rules[:i], half) {
					t.Errorf("%s: nothing before says what the house decides: %s", b.Game.ID, r.Text)
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("%d rules looked at", seen)
	}
}

// TestAnswersArePrinted checks that players do not read the words of the document alone where these are unclear: a clause that another
// answer to a reading would set aside says on the sheet what was decided.
func TestAnswersArePrinted(t *testing.T) {
	lib := library(t, nil)
	seen := 0
	for _, house := range houses {
		room := roomOf(t, lib, house)
		for _, r := range room.Readings.Readings {
			for _, a := range r.Answers {
				for _, id := range a.Against {
					c := room.Clause(id)
					if c == nil || !c.Player {
						continue
					}
					seen++
					for _, w := range r.Words {
						if w.Clause == id && w.Says == c.Text {
							t.Errorf("%s asks %q of %s, and the sheet says only %q", r.ID, r.Question, id, c.Text)
						}
					}
				}
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d clauses", seen)
	}
}
