package dsl

import (
	"errors"
	"testing"

	"cardroom/dsl/star"
	"cardroom/engine/batch"
	"cardroom/engine/diag"
	"cardroom/engine/hand"
	"cardroom/engine/table"
	"cardroom/engine/testkit"
	"cardroom/stdlib"
)

// tableSeeds returns scripts that define tables.
func tableSeeds() []string {
	const game = "two = game(\"Two cards\", forced = [blinds()], stakes = stakes(\"2-4\"), play = [deal(2), bet(), board(5), bet(tier = big)], showdown = best(high))\n"
	out := []string{
		game + "mine = table(\"Mine\", two, stakes = \"2-4\", seats = 9, buy_in = (40, 200), collections = [posting(\"drop\", 3)])\n",
		game + "mine = table(\"Mine\", [two], stakes = [\"2-4\", \"4-8\"], buy_in = {\"2-4\": (40, None)}, short_buy = 10, button = \"dead\", missed_blinds = \"owed\")\n",
		game + "mine = table(\"Mine\", menu(\"Both\", [two, game(\"Three cards\", forced = [blinds()], stakes = stakes(\"2-4\"), play = [deal(3), bet()], showdown = best(high))]), choice = \"may\", unanimous = True, cash_out_all = True, rebuy_wait = 60, opens = \"19:30\")\n",
		game + "load(\"@stdlib//kill.star\", \"half_kill\")\nmine = table(\"Mine\", two, stakes = \"2-4\", rules = [half_kill], hands_per_hour = 1000)\n",
	}
	return out
}

// fuzzLibrary returns a library with one user script and a small budget.
func fuzzLibrary(text string) *Library {
	return NewLibrary(star.Options{MaxSteps: 20_000, Sources: star.Sources{Files: filesOf("main.star", text), Stdlib: stdlib.FS}})
}

// FuzzTableFile loads arbitrary text as the script of a table. A valid table
// must open, and hands are played at it; any other text must give an error with
// a position.
func FuzzTableFile(f *testing.F) {
	for _, text := range tableSeeds() {
		if cfg, err := fuzzLibrary(text).Table("main.star"); cfg == nil || err != nil {
			f.Fatalf("a seed is no table: %v\n%s", err, text)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		testkit.Bounds{Fixed: 256 << 20, PerByte: 1 << 20}.Within(t, len(text), func() {
			cfg, err := fuzzLibrary(text).Table("main.star")
			if err != nil {
				e := new(diag.Error)
				if !errors.As(err, &e) {
					t.Fatalf("%T: %v", err, err)
				}
				checkError(t, e)
				return
			}
			if cfg == nil {
				return
			}
			if err := cfg.Validate(); err != nil {
				t.Fatalf("a table that was made cannot be: %v", err)
			}
			playTable(t, cfg)
		})
	})
}

// playTable plays a few hands with three players who check and call.
func playTable(t *testing.T, cfg *table.Config) {
	tab, err := cfg.Open(1)
	if err != nil {
		return // nobody can sit down
	}
	for p := table.Player(1); p <= 3; p++ {
		_ = tab.Apply(table.Event{Kind: table.Join, Player: p, Seat: -1, Amount: max(cfg.Games[0].Min, 100*cfg.Games[0].Plan.Stakes.Scale)})
	}
	for range 3 {
		d, err := tab.Next()
		if err != nil {
			return
		}
		var h hand.Hand
		if err := h.Start(&d.Setup); err != nil {
			t.Fatalf("a hand that was dealt does not begin: %v", err)
		}
		chance := hand.NewSource(1, 1)
		for q := h.Pending(); q != nil; q = h.Pending() {
			a, err := batch.Random{}.Act(&h, q, &chance)
			if err == nil {
				err = h.Apply(batch.HoldToDraw(&h, q, a))
			}
			if err != nil {
				e := new(diag.Error)
				if errors.As(err, &e) { // from a script function
					return
				}
				t.Fatal(err)
			}
		}
		if err := tab.Finish(&h); err != nil && !errors.As(err, new(*diag.Error)) {
			t.Fatal(err)
		} else if err == nil && !tab.Conserved() {
			t.Fatal("chips are not conserved")
		}
	}
}
