package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/input"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

// Shared by all tests: a browser, the program, and the page over both transports.
var (
	chromium *rod.Browser
	program  string // the built command
	places   []place
	stop     = func() {} // stops the program
)

// place is an address where the page is served.
type place struct {
	name string // native or static
	url  string // with its token, if it has one
	dir  string // of a static site
}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		bin := browserPath()
		if bin == "" {
			fmt.Println("there is no Chromium here: the tests of the page are skipped (apt-get install chromium)")
			return 0
		}
		dir, err := os.MkdirTemp("", "cardroom-browsertest-")
		if err != nil {
			fmt.Println(err)
			return 1
		}
		defer func() { _ = os.RemoveAll(dir) }()
		defer func() { stop() }()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if err := setUp(ctx, dir, bin); err != nil {
			fmt.Println(err)
			return 1
		}
		defer func() { _ = chromium.Close() }()
		return m.Run()
	}())
}

// browserPath returns the path of Chromium, "" if it is not installed.
func browserPath() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func setUp(ctx context.Context, dir, bin string) error {
	program = filepath.Join(dir, "cardroom")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/cardroom")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	native, err := serve(ctx)
	if err != nil {
		return err
	}
	places = append(places, place{name: "native", url: native})
	site := filepath.Join(dir, "site")
	made := exec.CommandContext(ctx, program, "site", site)
	made.Dir = "../.."
	if out, err := made.CombinedOutput(); err != nil {
		return fmt.Errorf("site: %w\n%s", err, out)
	}
	static := httptest.NewServer(compressed(site))
	places = append(places, place{name: "static", url: static.URL + "/", dir: site})
	return launch(bin)
}

// launch starts the browser.
func launch(bin string) error {
	control, err := launcher.New().Bin(bin).Leakless(false).Headless(true).NoSandbox(os.Getuid() == 0).Set("disable-gpu").Launch()
	if err != nil {
		return fmt.Errorf("%s: %w", bin, err)
	}
	chromium = rod.New().ControlURL(control)
	return chromium.Connect()
}

// serve starts the program and returns the address that it prints.
func serve(ctx context.Context) (string, error) {
	c := exec.CommandContext(ctx, program, "serve", "--seed", "1", "--quiet")
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := c.Start(); err != nil {
		return "", err
	}
	stop = func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	return strings.TrimSpace(line), err
}

// compressed serves the files of a folder as most hosts do: with the compressed copy of a file if there is one.
func compressed(dir string) http.Handler {
	plain := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		zipped := filepath.Join(dir, filepath.FromSlash(r.URL.Path)+".gz")
		info, err := os.Stat(zipped)
		if err != nil || info.IsDir() || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			plain.ServeHTTP(w, r)
			return
		}
		f, err := os.Open(zipped)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer func() { _ = f.Close() }()
		w.Header().Set("Content-Encoding", "gzip")
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "application/wasm")
		}
		http.ServeContent(w, r, strings.TrimSuffix(filepath.Base(zipped), ".gz"), info.ModTime(), f)
	})
}

// page is a page under test. end checks that nothing went wrong in it.
type page struct {
	*testing.T
	*rod.Page
	at place

	mu     sync.Mutex
	faults []string // messages on its console
	asked  []string // addresses of its requests
	calm   bool     // network errors are part of the test
}

// onBoth are the tests that run over both transports even with -short; -short runs the others natively only.
var onBoth = []string{"TestAlike", "TestMistakeMended", "TestPlayToShowdown", "TestShare"}

// each runs a test over both transports, each time in a fresh profile.
func each(t *testing.T, test func(t *testing.T, p *page)) {
	for _, at := range places {
		if testing.Short() && at.dir != "" && !slices.Contains(onBoth, t.Name()) {
			continue
		}
		t.Run(at.name, func(t *testing.T) { test(t, open(t, at)) })
	}
}

// open opens the page in a fresh profile and waits until it can be used.
func open(t *testing.T, at place) *page {
	t.Helper()
	p := fresh(t, at)
	p.visit(at.url)
	return p
}

// fresh returns an empty page in a new profile.
func fresh(t *testing.T, at place) *page {
	t.Helper()
	profile, err := chromium.Incognito()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = profile.Close() })
	p := tab(t, profile, at)
	p.size(1280, 800)
	return p
}

// tab returns an empty page and watches its console and requests.
func tab(t *testing.T, profile *rod.Browser, at place) *page {
	t.Helper()
	raw, err := profile.Page(proto.TargetCreateTarget{})
	if err != nil {
		t.Fatal(err)
	}
	p := &page{T: t, Page: raw.Timeout(5 * time.Minute), at: at}
	p.watch(raw)
	if _, err := raw.EvalOnNewDocument(dealt); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	return p
}

// dealt makes the seeds that the page draws those of every run, and others in each document of a tab: a test that plays by chance would
// meet its first bad hand some day.
const dealt = `{
	const doc = Number(window.name) + 1 || 1, real = crypto.getRandomValues.bind(crypto);
	let n = 0;
	window.name = doc;
	crypto.getRandomValues = (a) => a instanceof Uint32Array && a.length === 1 ? a.fill(1000 * doc + ++n) : real(a);
}`

