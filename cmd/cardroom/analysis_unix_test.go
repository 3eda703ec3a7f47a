//go:build unix

package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
)

// TestAnalysis checks that the SQL in examples/analysis computes the same results as
// the program from the same hands.
func TestAnalysis(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node, which runs DuckDB")
	}
	folder, err := filepath.Abs("../../examples/analysis")
	if err != nil {
		t.Fatal(err)
	}
	duck := os.Getenv("DUCKDB")
	if duck == "" {
		duck = folder
	}
	if _, err := os.Stat(filepath.Join(duck, "node_modules/@duckdb/node-api")); err != nil {
		t.Skip("there is no DuckDB: npm install --no-save --prefix examples/analysis installs it")
	}
	t.Chdir(t.TempDir())
	tables := exec.Command("sh", filepath.Join(folder, "tables.sh"))
	tables.Env = append(os.Environ(), "CARDROOM=cardroom", "HANDS=1000", "SEED=7")
	if out, err := tables.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ask := func(file string) []map[string]string {
		t.Helper()
		c := exec.Command(node, filepath.Join(folder, "query.mjs"), "--csv", filepath.Join(folder, file))
		c.Env = append(os.Environ(), "DUCKDB="+duck)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		lines, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
		if err != nil || len(lines) < 2 {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		var rows []map[string]string
		for _, line := range lines[1:] {
			row := map[string]string{}
			for k, name := range lines[0] {
				row[name] = line[k]
			}
			rows = append(rows, row)
		}
		return rows
	}
	night := told[evening](t, app.Fine, "run angies/holdem --session --kill half --hands 1000 --seed 7 --policy table --json")
	lowball := told[comparison](t, app.No, "diff angies/lowball --set sevens=forfeit --b sevens=void --hands 5000 --seed 7 --json")
	byPosition := ask("4-position.sql")
	t.Run("kill", func(t *testing.T) { night.kill(t, ask("1-kill.sql")) })
	t.Run("rake", func(t *testing.T) { night.rake(t, ask("2-rake.sql")) })
	t.Run("sevens", func(t *testing.T) { lowball.sevens(t, ask("3-sevens.sql")) })
	t.Run("position", func(t *testing.T) {
		if len(byPosition) < 5 || byPosition[0]["position"] != "0" || add(t, byPosition, "net_a_hand", "") >= 0 {
			t.Errorf("the house takes chips of each hand, so the positions together lose: %v", byPosition)
		}
	})
	t.Run("showdown", func(t *testing.T) {
		rows := ask("5-showdown.sql")
		if math.Abs(add(t, rows, "percent", "")-100) > 0.05 || add(t, rows, "shown", "") < float64(2*night.Showdowns) {
			t.Errorf("%d showdowns: %v", night.Showdowns, rows)
		}
	})
	t.Run("option", func(t *testing.T) { lowball.option(t, ask("6-option.sql")) })
	t.Run("rules", func(t *testing.T) { rules(t, ask("12-rules.sql")) })
	t.Run("recorded", func(t *testing.T) { recorded(t, ask) })
}

// told returns the JSON output of a command.
func told[T any](t *testing.T, code int, line string) (v T) {
	t.Helper()
	out, _ := obey(t, code, line)
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// number returns a cell as a number.
func number(t *testing.T, row map[string]string, column string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		t.Fatalf("%s of %v: %v", column, row, err)
	}
	return x
}

// add returns the sum of a column; if times is set, each cell is multiplied by that of
// the column times.
func add(t *testing.T, rows []map[string]string, column, times string) (sum float64) {
	t.Helper()
	for _, row := range rows {
		x := number(t, row, column)
		if times != "" {
			x *= number(t, row, times)
		}
		sum += x
	}
	return sum
}

type evening struct {
	Showdowns int
	DealtIn   float64 `json:"dealt_in"`
	Collected float64
	ByRule    []struct {
		Posters   int
		PosterNet struct{ Mean, Stderr float64 } `json:"poster_net"`
	} `json:"by_rule"`
}

