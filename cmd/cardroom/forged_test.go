package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// forgery is an edit of a good file that replaces the first match of a pattern.
type forgery struct{ pattern, by, want string }

// cut removes the rest of the file.
const cut = "\x00cut"

var forgedSessions = []forgery{
	{`^cardroom.session/1`, "cardroom.session/9", "this program reads"},
	{`\{"game"`, `{"gmae":1,"game"`, "unknown key"},
	{`\{"game"`, `{"Seed":4,"game"`, "unknown key"},
	{`\{"game"`, `{"game":"x","game"`, "twice"},
	{`"game":"[^"]*"`, `"game":""`, "no game is named"},
	{`"game":"[^"]*"`, `"game":"a\u001b]0;x\u0007b"`, "cannot be printed"},
	{`"game":"[^"]*"`, `"game":"` + strings.Repeat("a", 5000) + `"`, "more than 4096"},
	{`"stack":"100bb"`, `"stack":"-5"`, "stack"},
	{`"stack":"100bb"`, `"stack":null`, "a text"},
	{`"stack":"100bb"`, `"stack":` + strings.Repeat("[", 50_000), "a text"},
	{`"stack":"100bb",`, ``, `"stack" is missing`},
	{`"policy":"random"`, `"policy":"ranom"`, "policy"},
	{`"policy":"random"`, `"policy":"own.star"`, "does not record which version"},
	{`"policy":"random"`, `"policy":"own.star","policies":{"own.star":"sha256:` + strings.Repeat("0", 64) + `"}`, "has changed since"},
	{`"policy":"random"`, `"policy":"own.star","policies":{"own.star":"md5:0"}`, "64 hexadecimal digits"},
	{`"policy":"random"`, `"policy":"random","policies":{"own.star":"sha256:` + strings.Repeat("0", 64) + `"}`, "not one of the policies"},
	{`"policy":"random"`, `"policy":"call, 1=random, 1=call"`, "two policies"},
	{`"seed":4`, `"seed":-4`, "seed"},
	{`"seed":4`, `"seed":5`, "seed"},
	{`"hands":20`, `"hands":-5`, "hands must be"},
	{`"hands":20`, `"hands":9223372036854775807`, "hands must be"},
	{`"hands":20`, `"hands":9223372036854775808`, "cannot be"},
	{`"hands":20`, `"hands":2`, "should have 2 hands"},
	{`"hands":20`, `"hands":20,"mishaps":2`, "mishaps"},
	{`"hands":20`, `"hands":20,"hours":-1`, "hours"},
	{`"hands":20`, `"hands":20,"seats":99`, "seats"},
	{`"hands":20`, `"hands":20,"events":["3 jump"]`, "not an event"},
	{`"hands":20`, `"hands":20,"events":["3 tick at=50000","2 tick at=50000"]`, "must be in order"},
	{`"kill":"half"`, `"kill":"third"`, "half or full"},
	{`"crowd":"coming"`, `"crowd":"mob"`, "crowd"},
	{`0 join player=1 `, `0 jump player=1 `, "not an event"},
	{`0 join player=1 `, `-1 join player=1 `, "not a number of hands"},
	{`0 join player=1 `, `19 join player=1 `, "must be in order"},
	{`0 join player=1 `, `0 join player=0 `, "out of range"},
	{`0 join player=1 `, `0 join player=1 player=2 `, "twice"},
	{`0 join player=1 `, `0 join player=1 seat=99 `, "out of range"},
	{`amount=20000`, `amount=99999999999999999999`, "NUMBER"},
	{`amount=20000`, `amount=20100`, "does not replay"},
	{`amount=20000`, `amount=9223372036854775807`, ""},
	{`\nend 20 `, "\nend 0 ", "number of hands"},
	{`\nend 20 `, "\nend -5 ", "number of hands"},
	{`\nend 20 `, "\nend 19 ", "hands"},
	{`\nend 20 `, "\nend 9223372036854775807 ", "number of hands"},
	{`\nend 20 .*`, "\nend 20", "no table"},
	{`\n$`, "\nend 21 {}\n", "after the end"},
	{`"past":\[\{[^}]*\}`, `"past":[{"Player":3,"Cashed":1,"At":0,"Debt":0,"OwesSmall":false,"OwesBig":false,"Short":false},{"Player":3,"Cashed":1,"At":0,"Debt":0,"OwesSmall":false,"OwesBig":false,"Short":false}`, "remembered twice"},
}

