package browsertest

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
)

// audit checks the elements of a page: names, references, order of headings, contrast.
//
//go:embed audit.js
var audit string

// TestAccessible checks roles, names, references and contrast in every tab, light and
// dark.
func TestAccessible(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		p.game("angies/omaha-hilo")
		p.until(`document.querySelector(".choices button")`)
		for _, scheme := range []string{"light", "dark"} {
			err := proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}.Call(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, tool := range tools {
				p.turn(tool)
				p.filled(tool)
				p.audit(t, scheme+", "+tool)
			}
			p.turn("table")
			p.run(`document.querySelector('[aria-controls="setup"]').click()`)
			p.audit(t, scheme+", setup")
			p.run(`document.querySelector('[aria-controls="setup"]').click()`)
			p.click(`[data-do="odd"]`)
			p.until(`document.querySelector(".possible button")`)
			p.audit(t, scheme+", irregularities")
			p.click(`.possible button`)
			p.audit(t, scheme+", an irregularity")
			p.size(390, 800)
			for _, pane := range []string{"games", "script", "tools"} {
				p.run(`document.querySelector('#dock [data-pane="' + args[0] + '"]').click()`, pane)
				p.audit(t, scheme+", phone, "+pane)
			}
			p.size(1280, 800)
		}
		p.click("#share")
		p.audit(t, "share")
	})
}

// filled waits until a tool shows something.
func (p *page) filled(tool string) {
	switch tool {
	case "sheet":
		p.until(`document.querySelector(".sheet").shadowRoot.querySelector("h1")`)
	case "odds":
		p.run(`const b = document.querySelector('.odds-hand [aria-expanded="false"]'); b?.click();
			const cards = [...document.querySelectorAll('.panel-odds [aria-expanded="false"]')].find((b) => b.textContent === "Cards"); cards?.click()`)
		p.until(`document.querySelector(".range") && document.querySelector(".picker .card") && document.querySelector(".panel-odds .result").hasChildNodes()`)
	case "tests", "simulate", "solve", "diff":
		p.until(`document.querySelector(".panel-` + tool + ` .result").hasChildNodes()`)
	}
}

// audit runs the checks, and reads the accessibility tree that a screen reader gets.
func (p *page) audit(t *testing.T, where string) {
	t.Helper()
	if got := p.text(`(() => {` + audit + `; return audit(document).join("\n"); })()`); got != "" {
		t.Errorf("%s:\n%s", where, got)
	}
	tree, err := proto.AccessibilityGetFullAXTree{}.Call(p)
	if err != nil {
		t.Fatal(err)
	}
	named := []string{"button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "tab", "slider", "spinbutton", "image", "dialog", "tabpanel", "grid", "gridcell", "listbox", "progressbar"}
	heard := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil || n.Name == nil {
			continue
		}
		role := n.Role.Value.String()
		heard[role]++
		if slices.Contains(named, role) && strings.TrimSpace(n.Name.Value.String()) == "" {
			t.Errorf("%s: a %s without a name (%d)", where, role, n.BackendDOMNodeID)
		}
	}
	if heard["dialog"] > 0 {
		return // screen readers see only the dialog
	}
	if heard["main"]+heard["searchbox"] < 1 || heard["main"] > 1 || heard["banner"] != 1 {
		t.Errorf("%s: landmarks %v", where, heard)
	}
}

