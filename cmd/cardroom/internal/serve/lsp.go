// This file implements the command lsp: it speaks the Language Server Protocol with an editor, and answers its
// requests with dsl/editor.

package serve

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/library"
	"cardroom/dsl"
	"cardroom/dsl/check"
	"cardroom/dsl/editor"
	"cardroom/dsl/reference"
	"cardroom/dsl/ruletest"
	"cardroom/dsl/star"
	"cardroom/stdlib"

	"github.com/sourcegraph/jsonrpc2"
)

// Run runs a command of the program for a lens, with its own IO and the words after the program's name.
type Run func(ctx context.Context, std *app.IO, args []string) int

// lspServer serves one editor.
type lspServer struct {
	std  *app.IO
	run  Run
	work *editor.Workspace

	mu       sync.Mutex
	folders  []string                // folders open in the editor
	runes    bool                    // columns count runes; otherwise UTF-16 units
	shows    bool                    // the editor can open files on request
	docs     map[string]textDocument // open documents by script name, without their texts
	checking map[string]context.CancelFunc
	found    map[string][]*check.Finding // findings of the last check
	copies   string                      // folder for copies of scripts that come with the program
	closing  bool
	ended    context.CancelFunc

	open   sync.WaitGroup // requests without an answer
	places chan struct{}  // for checks that run at a time: each loads a script with all that it needs
}

// LSP speaks with an editor until it disconnects.
func LSP(ctx context.Context, std *app.IO, run Run) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &lspServer{std: std, run: run, docs: map[string]textDocument{}, checking: map[string]context.CancelFunc{}, found: map[string][]*check.Finding{}, ended: cancel, places: make(chan struct{}, max(1, std.CPUs))}
	defer func() {
		if s.copies != "" {
			_ = os.RemoveAll(s.copies)
		}
	}()
	own := *std
	own.Late, own.Memory, own.Parsed = nil, nil, cmp.Or(std.Parsed, &star.Parsed{}) // each library has its own memory; there, a script that takes too long is an error and does not end the program
	s.std = &own
	s.work = editor.New(editor.Host{Library: s.library, Reference: s.reference, Scripts: s.scripts, Own: s.own})
	stream := jsonrpc2.NewBufferedStream(&pipe{bufio.NewReader(std.Stdin), std}, jsonrpc2.VSCodeObjectCodec{})
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	select {
	case <-conn.DisconnectNotify():
	case <-ctx.Done():
		_ = conn.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return nil
	}
	return ctx.Err()
}

func (s *lspServer) setClosing() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closing = true
}

// pipe joins standard input and output.
type pipe struct {
	io.Reader
	std *app.IO
}

func (p *pipe) Write(b []byte) (int, error) {
	p.std.Stdout.Verbatim(b)
	return len(b), p.std.Stdout.Err()
}

func (p *pipe) Close() error { return nil }

// library returns a library in which open scripts have the texts of the editor.
func (s *lspServer) library(open map[string]string) *dsl.Library {
	std := *s.std
	std.Unsaved, std.Printed = open, nil
	opts := library.Options(&std, nil)
	opts.Print = nil
	if opts.LoadTimeout == 0 {
		opts.LoadTimeout, opts.CallTimeout = loadTime, loadTime
	}
	return dsl.NewLibrary(opts)
}

// loadTime is the time limit for loading a script while it is edited.
const loadTime = 3 * time.Second

func (s *lspServer) reference() *reference.Reference {
	return reference.New(ruletest.Words(), stdlib.FS, library.Houses(s.std), s.std.OnBroken)
}

// own returns the user's file for a script.
func (s *lspServer) own(file string) string { return library.OwnFile(s.std, file) }

// scripts returns the scripts in the folders that the editor has open, and in the folders of CARDROOM_PATH.
func (s *lspServer) scripts() (out []string) {
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	folders = append(folders, library.OwnHouses(s.std)...)
	for _, dir := range folders {
		found, _ := library.ScriptPaths(s.std, []string{dir})
		for _, file := range found {
			if ref, err := library.Ref(file); err == nil {
				out = append(out, ref)
			}
		}
	}
	return out
}

