// Package web is a small HTTP/1.1 server for one page on the same machine. It accepts GET, HEAD, and POST with a body of
// known length, and sends replies whole or in pieces.
//
// net/http would add 4 MB to the program, most of it encryption that a page on the same machine does not need. Requests are
// not trusted: lines, headers, bodies, connections and the time for each are limited, and everything except a plain request
// is refused.
package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits for clients.
const (
	MostHead        = 32 << 10 // bytes of the request line and the headers
	MostConnections = 64
	Silence         = 2 * time.Minute  // between requests
	readTime        = 20 * time.Second // for one request
	writeTime       = 30 * time.Second // for one piece of a reply
	lingering       = time.Second      // for the rest of a refused request
	mostDrained     = 16 << 20
)

// Status codes of replies.
const (
	OK               = 200
	NotModified      = 304
	BadRequest       = 400
	Unauthorized     = 401
	Forbidden        = 403
	NotFound         = 404
	MethodNotAllowed = 405
	TooLarge         = 413
	WrongType        = 415
	Misdirected      = 421
	NotImplemented   = 501
)

var reasons = map[int]string{
	OK: "OK", NotModified: "Not Modified", BadRequest: "Bad Request", Unauthorized: "Unauthorized", Forbidden: "Forbidden", NotFound: "Not Found",
	MethodNotAllowed: "Method Not Allowed", TooLarge: "Content Too Large", WrongType: "Unsupported Media Type", Misdirected: "Misdirected Request", NotImplemented: "Not Implemented",
}

// Request is a request that was read completely.
type Request struct {
	Method string // GET, HEAD or POST
	Path   string // decoded; begins with "/"
	Header textproto.MIMEHeader
	Body   []byte
}

// Header lists the fields of a reply in order: name, value.
type Header [][2]string

// Server answers requests.
type Server struct {
	// Handle answers a request with one reply. The context ends when the client disconnects.
	Handle func(ctx context.Context, r *Request, reply *Reply)
	// MostBody is the largest body of a request.
	MostBody int
	// Always are fields of every reply.
	Always Header
}

// Serve accepts connections until the context ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	var open sync.WaitGroup
	defer open.Wait()
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	free := make(chan struct{}, MostConnections)
	var idle waiting
	for {
		conn, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		}
		select {
		case free <- struct{}{}:
		default: // a client that asks nothing does not keep others out
			if !idle.drop() {
				_ = conn.Close()
				continue
			}
			free <- struct{}{}
		}
		idle.add(conn) // here: its goroutine may begin late
		open.Go(func() {
			defer func() { <-free }()
			defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
			defer func() { _ = conn.Close() }()
			s.connection(ctx, conn, &idle)
		})
	}
}

// waiting are the connections without a whole request, in the order in which they began to wait.
type waiting struct {
	mu   sync.Mutex
	list []net.Conn
}

func (w *waiting) add(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, conn)
}

func (w *waiting) remove(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = slices.DeleteFunc(w.list, func(c net.Conn) bool { return c == conn })
}

// drop closes the connection that has waited longest. It reports false if none waits.
func (w *waiting) drop() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.list) == 0 {
		return false
	}
	_ = w.list[0].Close()
	w.list = w.list[1:]
	return true
}

// connection answers the requests of a connection in order.
func (s *Server) connection(ctx context.Context, conn net.Conn, idle *waiting) {
	defer idle.remove(conn)
	in := &io.LimitedReader{R: conn}
	c := &client{server: s, conn: conn, limit: in, in: bufio.NewReader(in)}
	for ; ; idle.add(conn) {
		in.N = int64(MostHead + s.MostBody)
		_ = conn.SetReadDeadline(time.Now().Add(Silence))
		if _, err := c.in.Peek(1); err != nil {
			return
		}
		_ = conn.SetReadDeadline(time.Now().Add(readTime))
		r, err := c.read()
		idle.remove(conn)
		reply := &Reply{conn: conn, out: bufio.NewWriter(conn), always: s.Always}
		if err != nil {
			var refused *refusal
			if errors.As(err, &refused) {
				reply.closing = true
				reply.Send(refused.status, nil, []byte(refused.why+"\n"))
				drain(conn)
			}
			return
		}
		reply.bare, reply.closing = r.Method == "HEAD", asksToClose(r)
		c.handle(ctx, r, reply)
		if reply.closing || reply.err != nil || ctx.Err() != nil {
			return
		}
	}
}

// drain reads what the client still sends before the connection closes. Closing a connection with unread data would discard
// the reply.
func drain(conn net.Conn) {
	if c, ok := conn.(interface{ CloseWrite() error }); ok {
		_ = c.CloseWrite()
	}
	_ = conn.SetReadDeadline(time.Now().Add(lingering))
	_, _ = io.CopyN(io.Discard, conn, mostDrained)
}

// client is one connection.
type client struct {
	server *Server
	conn   net.Conn
	limit  *io.LimitedReader
	in     *bufio.Reader
}

// refusal is the error of a refused request.
type refusal struct {
	status int
	why    string
}

func (r *refusal) Error() string { return r.why }