// forgedTables are edits of a saved table, in sessions and in games.
var forgedTables = []forgery{
	{`"schema":"cardroom.table/1"`, `"schema":"cardroom.table/2"`, "schema"},
	{`"bought":\d+`, `"bought":2000000`, "other chips"},
	{`"bought":\d+`, `"bought":9223372036854775807`, "bought must be"},
	{`"cashed":\d+`, `"cashed":-1`, "cashed must be"},
	{`"Stack":\d+`, `"Stack":2000000`, "other chips"},
	{`"Stack":\d+`, `"Stack":-1`, "Stack must be"},
	{`"Stack":\d+`, `"Stack":1e9`, "cannot be"},
	{`"Player":2,"Stack"`, `"Player":1,"Stack"`, "player 1 is in"},
	{`"Player":2,"Stack"`, `"Player":0,"Stack"`, "nobody"},
	{`"Player":2,"Stack"`, `"Player":2147483648,"Stack"`, "cannot be"},
	{`"seats":\{"0"`, `"seats":{"99"`, "seat 100 of"},
	{`"seats":\{"0"`, `"seats":{"-1"`, "seat 0 of"},
	{`"seats":\{"0"`, `"seats":{"01"`, "not a number"},
	{`"Joined":\d+`, `"Joined":9223372036854775807`, "Joined must be"},
	{`"Debt":\d+`, `"Debt":-100`, "Debt must be"},
	{`"hands":\d+,"now"`, `"hands":-5,"now"`, "hands must be"},
	{`"now":\d+`, `"now":9223372036854775807`, "now must be"},
	{`"now":\d+`, `"now":0`, "now must be"},
	{`"carry":\d+`, `"carry":99999`, "carry must be"},
	{`"carry":`, `"crry":`, "unknown key"},
	{`"carry":\d+`, `"carry":0,"carry":0`, "twice"},
	{`"carry":\d+,`, ``, "missing"},
	{`"settled":\d+`, `"settled":0`, "settled must be"},
	{`"began":-?\d+`, `"began":9223372036854775807`, "began must be"},
	{`"button":-?\d+`, `"button":22`, "button must be"},
	{`"big":-?\d+`, `"big":-2`, "big must be"},
	{`"game":0,"posting"`, `"game":7,"posting"`, "game must be"},
	{`"posting":0`, `"posting":9`, "posting must be"},
	{`"choice":\{"Player":0`, `"choice":{"Player":-7`, "Player must be"},
	{`"vote":\{"Game":0,"Yes":0`, `"vote":{"Game":0,"Yes":4294967295`, "vote"},
	{`"ledger":\{"Hands":\d+`, `"ledger":{"Hands":-100`, "Hands must be"},
	{`"Boundary":0`, `"Boundary":-1`, "Boundary must be"},
	{`"bought":`, `"memory":["[0]*1073741823"],"bought":`, ""},
	{`"bought":`, `"waiting":[{"Player":2,"Amount":5,"Wait":false}],"bought":`, "player 2 is in"},
	{`"bought":`, `"waiting":[{"Player":99,"Amount":-5,"Wait":false}],"bought":`, "Amount must be"},
	{`"bought":`, `"gone":4194304,"bought":`, "gone"},
	{`"bought":`, `"banked":5,"bought":`, "banked"},
	{`"bought":`, `"playing":true,"bought":`, ""},
}

var forgedGames = []forgery{
	{`^cardroom.play/1`, "cardroom.play/0", "this program reads"},
	{`\{"game"`, `{"gmae":1,"game"`, "unknown key"},
	{`"you":1`, `"you":99`, "you must be a seat"},
	{`"you":1`, `"you":-1`, "you must be a seat"},
	{`"you":1`, `"you":1,"hot_seat":true`, "you must be a seat"},
	{`"you":1`, `"you":3`, "there are 2"},
	{`"you":1`, `"you":1,"names":{"2":"\u202eBob"}`, "can be printed"},
	{`"you":1`, `"you":1,"names":{"2":"` + strings.Repeat("B", 21) + `"}`, "at most 20"},
	{`"you":1`, `"you":1,"names":{"1":"Bob","2":"bob"}`, "too"},
	{`"you":1`, `"you":1,"names":{"9":"Bob"}`, "there are 2"},
	{`"policy":"call"`, `"policy":"own.star"`, "does not record which version"},
	{`"seed":7,"you"`, `"seed":8,"you"`, "seed"},
	{`\ndeal`, "\ndeal\ndeal", "does not belong"},
	{`\ndeal`, "\nact call", "does not belong"},
	{`\nact [^\n]*`, "\nact ", "not something a player can say"},
	{`\nact [^\n]*`, "\nact \x1b[2J", "not something a player can say"},
	{`\nact [^\n]*`, "\nact " + strings.Repeat("raise ", 500), "not something a player can say"},
	{`\ntable [^\n]*`, "\ntable {}", "missing"},
	{`\ntable `, "\ntabel ", "does not belong"},
	{`"hands":1,"now"`, `"hands":2,"now"`, "hands were played"},
	{`\n\{[^\n]*\n(?s:.*)`, cut, "no table"},
}

