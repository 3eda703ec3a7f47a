package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
)

const noFaults = `document.querySelector("#faults .sum")?.textContent === "No faults"`

// TestMistakeMended checks that a mistake in a script is marked while typing, with the message of the command line, and that the
// mark disappears when it is fixed; the table follows.
func TestMistakeMended(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.until(noFaults)
		p.click("#editor textarea")
		p.run(`const a = document.querySelector("#editor textarea"); const at = a.value.indexOf("showdown = "); a.setSelectionRange(at, at + 8);`)
		p.write("shwdown")
		p.until(`document.querySelector("#faults .message")`)
		words := p.text(`document.querySelector("#faults li").innerText`)
		if !strings.Contains(words, "shwdown") || !strings.Contains(words, "did you mean showdown?") || !strings.Contains(words, "CR030") {
			t.Errorf("the mistake is told as %q", words)
		}
		if got := p.text(`document.querySelector(".layer .wrong").textContent`); got != "shwdown" {
			t.Errorf("%q is underlined", got)
		}
		p.click("#faults li button")
		if got := p.text(`(() => { const a = document.querySelector("#editor textarea"); return document.activeElement === a && a.value.slice(a.selectionStart, a.selectionStart + 7); })()`); got != "shwdown" {
			t.Errorf("the fault leads to %q", got)
		}
		p.chord(input.KeyZ, input.ControlLeft)
		p.until(noFaults)
		if got := p.text(`document.querySelector("#state").hidden`); got != "true" {
			t.Error("the script counts as edited after undo")
		}
		p.write("#")
		p.until(`!document.querySelector("#revert").hidden`)
		p.click("#revert")
		p.until(`document.querySelector("#state").hidden`)
	})
}

// TestLayer checks that colors come from the engine, and that the colored text equals the typed text.
func TestLayer(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.until(`document.querySelector(".layer .t-string")`)
		same := `[...document.querySelectorAll("#editor .layer > div")].map((d) => d.textContent.replaceAll("\u200b", "")).join("\n") === document.querySelector("#editor textarea").value`
		p.until(same)
		p.click("#editor textarea")
		p.chord(input.Home, input.ControlLeft)
		p.write("# größer 🂡 x\nq = \"é\" \n")
		p.until(same)
		p.until(`document.querySelector("#editor .layer > div .t-comment")?.textContent.startsWith("# größer")`)
		p.press(input.Enter, input.Backspace, input.Delete)
		p.until(same)
	})
}

// TestCompletion checks that completion opens while typing and with Ctrl+Space, and is accepted with Enter.
func TestCompletion(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		p.click("#editor textarea")
		p.chord(input.End, input.ControlLeft)
		for _, k := range "\nx = dea" {
			p.write(string(k))
			time.Sleep(20 * time.Millisecond)
		}
		p.until(`!document.querySelector(".popup").hidden`)
		if got := p.text(`document.querySelector("#editor textarea").getAttribute("aria-activedescendant").split("-").at(-1)`); got != "0" {
			t.Errorf("the active completion is %q", got)
		}
		p.press(input.Enter)
		if got := p.text(`document.querySelector("#editor textarea").value.split("\n").at(-1)`); !strings.HasPrefix(got, "x = dea") || len(got) < len("x = deal") {
			t.Errorf("completed to %q", got)
		}
		p.press(input.Backspace)
		p.chord(input.Space, input.ControlLeft)
		p.until(`!document.querySelector(".popup").hidden`)
		p.press(input.Escape)
		p.until(`document.querySelector(".popup").hidden`)
		p.click("#revert")
	})
}

// atTable is what the table shows: seats, cards and the log.
const atTable = `JSON.stringify([[...document.querySelectorAll(".felt .seat, .felt .board")].map((s) => s.getAttribute("aria-label") + ": " + [...s.querySelectorAll(".card")].map((c) => c.getAttribute("aria-label")).join(", ")), document.querySelector(".log").innerText])`

