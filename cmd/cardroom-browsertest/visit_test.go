package browsertest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
)

// openNow is what is open: the game and the tab.
const openNow = `document.body.dataset.game + " " + document.querySelector("#tabs [aria-selected=true]").textContent`

// TestAddress checks that the address has the game, the tab and the seed, so that Back, Forward and a reload come back to them; that
// a damaged link says so where everybody sees it; and that the skip link is no link to a game.
func TestAddress(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		back := func() {
			if err := p.NavigateBack(); err != nil {
				t.Fatal(err)
			}
		}
		p.game("mixed/nt")
		p.turn("odds")
		p.game("angies/stud5")
		p.until(`location.hash.includes("game=angies/stud5") && location.hash.includes("tab=odds") && /seed=\d+/.test(location.hash)`)
		back()
		p.until(openNow + ` === "mixed/nt Odds"`)
		back()
		p.until(openNow + ` === "mixed/nt Table"`)
		p.until(`document.querySelector(".choices button")`)
		was := p.text(atTable)
		if err := p.Reload(); err != nil {
			t.Fatal(err)
		}
		p.until(`document.body?.dataset.ready === "yes" && document.querySelector(".choices button")`)
		if got := p.text(atTable); got != was {
			t.Errorf("a reload shows\n%s\nnot\n%s", got, was)
		}
		if err := p.NavigateForward(); err != nil {
			t.Fatal(err)
		}
		p.until(openNow + ` === "mixed/nt Odds"`)

		p.run(`location.hash = "3VhLbyQ"`)
		p.until(`document.querySelector("#notice").checkVisibility() && document.querySelector("#notice").innerText.includes("cannot be read")`)
		p.click("#notice button")
		if got := p.text(`document.querySelector("#notice").checkVisibility()`); got != "false" {
			t.Error("the notice stays")
		}
		p.run(`document.querySelector(".skip").focus()`)
		p.press(input.Enter)
		p.until(`document.activeElement.id === "tools"`)
		if got := p.text(`document.querySelector("#notice").checkVisibility() || location.hash === "#tools"`); got != "false" {
			t.Error("the skip link is read as a link to a game")
		}
	})
}