var forgedCollections = []forgery{
	{`_session = '\{"game"`, `_session = '{"gmae":1,"game"`, "unknown key"},
	{`"stack":"100bb"`, `"stack":"x"`, "stack"},
	{`"hands":20`, `"hands":-1`, "hands must be"},
	{`_table = '.*'`, `_table = ''`, "a text"},
	{`_table = '.*'`, `_table = 5`, "a text"},
	{`_table = '(.*)"bought":\d+`, `_table = '${1}"bought":2000000`, "other chips"},
	{`_before = \[`, `_before = ['jump', `, "not an event"},
	{`_before = \[.*`, `_before = 7`, "list of strings"},
	{`starting_stacks = \[\d+`, `starting_stacks = [77`, "recorded otherwise"},
	{`\n\[2\]\n`, "\n[2]\n_incomplete = 'yes'\n", "_incomplete"},
	{`\n\[2\]\n`, "\n[2]\n_session = '{}'\n", "no other has"},
	{`"player 2"|'player 2'`, `'player 9'`, "recorded otherwise"},
}

var forgedDecks = []forgery{
	{`^[^ \n]{2}`, "Xy", ""},
	{`^([^ \n]{2})( ?)[^ \n]{2}`, "$1$2$1", ""},
	{`^`, "\x00", "NUL"},
	{`^`, "\x1b[2J", ""},
}

var forgedEvents = []forgery{
	{`1 post`, "1 pots", "not an event"},
	{`1 post`, "-1 post", "not a number of hands"},
	{`1 post`, "99999999999999999999 post", "not a number of hands"},
	{`1 post`, "3 post", "must be in order"},
	{`game=1`, "game=99999", "out of range"},
	{`at=14:00`, "at=14:77", "not a time"},
	{`at=14:00`, "at=99999999999999", "out of range"},
	{`amount=\$50`, "amount=$-1", "not an amount"},
	{`amount=\$50`, "amount=$9999999999999999", "not an amount"},
}

