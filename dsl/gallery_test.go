package dsl_test

import (
	"errors"
	"flag"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/dsl"
	"cardroom/dsl/star"
	"cardroom/engine/diag"
	"cardroom/engine/plan"
	"cardroom/engine/rank"
	"cardroom/engine/testkit"
	"cardroom/scripts"
	"cardroom/stdlib"

	"github.com/pelletier/go-toml/v2"
)

var long = flag.Bool("long", false, "play a hundred thousand hands of each game of the gallery where a few serve otherwise")

// galleryGames returns the games of all galleries.
func galleryGames(t *testing.T, lib *dsl.Library) []*plan.Game {
	t.Helper()
	galleries, err := lib.Galleries()
	if err != nil || len(galleries) == 0 {
		t.Fatal(galleries, err)
	}
	var all []*plan.Game
	for _, name := range galleries {
		games, err := lib.House(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
	}
	return all
}

// TestGallery plays random hands of the gallery's games, as TestConservation does for the houses: some of each game, or with
// -long a hundred thousand.
func TestGallery(t *testing.T) {
	hands := tableHands
	switch {
	case *long:
		hands = 100_000
	case testing.Short():
		t.Skip("plays very many games")
	}
	for _, g := range galleryGames(t, library(t, nil)) {
		t.Run(g.ID, func(t *testing.T) {
			if g.Doc == "" || g.Banked() {
				t.Error("a game of the gallery says what is peculiar about it, and has a pot")
			}
			if names := g.Unposted(); len(names) > 0 {
				t.Errorf("the stakes name %s, which nobody posts", strings.Join(names, ", "))
			}
			conserve(t, g, hands)
		})
	}
}

// TestGalleryAllocatesNothing checks that games that call no script allocate nothing, in the gallery too; nor does one whose script has
// answered everything once.
func TestGalleryAllocatesNothing(t *testing.T) {
	lib := library(t, nil)
	for _, g := range testkit.Sweep(galleryGames(t, lib), 15) {
		if !asksScript(g) {
			allocates(t, lib, g)
		}
	}
	g, err := lib.Find("gallery/omaha-x-or-better")
	if err != nil || !asksScript(g) {
		t.Fatal(err)
	}
	allocates(t, lib, g)
}

// asksScript reports whether a script function decides a step of a game.
func asksScript(g *plan.Game) bool {
	return slices.ContainsFunc(g.Steps, func(s plan.Step) bool {
		if show := s.Ranks(); show != nil {
			for p := range show.Each {
				if slices.ContainsFunc(p.Ranking.Events(), func(e rank.Event) bool { return e.Kind == rank.ByScript }) {
					return true
				}
			}
		}
		return s.Test != nil || s.Ask != nil && s.Ask.Allowed != nil
	})
}

// TestGalleryIsLazy checks that the gallery is loaded only by name.
func TestGalleryIsLazy(t *testing.T) {
	lib := library(t, nil)
	games, err := lib.Games()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if g.House == "Gallery" {
			t.Fatalf("%s is among the games of the houses", g.ID)
		}
	}
	for _, id := range []string{"gallery/5-card-omaha-8", "gallery/hold_em"} {
		if g, err := lib.Find(id); err != nil || g.House != "Gallery" {
			t.Errorf("%s: %v, %v", id, g, err)
		}
	}
	if g, err := lib.ForVariant("gallery/badugi"); err != nil || g == nil {
		t.Errorf("the game of a record: %v, %v", g, err)
	}
	if _, err := lib.Find("oxford_stud"); err == nil || !hints(err, "gallery/oxford-stud") {
		t.Errorf("a game without its house: %v", err)
	}
}

