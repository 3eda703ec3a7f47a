package browsertest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"
)

// The checker of accessibility that npm has, and the sum of its package.
const (
	axePackage = "axe-core@4.10.3"
	axeSum     = "5e6edba515e70d25f6604d9815f064d859c5d1ea7ab661bbc4f87c88779ef0c21cae0abbeb636471ef39e9d62d2582e4b88a1866f19f4ecfcf6d986275e4dc12"
)

// axe returns the script of axe-core. npm fetches it once into the user's cache.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(cache, "cardroom-browsertest")
	name := filepath.Join(dir, strings.ReplaceAll(axePackage, "@", "-")+".tgz")
	if _, err := os.Stat(name); err != nil {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if out, err := exec.CommandContext(ctx, "npm", "pack", "--silent", "--pack-destination", dir, axePackage).CombinedOutput(); err != nil {
			t.Skipf("npm does not fetch %s, and only audit.js has looked: %v %s", axePackage, err, out)
		}
	}
	zipped, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha512.Sum512(zipped); hex.EncodeToString(sum[:]) != axeSum {
		t.Fatalf("%s is not %s: its sum is %x", name, axePackage, sum)
	}
	plain, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	for files := tar.NewReader(plain); ; {
		head, err := files.Next()
		if errors.Is(err, io.EOF) {
			t.Fatalf("%s has no axe.min.js", name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if head.Name == "package/axe.min.js" {
			text, err := io.ReadAll(files)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
	}
}

// TestAxe has axe-core look at every tab, light and dark, wide and on a phone: it finds nothing.
func TestAxe(t *testing.T) {
	script := axe(t)
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, places[0])
		if err := (proto.EmulationSetEmulatedMedia{Features: []*proto.EmulationMediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}).Call(p); err != nil {
			t.Fatal(err)
		}
		if _, err := (proto.RuntimeEvaluate{Expression: script + "; 0"}).Call(p); err != nil {
			t.Fatal(err)
		}
		look := func(where string) {
			t.Helper()
			got := decode[[]string](t, p.run(`const { violations } = await axe.run(document, { resultTypes: ["violations"] });
				return violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ")))`))
			for _, fault := range got {
				t.Errorf("%s, %s: %s", scheme, where, fault)
			}
		}
		p.game("angies/omaha-hilo")
		p.until(`document.querySelector(".choices button")`)
		for _, width := range []int{1200, 390} {
			p.size(width, 800)
			for _, tool := range tools {
				p.turn(tool)
				p.filled(tool)
				look(fmt.Sprintf("%d, %s", width, tool))
			}
		}
		for _, pane := range []string{"games", "script"} {
			p.run(`document.querySelector('#dock [data-pane="' + args[0] + '"]').click()`, pane)
			look("phone, " + pane)
		}
	}
}