// TestForgedFiles checks that edited games and sessions are rejected with the position
// of the edit, without a crash.
func TestForgedFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	made := map[string]string{}
	for name, c := range map[string][2]string{
		"good.session": {"run angies/holdem --session --hands 20 --seed 4 --kill half --save good.session", ""},
		"game.session": {"play mixed/nt --seats 2 --policy call --seed 7 --save game.session", "call\ncheck\nfold\n\ncall\n"},
		"good.phhs":    {"run angies/holdem --session --hands 20 --seed 4 --save good.phhs", ""},
	} {
		code, _, stderr := runIn(c[0], c[1])
		text, err := os.ReadFile(name)
		if code != app.Fine || err != nil {
			t.Fatalf("%s: %d, %v, %s", c[0], code, err, stderr)
		}
		made[name] = string(text)
	}
	made["good.deck"] = "AsAhAdAcKsKhKdKcQsQhQdQcJsJhJdJcTsThTdTc9s9h9d9c8s8h8d8c7s7h7d7c6s6h6d6c5s5h5d5c4s4h4d4c3s3h3d3c2s2h2d2c\n"
	made["good.events"] = "0 tick at=13:00\n1 post game=1\n2 tick at=14:00\n2 join player=9 amount=$50\n"
	if err := os.WriteFile("own.star", []byte("def policy(view):\n    return \"call\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, set := range []struct {
		file, line string
		edits      []forgery
	}{
		{"good.session", "run --resume %s", forgedSessions},
		{"good.session", "run --resume %s", forgedTables},
		{"game.session", "play --resume %s", forgedTables},
		{"game.session", "play --resume %s", forgedGames},
		{"good.phhs", "run --resume %s", forgedCollections},
		{"good.deck", "run mixed/nt --seats 2 --seed 1 --deck %s", forgedDecks},
		{"good.events", "run angies/holdem --session --hands 4 --seed 1 --events %s", forgedEvents},
	} {
		for i, f := range set.edits {
			re := regexp.MustCompile(f.pattern)
			at := re.FindStringSubmatchIndex(made[set.file])
			if at == nil {
				t.Errorf("%s has no %s", set.file, f.pattern)
				continue
			}
			by := string(re.ExpandString(nil, strings.ReplaceAll(f.by, "$-", "$$-"), made[set.file], at))
			if strings.Contains(f.by, "=$") {
				by = f.by
			}
			text := made[set.file][:at[0]] + by + made[set.file][at[1]:]
			if f.by == cut {
				text = made[set.file][:at[0]]
			}
			name := fmt.Sprintf("forged%d-%s", i, set.file)
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			code, _, stderr := runIn(fmt.Sprintf(set.line, name), "call\n")
			if code != app.Cannot {
				t.Errorf("%s with %.60q is taken: code %d, %s", set.file, by, code, stderr)
				continue
			}
			if !regexp.MustCompile(`(?m)^`+name+`:\d+(:\d+)?: `).MatchString(stderr) && !strings.Contains(f.want, "NUL") || !strings.Contains(stderr, f.want) {
				t.Errorf("%s with %.60q: want a place and %q: %.600s", set.file, by, f.want, stderr)
			}
			refused++
		}
		if code, _, _ := runIn(fmt.Sprintf(set.line, set.file), "call\n"); code != app.Fine { // play has overwritten it
			if err := os.WriteFile(set.file, []byte(made[set.file]), 0o644); err != nil {
				t.Fatal(err)
			}
			if code, _, stderr := runIn(fmt.Sprintf(set.line, set.file), "call\n"); code != app.Fine {
				t.Errorf("%s itself: %d, %s", set.file, code, stderr)
			}
		}
	}
	t.Logf("%d forged files", refused)
	if refused < 100 {
		t.Errorf("only %d were refused", refused)
	}
}

// runIn runs a command in the working folder.
func runIn(line, input string) (code int, stdout, stderr string) {
	std, out, errs := fakeIO(nil)
	files := &term.Maker{}
	std.FS, std.Create, std.CreatePlain = history.OS, files.Create, files.CreatePlain
	std.Stdin.Reader = strings.NewReader(input)
	code = run(context.Background(), std, strings.Fields(line))
	return code, out.String(), errs.String()
}

// TestOtherPolicies checks that a policy script that has changed since the save is
// rejected, unless it is named again on the command line.
func TestOtherPolicies(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const policy = "load(\"./says.star\", \"said\")\n\ndef policy(view):\n    return said\n"
	write("own.star", policy)
	write("says.star", "said = \"call\"\n")
	for _, line := range []string{
		"run mixed/nt --session --hands 5 --seed 1 --policy own.star --save a.session",
		"run mixed/nt --session --hands 5 --seed 1 --policy own.star --save a.phhs",
		"play mixed/nt --seats 2 --seed 1 --policy own.star --save b.session",
	} {
		if code, _, stderr := runIn(line, "call\n"); code != app.Fine {
			t.Fatalf("%s: %d, %s", line, code, stderr)
		}
	}
	const session, hands, game = "run --resume a.session --hands 1", "run --resume a.phhs --hands 1", "play --resume b.session"
	check := func(want int, lines ...string) {
		t.Helper()
		for _, line := range lines {
			code, _, stderr := runIn(line, "call\n")
			if code != want || want == app.Cannot && !strings.Contains(stderr, "hint: --policy own.star says that it is meant") {
				t.Errorf("%s: code %d, want %d: %s", line, code, want, stderr)
			}
		}
	}
	again := func(line string) string { return line + " --policy own.star" }
	check(app.Fine, session, hands, game)
	write("says.star", "said = \"call\" # loaded by the policy\n")
	check(app.Cannot, session, hands, game)
	check(app.Fine, again(session), again(hands), again(game))
	check(app.Fine, game) // it was saved again with the new script
	check(app.Cannot, session, hands)
	write("own.star", policy+"\nmore = 1\n")
	check(app.Cannot, session, hands, game)
	write("own.star", policy)
	write("says.star", "said = \"call\"\n")
	check(app.Fine, session, hands)
	check(app.Cannot, game)
}