func (s *evening) kill(t *testing.T, rows []map[string]string) {
	want := s.ByRule[0]
	for _, row := range rows {
		if row["who"] != "posts the kill" {
			continue
		}
		if row["dealt_in"] != strconv.Itoa(want.Posters) || math.Abs(number(t, row, "net_a_hand")-want.PosterNet.Mean) > 0.0006 || math.Abs(number(t, row, "error")-want.PosterNet.Stderr) > 0.0006 {
			t.Errorf("%v, the session says %+v", row, want)
		}
		return
	}
	t.Errorf("nobody posts: %v", rows)
}

func (s *evening) rake(t *testing.T, rows []map[string]string) {
	if got := add(t, rows, "dealt_in", ""); got != s.DealtIn {
		t.Errorf("%v dealt in, the session says %v", got, s.DealtIn)
	}
	for _, column := range []string{"if_all_share", "by_chips_put_in", "if_the_winner_pays"} {
		if got := add(t, rows, column, "dealt_in"); math.Abs(got-s.Collected) > 0.0005*s.DealtIn {
			t.Errorf("%s: %v in all, the house took %v", column, got, s.Collected)
		}
	}
}

type comparison struct {
	HandsDiffer int `json:"hands_differ"`
	Net         []struct {
		PerHand float64 `json:"per_hand"`
		Stderr  float64
	}
}

func (v *comparison) sevens(t *testing.T, rows []map[string]string) {
	caught := number(t, rows[0], "claims_limited")
	if rows[0]["hands"] != "5000" || caught < float64(v.HandsDiffer) || caught > 1.2*float64(v.HandsDiffer) {
		t.Errorf("%v, where %d hands differ", rows[0], v.HandsDiffer)
	}
}

func (v *comparison) option(t *testing.T, rows []map[string]string) {
	if len(rows) != len(v.Net) {
		t.Fatalf("%d seats, diff has %d", len(rows), len(v.Net))
	}
	for k, row := range rows {
		if want := v.Net[k]; math.Abs(number(t, row, "gain_a_hand")-want.PerHand) > 6e-6 || math.Abs(number(t, row, "error")-want.Stderr) > 6e-6 {
			t.Errorf("%v, diff says %+v", row, want)
		}
	}
}

// statsOf returns what replay --stats says of the recorded hands, by the values of a part: "player" or "player part".
func statsOf(t *testing.T, by string) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	for _, row := range told[struct{ Stats []map[string]any }](t, app.Fine, "replay rows/recorded.txt --stats --ev --by "+by+" --json").Stats {
		key := row["player"].(string)
		for part := range strings.SplitSeq(by, ",") {
			if value, ok := row[part].(string); ok && value != "all" {
				key += " " + value
			}
		}
		out[key] = row
	}
	return out
}

// agrees compares columns of the answers of SQL with statistics; key names the player and the parts of an answer.
func agrees(t *testing.T, rows []map[string]string, stats map[string]map[string]any, key func(map[string]string) string, columns map[string]string) {
	t.Helper()
	for _, row := range rows {
		one := stats[key(row)]
		if one == nil {
			t.Errorf("nobody is %q: %v", key(row), row)
			continue
		}
		for column, field := range columns {
			want, _ := one[field].(float64)
			if got := number(t, row, column); math.Abs(got-want) > 0.08 {
				t.Errorf("%s of %s is %v by SQL, %s is %v", column, key(row), got, field, want)
			}
		}
	}
}