func refuse(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// read reads a request.
func (c *client) read() (*Request, error) {
	text := textproto.NewReader(c.in)
	line, err := text.ReadLine()
	if err != nil {
		return nil, err
	}
	method, rest, _ := strings.Cut(line, " ")
	target, version, ok := strings.Cut(rest, " ")
	switch {
	case !ok || version != "HTTP/1.1" || !strings.HasPrefix(target, "/"):
		return nil, refuse(BadRequest, "not a request of HTTP/1.1")
	case method != "GET" && method != "HEAD" && method != "POST":
		return nil, refuse(MethodNotAllowed, "only GET, HEAD and POST")
	}
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return nil, refuse(BadRequest, "not an address")
	}
	r := &Request{Method: method, Path: u.Path}
	if r.Header, err = text.ReadMIMEHeader(); err != nil {
		return nil, refuse(BadRequest, "the headers cannot be read")
	}
	if used := int64(MostHead+c.server.MostBody) - c.limit.N - int64(c.in.Buffered()); used > MostHead {
		return nil, refuse(TooLarge, "more than %d bytes of headers", MostHead)
	}
	if len(r.Header["Host"]) != 1 {
		return nil, refuse(BadRequest, "one Host is needed")
	}
	r.Body, err = c.body(r)
	return r, err
}

// body reads the body of a request.
func (c *client) body(r *Request) ([]byte, error) {
	if r.Header.Get("Transfer-Encoding") != "" || r.Header.Get("Expect") != "" {
		return nil, refuse(NotImplemented, "the body needs a length")
	}
	lengths := r.Header["Content-Length"]
	if len(lengths) == 0 {
		return nil, nil
	}
	n, err := strconv.ParseUint(lengths[0], 10, 31)
	switch {
	case err != nil || len(lengths) > 1:
		return nil, refuse(BadRequest, "Content-Length is not a number")
	case int(n) > c.server.MostBody:
		return nil, refuse(TooLarge, "more than %d bytes", c.server.MostBody)
	}
	body := make([]byte, n)
	_, err = io.ReadFull(c.in, body)
	return body, err
}

// asksToClose reports whether the client wants the connection closed after the reply.
func asksToClose(r *Request) bool {
	for _, value := range r.Header["Connection"] {
		for option := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(option), "close") {
				return true
			}
		}
	}
	return false
}

// handle answers a request, and cancels its context if the client disconnects meanwhile.
func (c *client) handle(ctx context.Context, r *Request, reply *Reply) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_ = c.conn.SetReadDeadline(time.Time{})
	var watching sync.WaitGroup
	watching.Go(func() {
		if _, err := c.in.Peek(1); err != nil { // neither another request nor a timeout: the client has disconnected
			cancel()
		}
	})
	c.server.Handle(ctx, r, reply)
	reply.end()
	_ = c.conn.SetReadDeadline(time.Unix(1, 0))
	watching.Wait()
}

// Reply is the answer to a request. Write sends a piece of it.
type Reply struct {
	conn    net.Conn
	out     *bufio.Writer
	always  Header
	bare    bool // only the head is sent
	closing bool // the connection closes after the reply
	begun   bool
	pieces  bool
	err     error
}

// Send sends a complete reply. The body of a refusal is plain text.
func (r *Reply) Send(status int, header Header, body []byte) {
	if status != OK && status != NotModified {
		header = append(header, [2]string{"Content-Type", "text/plain; charset=utf-8"})
	}
	if status != NotModified {
		header = append(header, [2]string{"Content-Length", strconv.Itoa(len(body))})
	}
	r.head(status, header)
	if !r.bare && status != NotModified {
		r.put(body)
	}
	r.flush()
}

// Begin begins a reply that Write sends in pieces.
func (r *Reply) Begin(header Header) {
	r.pieces = true
	r.head(OK, append(header, [2]string{"Transfer-Encoding", "chunked"}))
	r.flush()
}

// Write sends a piece immediately.
func (r *Reply) Write(p []byte) (int, error) {
	if len(p) > 0 && !r.bare {
		r.put(fmt.Appendf(nil, "%x\r\n", len(p)))
		r.put(p)
		r.put([]byte("\r\n"))
		r.flush()
	}
	return len(p), r.err
}

func (r *Reply) head(status int, header Header) {
	r.begun = true
	r.put(fmt.Appendf(nil, "HTTP/1.1 %d %s\r\n", status, reasons[status]))
	for _, list := range []Header{r.always, header} {
		for _, field := range list {
			r.put([]byte(field[0] + ": " + field[1] + "\r\n"))
		}
	}
	if r.closing {
		r.put([]byte("Connection: close\r\n"))
	}
	r.put([]byte("\r\n"))
}

// end ends the reply.
func (r *Reply) end() {
	switch {
	case !r.begun:
		r.Send(NotFound, nil, []byte("not found\n"))
	case r.pieces && !r.bare:
		r.put([]byte("0\r\n\r\n"))
		r.flush()
	}
}

func (r *Reply) put(p []byte) {
	if r.err == nil {
		_ = r.conn.SetWriteDeadline(time.Now().Add(writeTime))
		_, r.err = r.out.Write(p)
	}
}

func (r *Reply) flush() {
	if r.err == nil {
		r.err = r.out.Flush()
	}
}
