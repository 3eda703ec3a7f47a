package browsertest

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
)

// Sessions as new users have them: from the first visit, with the pointer or the keyboard, and by the words that the page shows.

var updateHeard = flag.Bool("update-heard", false, "write testdata/heard.txt again")

// push clicks the visible button or tab with a text, within the elements of a selector.
func (p *page) push(within, text string) {
	p.Helper()
	find := `[...document.querySelectorAll(args[0])].flatMap((e) => [...e.querySelectorAll("button, [role=tab], summary")]).find((b) => b.checkVisibility() && !b.disabled && b.textContent.startsWith(args[1]))`
	p.run(`for (const end = Date.now() + 20000; Date.now() < end;) {
			const b = `+find+`;
			document.querySelectorAll("[data-pushed]").forEach((e) => delete e.dataset.pushed);
			if (b) { b.dataset.pushed = "yes"; return; }
			await new Promise((f) => setTimeout(f, 15));
		}
		throw new Error(args[1] + ": no such button in " + args[0]);`, within, text)
	p.click("[data-pushed]")
}

// fill puts a text into a field as if it were typed over what is there.
func (p *page) fill(selector, text string) {
	p.Helper()
	p.run(`const e = document.querySelector(args[0]); e.focus(); e.select();`, selector)
	p.write(text)
}

const (
	turnText = `document.querySelector(".acts .turn")?.textContent`
	logText  = `document.querySelector(".log").innerText`
)

// TestSessionOfAHand plays a first hand against the table, takes a decision back, and deals the next hand.
func TestSessionOfAHand(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.push(".welcome", "Play against the table")
		mine, over := turnText+` === "Seat 1 to act" && document.querySelector(".choices button")`, turnText+` === "The hand is over."`
		p.until(mine)
		if got := p.text(`[...document.querySelectorAll(".felt .seat")].filter((s) => s.querySelector(".card[data-card], .card:not(.back)")).length`); got != "1" {
			t.Errorf("the cards of %s seats can be seen", got)
		}
		decisions := 0
		for p.text(turnText) != "The hand is over." {
			if decisions++; decisions > 12 {
				t.Fatal("the hand does not end")
			}
			before := p.text(logText)
			choice := "Call"
			if p.text(`[...document.querySelectorAll(".choices button")].some((b) => b.textContent.startsWith("Check"))`) == "true" {
				choice = "Check"
			}
			p.push(".choices", choice)
			p.until(logText + ` !== ` + quoted(before))
			p.until(mine + ` || ` + over)
			if decisions == 1 { // a second thought
				p.click(`[data-do="undo"]`)
				p.until(mine + ` && ` + logText + ` === ` + quoted(before))
				if p.text(`document.querySelector("#others").checked`) != "true" {
					t.Fatal("nobody plays the others after undo")
				}
			}
		}
		if got := p.text(logText); !regexp.MustCompile(`(?mi)seat \d wins \$\d+`).MatchString(got) {
			t.Errorf("nobody is told who wins:\n%s", got)
		}
		first := p.text(logText)
		p.push(".toolbar", "Deal")
		p.until(logText + ` !== ` + quoted(first) + ` && (` + mine + ` || ` + over + `)`)
	})
}

// TestSessionOfARule changes a rule as the first visit shows it, sees its effect in words, in numbers and at the table, makes a change of
// its own, and takes everything back.
func TestSessionOfARule(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.push(".welcome", "Change a rule")
		p.until(`document.querySelector(".panel-diff .result .diffs")?.innerText.includes("ante")`)
		p.until(`document.querySelector(".panel-diff .result table")`)
		p.push("#tabs", "Table")
		p.until(logText + `.includes("antes $1")`)
		// A change of one's own, typed into the script.
		p.run(`const area = document.querySelector("#editor textarea"), at = area.value.indexOf("nl 1-2 ante 1");
			area.focus(); area.setSelectionRange(at, at + "nl 1-2 ante 1".length)`)
		p.write("nl 1-2 ante 2")
		p.until(logText + `.includes("antes $2")`)
		p.push("#tabs", "Sheet")
		p.until(`document.querySelector(".sheet").shadowRoot.querySelector("h1") && document.querySelector(".sheet").shadowRoot.textContent.includes("Ante, each player")`)
		p.push("#tabs", "Diff")
		p.push(".panel-diff", "Compare")
		p.until(`document.querySelector(".panel-diff .result .diffs")?.innerText.includes("antes $2")`)
		p.until(`[...document.querySelectorAll(".panel-diff tbody tr")].some((r) => /^Chips in.*\+/s.test(r.innerText))`) // the change puts more in
		p.push("#script", "Revert")
		p.push("#tabs", "Table")
		p.until(`!` + logText + `.includes("antes")`)
	})
}

