package browsertest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"
)

// TestMeasures measures and prints the page's loading times and sizes. It never fails because of time: a busy machine is not the
// page's fault. With -short it is left out.
func TestMeasures(t *testing.T) {
	if testing.Short() {
		t.Skip("it fails for nothing that the other tests do not find")
	}
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			profile, err := chromium.Incognito()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = profile.Close() })
			cold, p := opened(t, profile, at)
			if at.dir != "" {
				p.until(`navigator.serviceWorker.controller !== null && document.body.dataset.listed`)
			}
			second, again := opened(t, profile, at)
			var later []float64 // the browser compiles slow code again, and caches it
			const visits = 7
			for range visits {
				var s float64
				_ = again.Close()
				time.Sleep(2 * time.Second) // let the browser finish its work for the previous visit
				s, again = opened(t, profile, at)
				later = append(later, s)
			}
			slices.Sort(later)
			t.Logf("first action possible after %.2f s, at the second visit after %.2f s, with a full cache after %.2f s (%.2f to %.2f)", cold, second, later[visits/2], later[0], later[visits-1])
			p.until(`document.body.dataset.listed`)
			for _, game := range []string{"gallery/anaconda", "angies/stud7", "gallery/anaconda"} {
				dealt, checked, sheet := p.opens(game)
				t.Logf("%s: dealt after %.0f ms, checked after %.0f ms, its sheet %.0f ms later", game, dealt, checked, sheet)
			}
			if at.dir != "" {
				read, acts := throttled(t, at)
				t.Logf("with 9 Mbit/s: the list, the script and the sheet can be read after %.2f s, first action possible after %.2f s", read, acts)
			}
			t.Logf("from a key to its faults %.0f ms", again.keystroke())
			t.Logf("%.0f hands a second of processor time", again.hands(t, at))
			if at.dir != "" {
				logSizes(t, at.dir)
			}
		})
	}
}

// opened opens a page in a profile, and returns the seconds from the navigation to the first choice of an action.
func opened(t *testing.T, profile *rod.Browser, at place) (float64, *page) {
	p := tab(t, profile, at)
	p.size(1280, 800)
	p.visit(at.url)
	p.until(`document.querySelector(".choices button")`)
	var ms float64
	if err := json.Unmarshal(p.run(`return performance.getEntriesByName("ready")[0].startTime`), &ms); err != nil {
		t.Fatal(err)
	}
	return ms / 1000, p
}

// opens opens a game in the list and then its sheet. It returns milliseconds from the click to the first choice of an action and to the
// faults, and from the click on the tab to the sheet.
func (p *page) opens(game string) (dealt, checked, sheet float64) {
	p.Helper()
	p.turn("table")
	text := p.run(`const wait = async (f) => { while (!f()) await new Promise((g) => setTimeout(g, 2)); return performance.now(); };
		performance.clearMarks("checked");
		const from = performance.now();
		document.querySelector("button.game[data-game='" + args[0] + "']").click();
		const dealt = await wait(() => document.body.dataset.game === args[0] && document.querySelector(".choices button")) - from;
		const checked = await wait(() => performance.getEntriesByName("checked").length) - from;
		const paper = document.querySelector("#sheet-paper").shadowRoot;
		paper.replaceChildren();
		const tab = performance.now();
		document.querySelector("#tab-sheet").click();
		return [dealt, checked, await wait(() => paper.querySelector("h1, h2")) - tab];`, game)
	var ms [3]float64
	if err := json.Unmarshal(text, &ms); err != nil {
		p.Fatal(err)
	}
	return ms[0], ms[1], ms[2]
}

// throttled opens a static page for the first time from a host that is 40 ms away and sends 9 Mbit/s, the engine too, which a browser
// that is told to be slow does not slow down. It returns the seconds until the list, the script and the sheet are there, and until the first choice
// of an action.
func throttled(t *testing.T, at place) (read, acts float64) {
	host := httptest.NewServer(&narrow{Handler: compressed(at.dir), rate: 9e6 / 8, delay: 40 * time.Millisecond})
	t.Cleanup(host.Close)
	p := fresh(t, place{name: at.name, url: host.URL + "/", dir: at.dir})
	if err := p.Navigate(host.URL + "/"); err != nil {
		t.Fatal(err)
	}
	p.until(`document.querySelector("#editor textarea")?.value && document.querySelector("#game-list button.game")`)
	p.turn("sheet")
	p.until(`document.querySelector("#sheet-paper").shadowRoot.querySelector("h1, h2")`)
	text := p.run(`return performance.now()`)
	if p.text(`document.body.dataset.ready`) == "yes" {
		t.Error("the engine is here as soon as the script: its host is not slow")
	}
	p.turn("table")
	p.until(`document.body.dataset.ready === "yes" && document.querySelector(".choices button")`)
	var ms [2]float64
	if err := errors.Join(json.Unmarshal(text, &ms[0]), json.Unmarshal(p.run(`return performance.getEntriesByName("ready")[0].startTime`), &ms[1])); err != nil {
		t.Fatal(err)
	}
	return ms[0] / 1000, ms[1] / 1000
}