// TestSeatSeesItsOwn checks that the page shows a seat what that seat may see: no choices of others, and undo goes back to its own
// decision while a policy plays the others.
func TestSeatSeesItsOwn(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/draw5")
		p.until(`document.querySelector(".choices button")`)
		p.run(`const s = document.querySelector("#see-as"), o = document.querySelector("#others");
			s.value = "1"; o.click();
			for (let i = 0; i < 5; i++) s.dispatchEvent(new Event("change"));`)
		mine := `document.querySelector(".acts .turn").textContent === "Seat 1 to act" && document.querySelector(".choices button")`
		p.until(mine)
		if got := p.text(`document.querySelector(".log").innerText`); regexp.MustCompile(`seat 1 (calls|raises|folds)`).MatchString(got) {
			t.Errorf("the policy has acted for the seat that is not its own:\n%s", got)
		}
		for range 3 { // up to the draw
			p.run(`const log = document.querySelector(".log").childElementCount;
				const b = [...document.querySelectorAll(".choices button")].find((b) => /^(Check|Call|Stand)/.test(b.textContent)); b.click();
				while (document.querySelector(".log").childElementCount === log) await new Promise((f) => setTimeout(f, 10));`)
			p.until(`document.querySelector(".acts .turn").textContent !== "Seat 1 to act" || document.querySelector(".choices button")`)
			p.until(mine + ` || document.querySelector(".acts .turn").textContent === "The hand is over."`)
			if p.text(`document.querySelector(".acts .turn").textContent`) == "The hand is over." {
				break
			}
		}
		p.click(`[data-do="undo"]`)
		p.until(mine)
		if got := p.text(`document.querySelector("#others").checked`); got != "true" {
			t.Error("undo has stopped the policy")
		}
		p.run(`document.querySelector("#others").click()`)
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector(".acts .turn").textContent !== "Seat 1 to act"`)
		if got := p.text(`document.querySelector(".acts .choices")?.querySelectorAll(".card, .pick").length`); got != "0" && got != "undefined" {
			t.Errorf("another seat's choices show %s cards", got)
		}
	})
}

// TestKeysOfTheTable checks that a hand can be played by single keys, which do nothing while a text is typed.
func TestKeysOfTheTable(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.until(`document.querySelector(".choices button")`)
		p.run(`document.activeElement.blur()`)
		p.press(input.KeyC)
		p.until(`document.querySelector(".log").innerText.includes("calls")`)
		p.press(input.KeyR)
		p.until(`document.activeElement.matches(".sized input")`)
		p.write("3x") // amounts as in the terminal
		p.press(input.Enter)
		p.until(`document.querySelector(".log").innerText.includes("raises to $6")`)
		p.run(`document.querySelector("#words").focus()`)
		before := p.text(atTable)
		p.press(input.KeyF)
		if got := p.text(atTable); got != before {
			t.Error("a typed letter has folded the hand")
		}
		p.run(`document.querySelector("#words").value = ""; document.activeElement.blur()`)
		p.press(input.KeyF)
		p.until(`document.querySelector(".log").innerText.includes("folds")`)
		p.press(input.KeyU)
		p.until(`!document.querySelector(".log").innerText.includes("folds")`)
	})
}

// TestOwnScripts copies, renames, imports and deletes scripts with their tests; an import replaces nothing.
func TestOwnScripts(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		item := func(text string) {
			p.click("#file-menu summary")
			p.run(`[...document.querySelectorAll("#file-items button")].find((b) => b.textContent.startsWith(args[0])).click()`, text)
		}
		named := func(want string) {
			t.Helper()
			p.until(`document.body.dataset.game === "own/` + want + `"`)
			if got := p.text(`[...document.querySelectorAll('button.game[data-game^="own/"]')].map((b) => b.dataset.game).join()`); !strings.Contains(got, "own/"+want) {
				t.Errorf("%s is not in the list: %s", want, got)
			}
		}
		p.game("mixed/nt")
		item("Copy")
		named("nt")
		p.run(`localStorage.setItem("cardroom.tests.own/nt", JSON.stringify("def test_a(t):\n    pass\n"))`)
		item("Rename")
		p.run(`document.querySelector("#name-text").value = "Friday night"`)
		p.click("#name-do")
		named("Friday-night")
		if got := p.text(`localStorage.getItem("cardroom.tests.own/Friday-night") !== null && localStorage.getItem("cardroom.own.own/nt") === null`); got != "true" {
			t.Error("its tests have not come with it")
		}
		p.run(`const { taken } = await import("./own.js");
			await taken([new File(["# other\n"], "Friday-night.star"), new File(['h = "./Friday-night.star:x"\n'], "Friday-night_test.star"), new File(["x"], "notes.txt")]);`)
		named("Friday-night-2")
		if got := p.text(`JSON.parse(localStorage.getItem("cardroom.tests.own/Friday-night-2"))`); got != "h = \"./game.star:x\"\n" {
			t.Errorf("the imported tests are %q", got)
		}
		p.until(`document.querySelector("#notice").innerText.includes("notes.txt")`)
		if got := p.text(`localStorage.getItem("cardroom.own.own/Friday-night").includes("No-limit")`); got != "true" {
			t.Error("the import has replaced a script")
		}
		item("Delete")
		p.click("#name-do")
		named("Friday-night")
		if got := p.text(`localStorage.getItem("cardroom.own.own/Friday-night-2") ?? "none"`); got != "none" {
			t.Errorf("the deleted script is kept: %s", got)
		}
	})
}

// TestTwoTabs checks that two tabs with the same script do not write over each other's text: the other one follows, and a text
// that would be lost is kept as a script of the user.
func TestTwoTabs(t *testing.T) {
	at := places[0]
	profile, err := chromium.Incognito()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = profile.Close() })
	a, b := tab(t, profile, at), tab(t, profile, at)
	for _, p := range []*page{a, b} {
		p.size(1280, 800)
		p.visit(at.url)
		p.game("mixed/nt")
		p.until(noFaults)
	}
	value := `document.querySelector("#editor textarea").value`
	front := func(p *page) {
		if err := (proto.PageBringToFront{}).Call(p); err != nil {
			t.Fatal(err)
		}
	}
	front(a)
	a.click("#editor textarea")
	a.chord(input.Home, input.ControlLeft)
	a.write("# from a\n")
	b.until(value + `.startsWith("# from a")`)
	front(b)
	b.click("#editor textarea")
	b.chord(input.Home, input.ControlLeft)
	b.write("# from b\n")
	a.until(value + `.startsWith("# from b\n# from a")`)
	a.until(`document.querySelector("#notice").innerText.includes("Another tab")`)
	// A text that the other tab has not seen is kept.
	a.run(`const { model } = await import("./model.js"); model.text += "# unseen\n"; window.mine = model.text;`)
	b.write("# again\n")
	a.until(`Object.entries(localStorage).some(([k, v]) => k.startsWith("cardroom.own.") && JSON.parse(v) === window.mine)`)
}

// TestFirstVisit checks that the first visit offers three ways to begin, each of which works, and that it is offered once.
func TestFirstVisit(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		if got := p.text(`[...document.querySelectorAll(".welcome button.main")].map((b) => b.textContent).join(", ")`); got != "Play against the table, Change a rule, Print a sheet" {
			t.Fatalf("it offers %q", got)
		}
		p.size(390, 800)
		p.until(`document.querySelector(".choices .sized")`)
		p.run(`for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)`)
		if got := p.text(`Math.max(...[...document.querySelectorAll(".felt .seat")].map((s) => s.getBoundingClientRect().bottom)) - document.querySelector(".acts").getBoundingClientRect().top`); !strings.HasPrefix(got, "-") {
			t.Errorf("on a phone the choices cover %s pixels of a seat", got)
		}
		p.size(1280, 800)
		p.run(`document.querySelectorAll(".welcome button.main")[1].click()`)
		p.until(`document.querySelector(".panel-diff .result .diffs")`)
		if got := p.text(`document.querySelector(".panel-diff .result .diffs").innerText`); !strings.Contains(got, "ante") {
			t.Errorf("the change that it shows is %q", got)
		}
		p.until(`!document.querySelector("#revert").hidden`)
		p.click("#revert")
		p.visit(p.at.url)
		if got := p.text(`document.querySelector(".welcome") === null`); got != "true" {
			t.Error("the second visit is welcomed too")
		}
	})
}

// TestHandsAreNamed checks that each hand that is seen whole has its name, that the winning cards are marked at a showdown, and that
// the chances of the hands come to one.
func TestHandsAreNamed(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.until(`document.querySelector(".choices button")`)
		p.click(`[data-do="chances"]`)
		p.until(`document.querySelectorAll(".seat .chance").length > 1`)
		if got := p.text(`Math.abs([...document.querySelectorAll(".seat .chance")].reduce((sum, c) => sum + parseFloat(c.textContent), 0) - 100) < 0.5`); got != "true" {
			t.Error("the chances do not come to 100 %")
		}
		p.run(`const s = document.querySelector("#step-by"); s.value = "call"; s.dispatchEvent(new Event("change")); document.querySelector('[data-do="end"]').click()`)
		p.until(`document.querySelector(".acts .turn").textContent === "The hand is over."`)
		told := p.text(`document.querySelector(".log").innerText.match(/wins \$\d+ with ([^\n]+)/)?.[1]`)
		if got := p.text(`document.querySelector(".seat.won .made")?.textContent`); !strings.HasPrefix(told, got) || got == "" {
			t.Errorf("the winner's hand is named %q, and the dealer says %q", got, told)
		}
		if got := p.text(`document.querySelectorAll(".felt .card.wins").length`); got != "5" {
			t.Errorf("%s cards are marked as those that win", got)
		}
	})
}

// TestTableLies checks that boards lie as on a table, each card once and a cross as a cross, and that the bets against a bank are named.
func TestTableLies(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		ended := func(game string) {
			t.Helper()
			p.game(game)
			p.until(`document.querySelector(".choices button")`)
			p.run(`const s = document.querySelector("#step-by"); s.value = "call"; s.dispatchEvent(new Event("change")); document.querySelector('[data-do="end"]').click()`)
			p.until(turnText + ` === "The hand is over."`)
		}
		for game, want := range map[string]string{"gallery/iron-cross": "5", "gallery/banco": "15", "gallery/criss-cross-omaha": "10"} {
			ended(game)
			if got := p.text(`document.querySelectorAll(".middle .board .card").length`); got != want {
				t.Errorf("%s shows %s cards on its boards, not %s", game, got, want)
			}
			if got := p.text(`document.querySelector(".board.cross") !== null`); got != strconv.FormatBool(game == "gallery/iron-cross") {
				t.Errorf("%s is drawn as a cross: %s", game, got)
			}
		}
		ended("gallery/crazy-sohe")
		if got := p.text(`[...document.querySelectorAll(".felt .seat")].map((s) => [...s.querySelectorAll(".hand")].map((h) => h.childElementCount).join("+")).join(" ")`); got != "2+4 2+4 2+4 2+4 2+4 2+4" {
			t.Errorf("the cards set apart for hold'em and Omaha lie as %s", got)
		}
		p.game("banked/threecard")
		p.until(`document.querySelector(".choices button")`)
		for range 2 * 6 {
			p.run(`const log = document.querySelector(".log").childElementCount; document.querySelector('[data-do="step"]').click();
				while (document.querySelector(".log").childElementCount === log) await new Promise((f) => setTimeout(f, 10));`)
		}
		if got := p.text(`document.querySelector(".felt .bet").innerText.replace(/\s+/g, " ").trim()`); got != "ante $5 pairplus $5" {
			t.Errorf("the bets against the bank are %q", got)
		}
		p.game("sanrafael/california22")
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector(".felt .bet")`)
		if got := p.text(`document.querySelector(".middle .pot")?.innerText`); got != "undefined" {
			t.Errorf("a game that a player banks shows %q", got)
		}
	})
}

