package serve

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"log"
	"maps"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/serve/page"
	"cardroom/dsl/protocol"
)

// Policy limits what the page may do: it can only run its own files and connect to its own server.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// always are the fields of every answer.
var always = http.Header{
	"Content-Security-Policy":      {Policy},
	"X-Content-Type-Options":       {"nosniff"},
	"Referrer-Policy":              {"no-referrer"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
}

// types are the media types of files, by file extension.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8",
}

// site is the page and its messages at one address of this machine.
type site struct {
	hosts []string // names by which browsers on this machine reach it
	token string   // required in every message
	files map[string]file

	server *protocol.Server
}

type file struct {
	text      []byte
	kind, tag string
}

// Open serves the page on this machine until ctx ends.
func Open(ctx context.Context, std *app.IO, o Options) error {
	s, err := NewServer(ctx, std, o)
	if err != nil {
		return err
	}
	l, err := std.Listen(o.Port)
	if err != nil {
		return fmt.Errorf("port %d: %w", o.Port, err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	at := &site{
		hosts: []string{"127.0.0.1:" + port, "localhost:" + port}, token: fmt.Sprintf("%016x%016x", std.Seed(), std.Seed()),
		server: s,
	}
	if at.files, err = pageFiles(); err != nil {
		return err
	}
	address := "http://" + at.hosts[0] + "/?token=" + at.token
	std.Stdout.Printf("%s\n", address)
	std.Note("Open this address in a browser on this machine. ^C stops the server.")
	if o.Open {
		dir, err := os.MkdirTemp("", "cardroom-")
		if err != nil {
			return app.PlainPathError(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		go func() {
			if err := openBrowser(std, address, dir); err != nil {
				std.Warn("%v", err)
			}
		}()
	}
	if err = Carry(ctx, l, protocol.Usual.Bytes, always, at.handle); ctx.Err() != nil {
		return nil // ^C is the normal end
	}
	return err
}

// openBrowser opens an address in the user's browser, by way of a file in a folder that only the user may read: everybody on the machine
// can see the arguments of programs, and the address has the token.
func openBrowser(std *app.IO, address, dir string) error {
	name := filepath.Join(dir, "open.html")
	text := fmt.Sprintf("<!doctype html>\n<meta charset=\"utf-8\">\n<title>cardroom</title>\n<meta http-equiv=\"refresh\" content=\"0; url=%[1]s\">\n<a href=\"%[1]s\">cardroom</a>\n", address)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return app.PlainPathError(err)
	}
	return std.Show(name)
}

// pageFiles returns the files of the page by path, including the file that tells the page where the engine is.
func pageFiles() (map[string]file, error) {
	out := map[string]file{}
	add := func(name string, text []byte) {
		sum := sha256.Sum256(text)
		out[name] = file{text, types[path.Ext(name)], `"` + hex.EncodeToString(sum[:8]) + `"`}
	}
	err := fs.WalkDir(page.Files, "files", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(page.Files, name)
		add(strings.TrimPrefix(name, "files"), text)
		return err
	})
	add("/engine.json", []byte(`{"kind":"http"}`+"\n"))
	out["/"] = out["/index.html"]
	return out, err
}

// handle answers a request from a browser.
func (s *site) handle(w http.ResponseWriter, r *http.Request, body []byte) {
	if status, why := s.refuses(r); why != "" {
		http.Error(w, why, status)
		return
	}
	if r.URL.Path == "/api" {
		s.api(w, r, body)
		return
	}
	f, ok := s.files[r.URL.Path]
	switch {
	case !ok:
		http.Error(w, "there is no such file", http.StatusNotFound)
	case r.Method == "POST":
		http.Error(w, "send messages to /api", http.StatusMethodNotAllowed)
	default:
		head := w.Header()
		head.Set("ETag", f.tag)
		head.Set("Cache-Control", "no-cache")
		if r.Header.Get("If-None-Match") == f.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		head.Set("Content-Type", f.kind)
		head.Set("Content-Length", strconv.Itoa(len(f.text)))
		_, _ = w.Write(f.text)
	}
}

// refuses returns the reason if a request does not come from the page or its user.
func (s *site) refuses(r *http.Request) (status int, why string) {
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	switch {
	case !slices.Contains(s.hosts, r.Host): // a foreign name that resolves to this machine
		return http.StatusMisdirectedRequest, "this server answers only to " + s.hosts[0]
	case origin != "" && origin != "http://"+r.Host, r.URL.Path == "/api" && site != "" && site != "same-origin":
		return http.StatusForbidden, "requests from other pages are refused"
	}
	return 0, ""
}

// api answers a message: lines of progress, with the answer as the last line.
func (s *site) api(w http.ResponseWriter, r *http.Request, body []byte) {
	given, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	head := w.Header()
	switch {
	case r.Method != "POST":
		head.Set("Allow", "POST")
		http.Error(w, "send a message by POST", http.StatusMethodNotAllowed)
		return
	case !bearer || subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) != 1:
		head.Set("WWW-Authenticate", "Bearer")
		http.Error(w, "the token is missing or wrong: open the address that 'cardroom serve' printed", http.StatusUnauthorized)
		return
	case strings.TrimSpace(kind) != "application/json":
		http.Error(w, "send application/json", http.StatusUnsupportedMediaType)
		return
	}
	head.Set("Content-Type", "application/x-ndjson")
	head.Set("Cache-Control", "no-store")
	var out bytes.Buffer
	sending := protocol.ProgressLines(func(line []byte) { piece(w, line) })
	err := s.server.AnswerWith(r.Context(), &out, body, sending.Tell)
	sending.End()
	if err == nil {
		piece(w, out.Bytes())
	}
}

// Limits for clients over HTTP.
const (
	MostHead        = 32 << 10 // bytes of the request line and the headers
	MostConnections = 64
	Silence         = 2 * time.Minute  // between requests
	readTime        = 20 * time.Second // for one request
	writeTime       = 30 * time.Second // for one piece of a reply
	lingering       = time.Second      // for the rest of a refused request
	slack           = 4096             // bytes of headers that net/http accepts beyond its limit
)

// Handler answers a request of HTTP/1.1: GET, HEAD or POST, with a body that was read completely.
type Handler func(w http.ResponseWriter, r *http.Request, body []byte)

// Carry answers the requests of clients that are not trusted, until the context ends. It returns the error of the context or of the
// listener when the last handler has returned. A request whose body has no length, or more bytes than mostBody, is refused, and so is
// everything that is not a plain request. Each answer has the fields of always. The context of a request ends when its client disconnects.
func Carry(ctx context.Context, l net.Listener, mostBody int, always http.Header, handle Handler) error {
	var c clients
	s := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			on := http.NewResponseController(w)
			_ = on.SetWriteDeadline(time.Now().Add(writeTime))
			maps.Copy(w.Header(), always)
			if status, why := refusal(r, int64(mostBody)); why != "" {
				_ = on.EnableFullDuplex() // the answer does not wait for the body
				_ = on.SetReadDeadline(time.Now().Add(lingering))
				w.Header().Set("Connection", "close")
				http.Error(w, why, status)
				return
			}
			body := make([]byte, r.ContentLength)
			if _, err := io.ReadFull(r.Body, body); err != nil {
				panic(http.ErrAbortHandler) // the client sends no more
			}
			c.stopWaiting(r.Context().Value(connKey{}).(net.Conn))
			_ = on.SetReadDeadline(time.Time{}) // the rest is only watched: its end means that the client has disconnected
			handle(w, r, body)
		}),
		MaxHeaderBytes: MostHead - slack, ReadTimeout: readTime, IdleTimeout: Silence,
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     log.New(io.Discard, "", 0),
		BaseContext:                  func(net.Listener) context.Context { return ctx },
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, conn)
		},
		ConnState: c.changed,
	}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	err := s.Serve(l)
	_ = s.Close()
	c.open.Wait()
	return cmp.Or(ctx.Err(), err)
}

