package console_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/fake"
	"cardroom/cmd/cardroom/internal/serve"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/testkit"
)

// opened serves the page until the test ends. It returns the address and the token.
func opened(t *testing.T) (base, token string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	std, _, _ := fake.IO(nil)
	std.MaxSteps = 1 << 40
	out, in := io.Pipe()
	std.Stdout = term.NewStream(in)
	std.Listen = func(int) (net.Listener, error) { return net.Listen("tcp4", "127.0.0.1:0") }
	ended := make(chan error, 1)
	go func() { ended <- serve.Open(ctx, std, serve.Options{Seed: 1}) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Open: %v", err)
		}
	})
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	base, token, ok := strings.Cut(strings.TrimSpace(string(line[:n])), "/?token=")
	if !ok {
		t.Fatalf("it printed %q", line[:n])
	}
	return base, token
}

// ask sends a request with headers, each "Name: value".
func fetch(t *testing.T, method, address, body string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	var text bytes.Buffer
	if _, err := text.ReadFrom(a.Body); err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, a.Header, text.String()
}

// TestOpen checks that only the page that serve opened can load the page and send
// messages.
func TestOpen(t *testing.T) {
	base, token := opened(t)
	host, bearer, typed := strings.TrimPrefix(base, "http://"), "Authorization: Bearer "+token, "Content-Type: application/json"
	port := host[strings.IndexByte(host, ':'):]
	const hello = `{"do":"hello"}`
	for _, tt := range []struct {
		why, method, path, body string
		headers                 []string
		status                  int
		want                    string
	}{
		{"the page", "GET", "/?token=" + token, "", nil, 200, "<!doctype html"},
		{"the page from a link", "GET", "/", "", []string{"Sec-Fetch-Site: cross-site"}, 200, "<!doctype html"},
		{"by another name", "GET", "/", "", []string{"Host: localhost" + port}, 200, "<!doctype html"},
		{"the engine", "GET", "/engine.json", "", nil, 200, `{"kind":"http"}`},
		{"a message", "POST", "/api", hello, []string{bearer, typed, "Origin: " + base, "Sec-Fetch-Site: same-origin"}, 200, `"version":1`},
		{"a table", "POST", "/api", `{"do":"new","game":"angies/holdem"}`, []string{bearer, "Content-Type: application/json; charset=utf-8"}, 200, `"table":1`},
		{"the same table", "POST", "/api", `{"do":"view","table":1}`, []string{bearer, typed}, 200, `"view":{`},
		{"no file", "GET", "/nothing", "", nil, 404, "no such file"},
		{"no file above", "GET", "/../page.go", "", nil, 404, "no such file"},
		{"a file is no message", "POST", "/", hello, []string{bearer, typed}, 405, "/api"},
		{"a message is no file", "GET", "/api", "", []string{bearer}, 405, "POST"},
		{"no token", "POST", "/api", hello, []string{typed}, 401, "token"},
		{"a wrong token", "POST", "/api", hello, []string{bearer + "0", typed}, 401, "token"},
		{"a form", "POST", "/api", hello, []string{bearer, "Content-Type: text/plain"}, 415, "application/json"},
		{"another page", "POST", "/api", hello, []string{bearer, typed, "Origin: https://example.com"}, 403, "other pages"},
		{"a page without a name", "POST", "/api", hello, []string{bearer, typed, "Origin: null"}, 403, "other pages"},
		{"another page on this machine", "POST", "/api", hello, []string{bearer, typed, "Sec-Fetch-Site: same-site"}, 403, "other pages"},
		{"a name that leads here", "GET", "/", "", []string{"Host: example.com" + port}, 421, "answers only to"},
		{"too long", "POST", "/api", strings.Repeat(" ", 2<<20), []string{bearer, typed}, 413, "bytes"},
	} {
		status, headers, text := fetch(t, tt.method, base+tt.path, tt.body, tt.headers...)
		if status != tt.status || !strings.Contains(text, tt.want) {
			t.Errorf("%s: %d %.200q", tt.why, status, text)
		}
		if headers.Get("Content-Security-Policy") != serve.Policy || headers.Get("X-Content-Type-Options") != "nosniff" || headers.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: headers %v", tt.why, headers)
		}
		if tt.path == "/api" && tt.status == 200 && headers.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: an answer is kept: %v", tt.why, headers)
		}
	}
	_, headers, _ := fetch(t, "GET", base+"/", "")
	if status, _, text := fetch(t, "GET", base+"/", "", "If-None-Match: "+headers.Get("ETag")); status != 304 || text != "" {
		t.Errorf("the same page again: %d %q", status, text)
	}
}