// TestPlayToShowdown plays a hand to its showdown by clicks and words, and back.
func TestPlayToShowdown(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.until(`document.querySelector(".choices button")`)
		start := p.text(atTable)
		p.run(`document.querySelector("#words").value = "raise to 6"; document.querySelector("#words").focus()`)
		p.press(input.Enter)
		p.until(`document.querySelector(".log").innerText.includes("raises to $6")`)
		for i := range 60 {
			if p.text(`document.querySelector(".acts .turn").textContent`) == "The hand is over." {
				break
			}
			if i == 59 {
				t.Fatal("the hand does not end")
			}
			p.run(`const log = document.querySelector(".log").childElementCount;
				const b = [...document.querySelectorAll(".choices button")].find((b) => /^(Check|Call)/.test(b.textContent)); b.click();
				while (document.querySelector(".log").childElementCount === log) await new Promise((f) => setTimeout(f, 10));`)
		}
		p.until(`document.querySelector(".log").innerText.includes("wins")`)
		if got := p.text(`document.querySelectorAll(".felt .board .card").length`); got != "5" {
			t.Errorf("%s cards are on the board", got)
		}
		p.until(`document.querySelector("#live").textContent.includes("The hand is over")`)
		if got := p.text(`document.querySelector(".log li:last-child").innerText.includes(document.querySelector(".seat .net.lost").innerText.trim())`); got != "true" {
			t.Error("what happened writes a loss otherwise than the table")
		}
		if got := p.text(`[...Array(20).keys()].map((i) => {
			document.querySelector(".log").style.width = 120 + 3 * i + "px";
			return [...document.querySelectorAll(".log li:last-child .in")].filter((e) => e.getClientRects().length === 1).length;
		}).concat(document.querySelector(".log").style.width = "").filter((n) => n !== 6)`); got != "" {
			t.Errorf("of six amounts, at some widths %s are on one line", got)
		}
		if got := p.text(`document.querySelector(".story h2").getBoundingClientRect().bottom <= document.querySelector(".log").getBoundingClientRect().top`); got != "true" {
			t.Error("what happened lies on its heading")
		}
		end := p.text(atTable)
		p.click(`[data-do="undo"]`)
		p.until(`document.querySelector(".choices button")`)
		p.click(`[data-do="redo"]`)
		p.until(`!document.querySelector(".choices")`)
		if got := p.text(atTable); got != end {
			t.Errorf("undo and redo come to\n%s\nnot\n%s", got, end)
		}
		for p.text(`document.querySelector('[data-do="undo"]').disabled`) == "false" {
			p.run(`const at = document.querySelector(".log").innerText; document.querySelector('[data-do="undo"]').click();
				while (document.querySelector(".log").innerText === at) await new Promise((f) => setTimeout(f, 5));`)
		}
		if got := p.text(atTable); got != start {
			t.Errorf("undone to\n%s\nnot\n%s", got, start)
		}
	})
}

// TestRefused checks that an illegal action is rejected next to the input, and that nothing changes.
func TestRefused(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.until(`document.querySelector(".choices button")`)
		before := p.text(atTable)
		p.run(`document.querySelector("#words").value = "raise to 3"; document.querySelector("#words").focus()`)
		p.press(input.Enter)
		p.until(`document.querySelector(".notes .error")`)
		if got := p.text(atTable); got != before {
			t.Error("a refused action has changed the table")
		}
		p.until(`document.querySelector("#alert").textContent.length > 10`)
	})
}

