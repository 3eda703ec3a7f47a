// Package serve speaks with other programs: it carries the messages of dsl/protocol over lines of standard input and output, or
// over HTTP to a page on the same machine (serve), as tools for assistants (mcp.go), and writes the page as files (site.go);
// editors are answered in their protocols (lsp.go, dap.go).
//
// There is one implementation of each message: dsl/protocol answers those about tables, cmd/cardroom/internal/messages the
// others. A desk calls the function of the command (runs.Run, author.Check, …) with an app.IO of its own, whose output
// is a buffer and whose files are the texts of the request. So the answer is exactly what the command prints, and a message
// can read no files. dsl/protocol/alike lists the questions that tests ask both ways.
//
// The messages travel in four ways: lines (serve --stdio), HTTP on this machine (http.go), a Web Worker
// (cmd/cardroom/wasm), and tools of the Model Context Protocol (mcp.go, a table of arguments over the same messages). Messages
// about tables are answered in turn; long work runs in parallel, two requests at a time, reports its progress through
// Streams.Reached, and ends with its context.
//
// net/http adds 2.9 MB to the stripped program, most of it encryption that is not used here; only this package links it.
// serve.Carry accepts plain requests only: three methods, one host, a length for every body, bounds for everything. Other
// pages cannot send requests: serve listens on 127.0.0.1, compares Host and Origin, and requires a token of 128 bits in a
// header that other pages cannot send. The page may load only its own files (Content-Security-Policy).
package serve