// TestKeyboard checks that the page can be used without a pointer: finding a game,
// playing a hand, entering and leaving the script, switching tabs. The focus must
// always be visible.
func TestKeyboard(t *testing.T) {
	each(t, func(t *testing.T, p *page) {
		focus := func() string {
			return p.text(`((e) => (e.id || e.getAttribute("role") || "") + "|" + (e.getAttribute("aria-label") || e.innerText || e.value || "").slice(0, 40))(document.activeElement)`)
		}
		p.run(`document.activeElement.blur()`)
		p.press(input.Tab)
		if got := focus(); !strings.Contains(got, "Skip to the table") {
			t.Errorf("the first stop is %q", got)
		}
		var stops []string
		for range 12 {
			p.press(input.Tab)
			stops = append(stops, focus())
			if got := p.text(`((e) => { const s = getComputedStyle(e); return e.matches(":focus-visible") && (s.outlineStyle !== "none" || s.boxShadow !== "none" || e.id === "split"); })(document.activeElement)`); got != "true" {
				t.Errorf("the focus cannot be seen at %s", focus())
			}
			if strings.HasPrefix(focus(), "search|") {
				break
			}
		}
		if !strings.HasPrefix(stops[len(stops)-1], "search|") {
			t.Fatalf("the search is not reached: %q", stops)
		}
		p.write("angies razz")
		p.until(`document.body.dataset.listed && document.querySelectorAll("button.game").length < 12`)
		p.press(input.ArrowDown, input.ArrowDown)
		if got := focus(); !strings.Contains(got, "Razz") {
			t.Fatalf("the list has %q", got)
		}
		p.press(input.Enter)
		p.until(`document.querySelector("#title").innerText.includes("Razz") && document.querySelector(".choices button")`)
		// Through the list and the script: Escape and Tab lead out of it.
		for i := 0; !strings.Contains(focus(), "press Escape"); i++ {
			if i > 80 {
				t.Fatalf("the script is not reached: %s", focus())
			}
			p.press(input.Tab)
		}
		p.press(input.Tab)
		if got := focus(); !strings.Contains(got, "press Escape") {
			t.Errorf("Tab leaves the script to %s", got)
		}
		p.chord(input.KeyZ, input.ControlLeft)
		p.press(input.Escape, input.Tab)
		if got := focus(); strings.Contains(got, "press Escape") {
			t.Error("Escape and Tab do not leave the script")
		}
		for i := 0; !strings.HasPrefix(focus(), "tab-table|"); i++ {
			if i > 30 {
				t.Fatalf("the tabs are not reached: %s", focus())
			}
			p.press(input.Tab)
		}
		p.press(input.ArrowRight)
		p.until(`!document.querySelector("#panel-sheet").hidden`)
		p.press(input.End)
		p.until(`!document.querySelector("#panel-look").hidden`)
		p.press(input.Home)
		p.until(`!document.querySelector("#panel-table").hidden`)
		for i := 0; !strings.Contains(p.text(`document.activeElement.closest(".choices") ? "yes" : ""`), "yes"); i++ {
			if i > 40 {
				t.Fatalf("the actions are not reached: %s", focus())
			}
			p.press(input.Tab)
		}
		for i := 0; p.text(`document.querySelector(".acts .turn").textContent`) != "The hand is over."; i++ {
			if i > 80 {
				t.Fatal("the hand does not end")
			}
			before := p.text(`document.querySelector(".log").innerText`)
			p.press(input.Enter) // the focus stays on the first choice
			for end := time.Now().Add(5 * time.Second); p.text(`document.querySelector(".log").innerText`) == before; {
				if time.Now().After(end) {
					t.Fatalf("nothing happens at %s; the page ends with %q", focus(), p.text(`document.body.innerText.slice(-600)`))
				}
			}
		}
		p.roundTrip(t, focus)
	})
}

// roundTrip follows Tab through the whole page, which must have an end.
func (p *page) roundTrip(t *testing.T, focus func() string) {
	t.Helper()
	for i := range 300 {
		if strings.Contains(focus(), "press Escape") {
			p.press(input.Escape)
		}
		p.press(input.Tab)
		if p.text(`document.activeElement === document.body || document.activeElement.matches(".skip")`) == "true" {
			return
		}
		if i == 299 {
			t.Errorf("Tab comes to no end: %s", focus())
		}
	}
}

// TestReducedMotion checks that there are no animations for users who prefer reduced
// motion.
func TestReducedMotion(t *testing.T) {
	p := open(t, places[0])
	err := proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}.Call(p)
	if err != nil {
		t.Fatal(err)
	}
	got := p.text(`[...document.querySelectorAll("*")].filter((e) => parseFloat(getComputedStyle(e).transitionDuration) > 0 || parseFloat(getComputedStyle(e).animationDuration) > 0).length`)
	if got != "0" {
		t.Errorf("%s elements move", got)
	}
}

// TestTheme checks that the theme switch is remembered and overrides the system's
// setting.
func TestTheme(t *testing.T) {
	p := open(t, places[0])
	back := func() string { return p.text(`getComputedStyle(document.body).backgroundColor`) }
	seen := map[string]bool{back(): true}
	for range 2 {
		p.click("#theme")
		seen[back()] = true
	}
	if len(seen) != 2 {
		t.Errorf("backgrounds %v", seen)
	}
	want := back()
	if err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	p.until(`document.body && document.body.dataset.ready`)
	if got := back(); got != want {
		t.Error(fmt.Errorf("after loading anew the background is %s, not %s", got, want))
	}
}