// recorded compares the questions to recorded hands with replay --stats, and the sittings with the times in the file.
func recorded(t *testing.T, ask func(string) []map[string]string) {
	player := func(row map[string]string) string { return row["player"] }
	all := statsOf(t, "none")
	if len(all) != 6 {
		t.Fatalf("%d players", len(all))
	}
	agrees(t, ask("7-lines.sql"), all, player, map[string]string{"hands": "hands", "bb_per_100": "bb_per_100", "blue": "blue_per_100", "red": "red_per_100"})
	ev := ask("8-ev.sql")
	agrees(t, ev, all, player, map[string]string{"hands": "hands", "bb_per_100": "bb_per_100", "ev_bb_per_100": "ev_bb_per_100"})
	for _, row := range ev {
		high, _ := all[row["player"]]["ev_bb_per_100_high"].(float64)
		if got := number(t, row, "ev_bb_per_100") + number(t, row, "ev_half"); math.Abs(got-high) > 0.11 {
			t.Errorf("%s: up to %v by SQL, %v by --stats", row["player"], got, high)
		}
	}
	// sums of players are compared where SQL does not tell them apart
	summed := func(by, of string) map[string]map[string]any {
		out := map[string]map[string]any{}
		for _, row := range statsOf(t, by) {
			value, _ := row[by].(string)
			if value == "all" || value == "" {
				continue
			}
			if out[value] == nil {
				out[value] = map[string]any{}
			}
			for field, x := range row {
				if n, ok := x.(float64); ok && (field == "hands" || strings.HasPrefix(field, of)) {
					sum, _ := out[value][field].(float64)
					out[value][field] = sum + n
				}
			}
		}
		return out
	}
	agrees(t, ask("9-threebet.sql"), summed("position", "three_bet"), func(row map[string]string) string { return row["position"] },
		map[string]string{"chances": "three_bet_of", "reraised": "three_bet_count"})
	agrees(t, ask("10-depth.sql"), summed("depth", "-"), func(row map[string]string) string { return row["depth"] }, map[string]string{"dealt_in": "hands"})
	agrees(t, ask("13-months.sql"), statsOf(t, "stake,month"), func(row map[string]string) string {
		return row["player"] + " " + row["stakes"] + " " + row["month"]
	}, map[string]string{"hands": "hands", "bb_per_100": "bb_per_100"})

	text, err := os.ReadFile("rows/recorded.txt")
	if err != nil {
		t.Fatal(err)
	}
	var last time.Time
	var sittings []int // hands of each
	for line := range strings.Lines(string(text)) {
		_, at, ok := strings.Cut(line, " - ")
		if !ok || !strings.HasPrefix(line, "PokerStars Hand #") {
			continue
		}
		when, err := time.Parse("2006/01/02 15:04:05 ET", strings.TrimSpace(at))
		if err != nil {
			t.Fatal(err)
		}
		if when.Sub(last) > 30*time.Minute {
			sittings = append(sittings, 0)
		}
		sittings[len(sittings)-1]++
		last = when
	}
	got := ask("11-sessions.sql")
	if len(got) != 6*len(sittings) || len(sittings) < 2 {
		t.Fatalf("%d sittings of six players, the file has %d of each", len(got), len(sittings))
	}
	for _, row := range got {
		if want := sittings[int(number(t, row, "sitting"))-1]; int(number(t, row, "hands")) != want {
			t.Errorf("%v, the file has %d hands", row, want)
		}
	}
}

// rules compares how often rules bite with the lines of the tables.
func rules(t *testing.T, rows []map[string]string) {
	times := map[string]int{}
	for game, folder := range map[string]string{"angies/lowball": "forfeit", "angies/holdem": "odd"} {
		text, err := os.ReadFile("rows/" + folder + "/events.csv")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, ",ruling,") || strings.Contains(line, ",claim,") {
				times[game]++ // the header, too
			}
		}
	}
	got := map[string]int{}
	for _, row := range rows {
		got[row["game"]] += int(number(t, row, "times"))
	}
	if got["angies/lowball"] != times["angies/lowball"]-1 || got["angies/holdem"] != times["angies/holdem"]-1 || len(got) != 2 {
		t.Errorf("rules bite %v times, the tables with their headers have %v", got, times)
	}
}