// TestIrregularity chooses an irregularity from a list and its details from fields; the floor rules on it, and undo reverts it.
func TestIrregularity(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		p.until(`document.querySelector(".choices button")`)
		before := p.text(atTable)
		p.click(`[data-do="odd"]`)
		p.click(`.possible button[title="player_exposed"]`)
		p.until(`document.querySelector(".explained form select")`)
		p.run(`const s = document.querySelector(".explained form select"); s.value = "2"`)
		p.click(`.explained form button.main`)
		p.until(`document.querySelector(".log").innerText.includes("player exposed, seat 2")`)
		p.until(`document.querySelector(".log").innerText.includes("the floor:")`)
		p.click(`[data-do="undo"]`)
		p.until(`!document.querySelector(".log").innerText.includes("the floor:") && document.querySelector(".choices button")`)
		if got := p.text(atTable); got != before {
			t.Errorf("undone to\n%s\nnot\n%s", got, before)
		}
		p.run(`document.querySelector("#words").focus()`)
		p.write("dropped seat=2")
		p.click(`[data-do="odd"]`)
		p.until(`document.querySelector(".acts .notes .error")`)
		if got := p.text(`document.querySelector(".acts .notes .error").innerText`); !strings.Contains(got, "card is missing") {
			t.Errorf("without its card it is refused with %q", got)
		}
	})
}