// narrow answers each request after a delay, and all of them together at so many bytes a second.
type narrow struct {
	http.Handler
	rate  float64
	delay time.Duration
	line  sync.Mutex
}

func (n *narrow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	time.Sleep(n.delay)
	n.Handler.ServeHTTP(&narrowed{w, n}, r)
}

type narrowed struct {
	http.ResponseWriter
	of *narrow
}

// Write writes a part after the other, and others between them.
func (w *narrowed) Write(p []byte) (n int, err error) {
	for part := range slices.Chunk(p, 4096) {
		w.of.line.Lock()
		time.Sleep(time.Duration(float64(len(part)) / w.of.rate * float64(time.Second)))
		w.of.line.Unlock()
		some, err := w.ResponseWriter.Write(part)
		if n += some; err != nil {
			return n, err
		}
		w.ResponseWriter.(http.Flusher).Flush()
	}
	return n, nil
}

// keystroke returns the median time in milliseconds from a keystroke to the faults of the text.
func (p *page) keystroke() (ms float64) {
	p.run(`document.querySelector("#editor textarea").focus()`)
	text := p.run(`const area = document.querySelector("#editor textarea"); const list = [];
		for (let i = 0; i < 15; i++) {
			performance.clearMarks("checked");
			const from = performance.now();
			document.execCommand("insertText", false, i % 2 ? " " : "\n");
			while (!performance.getEntriesByName("checked").length) await new Promise((f) => setTimeout(f, 1));
			list.push(performance.getEntriesByName("checked")[0].startTime - from);
		}
		return list.sort((a, b) => a - b)[7];`)
	if err := json.Unmarshal(text, &ms); err != nil {
		p.Fatal(err)
	}
	return ms
}

// hands returns the hands played per second of the engine's CPU time. In a browser the engine has one thread and uses the
// machine's clock.
func (p *page) hands(t *testing.T, at place) float64 {
	answer := decode[struct {
		Result struct {
			Hands   float64 `json:"hands"`
			Elapsed float64 `json:"elapsed_s"`
			Workers float64 `json:"workers"`
		} `json:"result"`
	}](t, []byte(p.answer(map[string]any{"do": "simulate", "game": "mixed/nt", "seats": 6, "hands": 60_000, "seed": 7})))
	if answer.Result.Hands != 60_000 {
		t.Fatalf("%v hands", answer.Result.Hands)
	}
	return answer.Result.Hands / answer.Result.Elapsed / max(answer.Result.Workers, 1)
}

// logSizes prints the sizes of what a visitor of a static site downloads.
func logSizes(t *testing.T, dir string) {
	var all, wasm, page countingWriter
	err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".br") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		to := &page
		if strings.HasSuffix(name, ".wasm") {
			to = &wasm
		}
		z, err := gzip.NewWriterLevel(io.MultiWriter(to, &all), gzip.BestCompression)
		if err == nil {
			_, err = z.Write(text)
		}
		if err == nil {
			err = z.Close()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if wasm == 0 || page == 0 {
		t.Errorf("the site has %d bytes of engine and %d of page", wasm, page)
	}
	if node, err := exec.LookPath("node"); err != nil {
		t.Log("node, which compresses by brotli, is not here")
	} else {
		const script = `const z = require("zlib"), c = z.constants; console.log(z.brotliCompressSync(require("fs").readFileSync(process.argv[1]), { params: { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24 } }).length)`
		out, err := exec.Command(node, "-e", script, filepath.Join(dir, "cardroom.wasm")).Output()
		if err != nil {
			t.Fatal(err)
		}
		small, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil || small > 5_000_000 {
			t.Errorf("the engine has %d bytes as brotli, at most 5,000,000: %v", small, err)
		}
		t.Logf("the engine compressed by brotli: %.2f MB", float64(small)/1e6)
	}
	t.Logf("compressed by gzip: %.2f MB, of which the engine %.2f MB and the page %.0f kB", float64(all)/1e6, float64(wasm)/1e6, float64(page)/1e3)
}

type countingWriter int64

func (c *countingWriter) Write(p []byte) (int, error) {
	*c += countingWriter(len(p))
	return len(p), nil
}

// TestOffline checks that after the first visit the static page works without its host.
func TestOffline(t *testing.T) {
	site := places[len(places)-1]
	if site.dir == "" {
		t.Skip("there is no static site")
	}
	host := httptest.NewServer(compressed(site.dir))
	at := place{name: "static", url: host.URL + "/", dir: site.dir}
	p := open(t, at)
	p.until(`navigator.serviceWorker.controller !== null && document.body.dataset.listed`)
	p.game("angies/stud7")
	p.until(`document.querySelector(".choices button")`)
	want := p.text(atTable)
	host.CloseClientConnections()
	host.Close()
	p.calm = true // the request for engine.json fails
	if err := (proto.NetworkClearBrowserCache{}).Call(p); err != nil {
		t.Fatal(err)
	}
	if err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	p.until(`document.body && document.body.dataset.ready === "yes"`)
	if got := p.text(atTable); got != want {
		t.Errorf("without its host the page shows\n%s\nnot\n%s", got, want)
	}
	p.game("gallery/badugaha")
	p.until(`document.querySelector(".choices button")`)
}
