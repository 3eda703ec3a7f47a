package sites_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/engine/convert"
	"cardroom/engine/hand"
	"cardroom/engine/history"
	"cardroom/engine/replay"
)

// lines keeps the lines of a text for which keep is true.
func lines(text string, keep func(line string) bool) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if keep(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

var (
	dealtTo = regexp.MustCompile(`^Dealt to (p\d+) `)
	shows   = regexp.MustCompile(`^(p\d+): shows \[[^\]]*\]`)
	wins    = regexp.MustCompile(`(?m)^(p\d+) collected`)
)

// degraded are ways in which files contain less than usual, or more.
var degraded = map[string]func(text string) string{
	"no uncalled bet": func(text string) string {
		return lines(text, func(line string) bool { return !strings.HasPrefix(line, "Uncalled bet") })
	},
	"the cards of one player": func(text string) string {
		street := ""
		var b strings.Builder
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "*** ") {
				street = line[4:7]
			}
			if m := dealtTo.FindStringSubmatch(line); m != nil && m[1] != "p2" {
				if street < "3rd" || street > "6th" {
					continue
				}
				fresh := line[strings.LastIndexByte(line, '['):] // the up card is the last one
				line = m[0] + "[" + fresh[len(fresh)-4:]
			}
			b.WriteString(line)
		}
		return b.String()
	},
	"losers muck": func(text string) string {
		won := map[string]bool{}
		for _, m := range wins.FindAllStringSubmatch(text, -1) {
			won[m[1]] = true
		}
		var b strings.Builder
		for line := range strings.Lines(text) {
			if m := shows.FindStringSubmatch(line); m != nil && !won[m[1]] {
				line = m[1] + ": mucks hand\n"
			}
			b.WriteString(line)
		}
		return b.String()
	},
	"talk everywhere": func(text string) string {
		var b strings.Builder
		seated := false
		for line := range strings.Lines(text) {
			b.WriteString(line)
			if seated = seated || strings.Contains(line, ": posts"); seated {
				b.WriteString("p1 said, \"p2: raises $5 to $10 [Ah]\"\np1 has timed out\nsomebody joins the table at seat #9 \np2 is disconnected \n\n")
			}
		}
		return b.String()
	},
	"a seat that sits out": func(text string) string {
		return strings.Replace(text, "Seat 1:", "Seat 19: zoe (1234 in chips) is sitting out\nSeat 1:", 1)
	},
	"no summary": func(text string) string {
		before, _, _ := strings.Cut(text, "*** SUMMARY ***")
		return before
	},
	"what is won in the summary only": func(text string) string {
		return regexp.MustCompile(`(?m)^p\d+ collected (\S+) from.*\n`).ReplaceAllString(text, "")
	},
	"windows": func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", " \r\n") },
}

// TestDegraded: hands end with the same stacks if a file omits what can be
// concluded, or contains irrelevant lines.
func TestDegraded(t *testing.T) {
	log := &hand.Log{}
	there, back := replay.NewPlayer(find, log), replay.NewPlayer(find, nil)
	target := convert.Named("pokerstars")
	done, failed := map[string]int{}, map[string]int{}
	for i, p := range plays(t) {
		if i%2 > 0 && !*long {
			continue
		}
		for n, rec := range p.hands(t, uint64(i)+1000, 2) {
			log.Events = log.Events[:0]
			row := there.PlayReadings(rec)
			if !row.OK {
				t.Fatal(row.Err)
			}
			finishing := slices.Clone(row.Finishing)
			out, err := target.Write(&convert.Hand{Record: rec, Played: there.Hand(), Events: log.Events})
			if err != nil {
				t.Fatal(err)
			}
			text := string((&convert.File{Target: target}).Append(nil, out))
			for name, change := range degraded {
				var again history.Hand
				err := history.NewSource("back", []byte(change(text)), options).Next(&again)
				if err == nil {
					got := back.PlayReadings(&again)
					if err = got.Err; err == nil {
						for k := range finishing {
							if len(got.Finishing) != len(finishing) || got.Finishing[k]*row.Scale != finishing[k]*got.Scale {
								err = fmt.Errorf("p%d finishes with %v of %v, not %v of %v", k+1, got.Finishing, got.Scale, finishing, row.Scale)
								break
							}
						}
					}
				}
				done[name]++
				if err != nil {
					if failed[name]++; failed[name] < 4 {
						t.Errorf("%s: %v hand %d: %v\n%s", name, &p, n+1, err, change(text))
					}
				}
			}
		}
	}
	t.Log(done, failed)
}