// TestTableTools checks that policies play, a fork leaves the table unchanged, the dealer explains, and a seat sees only its own
// cards.
func TestTableTools(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		p.until(`document.querySelector(".choices button")`)
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector('[data-do="undo"]').disabled === false`)
		before := p.text(atTable)
		p.click(`[data-do="fork"]`)
		p.until(`document.querySelectorAll(".forks .chip").length === 3`)
		p.click(`[data-do="end"]`)
		p.until(`document.querySelector(".acts .turn").textContent === "The hand is over."`)
		p.click(`.forks .chip`)
		p.until(`document.querySelector(".choices button")`)
		if got := p.text(atTable); got != before {
			t.Errorf("after the fork the table shows\n%s\nnot\n%s", got, before)
		}
		p.click(`[data-do="explain"]`)
		p.until(`document.querySelector(".explained .words")?.textContent.length > 20`)
		p.run(`const s = document.querySelector("#see-as"); s.value = "2"; s.dispatchEvent(new Event("change"))`)
		p.until(`document.querySelectorAll('.felt .card:not(.back)').length === 2`)
		if got := p.text(`document.querySelector(".felt .seat:has(.card:not(.back))").getAttribute("aria-label").slice(0, 6)`); got != "Seat 2" {
			t.Errorf("the cards of %s are seen", got)
		}
		if strings.Contains(p.text(`document.querySelector(".log").innerText.match(/seat 3: .*/)?.[0]`), "♠") {
			t.Error("the log shows the cards of another seat")
		}
	})
}

// TestShare checks that a link opens the same script and the same table in another profile.
func TestShare(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/omaha-hilo")
		p.until(`document.querySelector(".choices button")`)
		p.click("#editor textarea")
		p.chord(input.Home, input.ControlLeft)
		p.write("# mine\n")
		p.until(`!document.querySelector("#state").hidden`)
		p.until(noFaults)
		time.Sleep(300 * time.Millisecond) // the table follows the script
		for range 5 {
			// A click while the table is dealt anew, because it follows the script, is lost: it is clicked again.
			p.run(`const at = document.querySelector(".log").innerText;
				for (let n = 0; document.querySelector(".log").innerText === at; n++) {
					if (n % 200 === 0) document.querySelector('[data-do="step"]').click();
					await new Promise((f) => setTimeout(f, 5));
				}`)
		}
		want, script := p.text(atTable), p.text(`document.querySelector("#editor textarea").value`)
		p.click("#share")
		p.until(`document.querySelector("#share-box").open`)
		link := p.text(`document.querySelector("#share-link").value`)
		if strings.Contains(link, "token") {
			t.Error("the link has the token in it")
		}
		if p.at.name == "native" { // the other profile has no token yet
			link = p.at.url + link[strings.Index(link, "#"):]
		}
		other := fresh(t, p.at)
		other.visit(link)
		other.until(`document.querySelector(".log li")`)
		if got := other.text(atTable); got != want {
			t.Errorf("the link shows\n%s\nnot\n%s", got, want)
		}
		if got := other.text(`document.querySelector("#editor textarea").value`); got != script {
			t.Error("the link has another script")
		}
	})
}

// TestPrintTable checks that the table is printed as it is seen, what happened in whole, and charts with their bars.
func TestPrintTable(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		p.until(`document.querySelector(".choices button")`)
		p.run(`document.querySelector('[data-do="end"]').click()`)
		p.until(`document.querySelector(".acts .turn").textContent === "The hand is over."`)
		felt := `(({ clientWidth, clientHeight }) => clientWidth + " x " + clientHeight)(document.querySelector(".felt"))`
		for _, width := range []int{1200, 800, 390} {
			p.size(width, 800)
			p.run(`await new Promise((f) => setTimeout(f, 200))`)
			seen := p.text(felt)
			if err := (proto.EmulationSetEmulatedMedia{Media: "print"}).Call(p); err != nil {
				t.Fatal(err)
			}
			if got := p.text(felt); got != seen {
				t.Errorf("at %d px the table is %s, printed %s", width, seen, got)
			}
			if got := p.text(`document.querySelector(".log").scrollHeight - document.querySelector(".log").clientHeight`); got != "0" {
				t.Errorf("at %d px %s px of what happened are not printed", width, got)
			}
			if err := (proto.EmulationSetEmulatedMedia{Media: "screen"}).Call(p); err != nil {
				t.Fatal(err)
			}
		}
		p.size(1280, 800)
		p.turn("simulate")
		p.filled("simulate")
		if err := (proto.EmulationSetEmulatedMedia{Media: "print"}).Call(p); err != nil {
			t.Fatal(err)
		}
		if got := p.text(`[...document.querySelectorAll("rect.bar")].map((r) => getComputedStyle(r).display).join()`); got == "" || strings.Contains(got, "none") {
			t.Errorf("bars of a printed chart: %q", got)
		}
	})
}

// TestPrint checks that the sheet, and nothing else, is printed on its own pages.
func TestPrint(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		p.turn("sheet")
		p.until(`document.querySelector(".sheet").shadowRoot.querySelector(".wall h1")`)
		out, err := p.PDF(&proto.PagePrintToPDF{PrintBackground: true, PreferCSSPageSize: true})
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(out)
		if err != nil {
			t.Fatal(err)
		}
		pages := bytes.Count(text, []byte("/Type /Page\n")) + bytes.Count(text, []byte("/Type /Page/")) + bytes.Count(text, []byte("/Type /Page "))
		if !bytes.HasPrefix(text, []byte("%PDF")) || pages < 1 || pages > 6 {
			t.Errorf("%d bytes, %d pages", len(text), pages)
		}
		if err := (proto.EmulationSetEmulatedMedia{Media: "print"}).Call(p); err != nil {
			t.Fatal(err)
		}
		seen := p.text(`["header.bar", "#games", "#script", "#tabs", ".panel-sheet .toolbar", ".dock"].filter((s) => document.querySelector(s).checkVisibility())`)
		if seen != "" {
			t.Errorf("printed too: %s", seen)
		}
		if foot := p.text(`((f) => f.checkVisibility() + " " + f.textContent)(document.querySelector(".sheet").shadowRoot.querySelector("footer"))`); !strings.HasPrefix(foot, "true ") || !strings.Contains(foot, "mark ") {
			t.Errorf("at the foot: %q", foot)
		}
		if p.text(`document.querySelector(".sheet").checkVisibility()`) != "true" {
			t.Error("the sheet is not printed")
		}
	})
}

// TestNarrow checks that no pane or tab needs horizontal scrolling at widths down to 320 pixels.
func TestNarrow(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		games := []string{"mixed/nt", "banked/paigow", "angies/stud7"}
		if testing.Short() {
			games = games[:2]
		}
		for _, game := range games {
			p.game(game)
			for _, width := range []int{390, 320, 800} {
				p.size(width, 740)
				for _, pane := range []string{"games", "script", "tools"} {
					p.run(`document.querySelector('#dock [data-pane="' + args[0] + '"]').click()`, pane)
					p.wide(t, fmt.Sprintf("%s, %d px, %s", game, width, pane))
				}
				for _, tool := range tools {
					p.turn(tool)
					p.wide(t, fmt.Sprintf("%s, %d px, %s", game, width, tool))
				}
				p.turn("table")
			}
			p.size(1280, 800)
		}
	})
}

var tools = []string{"table", "sheet", "tests", "simulate", "odds", "solve", "diff", "look"}

// wide reports elements that need horizontal scrolling.
func (p *page) wide(t *testing.T, where string) {
	t.Helper()
	p.run(`for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)`) // the table is redrawn
	got := p.text(`[document.documentElement, document.querySelector(".panel:not([hidden])"), document.querySelector("#game-list"), document.querySelector(".acts")]
		.filter((e) => e && e.clientWidth && e.scrollWidth > e.clientWidth + 1).map((e) => (e.id || e.className || e.tagName) + " " + e.scrollWidth + " of " + e.clientWidth).join(", ")`)
	if got != "" {
		t.Errorf("%s: %s", where, got)
	}
}

// TestReload checks that a draft and a hand are kept when the page is reloaded.
func TestReload(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/draw5")
		p.until(`document.querySelector(".choices button")`)
		p.click("#editor textarea")
		p.chord(input.Home, input.ControlLeft)
		p.write("# a draft\n")
		p.until(noFaults)
		time.Sleep(300 * time.Millisecond)
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector('[data-do="undo"]').disabled === false`)
		want := p.text(atTable)
		if err := p.Reload(); err != nil {
			t.Fatal(err)
		}
		p.until(`document.body && document.body.dataset.ready`)
		p.until(`document.querySelector(".log li")`)
		if got := p.text(`document.querySelector("#editor textarea").value.split("\n")[0]`); got != "# a draft" {
			t.Errorf("the script begins with %q", got)
		}
		if got := p.text(atTable); got != want {
			t.Errorf("the table shows\n%s\nnot\n%s", got, want)
		}
	})
}