type connKey struct{} // of the connection in the context of its requests

// refusal returns the reason if something is not a plain request.
func refusal(r *http.Request, mostBody int64) (status int, why string) {
	switch {
	case r.Proto != "HTTP/1.1" || !strings.HasPrefix(r.RequestURI, "/"):
		return http.StatusBadRequest, "not a request of HTTP/1.1"
	case r.Method != "GET" && r.Method != "HEAD" && r.Method != "POST":
		return http.StatusMethodNotAllowed, "only GET, HEAD and POST"
	case r.ContentLength < 0:
		return http.StatusNotImplemented, "the body needs a length"
	case r.ContentLength > mostBody:
		return http.StatusRequestEntityTooLarge, "more than " + strconv.FormatInt(mostBody, 10) + " bytes"
	}
	return 0, ""
}

// piece sends a piece of a reply immediately.
func piece(w http.ResponseWriter, p []byte) {
	on := http.NewResponseController(w)
	_ = on.SetWriteDeadline(time.Now().Add(writeTime))
	_, _ = w.Write(p)
	_ = on.Flush()
}

// clients are the open connections: at most MostConnections, and a client that asks nothing does not keep others out.
type clients struct {
	open    sync.WaitGroup
	mu      sync.Mutex
	n       int
	waiting []net.Conn // those without a whole request, in the order in which they began to wait
}

// changed follows the states of a connection.
func (c *clients) changed(conn net.Conn, now http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch now {
	case http.StateNew:
		c.open.Add(1)
		if c.n++; c.n > MostConnections {
			if len(c.waiting) == 0 {
				_ = conn.Close()
				return
			}
			_ = c.waiting[0].Close()
			c.remove(c.waiting[0])
		}
		c.waiting = append(c.waiting, conn)
	case http.StateIdle:
		c.waiting = append(c.waiting, conn)
	case http.StateClosed:
		c.n--
		c.remove(conn)
		c.open.Done()
	}
}

func (c *clients) stopWaiting(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(conn)
}

func (c *clients) remove(conn net.Conn) {
	c.waiting = slices.DeleteFunc(c.waiting, func(w net.Conn) bool { return w == conn })
}