// Handle answers a request. Notifications are handled in order. A request waits for the notifications before it, but not
// for other requests.
func (s *lspServer) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	if req.Notif {
		_, _ = s.do(ctx, conn, req)
		return
	}
	s.open.Go(func() {
		answer, err := s.do(ctx, conn, req)
		if err == nil {
			_ = conn.Reply(ctx, req.ID, answer)
			return
		}
		var known *jsonrpc2.Error
		if !errors.As(err, &known) {
			known = &jsonrpc2.Error{Code: requestFailed, Message: err.Error()}
		}
		_ = conn.ReplyWithError(ctx, req.ID, known)
	})
}

// LastWait is how long exit waits for requests before it that have no answer yet. Only tests change it.
var LastWait = time.Second

// requestFailed is the error code for a valid request that cannot be answered.
const requestFailed = -32803

// do handles a message. A panic in the program becomes an error of that message only.
func (s *lspServer) do(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) (answer any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s.std.Stderr.Printf("%s: %v\n%s\n", req.Method, fault, debug.Stack())
			err = fmt.Errorf("%s: a fault of cardroom: %v", req.Method, fault)
		}
	}()
	s.mu.Lock()
	closing := s.closing
	s.mu.Unlock()
	if closing && !req.Notif {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: req.Method + " after shutdown"}
	}
	switch req.Method {
	case "initialize":
		// The capabilities of the server.
		var p initializeParams
		if req.Params != nil {
			if err := json.Unmarshal(*req.Params, &p); err != nil {
				return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
			}
		}
		uris := []string{p.RootURI}
		for i, f := range p.WorkspaceFolders {
			if i == 0 {
				uris = nil
			}
			uris = append(uris, f.URI)
		}
		s.mu.Lock()
		for _, uri := range uris {
			if u, err := url.Parse(uri); err == nil && u.Scheme == "file" {
				s.folders = append(s.folders, filepath.FromSlash(u.Path))
			}
		}
		encoding := "utf-16"
		for _, e := range p.Capabilities.General.PositionEncodings {
			if e == "utf-32" {
				encoding, s.runes = e, true
			}
		}
		s.shows = p.Capabilities.Window.ShowDocument.Support
		s.mu.Unlock()
		return map[string]any{
			"serverInfo":   map[string]string{"name": "cardroom", "version": s.std.Version},
			"capabilities": capabilities(encoding),
		}, nil
	case "initialized":
		s.open.Go(func() { s.work.Learn(ctx) })
		return nil, nil
	case "shutdown":
		s.setClosing()
		return nil, nil
	case "exit":
		answered := make(chan struct{})
		go func() {
			s.open.Wait()
			close(answered)
		}()
		select {
		case <-answered:
		case <-time.After(LastWait):
		}
		s.setClosing()
		s.ended()
		return nil, nil
	}
	answering, ok := lspAnswers[req.Method]
	if !ok {
		if req.Notif {
			return nil, nil
		}
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: req.Method + " is not known here"}
	}
	var p lspParams
	if req.Params != nil {
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	r := &lspRequest{lspServer: s, conn: conn, ctx: ctx, lspParams: &p}
	if p.TextDocument.URI != "" {
		if r.file, err = s.fileOf(p.TextDocument.URI); err != nil {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
		}
	}
	return answering(r)
}

// lspRequest is a message and the script that it concerns.
type lspRequest struct {
	*lspServer
	*lspParams
	conn *jsonrpc2.Conn
	ctx  context.Context
	file string
}

// fileOf returns the loader's name of a document.
func (s *lspServer) fileOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return "", fmt.Errorf("%s is not a file", uri)
	}
	name := filepath.FromSlash(u.Path)
	if s.copies != "" {
		if rest, ok := strings.CutPrefix(name, s.copies+string(filepath.Separator)); ok {
			from, in, _ := strings.Cut(filepath.ToSlash(rest), "/")
			return "@" + from + "//" + in, nil
		}
	}
	return library.Ref(name)
}

// uriOf returns the URI of a script. A script that comes with the program is copied to a file that the editor can show.
func (s *lspServer) uriOf(file string) string {
	file = s.own(file)
	if strings.HasPrefix(file, "@") {
		name, err := s.copyOf(file)
		if err != nil {
			return ""
		}
		file = name
	}
	full, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(full)}).String()
}

