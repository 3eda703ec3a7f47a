package docs

import (
	_ "embed"
	"fmt"
	"strings"

	"cardroom/engine/cards"
	"cardroom/engine/markup"
)

//go:embed wall.css
var wallStyle string

// Walls are sheets for players printed together.
type Walls struct {
	Title string
	Walls []*Wall
}

// wallsStyle lays out a page of sheets only.
const wallsStyle = `body { margin: 0 auto; max-width: 62rem; padding: 1.2rem; background: #fff; }
@page { margin: 10mm 11mm 13mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, Arial, sans-serif; color: #6d6860; } }
@media print { body { max-width: none; padding: 0; } }
`

// HTML returns the sheets as a self-contained page that prints on Letter and
// A4.
func (p *Walls) HTML() string {
	var out markup.Page
	out.Begin(p.Title, wallsStyle, markup.HTML(wallStyle), footsOf(p.Walls))
	out.Add("\n<body>")
	for i, w := range p.Walls {
		out.Add("\n%s", w.html(i))
	}
	out.End()
	return out.String()
}

// footsOf returns the style of the printed pages of sheets: each has its own foot.
func footsOf(walls []*Wall) markup.HTML {
	var out markup.Page
	for i, w := range walls {
		out.Add("@page wall%d { margin: 10mm 11mm 13mm; @bottom-left { content: %s; font: 8pt system-ui, Arial, sans-serif; color: #6d6860; } }\n", i, markup.Style(w.Foot))
		out.Add("@media print { .wall[data-page=\"%d\"] { page: wall%d; } }\n", i, i)
	}
	return out.HTML()
}

// html returns the sheet as a part of a page, the i-th of several.
func (p *Wall) html(i int) markup.HTML {
	var out markup.Page
	four, house := "", ""
	if p.Four {
		four = " four"
	}
	if p.Game.House != "" {
		house = p.Game.House + " · "
	}
	out.Add("<article class=\"wall%s\" id=\"wall-%s\" data-page=\"%d\">\n<header>\n<h1>%s</h1>\n<p class=\"house\">%s%s</p>\n</header>", four, anchor(p.Game.ID), i, Heading(p.Game), house, p.Players())
	out.If(p.About, "\n<p class=\"about\">%s</p>")
	out.Add("\n<div class=\"columns\">")
	p.writeMoney(&out)
	if len(p.Deal) > 0 {
		out.Add("\n<section class=\"deal\">\n<h2>The deal</h2>\n<ol>")
		for _, s := range p.Deal {
			s.write(&out)
		}
		out.Add("\n</ol>\n</section>")
	}
	if p.Example != nil {
		p.Example.write(&out)
	}
	for _, w := range p.Wins {
		w.write(&out)
	}
	if len(p.Remind) > 0 {
		out.Add("\n<section class=\"remind\">\n<h2>Please remember</h2>\n<ul>")
		for _, r := range p.Remind {
			out.Add("\n<li>%s</li>", r)
		}
		out.Add("\n</ul>\n</section>")
	}
	for _, b := range p.Boxes {
		out.Add("\n<section class=\"box\">\n<h2>%s</h2>", b.Title)
		for _, line := range b.Lines {
			out.Add("\n<p>%s</p>", line)
		}
		out.Add("\n</section>")
	}
	out.Add("\n</div>")
	out.If(p.Foot, "\n<footer>%s</footer>")
	out.Add("\n</article>")
	return out.HTML()
}

func (p *Wall) writeMoney(out *markup.Page) {
	if len(p.Money) == 0 && p.Fee == "" {
		return
	}
	out.Add("\n<section class=\"money\">\n<h2>What it costs</h2>")
	out.If(p.Fee, "\n<p>%s</p>")
	out.Add("\n<table>")
	for _, a := range p.Money {
		out.Add("\n<tr><th>%s</th><td>%s</td></tr>", a.What, a.Much)
	}
	out.Add("\n</table>")
	out.If(p.More, "\n<p class=\"small\">%s</p>")
	out.Add("\n</section>")
}

func (s *Street) write(out *markup.Page) {
	class := "step"
	if s.Bet {
		class = "bet"
	}
	out.Add("\n<li class=\"%s\"><span class=\"number\">%s</span> <span class=\"text\">%s</span>", class, s.Number, s.Text)
	if s.Down+s.Up+s.Board > 0 {
		const back, face = `<span class="card back"></span>`, `<span class="card face"></span>`
		out.Add(` <span class="dealt">%s</span>`, markup.HTML(strings.Repeat(back, s.Down)+strings.Repeat(face, s.Up+s.Board)))
	}
	out.Add("</li>")
}