// TestOddsOfTheOpenGame checks that the odds are those of the game that is open, unless the field names another, and follow it.
func TestOddsOfTheOpenGame(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		result := `document.querySelector(".panel-odds .result").innerText`
		p.game("mixed/nt")
		p.turn("odds")
		p.until(result + `.includes("46.05 %")`)
		p.game("angies/lowball")
		p.until(result + `.includes("cards on average (nearly the best draw)")`)
		p.game("angies/omaha")
		p.until(result + `.includes("Sampled") && document.querySelector(".panel-odds input[list]").placeholder === "angies/omaha"`)
		p.fill(".panel-odds input[list]", "mixed/nt")
		p.until(result + `.includes("46.05 %")`)
		p.turn("table")
		p.game("angies/stud7")
		p.turn("odds")
		p.fill(".panel-odds input[list]", "")
		p.until(result + `.includes("Sampled")`)
	})
}

// TestTabsFit checks that all tabs are seen at once at the widths of desktops, tablets and phones.
func TestTabsFit(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		for _, width := range []int{1200, 1000, 900, 800, 720, 390, 360} {
			p.size(width, 800)
			if got := p.text(`(() => { const t = document.querySelector("#tabs"); return t.scrollWidth - t.clientWidth; })()`); got != "0" {
				t.Errorf("at %d px the tabs are %s px wider than their place", width, got)
			}
		}
	})
}