// copyOf writes a read-only copy of a script or a list of clauses that comes with the program.
func (s *lspServer) copyOf(file string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copies == "" {
		dir, err := os.MkdirTemp("", "cardroom-")
		if err != nil {
			return "", err
		}
		s.copies = dir
	}
	from, in, _ := strings.Cut(strings.TrimPrefix(file, "@"), "//")
	if !filepath.IsLocal(filepath.FromSlash(in)) {
		return "", fmt.Errorf("%s is not a script", file)
	}
	name := filepath.Join(s.copies, from, filepath.FromSlash(in))
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	sources := library.Options(s.std, nil).Sources
	fsys := sources.Scripts
	if from == "stdlib" {
		fsys = sources.Stdlib
	}
	f, err := fsys.Open(in)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, star.MaxScript))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", err
	}
	return name, os.WriteFile(name, text, 0o400)
}

// capabilities returns what the server can do.
func capabilities(encoding string) map[string]any {
	return map[string]any{
		"positionEncoding":           encoding,
		"textDocumentSync":           map[string]any{"openClose": true, "change": 2, "save": true},
		"completionProvider":         map[string]any{"triggerCharacters": []string{".", "(", ",", "\"", "/", "@"}},
		"signatureHelpProvider":      map[string]any{"triggerCharacters": []string{"(", ","}},
		"hoverProvider":              true,
		"definitionProvider":         true,
		"referencesProvider":         true,
		"documentHighlightProvider":  true,
		"documentSymbolProvider":     true,
		"workspaceSymbolProvider":    true,
		"renameProvider":             map[string]any{"prepareProvider": true},
		"documentFormattingProvider": true,
		"foldingRangeProvider":       true,
		"inlayHintProvider":          true,
		"documentLinkProvider":       map[string]any{},
		"codeLensProvider":           map[string]any{},
		"codeActionProvider":         map[string]any{"codeActionKinds": []string{"quickfix", "source.fixAll", "refactor"}},
		"executeCommandProvider":     map[string]any{"commands": []string{editor.Deal, editor.Tests, editor.Sheet, editor.Cost}},
		"semanticTokensProvider": map[string]any{
			"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{"definition"}},
			"full":   true,
		},
	}
}

// The types are those of the Language Server Protocol 3.17, with only the fields used here.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version,omitempty"`
	Text    string `json:"text,omitempty"`
}

// lspParams are the parameters of all requests about a place or a document.
type lspParams struct {
	TextDocument   textDocument      `json:"textDocument"`
	Position       position          `json:"position"`
	Range          textRange         `json:"range"`
	NewName        string            `json:"newName"`
	Query          string            `json:"query"`
	Command        string            `json:"command"`
	Arguments      []json.RawMessage `json:"arguments"`
	ContentChanges []contentChange   `json:"contentChanges"`
	Context        struct {
		IncludeDeclaration bool     `json:"includeDeclaration"`
		Only               []string `json:"only"`
	} `json:"context"`
}

type contentChange struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type initializeParams struct {
	RootURI          string                 `json:"rootUri"`
	WorkspaceFolders []struct{ URI string } `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
		} `json:"window"`
	} `json:"capabilities"`
}

type diagnostic struct {
	Range    textRange        `json:"range"`
	Severity int              `json:"severity"`
	Code     string           `json:"code,omitempty"`
	Source   string           `json:"source"`
	Message  string           `json:"message"`
	Related  []map[string]any `json:"relatedInformation,omitempty"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *markup {
	if text == "" {
		return nil
	}
	return &markup{"markdown", text}
}

type completionItem struct {
	Label         string    `json:"label"`
	Kind          int       `json:"kind,omitempty"`
	Detail        string    `json:"detail,omitempty"`
	Documentation *markup   `json:"documentation,omitempty"`
	SortText      string    `json:"sortText,omitempty"`
	TextEdit      *textEdit `json:"textEdit,omitempty"`
}

type documentSymbol struct {
	Name           string    `json:"name"`
	Detail         string    `json:"detail,omitempty"`
	Kind           int       `json:"kind"`
	Range          textRange `json:"range"`
	SelectionRange textRange `json:"selectionRange"`
}

type symbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

type inlayHint struct {
	Position position `json:"position"`
	Label    string   `json:"label"`
	Tooltip  string   `json:"tooltip,omitempty"`
}

type documentLink struct {
	Range   textRange `json:"range"`
	Target  string    `json:"target"`
	Tooltip string    `json:"tooltip,omitempty"`
}
