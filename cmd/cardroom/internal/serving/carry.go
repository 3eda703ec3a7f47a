package serving

import (
	"cmp"
	"context"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

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