// TestSessionOfOdds compares hands by typing and by picking cards, meets a mistake, and asks the same of another game.
func TestSessionOfOdds(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.push("#tabs", "Odds")
		result := `document.querySelector(".panel-odds .result").innerText`
		p.until(result + `.includes("%")`)
		p.fill(".odds-hand:nth-of-type(1) input", "AsAh")
		p.fill(".odds-hand:nth-of-type(2) input", "7d7c")
		p.until(result + `.includes("AsAh") && ` + result + `.includes("7d7c") && ` + result + `.includes("Exact: ")`)
		p.fill(".odds-hand:nth-of-type(2) input", "AsKs") // the ace is in the other hand
		p.until(`document.querySelector(".panel-odds .run .note").textContent.startsWith("As appears twice") && document.querySelector(".panel-odds .result.stale")`)
		p.fill(".odds-hand:nth-of-type(2) input", "7d7c")
		p.until(`!document.querySelector(".panel-odds .result.stale") && document.querySelector(".panel-odds .run .note").textContent === ""`)
		p.push(".panel-odds", "Add a hand")
		p.write("KdKc")
		p.until(`[...document.querySelectorAll(".panel-odds tbody tr")].length === 3`)
		p.fill(`.panel-odds .form input[list]`, "angies/omaha")
		p.fill(".odds-hand:nth-of-type(1) input", "AsAhJsTh")
		p.fill(".odds-hand:nth-of-type(2) input", "7d7c8d8c")
		p.fill(".odds-hand:nth-of-type(3) input", "KdKcQdQc")
		p.until(result + `.includes("AsAhJsTh") && ` + result + `.includes("KdKcQdQc")`)
	})
}

// quoted returns a text as JavaScript.
func quoted(text string) string {
	out, _ := json.Marshal(text) // a string has no values that JSON cannot say
	return string(out)
}

// TestScreenReader plays a hand by the keyboard alone. What a screen reader has of the table before each decision, and what it is told
// after it, is kept in testdata/heard.txt; -update-heard writes it.
func TestScreenReader(t *testing.T) {
	const file = "testdata/heard.txt"
	each(t, func(t *testing.T, p *page) {
		var heard strings.Builder
		p.run(`localStorage.setItem("cardroom.visited", "true"); document.querySelector(".welcome")?.remove(); window.told = [];
			for (const id of ["live", "alert"]) new MutationObserver(() => { const s = document.getElementById(id).textContent; if (s) window.told.push(id + ": " + s); }).observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
			document.querySelector(".skip").focus();`)
		p.press(input.Enter)
		for n := 0; p.text(turnText) != "The hand is over."; n++ {
			if n > 40 {
				t.Fatal("the hand does not end")
			}
			if n == 0 || n == 7 {
				fmt.Fprintf(&heard, "# At decision %d\n%s\n", n+1, p.tree(t, "Tools", n > 0))
			}
			before := p.text(logText)
			p.run(`window.told.length = 0; if (document.activeElement.id !== "tools") throw new Error("the focus has moved")`)
			p.press(input.KeyC)
			p.until(logText + ` !== ` + quoted(before))
			p.until(`window.told.length > 0`)
			fmt.Fprintf(&heard, "C: %s\n", p.text(`window.told.join("\n   ")`))
		}
		fmt.Fprintf(&heard, "\n# When the hand is over\n%s", p.tree(t, "Tools", true))
		got := heard.String()
		if *updateHeard && p.at.dir == "" {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("what is heard is not %s:\n%s", file, firstChange(string(want), got))
		}
	})
}

// firstChange returns the first lines in which two texts differ.
func firstChange(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: was %q\n         is  %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, and now %d", len(a), len(b))
}

// tree returns the accessibility tree below the region with a name, a line for each thing that a screen reader stops at. again leaves out
// what has been heard before: the tabs, the tools above the table and the log.
func (p *page) tree(t *testing.T, region string, again bool) string {
	t.Helper()
	time.Sleep(50 * time.Millisecond) // the tree follows the document
	full, err := proto.AccessibilityGetFullAXTree{}.Call(p)
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[proto.AccessibilityAXNodeID]*proto.AccessibilityAXNode{}
	var root *proto.AccessibilityAXNode
	for _, n := range full.Nodes {
		nodes[n.NodeID] = n
		if n.Role != nil && n.Role.Value.String() == "region" && n.Name != nil && n.Name.Value.String() == region {
			root = n
		}
	}
	if root == nil {
		t.Fatalf("there is no region %s", region)
	}
	var b strings.Builder
	var walk func(n *proto.AccessibilityAXNode, depth int)
	walk = func(n *proto.AccessibilityAXNode, depth int) {
		role, name := "", ""
		if n.Role != nil {
			role = n.Role.Value.String()
		}
		if n.Name != nil {
			name = strings.Join(strings.Fields(n.Name.Value.String()), " ")
		}
		if role == "LabelText" || again && slices.Contains([]string{"tablist Tools", "group Hand", "group View", "region What happened"}, role+" "+name) {
			return
		}
		silent := n.Ignored || slices.Contains([]string{"generic", "none", "InlineTextBox", "ListMarker", "LineBreak"}, role)
		if !silent {
			states := ""
			for _, s := range n.Properties {
				v := cmp.Or(s.Value.Value.String(), "")
				if slices.Contains([]string{"checked", "expanded", "selected", "disabled", "focused", "pressed"}, string(s.Name)) && v != "false" && v != "" {
					states += ", " + string(s.Name)
				} else if s.Name == "expanded" {
					states += ", closed"
				}
			}
			value := ""
			if n.Value != nil && n.Value.Value.String() != "" {
				value = " = " + n.Value.Value.String()
			}
			fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), strings.TrimSpace(role+" "+name+value+states))
			depth++
			if slices.Contains([]string{"StaticText", "button", "combobox", "heading", "image", "spinbutton", "tab"}, role) {
				return
			}
		}
		for _, id := range n.ChildIDs {
			if c := nodes[id]; c != nil {
				walk(c, depth)
			}
		}
	}
	walk(root, 0)
	return b.String()
}
