package console_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/serve"
)

// listen serves the replies of handle until the test ends.
func listen(t testing.TB, handle serve.Handler) (address string) {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve.Carry(ctx, l, 100, http.Header{"X-Always": {"yes"}}, handle) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != context.Canceled {
			t.Errorf("Carry: %v", err)
		}
	})
	return l.Addr().String()
}

// echo answers with the request; some paths ask for the answer in two pieces.
func echo(w http.ResponseWriter, r *http.Request, body []byte) {
	text := fmt.Sprintf("%s %s %s", r.Method, r.URL.Path, body)
	if r.URL.Path == "/pieces" {
		_, _ = io.WriteString(w, text[:4])
		_ = http.NewResponseController(w).Flush()
		text = text[4:]
	}
	_, _ = io.WriteString(w, text)
}

// TestRequests checks that the server answers Go's HTTP client over one connection.
func TestRequests(t *testing.T) {
	address := "http://" + listen(t, echo)
	for _, tt := range []struct{ method, path, body, want string }{
		{"GET", "/a%20b?token=x", "", "GET /a b "},
		{"POST", "/api", "text", "POST /api text"},
		{"POST", "/pieces", "text", "POST /pieces text"},
		{"HEAD", "/", "", ""},
		{"HEAD", "/pieces", "", ""},
		{"GET", "/", "", "GET / "},
	} {
		r, err := http.NewRequestWithContext(t.Context(), tt.method, address+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(a.Body)
		_ = a.Body.Close()
		if err != nil || string(got) != tt.want || a.StatusCode != http.StatusOK || a.Header.Get("X-Always") != "yes" {
			t.Errorf("%s %s: %d %q, %v", tt.method, tt.path, a.StatusCode, got, err)
		}
	}
}

// TestRefused checks that everything except a plain request is refused, and that the connection closes.
func TestRefused(t *testing.T) {
	address := listen(t, echo)
	for text, want := range map[string]string{
		"GET / HTTP/1.0\r\n\r\n":                                                                  "HTTP/1.0 400",
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                                                        "HTTP/1.1 400",
		"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n":                                                   "HTTP/1.1 400",
		"GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n":                                               "HTTP/1.1 400",
		"PUT / HTTP/1.1\r\nHost: a\r\n\r\n":                                                       "HTTP/1.1 405",
		"GET / HTTP/1.1\r\n\r\n":                                                                  "HTTP/1.1 400",
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n":                                            "HTTP/1.1 400",
		"GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n":                                          "HTTP/1.1 400",
		"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n":                                                    "HTTP/1.1 400",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n":                               "HTTP/1.1 413",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n":                                "HTTP/1.1 400",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n":            "HTTP/1.1 400",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n":               "HTTP/1.1 501",
		"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", serve.MostHead) + "\r\n\r\n":     "HTTP/1.1 4",
		"GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", serve.MostHead/6+1) + "\r\n": "HTTP/1.1 4",
		"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Close\r\n\r\n":                      "HTTP/1.1 200",
		"GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nHELO x\r\n\r\n\n":    "HTTP/1.1 200",
	} {
		conn, err := net.Dial("tcp4", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		if _, err := io.WriteString(conn, text); err != nil {
			t.Logf("%.40q: %v", text, err) // refused before it was read
		}
		got, err := io.ReadAll(conn)
		_ = conn.Close()
		if !strings.HasPrefix(string(got), want) {
			t.Errorf("%.60q: %v, %.60q, want %s", text, err, got, want)
		}
		if strings.Contains(text, "GET /2") && (!strings.Contains(string(got), "GET /2") || !strings.Contains(string(got), " 400 ")) {
			t.Errorf("of three requests: %q", got)
		}
	}
}

// TestGone checks that the context of a request ends when the client disconnects.
func TestGone(t *testing.T) {
	began, ended := make(chan bool), make(chan bool)
	address := listen(t, func(w http.ResponseWriter, r *http.Request, _ []byte) {
		_, _ = io.WriteString(w, "working")
		_ = http.NewResponseController(w).Flush()
		began <- true
		<-r.Context().Done()
		ended <- true
	})
	conn, err := net.Dial("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	<-began
	_ = conn.Close()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("it works for nobody")
	}
}

// FuzzRequest reads requests. An accepted request has a known method, one host and a body within the limit.
func FuzzRequest(f *testing.F) {
	f.Add("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	f.Add("POST /api?x=1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 4\r\n\r\ntext")
	f.Add("HEAD //%41 HTTP/1.1\nHost: a\n continued\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		check := func(_ http.ResponseWriter, r *http.Request, body []byte) {
			if r.Host == "" || len(r.Header["Host"]) > 0 || len(body) > 100 || r.Method != "GET" && r.Method != "HEAD" && r.Method != "POST" {
				t.Errorf("%q is accepted as %+v", text, r)
			}
			for name := range r.Header {
				if name != textproto.CanonicalMIMEHeaderKey(name) {
					t.Errorf("%q: header %q", text, name)
				}
			}
		}
		if err := serve.Carry(t.Context(), &caller{text: text}, 100, nil, check); err != io.EOF {
			t.Errorf("Carry: %v", err)
		}
	})
}

// A caller is a listener with one connection, which sends a text and takes what comes back.
type caller struct {
	net.Listener
	text string
	came bool
}

func (c *caller) Close() error { return nil }

func (c *caller) Accept() (net.Conn, error) {
	if c.came {
		return nil, io.EOF
	}
	c.came = true
	return &call{text: strings.NewReader(c.text)}, nil
}

type call struct {
	net.Conn
	text *strings.Reader
}

func (c *call) Read(b []byte) (int, error)       { return c.text.Read(b) }
func (c *call) Write(b []byte) (int, error)      { return len(b), nil }
func (c *call) Close() error                     { return nil }
func (c *call) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (c *call) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (c *call) SetDeadline(time.Time) error      { return nil }
func (c *call) SetReadDeadline(time.Time) error  { return nil }
func (c *call) SetWriteDeadline(time.Time) error { return nil }

// TestIdle checks that clients that ask nothing, or half of something, with half a body, too, do not keep others out.
func TestIdle(t *testing.T) {
	address := listen(t, echo)
	for i := range 3 * serve.MostConnections {
		conn, err := net.Dial("tcp4", address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		half := []string{"", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nte"}[i%3]
		if _, err := io.WriteString(conn, half); err != nil {
			t.Fatal(err)
		}
	}
	conn, err := net.Dial("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(serve.Silence / 2)) // before the others are closed for their silence
	if _, err := io.WriteString(conn, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 200") {
		t.Errorf("%q, %v", line, err)
	}
}