// TestOddsFollow checks that the odds follow what is typed and picked, that a card is picked once, and that the cards are those of the game.
func TestOddsFollow(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.turn("odds")
		p.until(`document.querySelector(".panel-odds .result").innerText.includes("46.05 %")`)
		p.run(`[...document.querySelectorAll(".panel-odds button")].find((b) => b.textContent === "Cards").click(); document.querySelector(".panel-odds .form input").focus()`)
		for _, c := range []string{"2c", "3c", "4c"} {
			p.click(`.picker [data-card="` + c + `"]`)
		}
		p.until(`document.querySelector(".panel-odds .form input").value === "2c3c4c" && document.querySelector(".panel-odds .result").innerText.includes("Exact: ")`)
		if got := p.text(`document.querySelector('.picker [data-card="Ah"]').disabled`); got != "true" {
			t.Error("a card of a hand can be picked for the board")
		}
		p.fill(".panel-odds .odds-hand input", "A2s+,KTs")
		if got := p.text(`[...document.querySelectorAll(".picker .pick:disabled, .picker [aria-pressed=true]")].map((b) => b.dataset.card)`); got != "4c,3c,2c" {
			t.Errorf("after a range, the cards %s are taken", got)
		}
		for _, width := range []int{1280, 800, 390, 320} {
			p.size(width, 800)
			if got := p.text(`[...document.querySelectorAll(".picker .row")].map((r) => new Set([...r.children].map((c) => c.offsetTop)).size)`); got != "1,1,1,1" {
				t.Errorf("at %d px the cards of the suits take %s rows", width, got)
			}
		}
		p.fill(".panel-odds .form .field:last-of-type input", "mixed/ns")
		p.until(`document.querySelectorAll(".picker .pick").length === 36`)
		p.fill(".panel-odds .form .field:last-of-type input", "angies/lowball")
		p.until(`document.querySelectorAll(".picker .pick").length === 53`)
		p.fill(".panel-odds .odds-hand input", "AhKh")
		p.click(`.picker [data-card="Jo"]`)
		if got := p.text(`document.querySelector(".panel-odds .odds-hand input").value + document.querySelector('.picker [data-card="Jo"]').getAttribute("aria-label")`); got != "AhKhJojoker" {
			t.Errorf("the joker is picked as %s", got)
		}
	})
}