// TestStrangerScript checks that another person's script can add text to the page, but no elements.
func TestStrangerScript(t *testing.T) {
	const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
	each(t, func(t *testing.T, p *page) {
		script := fmt.Sprintf("%q\n\ng = game(\n    %q,\n    seats = (2, 6),\n    forced = [blinds()],\n    stakes = stakes(\"2-4\"),\n    betting = betting(raises = 3),\n    play = [deal(2), bet(name = %q)],\n    showdown = best(high),\n)\n", evil, evil, evil)
		p.click("#new-script")
		p.until(`document.querySelector("#file").textContent.startsWith("script-")`)
		p.until(noFaults)
		if got := p.text(`document.querySelector("#title").textContent`); !strings.HasPrefix(got, "script-1") || len(got) > len("script-1") {
			t.Errorf("the title is %q", got)
		}
		p.click("#editor textarea")
		p.chord(input.KeyA, input.ControlLeft)
		p.write(script)
		p.until(noFaults)
		p.until(`document.querySelector(".log li")`)
		p.turn("sheet")
		p.until(`document.querySelector(".sheet").shadowRoot.textContent.includes("onerror")`)
		time.Sleep(100 * time.Millisecond)
		if got := p.text(`document.querySelectorAll("#panels img, #panels script").length + document.querySelector(".sheet").shadowRoot.querySelectorAll("img, script").length`); got != "0" {
			t.Errorf("%s elements of the script are in the page", got)
		}
		if p.text(`document.title`) == "owned" {
			t.Error("the script ran in the page")
		}
		// Characters that turn the order of others, or that a terminal would obey, are shown as symbols.
		if got := string(p.run(`const m = await import(new URL("dom.js", location.href)); return m.h("p", {}, ["pl\u202eay", "er\u001b[2J"]).textContent`)); got != "\"pl\ufffdayer\u241b[2J\"" {
			t.Errorf("names are shown as %s", got)
		}
	})
}