// TestBrowser checks that --open hides the token from those who list processes: the browser gets a file that only the user may read,
// which sends it to the page and is gone when the server has ended.
func TestBrowser(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	std, stdout, stderr := fake.IO(nil)
	std.Listen = func(int) (net.Listener, error) { return net.Listen("tcp4", "127.0.0.1:0") }
	var shown []byte
	std.Exec = func(_ string, args ...string) error {
		defer cancel()
		name := args[len(args)-1]
		info, err := os.Stat(filepath.Dir(name))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", args, info.Mode(), err)
		}
		shown, err = os.ReadFile(name)
		return err
	}
	if err := serve.Open(ctx, std, serve.Options{Seed: 1, Open: true}); err != nil {
		t.Fatal(err)
	}
	address := strings.TrimSpace(stdout.String())
	if !strings.Contains(string(shown), `content="0; url=`+address+`"`) || !strings.Contains(address, "token=") {
		t.Errorf("%s is not in %s, %s", address, shown, stderr)
	}
	if left, err := os.ReadDir(tmp); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// answering returns the number of messages that the page's server is working on.
func answering() int {
	stacks := make([]byte, 4<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "serve.(*site).api(")
}

// soon waits until a number of messages are worked on, and returns how long that took.
func soon(t *testing.T, what string, n int) time.Duration {
	t.Helper()
	began := time.Now()
	for answering() != n {
		if time.Since(began) > 20*time.Second {
			t.Fatalf("%s: %d messages are worked on, want %d", what, answering(), n)
		}
		time.Sleep(2 * time.Millisecond)
	}
	return time.Since(began)
}

// TestClientThatLeaves has a browser leave in the middle of each long answer, in an orderly way and in a hurry: the work ends, as it
// does when it is canceled, and the server goes on.
func TestClientThatLeaves(t *testing.T) {
	defer func(d time.Duration) { app.DoneGrace = d }(app.DoneGrace)
	app.DoneGrace = 20 * time.Millisecond
	base, token := opened(t)
	host := strings.TrimPrefix(base, "http://")
	requests := longRequests()
	requests["step"] = map[string]any{"script": slower, "count": 100}
	for i, name := range testkit.Sweep(slices.Sorted(maps.Keys(requests)), 3) {
		r := maps.Clone(requests[name])
		if name == "step" { // at a table
			made := fmt.Sprintf(`{"do":"new","script":%q,"seats":6}`, slower)
			_, _, text := fetch(t, "POST", base+"/api", made, "Authorization: Bearer "+token, "Content-Type: application/json")
			var a struct{ Table int }
			if err := json.Unmarshal([]byte(text), &a); err != nil || a.Table == 0 {
				t.Fatalf("%v: %s", err, text)
			}
			r = map[string]any{"table": a.Table, "count": 100}
		}
		r["do"] = name
		body, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("tcp4", host)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(c, "POST /api HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", host, token, len(body), body); err != nil {
			t.Fatal(err)
		}
		soon(t, name, 1)
		time.Sleep(60 * time.Millisecond)
		if answering() == 0 {
			t.Errorf("%s was over before the client left", name)
		}
		if i%2 == 1 {
			_ = c.(*net.TCPConn).SetLinger(0)
		}
		_ = c.Close()
		t.Logf("%-9s ended %4d ms after the client left", name, soon(t, name, 0).Milliseconds())
		if status, _, text := fetch(t, "POST", base+"/api", `{"do":"hello"}`, "Authorization: Bearer "+token, "Content-Type: application/json"); status != 200 {
			t.Errorf("after %s: %d %s", name, status, text)
		}
	}
}
