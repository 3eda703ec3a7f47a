package docs

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"cardroom/engine/cards"
)

//go:embed wall.html
var wallText string

var wallTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("wall").Funcs(wallFuncs).Parse(wallText))
})

var wallFuncs = template.FuncMap{
	"game":  anchor,
	"suit":  suitClass,
	"rank":  func(c cards.Card) string { return cardFace(c).rank },
	"sign":  func(c cards.Card) string { return cardFace(c).sign },
	"times": func(n int) []struct{} { return make([]struct{}, n) },
}

// Walls are sheets for players that are printed together.
type Walls struct {
	Title string
	// Footer stands at the foot of each page: the house and the date.
	Footer string
	Walls  []*Wall
}

// HTML is the sheets as a page that needs no other file and prints on Letter and A4.
func (p *Walls) HTML() (string, error) {
	var out strings.Builder
	err := wallTemplate().ExecuteTemplate(&out, "walls", p)
	return strings.TrimLeft(out.String(), "\n"), err
}

// drawn is a card as it is printed.
type drawn struct{ rank, sign, class string }

func cardFace(c cards.Card) drawn {
	if !c.Natural() {
		return drawn{"★", "", "joker"}
	}
	rank := string(c.Rank().Char())
	if rank == "T" {
		rank = "10"
	}
	suit := int(c.Suit())
	return drawn{rank, string([]rune("♣♦♥♠")[suit]), string("cdhs"[suit])}
}

func suitClass(c cards.Card) string { return cardFace(c).class }

// CardWords are cards as they are printed where nothing can be drawn: "A♠ 10♥".
func CardWords(cs []cards.Card) string {
	words := make([]string, len(cs))
	for i, c := range cs {
		f := cardFace(c)
		if words[i] = f.rank + f.sign; !c.Natural() {
			words[i] = "joker"
		}
	}
	return strings.Join(words, " ")
}

// Markdown is the sheets as Markdown.
func (p *Walls) Markdown() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i, w := range p.Walls {
		if i > 0 {
			line("---\n")
		}
		line("# %s\n", mdText(w.Game.Name))
		house := w.Players()
		if w.Game.House != "" {
			house = mdText(w.Game.House) + ", " + house
		}
		line("*%s*\n", house)
		if w.About != "" {
			line("%s\n", mdText(w.About))
		}
		w.markdown(line)
	}
	line("*%s*", mdText(p.Footer))
	return b.String()
}

func (p *Wall) markdown(line func(string, ...any)) {
	if len(p.Money) > 0 {
		line("## What it costs\n\n| | |\n|---|---|")
		for _, a := range p.Money {
			line("| %s | **%s** |", mdText(a.What), mdText(a.Much))
		}
		line("")
		if p.More != "" {
			line("%s\n", mdText(p.More))
		}
	}
	line("## The deal\n")
	for _, s := range p.Deal {
		line("%s* **%s** %s", strings.Repeat("  ", strings.Count(s.Number, ".")), s.Number, mdText(s.Text))
	}
	line("")
	if e := p.Example; e != nil {
		line("## A hand\n")
		if len(e.Board) > 0 {
			line("* Board: %s", CardWords(e.Board))
		}
		for _, s := range e.Seats {
			line("* %s: %s, %s", s.Name, CardWords(s.Cards), mdText(s.Makes))
		}
		line("\n%s\n", mdText(e.Text))
	}
	for _, win := range p.Wins {
		line("## %s\n", win.Title())
		if win.Text != "" {
			line("%s\n", mdText(win.Text))
		}
		for _, text := range win.Lines {
			line("* %s", mdText(text))
		}
		for _, c := range win.Chart {
			line("* %s: %s", mdText(c.Name), CardWords(c.Cards))
		}
		line("")
	}
	if len(p.Remind) > 0 {
		line("## Please remember\n")
		for _, r := range p.Remind {
			line("* %s", mdText(r))
		}
		line("")
	}
	for _, box := range p.Boxes {
		line("## %s\n", box.Title)
		for _, text := range box.Lines {
			line("* %s", mdText(text))
		}
		line("")
	}
}

// Title is the heading of a way to win.
func (w Win) Title() string {
	if w.Name == "" {
		return "What wins"
	}
	return "What wins: the " + w.Name + " hand"
}