// TestGalleryAlone checks that a game of the gallery is found without loading the scripts of the others, and is the same game as in
// the whole gallery.
func TestGalleryAlone(t *testing.T) {
	lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: scripts.FS}}) // of its own: nothing is loaded
	for _, id := range []string{"gallery/anaconda", "gallery/low-chicago", "gallery/mexican_sweat", "gallery/27-triple-draw"} {
		g, err := lib.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		if same, err := lib.ForVariant(g.ID); err != nil || same != g {
			t.Errorf("%s: a record has %v, %v", id, same, err)
		}
		if m, name, err := lib.Definition(g.ID); err != nil || m.Globals[name] == nil {
			t.Errorf("%s: no definition %q: %v", id, name, err)
		}
		if m, err := lib.Menu(g.ID); m != nil || err != nil {
			t.Errorf("%s: menu %v, %v", id, m, err)
		}
	}
	for _, other := range []string{"rounds", "dramaha", "pineapple"} {
		if lib.Text("@scripts//gallery/"+other+".star") != "" {
			t.Errorf("%s.star was read", other)
		}
	}
	for _, g := range galleryGames(t, lib) {
		for _, name := range append([]string{strings.TrimPrefix(g.ID, "gallery/")}, g.Also...) {
			name = strings.ReplaceAll(strings.ToLower(name), " ", "-")
			if alone, err := lib.Find("gallery/" + name); err == nil && alone != g {
				t.Errorf("%s is another game alone: %v", name, alone)
			}
		}
	}
}

func hints(err error, text string) bool {
	var e *diag.Error
	return errors.As(err, &e) && strings.Contains(e.Hint, text)
}

// TestGalleryLacks checks that the gallery does not have the games it lists as missing.
func TestGalleryLacks(t *testing.T) {
	text, err := fs.ReadFile(scripts.FS, "gallery/"+dsl.GalleryFile)
	if err != nil {
		t.Fatal(err)
	}
	var lacks struct {
		Missing []struct{ ID, Name, Reason string }
	}
	if err := toml.Unmarshal(text, &lacks); err != nil {
		t.Fatal(err)
	}
	lib := library(t, nil)
	for _, m := range lacks.Missing {
		if m.ID == "" || m.Name == "" || m.Reason == "" {
			t.Errorf("%+v says too little", m)
		}
		if _, err := lib.Find("gallery/" + m.ID); err == nil {
			t.Errorf("%s is there", m.ID)
		}
	}
}

// TestOtherNames checks that a game is found by any of its names.
func TestOtherNames(t *testing.T) {
	lib := library(t, nil)
	for _, name := range []string{"drawmaha", "big-o", "big_o", "run-it-twice", "crazy-pineapple-hi-lo", "double-board-plo-bomb-pot", "acey-deucey"} {
		if g, err := lib.Find("gallery/" + name); err != nil || g.ID == "gallery/"+name {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	if _, err := lib.Find("drawmaha"); err == nil || !hints(err, "gallery/sviten-special") {
		t.Errorf("without its house: %v", err)
	}
}

// TestWellKnownGames checks that the games that players ask for first exist, under the names they use.
func TestWellKnownGames(t *testing.T) {
	lib := library(t, nil)
	for _, id := range []string{
		"gallery/crazy-pineapple-hi-lo", "gallery/cincinnati", "gallery/badeucey", "gallery/drawmaha", "gallery/follow-the-queen", "gallery/baseball",
		"gallery/anaconda", "gallery/chicago", "gallery/guts", "gallery/in-between", "gallery/double-board-plo-bomb-pot", "gallery/run-it-twice",
		"gallery/six-plus-texas-hold-em", "gallery/six-plus-trips-over-straight", "gallery/iron-cross", "gallery/big-o", "gallery/courchevel",
		"gallery/royal-hold-em", "gallery/greek-hold-em", "banked/blackjack", "banked/paigow", "banked/threecard", "banked/ultimate",
		"gallery/chinese", "gallery/low-hole-roll",
	} {
		if _, err := lib.Find(id); err != nil {
			t.Error(err)
		}
	}
}

// TestGalleryLoadsOneScript checks that a game of a gallery is found without loading the scripts that only mention it.
func TestGalleryLoadsOneScript(t *testing.T) {
	house := fstest.MapFS{
		"g/gallery.toml": {},
		"g/a.star":       {Data: []byte("# Like my_game and my-other, which load nothing else.\nfail(\"loaded\")\n")},
		"g/b.star":       {Data: []byte("my_game = game(\"My Game\", seats = (2, 9), forced = [blinds()], stakes = stakes(\"2-4\"), play = [deal(2), bet(), board(5), bet()], showdown = best(high))\nb = my_game.extend(\"Other\", id = \"my-other\")\n")},
	}
	for name, id := range map[string]string{"g/my-game": "g/my-game", "g/my_game": "g/my-game", "g/my-other": "g/my-other"} {
		lib := dsl.NewLibrary(star.Options{Sources: star.Sources{Stdlib: stdlib.FS, Scripts: house}})
		if g, err := lib.Find(name); err != nil || g.ID != id {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
}