// TestNewestSheet checks that the answer to an earlier request does not replace that to a later one.
func TestNewestSheet(t *testing.T) {
	p := open(t, places[0])
	p.game("mixed/nt")
	p.until(noFaults)
	p.run(`const real = window.fetch;
		window.fetch = async (url, how) => {
			const answer = await real(url, how);
			if (how?.body?.includes('"do":"sheet"') && !window.late) await new Promise((go) => { window.late = go; });
			return answer;
		}`)
	p.turn("sheet")
	p.until(`window.late`)
	p.click(`#panel-sheet input[value="floor"]`)
	const sheet = `document.querySelector(".sheet").shadowRoot.textContent`
	p.until(sheet)
	floor := p.text(sheet)
	p.run(`window.late(); await new Promise((go) => setTimeout(go, 300))`)
	if got := p.text(sheet); got != floor {
		t.Errorf("the sheet for players has replaced that for the floor: %.200s", got)
	}
}

// TestStop checks that long work shows its progress while the table can be used, and that it can be stopped.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("mixed/nt")
		p.turn("simulate")
		p.run(`document.querySelector(".panel-simulate input").value = 5000000; document.querySelector(".panel-simulate .main").click()`)
		p.until(`document.querySelector(".panel-simulate .main").textContent === "Stop"`)
		p.until(`document.querySelector(".panel-simulate progress").value > 0`)
		p.turn("table")
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector('[data-do="undo"]').disabled === false`)
		p.turn("simulate")
		if got := p.text(`document.querySelector(".panel-simulate .main").textContent`); got != "Stop" {
			t.Errorf("after an action at the table the simulation says %q", got)
		}
		p.click(".panel-simulate .main")
		p.until(`document.querySelector(".panel-simulate .main").textContent === "Simulate"`)
		p.until(`document.querySelector(".panel-simulate .result").innerText.includes("these are the results so far")`)
		p.turn("table")
		p.until(`document.querySelector(".choices button")`)
		p.click(`[data-do="step"]`)
		p.until(`document.querySelector('[data-do="undo"]').disabled === false`)
	})
}

// TestRunaway checks that a worker that takes too long is restarted with a message, and that the page goes on.
func TestRunaway(t *testing.T) {
	p := open(t, places[len(places)-1])
	p.game("mixed/nt")
	p.until(noFaults)
	p.click(`[data-do="step"]`)
	p.until(`document.querySelector('[data-do="undo"]').disabled === false`)
	before := p.text(atTable)
	// Only the script that loops is short of time: a busy machine takes its time over the rest.
	p.run(`const { patience } = await import(new URL("engine.js", location.href));
		Object.defineProperty(patience, "quick", { get: () => document.querySelector("#editor textarea").value.includes("_busy") && !document.querySelector("#faults").innerText.includes("the engine was stopped") ? 3 : 60 });`)
	p.click("#editor textarea")
	p.chord(input.End, input.ControlLeft)
	p.write("\ndef _busy():\n    list = range(1000000)\n    for i in range(1000):\n        list = sorted(list, reverse = True)\n    return 1\n\n_long = _busy()\n")
	p.until(`document.querySelector("#faults").innerText.includes("the engine was stopped after 3 seconds of work")`)
	p.until(`document.querySelector(".choices button")`)
	if got := p.text(atTable); got != before {
		t.Errorf("after the engine was started again the table shows\n%s\nnot\n%s", got, before)
	}
	p.click("#revert")
	p.until(noFaults)
	p.click(`[data-do="step"]`)
	p.until(`document.querySelector(".log").childElementCount > 0`)
}

// TestOpenedAgain checks that the page starts when it is opened again at once, while the files of the first visit are still
// being stored.
func TestOpenedAgain(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		for range 2 {
			p.visit(p.at.url)
		}
	})
}

// TestTools checks that every tool gives a readable result.
func TestTools(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/holdem")
		run := func(tool, shown string) {
			t.Helper()
			p.turn(tool)
			p.run(`document.querySelector(".panel-" + args[0] + " .run .main").click()`, tool)
			p.until(`document.querySelector(".panel-` + tool + ` .result").childElementCount > 0`)
			if got := p.text(`document.querySelector(".panel-` + tool + ` .result").innerText`); !strings.Contains(got, shown) {
				t.Errorf("%s shows\n%s\nwithout %q", tool, got, shown)
			}
		}
		p.run(`document.querySelector(".panel-simulate input").value = 200`)
		run("simulate", "Seat 6")
		p.run(`document.querySelectorAll(".panel-odds input[type=checkbox]")[0].click()`)
		run("odds", "46.05 %")
		run("odds", "full house")
		run("solve", "Value")
		p.run(`const d = document.querySelectorAll(".panel-diff input"); d[0].value = "house004/holdem"; d[1].value = 100`)
		run("diff", "The rules differ.")
		run("tests", "passed")
		p.game("banked/threecard")
		p.turn("solve")
		p.until(`document.querySelector("#setup input")`)
		p.run(`document.querySelector(".panel-solve .run .main").click()`)
		p.until(`document.querySelector(".panel-solve progress").value > 0 || document.querySelector(".panel-solve .result").innerText.includes("House edge")`)
		if got := p.text(`document.querySelector(".panel-solve .main").textContent`); got == "Stop" {
			p.click(".panel-solve .main")
		}
	})
}

// TestGrid checks that the engine reads the ranges that the grid writes as the same cells.
func TestGrid(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.turn("odds")
		p.click(".odds-hand button")
		p.until(`document.querySelector('.range [aria-selected="true"]')`)
		if got := p.text(`document.querySelector("#range-size").textContent`); got != "1 combination, 0.1 %" {
			t.Errorf("the size of AhKh is %q", got)
		}
		p.run(`const i = document.querySelector(".odds-hand input"); i.value = "99+,55-33,A2s+,KTs,QJo,76s"; i.dispatchEvent(new Event("change"))`)
		p.until(`document.querySelectorAll('.range [aria-selected="true"]').length === 24`)
		p.click(`.range [data-r="2"][data-c="2"]`)
		want := "KK+,JJ-99,55-33,A2s+,KTs,76s,QJo"
		if got := p.text(`document.querySelector(".odds-hand input").value`); got != want {
			t.Errorf("the range is %q, want %q", got, want)
		}
		p.run(`document.querySelector(".odds-hand input").dispatchEvent(new Event("change")); await new Promise((f) => setTimeout(f, 300))`)
		if got := p.text(`document.querySelectorAll('.range [aria-selected="true"]').length`); got != "23" {
			t.Errorf("%s cells", got)
		}
		p.press(input.ArrowRight, input.Space)
		p.until(`document.querySelectorAll('.range [aria-selected="true"]').length === 24`)
	})
}

func decode[T any](t *testing.T, text []byte) (out T) {
	t.Helper()
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out
}

// TestSeatsOfTheGame checks that a kept setup with more seats than the game has gives way to the usual number, and that only the seats
// of the game are offered.
func TestSeatsOfTheGame(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.run(`localStorage.setItem("cardroom.setup.angies/draw5", JSON.stringify({ set: {}, stakes: "", seats: 23, stack: "" }))`)
		p.game("angies/draw5")
		p.until(`document.querySelector(".choices button")`)
		p.until(`document.querySelector("#setup select").value === "0"`)
		most := p.text(`await import(new URL("engine.js", location.href)).then(async (e) => (await e.ask({ do: "options", game: "angies/draw5" })).games[0].max_seats)`)
		if got := p.text(`[...document.querySelectorAll("#setup select")][0].lastElementChild.value`); got != most {
			t.Errorf("%s seats are offered, the game has %s", got, most)
		}
	})
}