func (e *Example) write(out *markup.Page) {
	out.Add("\n<section class=\"example\">\n<h2>A hand</h2>")
	for _, b := range e.Lies() {
		out.Add("\n<p class=\"board\"><span class=\"who\">%s</span> %s</p>", b.Name, drawnCards(b.Cards))
	}
	for _, s := range e.Seats {
		class := ""
		if s.Wins {
			class = "wins"
		}
		out.Add("\n<p class=\"%s\"><span class=\"who\">%s</span> %s <span class=\"makes\">%s</span></p>", class, s.Name, s.drawn(), s.Makes)
	}
	out.If(e.Text, "\n<p class=\"small\">%s</p>")
	out.Add("\n</section>")
}

func (w *Win) write(out *markup.Page) {
	out.Add("\n<section class=\"chart\">\n<h2>%s</h2>", w.Title())
	out.If(w.Text, "\n<p>%s</p>")
	for _, line := range w.Lines {
		out.Add("\n<p>%s</p>", line)
	}
	if len(w.Chart) > 0 {
		out.Add("\n<table>")
		for _, c := range w.Chart {
			out.Add("\n<tr><td>%s</td><th>%s</th></tr>", drawnCards(c.Cards), c.Name)
		}
		out.Add("\n</table>")
	}
	out.Add("\n</section>")
}

// drawn returns the cards as pictures, as they lie: see [Held.Words].
func (h *Held) drawn() markup.HTML {
	if h.Lie == nil {
		return drawnCards(h.Cards)
	}
	var out markup.Page
	for i, l := range h.Lie {
		open, end := h.stroke(i), ""
		if l.Down {
			open, end = open+"(", ")"
		}
		out.Add("%s%s%s", open, drawnCards(l.Cards), end)
	}
	return markup.HTML(out.String())
}

// drawnCards returns cards as pictures.
func drawnCards(cs []cards.Card) markup.HTML {
	var out markup.Page
	for _, c := range cs {
		f := cardFace(c)
		out.Add(`<span class="card %s">%s<i>%s</i></span>`, f.class, f.rank, f.sign)
	}
	return markup.Format(`<span class="hand">%s</span>`, out.HTML())
}

// drawn is a card as printed.
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

// CardWords returns cards in a text format: "A♠ 10♥".
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

// Markdown returns the sheets as Markdown.
func (p *Walls) Markdown() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i, w := range p.Walls {
		if i > 0 {
			line("---\n")
		}
		line("# %s\n", mdText(Heading(w.Game)))
		house := w.Players()
		if w.Game.House != "" {
			house = mdText(w.Game.House) + ", " + house
		}
		line("*%s*\n", house)
		if w.About != "" {
			line("%s\n", mdText(w.About))
		}
		w.markdown(line)
		if w.Foot != "" {
			line("*%s*", mdText(w.Foot))
		}
	}
	return b.String()
}

func (p *Wall) markdown(line func(string, ...any)) {
	if len(p.Money) > 0 || p.Fee != "" {
		line("## What it costs\n")
		if p.Fee != "" {
			line("%s\n", mdText(p.Fee))
		}
		line("| | |\n|---|---|")
		for _, a := range p.Money {
			line("| %s | **%s** |", mdText(a.What), mdText(a.Much))
		}
		line("")
		if p.More != "" {
			line("%s\n", mdText(p.More))
		}
	}
	if len(p.Deal) > 0 {
		line("## The deal\n")
		for _, s := range p.Deal {
			line("%s* **%s** %s", strings.Repeat("  ", strings.Count(s.Number, ".")), s.Number, mdText(s.Text))
		}
		line("")
	}
	if e := p.Example; e != nil {
		line("## A hand\n")
		for _, b := range e.Lies() {
			line("* %s: %s", b.Name, CardWords(b.Cards))
		}
		for _, s := range e.Seats {
			line("* %s: %s, %s", s.Name, s.Words(), mdText(s.Makes))
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

// Title returns the heading of a way to win.
func (w Win) Title() string {
	if w.Name == "" {
		return "What wins"
	}
	return "What wins: the " + w.Name + " hand"
}
