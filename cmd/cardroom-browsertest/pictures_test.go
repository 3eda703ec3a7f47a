package browsertest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/proto"
)

var (
	pictures = flag.String("pictures", "", "write the two pictures of the README into this folder")
	screens  = flag.String("screens", "", "write a picture of every tab into this folder: at 1200, 800 and 390 pixels, light and dark")
)

// shoot writes what the page shows as a picture.
func (p *page) shoot(name string) {
	p.Helper()
	how := &proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatPng}
	if filepath.Ext(name) == ".jpg" {
		quality := 55
		how = &proto.PageCaptureScreenshot{Format: proto.PageCaptureScreenshotFormatJpeg, Quality: &quality}
	}
	bits, err := p.Screenshot(false, how)
	if err == nil {
		err = os.WriteFile(name, bits, 0o644)
	}
	if err != nil {
		p.Fatal(err)
	}
}

// TestPictures takes the pictures of the README: a table in the middle of a hand, and a players' sheet.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("-pictures FOLDER takes the pictures of the README")
	}
	dir, err := filepath.Abs(*pictures)
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, places[0])
	p.size(1200, 780)
	p.click(".welcome .quiet")
	p.game("angies/holdem")
	p.until(`document.querySelector(".choices button")`)
	p.run(`document.activeElement.blur()`)
	for range 8 { // calls, then checks on the flop
		before := p.text(`document.querySelector(".log").innerText.length`)
		p.press(input.KeyC)
		p.until(`document.querySelector(".log").innerText.length != ` + before + ` && document.querySelector(".choices button")`)
	}
	p.shoot(filepath.Join(dir, "page.jpg"))
	sheet := fresh(t, places[0])
	sheet.size(820, 1000)
	if err := sheet.SetDocumentContent(string(command(t, nil, "rules", "angies/holdem", "--for", "players", "--format", "html"))); err != nil {
		t.Fatal(err)
	}
	sheet.shoot(filepath.Join(dir, "sheet.jpg"))
}

// TestScreens takes a picture of every tab.
func TestScreens(t *testing.T) {
	if *screens == "" {
		t.Skip("-screens FOLDER takes a picture of every tab")
	}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int{1200, 800, 390} {
			p := open(t, places[0])
			if err := (proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: theme}}}).Call(p); err != nil {
				t.Fatal(err)
			}
			p.size(width, 900)
			for game, name := range map[string]string{"angies/stud7": "stud", "banked/paigow": "paigow", "gallery/banco": "banco", "banked/threecard": "threecard"} {
				p.game(game)
				p.until(`document.querySelector(".choices button")`)
				p.run(`const { setUp } = await import("./model.js"), { list } = await import("./games.js");
					setUp({ seats: list().find((g) => g.game === args[0]).max_seats }); await new Promise((f) => setTimeout(f, 600)); document.querySelector('[data-do="end"]').click()`, game)
				p.until(`document.querySelector(".acts .turn").textContent === "The hand is over."`)
				p.shoot(filepath.Join(*screens, fmt.Sprintf("table-%s-%d-%s.png", name, width, theme)))
			}
			p.game("angies/lowball")
			p.until(`document.querySelector(".choices button")`)
			for _, tool := range tools {
				p.turn(tool)
				p.filled(tool)
				p.shoot(filepath.Join(*screens, fmt.Sprintf("%s-%d-%s.png", tool, width, theme)))
			}
		}
	}
}