func (p *page) watch(raw *rod.Page) {
	note := func(format string, args ...any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = append(p.faults, fmt.Sprintf(format, args...))
	}
	go raw.EachEvent(func(e *proto.RuntimeConsoleAPICalled) {
		for _, a := range e.Args {
			note("console.%s: %s %s", e.Type, a.Value, a.Description)
		}
	}, func(e *proto.RuntimeExceptionThrown) {
		note("exception: %s %s", e.ExceptionDetails.Text, describe(e.ExceptionDetails.Exception))
	}, func(e *proto.LogEntryAdded) {
		if e.Entry.Level == proto.LogLogEntryLevelError || e.Entry.Level == proto.LogLogEntryLevelWarning {
			note("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	}, func(e *proto.NetworkRequestWillBeSent) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.asked = append(p.asked, e.Request.URL)
	})()
	for _, on := range []interface{ Call(proto.Client) error }{proto.LogEnable{}, proto.RuntimeEnable{}, proto.NetworkEnable{}, proto.EmulationSetFocusEmulationEnabled{Enabled: true}} {
		if err := on.Call(raw); err != nil {
			p.Fatal(err)
		}
	}
}

func describe(o *proto.RuntimeRemoteObject) string {
	if o == nil {
		return ""
	}
	return o.Description
}

// end checks that the console is empty, and that all requests went to the page's origin.
func (p *page) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.faults) > 0 && !p.calm {
		p.Errorf("the console has\n%s", strings.Join(p.faults, "\n"))
	}
	origin, _, _ := strings.Cut(p.at.url, "/?")
	origin = strings.TrimSuffix(origin, "/")
	for _, url := range p.asked {
		if !strings.HasPrefix(url, origin+"/") && !strings.HasPrefix(url, "blob:"+origin) && !strings.HasPrefix(url, "data:") && url != "about:blank" {
			p.Errorf("a request went to %s", url)
		}
	}
}

// visit goes to an address and waits until the page is ready.
func (p *page) visit(url string) {
	p.Helper()
	if err := p.Navigate(url); err != nil {
		p.Fatal(err)
	}
	p.until(`document.body && document.body.dataset.ready`)
	if got := p.text(`document.body.dataset.ready`); got != "yes" {
		p.Fatalf("the page is %s: %s", got, p.text(`document.body.innerText`))
	}
}

func (p *page) size(width, height int) {
	p.Helper()
	err := p.SetViewport(&proto.EmulationSetDeviceMetricsOverride{Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 700})
	if err != nil {
		p.Fatal(err)
	}
}

// run runs statements in the page and returns their value.
func (p *page) run(js string, args ...any) json.RawMessage {
	p.Helper()
	r, err := p.Eval("async (...args) => {"+js+"}", args...)
	if err != nil {
		p.Fatalf("%s: %v", js, err)
	}
	text, err := r.Value.MarshalJSON()
	if err != nil {
		p.Fatal(err)
	}
	return text
}

// text returns the value of an expression in the page as text.
func (p *page) text(js string) string {
	p.Helper()
	var out string
	if err := json.Unmarshal(p.run("return String("+js+")"), &out); err != nil {
		p.Fatal(err)
	}
	return out
}

// until waits until an expression is true in the page, for a minute: a busy machine is not a fault of the page.
func (p *page) until(js string) {
	p.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		r, err := p.Eval("() => Boolean(" + js + ")")
		if err == nil && r.Value.Bool() {
			return
		}
		var gone *rod.EvalError
		if err != nil && !errors.As(err, &gone) && !strings.Contains(err.Error(), "context") {
			p.Fatalf("%s: %v", js, err)
		}
	}
	p.Fatalf("never true: %s\nthe tools show: %s", js, p.text(`document.querySelector(".panel:not([hidden])")?.innerText.slice(0, 600)`))
}

// click clicks the center of the element that a selector finds, as a user does.
func (p *page) click(selector string) {
	p.Helper()
	el, err := p.Page.Timeout(10 * time.Second).Element(selector)
	if err == nil {
		err = el.CancelTimeout().Click(proto.InputMouseButtonLeft, 1)
	}
	if err != nil {
		p.Fatalf("%s: %v", selector, err)
	}
}

// press presses keys one after the other.
func (p *page) press(keys ...input.Key) {
	p.Helper()
	for _, k := range keys {
		if err := p.Keyboard.Type(k); err != nil {
			p.Fatal(err)
		}
	}
}

// chord presses a key while other keys are down.
func (p *page) chord(key input.Key, with ...input.Key) {
	p.Helper()
	if err := p.KeyActions().Press(with...).Type(key).Do(); err != nil {
		p.Fatal(err)
	}
}

// write types a text into the focused element.
func (p *page) write(text string) {
	p.Helper()
	if err := p.InsertText(text); err != nil {
		p.Fatal(err)
	}
}

// turn switches to a tool's tab.
func (p *page) turn(name string) {
	p.Helper()
	p.run(`document.getElementById("tab-" + args[0]).click()`, name)
}

// game opens a game from the list.
func (p *page) game(name string) {
	p.Helper()
	p.until(`document.querySelector('button.game[data-game="` + name + `"]')`)
	p.run(`document.querySelector('button.game[data-game="' + args[0] + '"]').click()`, name)
	p.until(`document.body.dataset.game === "` + name + `" && document.querySelector(".felt .seat")`)
}

// answer sends a request to the page's own engine and returns the answer as text.
func (p *page) answer(request any) string {
	p.Helper()
	var out string
	text := p.run(`const { text } = await import("./engine.js"); return await text(args[0]);`, request)
	if err := json.Unmarshal(text, &out); err != nil {
		p.Fatal(err)
	}
	return out
}

// command returns the output of the program; the exit codes in fine are not failures.
func command(t *testing.T, fine []int, args ...string) []byte {
	t.Helper()
	c := exec.Command(program, args...)
	c.Dir = "../.."
	out, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && slices.Contains(fine, exit.ExitCode()) {
		return out
	}
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	return out
}