// TestTabsOpenWithAnExample checks that solving and simulating show something before anybody asks, of the size
// that their fields say, and give way to who does.
func TestTabsOpenWithAnExample(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.turn("solve")
		p.until(`document.querySelector(".panel-solve .strategy .mix i")`)
		p.until(`[...document.querySelectorAll(".panel-solve .facts div")].some((d) => d.textContent === "Iterations" + document.querySelector(".panel-solve .form input").value)`)
		p.turn("simulate")
		p.until(`[...document.querySelectorAll(".panel-simulate .facts div")].some((d) => d.textContent.replace(",", "") === "Hands" + document.querySelector(".panel-simulate input").value)`)
		p.run(`document.querySelector(".panel-simulate input").value = 300; document.querySelector(".panel-simulate .run .main").click()`)
		p.until(`[...document.querySelectorAll(".panel-simulate .facts div")].some((d) => d.textContent === "Hands300")`)
		p.turn("look")
		p.click(".panel-look .quick button")
		p.until(`document.querySelector("#look-result").innerText.startsWith("How do I say")`)
		p.game("angies/lowball")
		p.turn("diff")
		p.until(`[...document.querySelectorAll(".panel-diff th")].some((h) => h.textContent === "Option" && h.parentElement.innerText.includes("The other reading"))`)
		p.until(`document.querySelector(".panel-diff .result").innerText.includes(` + "`of ${document.querySelectorAll(\".panel-diff .form input\")[1].value} hands`" + `)`)
	})
}

// TestFirstAnswers checks that what a static site shows before its engine has started is what the engine answers.
func TestFirstAnswers(t *testing.T) {
	p := open(t, places[1])
	got := p.text(`await (async () => {
		const about = await (await fetch("engine.json")).json();
		const { ask } = await import("./engine.js");
		const wrong = [];
		for (const [message, file] of Object.entries(about.answers)) {
			const here = await (await fetch(file)).json();
			// Another key order is another message for the page, so that the engine is asked.
			const { do: what, ...rest } = JSON.parse(message);
			const { id, ...there } = await ask({ ...rest, do: what, house: rest.house });
			if (JSON.stringify(here) !== JSON.stringify(there)) wrong.push(message);
		}
		return Object.keys(about.answers).length + " " + wrong.join();
	})()`)
	if got != "4 " {
		t.Errorf("answers, and those that differ: %q", got)
	}
}

// overlaps lists what covers something else on the table, in pixels: seats, what lies in the middle, and bets; and hands of one seat that
// do not lie apart.
const overlaps = `(() => {
	const around = (e) => [e, ...e.querySelectorAll(".card")].map((x) => x.getBoundingClientRect()).reduce((a, b) => ({ left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) }));
	const boxes = [...document.querySelectorAll(".felt .seat, .felt .middle, .felt .bet")].map((e) => [e.getAttribute("aria-label")?.split(",")[0] || e.className.split(" ")[0], around(e)]);
	const felt = document.querySelector(".ground").getBoundingClientRect(), out = [];
	boxes.forEach(([a, r], i) => {
		if (Math.min(r.left - felt.left, felt.right - r.right, r.top - felt.top, felt.bottom - r.bottom) < -2) out.push(a + " is cut off");
		for (const [b, s] of boxes.slice(i + 1)) {
			const w = Math.min(r.right, s.right) - Math.max(r.left, s.left), h = Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top);
			if (w > 2 && h > 2) out.push(a + " and " + b + ": " + Math.round(w) + " x " + Math.round(h));
		}
	});
	for (const hand of document.querySelectorAll(".hands .hand + .hand")) {
		const card = hand.previousSibling.lastChild?.getBoundingClientRect();
		if (card && hand.firstChild && hand.firstChild.getBoundingClientRect().left - card.right < card.width / 4) out.push("hands lie together");
	}
	return out.join("; ");
})()`

// TestNothingCovered deals every game with the most seats that it has, at two widths, some at three, and looks at the table before the first action, in
// the middle of the hand and at its end: nothing covers a seat, the boards or a bet. -short takes every eighth game.
func TestNothingCovered(t *testing.T) {
	p := open(t, places[0])
	p.until(`document.body.dataset.listed`)
	p.turn("table")
	var games []string
	if err := json.Unmarshal(p.run(`return [...document.querySelectorAll("button.game")].map((b) => b.dataset.game).filter((g) => !g.startsWith("own/"))`), &games); err != nil || len(games) < 75 {
		t.Fatalf("%d games (%v)", len(games), err)
	}
	always := []string{"angies/stud7", "gallery/banco", "banked/paigow"}
	for i, game := range games {
		if testing.Short() && i%8 != 0 && !slices.Contains(always, game) {
			continue
		}
		if i%60 == 59 {
			p = open(t, places[0]) // a page has 90 seconds
			p.until(`document.body.dataset.listed`)
		}
		p.run(`const { ask } = await import("./engine.js"), { list } = await import("./games.js");
			window.states = [];
			const seats = list().find((g) => g.game === args[0]).max_seats, { table } = await ask({ do: "new", game: args[0], seats, seed: 1 })
				.catch((e) => { if (!e.message.includes("is a menu of")) throw e; return {}; });
			if (!table) return;
			for (const count of [0, 12, 1000]) {
				const step = count ? await ask({ do: "step", table, policy: "table", count }) : {};
				const { view, at, over, turn } = await ask({ do: "view", table, seat: -1, made: true });
				states.push({ table, at, over, turn: over ? 0 : turn, net: step.net, seats, view });
				if (over) break;
			}
			await ask({ do: "close", table });`, game)
		sizes := [][2]int{{1200, 780}, {390, 844}}
		if slices.Contains(always, game) {
			sizes = append(sizes, [2]int{800, 900})
		}
		for _, size := range sizes {
			p.size(size[0], size[1])
			for _, got := range decode[[]string](t, p.run(`const { look } = await import("./table.js"), out = [];
				for (const state of states) {
					look(state);
					await new Promise(requestAnimationFrame);
					await new Promise(requestAnimationFrame);
					const got = `+overlaps+`;
					if (got) out.push("after " + state.at + " actions: " + got);
				}
				return out`)) {
				t.Errorf("%s, %d pixels, %s", game, size[0], got)
			}
		}
	}
}

// TestEditorOfTests writes a test beside the script that it tests: with colors, completions, and faults that go when they are mended.
func TestEditorOfTests(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		const list = `document.querySelector("#panel-tests .faults")`
		p.game("mixed/nt")
		p.turn("tests")
		p.run(`document.querySelector("#panel-tests textarea").focus(); document.execCommand("insertText", false, 'def test_hands(t):\n    t.random_hnd("./game.star:nt")\n    t.ran')`)
		p.until(list + `.innerText.includes("random_hnd")`)
		p.run(`document.execCommand("insertText", false, "d")`)
		p.until(`document.querySelector("#panel-tests .popup:not([hidden]) li")`)
		if got := p.text(`document.querySelector("#panel-tests .popup").innerText`); !strings.Contains(got, "random") {
			t.Errorf("after t.rand are offered %q", got)
		}
		p.run(`const area = document.querySelector("#panel-tests textarea"); area.select(); document.execCommand("delete")`)
		p.until(list + `.innerText === ""`)
		p.run(`[...document.querySelectorAll("#panel-tests button")].find((b) => b.textContent === "Insert an example").click()`)
		p.until(list + `.classList.contains("clean") && document.querySelector("#panel-tests .layer .t-keyword")`)
		if got := p.text(`document.querySelector("#faults .sum").textContent`); got != "No faults" {
			t.Errorf("beside the tests the script has %q", got)
		}
		if err := p.Reload(); err != nil {
			t.Fatal(err)
		}
		p.until(`document.body && document.body.dataset.ready && document.querySelector("#panel-tests textarea").value.includes("prop_")`)
	})
}
