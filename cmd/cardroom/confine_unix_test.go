//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cardroom/cmd/cardroom/internal/app"
	"cardroom/cmd/cardroom/internal/term"
	"cardroom/engine/history"
)

// secret is in every file that scripts must not read. No command may print it.
const secret = "hunter2secret"

// hostileLayout is a set of files that tries to make the program read or write files outside the allowed ones.
type hostileLayout struct {
	name string
	// files maps names relative to the working directory to texts. "-> to" is a link, "| " a pipe, and a name that ends in "/" a
	// folder. GAME in a text stands for the script of a game.
	files map[string]string
	env   string // value of CARDROOM_PATH
	stdin string
	line  string // the command; ROOT stands for the parent of the working directory
	code  int
	want  string // text that the output must contain
	not   string // text that it must not contain
}

// loading returns a layout with a script of one load statement, and the text that the output must contain.
func loading(name, statement, want string) hostileLayout {
	return hostileLayout{name: name, files: map[string]string{"my/game.star": statement + "\n"}, line: "rules my/game.star", code: app.Cannot, want: want}
}

var hostileLayouts = []hostileLayout{
	// What a load statement can contain.
	loading("the old name of the root", `load("../(root)/etc/hostname", "x")`, "outside this script's root, my/"),
	loading("the old name of the root beside", `load("./(root)/etc/hostname", "x")`, "no such script"),
	loading("an absolute path", `load("/etc/passwd", "x")`, "where from?"),
	loading("an absolute path of a script", `load("ROOT/outside/good.star", "key")`, "where from?"),
	loading("an absolute path beside", `load(".//etc/passwd", "x")`, "an empty part in the path"),
	loading("an absolute path behind a folder", `load("./x//etc/passwd", "x")`, "an empty part in the path"),
	loading("up", `load("../other.star", "x")`, "outside this script's root, my/"),
	loading("up and out", `load("../../outside/good.star", "key")`, "outside this script's root, my/"),
	loading("up and out, and back", `load("../my/other.star", "key")`, "outside this script's root, my/"),
	loading("up behind a folder", `load("./sub/../../other.star", "x")`, "outside this script's root, my/"),
	loading("up behind a folder, inside", `load("./sub/../other.star", "x")`, "a .. after the name of a folder"),
	loading("up from far up", `load("`+strings.Repeat("../", 300)+`etc/passwd", "x")`, "outside this script's root, my/"),
	loading("a dot", `load("././game.star", "x")`, "an empty part in the path"),
	loading("a drive", `load("C:/windows/win.ini", "x")`, "where from?"),
	loading("a drive beside", `load("./C:game.star", "x")`, "a colon in the path"),
	loading("a stream", `load("./notes.txt:x.star", "x")`, "a colon in the path"),
	loading("backslashes", `load(".\\..\\other.star", "x")`, "paths are written with /"),
	loading("a share", `load("\\\\server\\share.star", "x")`, "paths are written with /"),
	loading("a dot at the end", `load("./game.star.", "x")`, "ends in a dot"),
	loading("a blank at the end of a folder", `load("./sub /x.star", "x")`, "ends in a dot or a blank"),
	loading("dots of another kind", `load("./․․/․․/outside/good.star", "key")`, "no such script"),
	loading("slashes of another kind", `load("./..／..／outside／good.star", "key")`, "no such script"),
	loading("an encoded path", `load("./%2e%2e/%2e%2e/outside/good.star", "key")`, "no such script"),
	loading("a NUL", `load("./game.star\x00.txt", "x")`, "not a path"),
	loading("a line end", `load("./../\n../outside/good.star", "key")`, "not a path"),
	loading("no text", `load("", "x")`, "where from?"),
	loading("a long name", `load("./`+strings.Repeat("a", 4000)+`.star", "x")`, "cannot"),
	loading("a long path", `load("./`+strings.Repeat("a/", 3000)+`x.star", "x")`, "cannot"),
	loading("an address", `load("file:///etc/passwd", "x")`, "where from?"),
	loading("a home", `load("~/x.star", "x")`, "where from?"),
	loading("out of the houses", `load("@scripts//../../etc/passwd", "x")`, "outside the folders that scripts may read"),
	loading("out of the library", `load("@stdlib//../x", "x")`, "outside the folders that scripts may read"),
	loading("out of a house", `load("@scripts//angies/../../outside/good.star", "key")`, "outside the folders that scripts may read"),
	loading("into a house in a roundabout way", `load("@scripts//angies/../angies/holdem.star", "holdem")`, "a .. after the name of a folder"),
	loading("an absolute path of a house", `load("@scripts///etc/passwd", "x")`, "not a path in it"),
	loading("a source of one's own", `load("@files//etc/passwd", "x")`, "no such source"),
	loading("no script of a house", `load("@scripts//angies/clauses.toml", "x")`, "script names end in .star"),
	loading("standard input", `load("./stdin", "x")`, "no such script"),

	// Files next to a script.
	{"no script", map[string]string{"my/game.star": `load("./notes.txt", "x")`, "my/notes.txt": secret}, "", "", "rules my/game.star", app.Cannot, "script names end in .star", ""},
	{"no script, to check", map[string]string{"my/game.star": `load("./notes.txt", "x")`, "my/notes.txt": secret}, "", "", "check my/game.star", app.No, "script names end in .star", ""},
	{"a hint", map[string]string{"my/game.star": `load("./gaem.star", "x")`, "my/" + secret + ".txt": "", "my/" + secret + ".star": "-> x"}, "", "", "rules my/game.star", app.Cannot, "did you mean my/game.star?", ""},
	{"a name that only a link defines", map[string]string{"my/game.star": "key", "my/a.star": "-> ../../outside/good.star"}, "", "", "check my/game.star", app.No, "undefined: key", "a.star"},
	{"a pipe beside an unknown name", map[string]string{"my/game.star": "key", "my/a.star": "| "}, "", "", "check my/game.star", app.No, "undefined: key", ""},
	{"a link", map[string]string{"my/game.star": `load("./a.star", "key")`, "my/a.star": "-> ../../outside/good.star"}, "", "", "rules my/game.star", app.Cannot, "my/a.star: it is a symbolic link", ""},
	{"a link, to check", map[string]string{"my/game.star": `load("./a.star", "key")`, "my/a.star": "-> ../../outside/secret.star"}, "", "", "check my/game.star", app.No, "my/a.star: it is a symbolic link", ""},
	{"an absolute link", map[string]string{"my/game.star": `load("./a.star", "key")`, "my/a.star": "-> ROOT/outside/good.star"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a link inside", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star": "-> b.star", "my/b.star": "x = 1"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a folder that is a link", map[string]string{"my/game.star": `load("./a/good.star", "key")`, "my/a": "-> ../../outside"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a folder that is a link inside", map[string]string{"my/game.star": `load("./a/b.star", "x")`, "my/a": "-> sub", "my/sub/b.star": "x = 1"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a link to above", map[string]string{"my/game.star": `load("./a/../outside/good.star", "key")`, "my/a": "-> ../.."}, "", "", "rules my/game.star", app.Cannot, "after the name of a folder", ""},
	{"a loop of links", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star": "-> b.star", "my/b.star": "-> a.star"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a loop of folders", map[string]string{"my/game.star": `load("./a/a/a/game.star", "x")`, "my/a": "-> ."}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a link to nothing", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star": "-> nothing"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a pipe", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star": "| "}, "", "", "rules my/game.star", app.Cannot, "it is a named pipe", ""},
	{"a device", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star": "-> /dev/zero"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},
	{"a folder called like a script", map[string]string{"my/game.star": `load("./a.star", "x")`, "my/a.star/": ""}, "", "", "rules my/game.star", app.Cannot, "it is a directory", ""},
	{"a script that loads a script that loads a link", map[string]string{"my/game.star": `load("./sub/b.star", "x")`, "my/sub/b.star": `load("../a.star", "key")`, "my/a.star": "-> ../../outside/good.star"}, "", "", "rules my/game.star", app.Cannot, "it is a symbolic link", ""},

	// Roots.
	{"up inside", map[string]string{"my/game.star": "load(\"./sub/b.star\", \"x\")\nGAME", "my/sub/b.star": `load("../c.star", x = "c")`, "my/c.star": "c = 1"}, "", "", "rules my/game.star", app.Cannot, "does not define x", ""},
	{"up to a marked root", map[string]string{"my/sub/game.star": "load(\"../c.star\", \"c\")\nGAME", "my/c.star": "c = 1", "my/cardroom.root": ""}, "", "", "rules my/sub/game.star", app.Fine, "Hold'em", ""},
	{"up to a marked root above the working directory", map[string]string{"game.star": "load(\"../c.star\", \"c\")\nGAME", "../c.star": "c = 1", "../cardroom.root": ""}, "", "", "rules game.star", app.Fine, "Hold'em", ""},
	{"a fault in a marked root above", map[string]string{"game.star": "load(\"../c.star\", \"c\")\n", "../c.star": "c = d", "../cardroom.root": ""}, "", "", "rules game.star", app.Cannot, "ROOT/c.star:1:5: undefined: d", ""},
	{"by an absolute path", map[string]string{"my/game.star": "load(\"../c.star\", \"c\")\n", "c.star": "c = 1"}, "", "", "rules ROOT/here/my/game.star", app.Cannot, "outside this script's root, ROOT/here/my/", ""},
	{"out of a marked root", map[string]string{"my/sub/game.star": `load("../../../outside/good.star", "key")`, "my/cardroom.root": ""}, "", "", "rules my/sub/game.star", app.Cannot, "my/cardroom.root marks the root", ""},
	{"the nearest mark counts", map[string]string{"my/sub/game.star": `load("../c.star", "c")`, "my/c.star": "c = 1", "my/cardroom.root": "", "my/sub/cardroom.root": ""}, "", "", "rules my/sub/game.star", app.Cannot, "outside this script's root, my/sub/", ""},
	{"a folder marks nothing", map[string]string{"my/sub/game.star": `load("../c.star", "c")`, "my/c.star": "c = 1", "my/cardroom.root/": ""}, "", "", "rules my/sub/game.star", app.Cannot, "outside this script's root, my/sub/", ""},
	{"a pipe marks nothing", map[string]string{"my/sub/game.star": `load("../c.star", "c")`, "my/c.star": "c = 1", "my/cardroom.root": "| "}, "", "", "rules my/sub/game.star", app.Cannot, "outside this script's root, my/sub/", ""},
	{"a link marks nothing", map[string]string{"my/game.star": `load("../c.star", "c")`, "c.star": "c = 1", "mark": "", "cardroom.root": "-> mark"}, "", "", "rules my/game.star", app.Cannot, "outside this script's root, my/", ""},
	{"what marks nothing in the folder itself", map[string]string{"my/game.star": `load("../c.star", "c")`, "my/cardroom.root/": ""}, "", "", "rules my/game.star", app.Cannot, "my/cardroom.root marks no root", ""},
	{"the user's folder is a link", map[string]string{"link": "-> real", "real/game.star": "load(\"./c.star\", \"c\")\nGAME", "real/c.star": "c = 1"}, "", "", "rules link/game.star", app.Fine, "Hold'em", ""},
	{"out of a folder that is a link", map[string]string{"link": "-> ../outside/inner", "c.star": "c = 1"}, "", "", "rules link/game.star", app.Cannot, "outside this script's root, link/", ""},
	{"the user's script is a link", map[string]string{"game.star": "-> ../outside/secret.star"}, "", "", "rules game.star", app.Cannot, "game.star: it is a symbolic link", ""},
	{"the user's script is a device", nil, "", "", "rules /dev/zero.star", app.Cannot, "no such script", ""},
	{"the user's script is no script", map[string]string{"notes.txt": secret}, "", "", "check notes.txt", app.Cannot, "notes.txt is not a script", ""},
	{"the user's script is no script, by its absolute path", map[string]string{"notes.txt": secret}, "", "", "check ROOT/here/notes.txt", app.Cannot, "notes.txt is not a script", ""},
	{"standard input loads from outside", nil, "", `load("../outside/good.star", "key")`, "check -", app.No, "outside this script's root, ./", ""},
	{"standard input loads a link", map[string]string{"a.star": "-> ../outside/good.star"}, "", `load("./a.star", "key")`, "check -", app.No, "it is a symbolic link", ""},
	{"the REPL loads from outside", nil, "", "load(\"../outside/good.star\", \"key\")\nprint(key)\n", "repl", app.No, "outside this script's root, ./", ""},
	{"the REPL loads a link", map[string]string{"a.star": "-> ../outside/good.star"}, "", ":load a.star\nprint(key)\n", "repl", app.No, "it is a symbolic link", ""},

	// Policies, rankings, tables and other scripts.
	{"a policy", map[string]string{"p.star": "load(\"../outside/good.star\", \"key\")\ndef policy(view):\n    return \"call\"\n"}, "", "", "run angies/holdem --hands 1 --seed 1 --policy p.star", app.Cannot, "outside this script's root", ""},
	{"a policy that is a link", map[string]string{"p.star": "-> ../outside/secret.star"}, "", "", "run angies/holdem --hands 1 --seed 1 --policy p.star", app.Cannot, "it is a symbolic link", ""},
	{"a ranking", map[string]string{"r.star": "load(\"../outside/good.star\", \"key\")\nr = ranking(\"r\")\n"}, "", "", "eval --ranking r.star:r AsKsQsJsTs", app.Cannot, "outside this script's root", ""},
	{"a table", map[string]string{"t.star": "load(\"../outside/good.star\", \"key\")\n"}, "", "", "run t.star:t --session --hands 1 --seed 1", app.Cannot, "outside this script's root", ""},
	{"clauses that are a link", map[string]string{"my/game.star": "GAME", "my/clauses.toml": "-> ../../outside/secret.txt"}, "", "", "rules my/game.star", app.Fine, "Hold'em", ""},
	{"clauses that are a pipe", map[string]string{"my/game.star": "GAME", "my/clauses.toml": "| "}, "", "", "rules my/game.star", app.Fine, "Hold'em", ""},
	{"clauses that are a pipe, to check", map[string]string{"my/game.star": "GAME", "my/clauses.toml": "| "}, "", "", "check my/game.star", app.Fine, "", ""},

	// Houses.
	{"a script of a house that is a link", map[string]string{"houses/den/game.star": "GAME", "houses/den/a.star": "-> ../../../outside/secret.star"}, "houses", "", "run den/game-night --hands 1 --seed 1", app.Cannot, "@scripts//den/a.star: it is a symbolic link", ""},
	{"a house that is a link", map[string]string{"houses/den": "-> ../../outside/inner"}, "houses", "", "games --names", app.Fine, "houses/den: a symbolic link", "den/"},
	{"out of a house of one's own", map[string]string{"houses/den/game.star": `load("../../../outside/good.star", "key")`}, "houses", "", "games --names", app.Fine, "outside the folders that scripts may read", "den/game-night"},
	{"a folder of houses that is a link", map[string]string{"link": "-> houses", "houses/den/game.star": "GAME"}, "link", "", "run den/game-night --hands 1 --seed 1", app.Fine, "Hold'em", ""},
	{"a folder of houses that is a pipe", map[string]string{"pipe": "| "}, "pipe", "", "games --names", app.Fine, "pipe: not a directory", ""},
	{"a script of a house that is a pipe", map[string]string{"houses/den/game.star": "GAME", "houses/den/a.star": "| "}, "houses", "", "run den/game-night --hands 1 --seed 1", app.Cannot, "@scripts//den/a.star: it is a named pipe", ""},
	{"clauses of a house that are a pipe", map[string]string{"houses/den/game.star": "GAME", "houses/den/clauses.toml": "| "}, "houses", "", "rules den", app.Fine, "Hold'em", ""},
	{"a folder that stands for a house", map[string]string{"angies/h.star": "-> ../../outside/secret.star", "angies/i.star": "x = 1", "angies/x_test.star": "load(\"@scripts//angies/h.star\", \"key\")\ndef test_x(t):\n    t.eq(key, 1)\n"}, "", "", "test angies", app.Cannot, "it is a symbolic link", ""},
	{"a folder that stands for a house is a link", map[string]string{"angies": "-> real", "real/i.star": "GAME", "real/x_test.star": "def test_x(t):\n    t.hand(\"angies/game-night\")\n"}, "", "", "test angies", app.Fine, "1 passed", ""},
	{"out of a folder that stands for a house", map[string]string{"angies/i.star": "x = 1", "angies/x_test.star": "load(\"@scripts//angies/../../outside/good.star\", \"key\")\n"}, "", "", "test angies", app.Cannot, "outside the folders that scripts may read", ""},

	// Folders of scripts.
	{"a test that is a pipe", map[string]string{"my/x_test.star": "| "}, "", "", "test my", app.Cannot, "my/x_test.star: a named pipe", ""},
	{"a test that is a link", map[string]string{"my/x_test.star": "-> ../../outside/secret.star"}, "", "", "test my", app.Cannot, "my/x_test.star: a symbolic link", ""},
	{"a pipe to check", map[string]string{"my/x.star": "| ", "my/y.star": "x = 1\n"}, "", "", "check my", app.Cannot, "my/x.star: a named pipe", ""},
	{"a link to check", map[string]string{"my/x.star": "-> ../../outside/secret.star"}, "", "", "check my", app.Cannot, "my/x.star: a symbolic link", ""},
	{"a pipe to format", map[string]string{"my/x.star": "| "}, "", "", "fmt my", app.Cannot, "my/x.star: a named pipe", ""},
	{"a device to format", nil, "", "", "fmt /dev/zero", app.Cannot, "/dev/zero is not a script", ""},
	{"a text to format", map[string]string{"notes.txt": secret + " (("}, "", "", "fmt notes.txt", app.Cannot, "notes.txt is not a script", ""},
	{"a loop of folders to check", map[string]string{"my/a": "-> .", "my/x.star": "x = 1\n"}, "", "", "check my", app.Fine, "", ""},
	{"coverage with a link", map[string]string{"my/a.star": "-> ../../outside/secret.star", "my/b.star": "x = 1\n", "my/x_test.star": "def test_x(t):\n    t.eq(1, 1)\n"}, "", "", "test my --cover", app.Fine, "my/b.star", "a.star"},
	{"mutants with a pipe", map[string]string{"my/a.star": "| ", "my/b.star": "x = 1\n", "my/x_test.star": "load(\"./b.star\", \"x\")\ndef test_x(t):\n    t.eq(x, 1)\n"}, "", "", "test my --mutate", app.Fine, "", "a.star"},

	// Writing.
	{"to format a link in place", map[string]string{"x.star": "-> ../outside/ugly.star"}, "", "", "fmt -w x.star", app.Cannot, "x.star: a symbolic link", ""},
	{"to format a folder with a link in place", map[string]string{"my/x.star": "-> ../../outside/ugly.star", "my/sub": "-> ../../outside", "my/y.star": "x=1\n"}, "", "", "fmt -w -l my", app.Cannot, "my/x.star: a symbolic link", "ugly"},
	{"to repair a link", map[string]string{"x.star": "-> ../outside/ugly.star"}, "", "", "check --fix x.star", app.Cannot, "x.star: it is a symbolic link", ""},
	{"to repair a folder with a link", map[string]string{"my/x.star": "-> ../../outside/ugly.star"}, "", "", "check --fix my", app.Cannot, "my/x.star: a symbolic link", ""},
	{"a report through a link", map[string]string{"r.json": "-> ../outside/report.json"}, "", "", "check @stdlib//board.star --report r.json", app.Cannot, "r.json: a symbolic link", ""},
	{"a report through a link to nothing", map[string]string{"r.json": "-> ../outside/new.json"}, "", "", "check @stdlib//board.star --report r.json", app.Cannot, "r.json: a symbolic link", ""},
	{"a report into a pipe", map[string]string{"r.json": "| "}, "", "", "check @stdlib//board.star --report r.json", app.Cannot, "r.json: not a regular file", ""},
	{"a report below a pipe", map[string]string{"p": "| "}, "", "", "check @stdlib//board.star --report p/r.json", app.Cannot, "p", ""},
	{"a report over a folder", map[string]string{"r.json/": ""}, "", "", "check @stdlib//board.star --report r.json", app.Cannot, "r.json: is a directory", ""},

	// Files other than scripts: those that the user names may be links, but not pipes.
	{"hands in a pipe", map[string]string{"x.phh": "| "}, "", "", "replay x.phh", app.Cannot, "x.phh: a named pipe, not a file: use - to read standard input", ""},
	{"hands in a folder with a pipe", map[string]string{"h/x.phh": "| "}, "", "", "replay h", app.Cannot, "h/x.phh: a named pipe", ""},
	{"hands in a folder with a link", map[string]string{"h/x.phh": "-> ../../outside/secret.txt"}, "", "", "replay h", app.Cannot, "h/x.phh: a symbolic link", ""},
	{"hands in a device", nil, "", "", "replay /dev/zero", app.Cannot, "/dev/zero: a device", ""},
	{"cards in a pipe", map[string]string{"x.txt": "| "}, "", "", "eval --file x.txt --ranking high", app.Cannot, "x.txt: a named pipe", ""},
	{"cards in a device", nil, "", "", "eval --file /dev/zero --ranking high", app.Cannot, "/dev/zero: a device", ""},
	{"hands of eval in a folder", nil, "", "", "eval --file . --ranking high", app.Cannot, ".: no .txt files in this folder", ""},
	{"hands of eval that are a link", map[string]string{"x.txt": "-> ../outside/secret.txt"}, "", "", "eval . --ranking high", app.Cannot, "./x.txt: a symbolic link", ""},
	{"matchups in a pipe", map[string]string{"x.txt": "| "}, "", "", "odds --file x.txt", app.Cannot, "", ""},
	{"decks in a pipe", map[string]string{"x.txt": "| "}, "", "", "run angies/holdem --deck x.txt", app.Cannot, "x.txt: a named pipe", ""},
	{"events in a pipe", map[string]string{"x.txt": "| "}, "", "", "run angies/holdem --session --hands 1 --events x.txt", app.Cannot, "x.txt: a named pipe", ""},
	{"a session in a pipe", map[string]string{"x.session": "| "}, "", "", "run --resume x.session", app.Cannot, "x.session: a named pipe", ""},
	{"a session in a device", nil, "", "", "run --resume /dev/zero", app.Cannot, "/dev/zero: a device", ""},
	{"a game in a pipe", map[string]string{"x.session": "| "}, "", "", "play --resume x.session", app.Cannot, "x.session: a named pipe", ""},
	{"a script that is a pipe", map[string]string{"x.star": "| "}, "", "", "rules x.star", app.Cannot, "x.star: it is a named pipe", ""},
	{"a script of a bench that is a pipe", map[string]string{"x.star": "| "}, "", "", "bench x.star", app.Cannot, "it is a named pipe", ""},
	{"a script of diff that is a pipe", map[string]string{"x.star": "| "}, "", "", "diff angies/holdem x.star", app.Cannot, "it is a named pipe", ""},
	{"a script of doc that is a link", map[string]string{"x.star": "-> ../outside/secret.star"}, "", "", "doc x.star", app.Cannot, "symbolic link", ""},
	// Outputs that would block until somebody reads them.
	{"hands saved into a pipe", map[string]string{"x.phhs": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "run --hands 1 --seed 1 --save x.phhs mixed/nt", app.Cannot, "named pipe", ""},
	{"a session saved into a pipe", map[string]string{"x.session": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "run --session --hands 1 --seed 1 --save x.session angies/holdem", app.Cannot, "named pipe", ""},
	{"a game saved into a pipe", map[string]string{"x.session": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "call\n", "play --seed 1 --save x.session mixed/nt", app.Cannot, "named pipe", ""},
	{"coverage written into a pipe", map[string]string{"x.html": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "test my --coverhtml x.html", app.Cannot, "named pipe", ""},
	{"a profile of coverage written into a pipe", map[string]string{"x.prof": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "test my --coverprofile x.prof", app.Cannot, "named pipe", ""},
	{"a profile written into a pipe", map[string]string{"x.prof": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "bench --time 1ms --cpuprofile x.prof mixed/nt", app.Cannot, "named pipe", ""},
	{"a profile of scripts written into a pipe", map[string]string{"x.prof": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "bench --time 1ms --profile x.prof mixed/nt", app.Cannot, "named pipe", ""},
	{"hands that show faults saved into a pipe", map[string]string{"x.phhs": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "", "check --exhaustive --save x.phhs mixed/nt", app.Cannot, "named pipe", ""},
	{"blocks of the REPL saved into a pipe", map[string]string{"x.star": "| ", "my/a_test.star": "def test_a(t):\n    t.eq(1, 1)\n"}, "", "x = 1\n:save x.star\n", "repl", app.No, "named pipe", ""},
	{"the REPL loads a pipe", map[string]string{"x.star": "| "}, "", ":load x.star\n", "repl", app.No, "it is a named pipe", ""},
}

func TestConfinement(t *testing.T) {
	if len(hostileLayouts) < 100 {
		t.Errorf("%d layouts", len(hostileLayouts))
	}
	for i := range hostileLayouts {
		h := &hostileLayouts[i]
		t.Run(h.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			h.lay(t, dir)
			before := textsBelow(t, filepath.Join(dir, "outside"))
			out, code := h.run(t, dir)
			if code != h.code {
				t.Errorf("exit code %d, want %d", code, h.code)
			}
			if want := strings.ReplaceAll(h.want, "ROOT", dir); !strings.Contains(out, want) {
				t.Errorf("no %q in the output", want)
			}
			if strings.Contains(out, secret) || h.not != "" && strings.Contains(out, h.not) {
				t.Error("the output has what it must not have")
			}
			if textsBelow(t, filepath.Join(dir, "outside")) != before {
				t.Error("a file outside was written")
			}
			if t.Failed() {
				t.Log(out)
			}
		})
	}
}

// lay writes the files of a layout, and next to the working directory the files that are off limits.
func (h *hostileLayout) lay(t *testing.T, dir string) {
	t.Helper()
	all := map[string]string{
		"./":                      "",
		"../outside/secret.txt":   secret,
		"../outside/secret.star":  secret + " = ((\n",
		"../outside/good.star":    "key = \"" + secret + "\"\n",
		"../outside/ugly.star":    "x=1 # " + secret + "\nload(\"@stdlib//board.star\",\"flop\")\n",
		"../outside/report.json":  secret,
		"../outside/inner/a.star": "b = 1\n", "../outside/inner/game.star": "load(\"../good.star\", \"key\")\n",
	}
	for name, text := range h.files {
		all[name] = text
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		file, text := filepath.Join(dir, "here", name), strings.ReplaceAll(all[name], "ROOT", dir)
		folder := filepath.Dir(file)
		if strings.HasSuffix(name, "/") {
			folder = file
		}
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		to, isLink := strings.CutPrefix(text, "-> ")
		switch {
		case strings.HasSuffix(name, "/"):
		case isLink:
			err = os.Symlink(to, file)
		case text == "| ":
			err = syscall.Mkfifo(file, 0o666)
		default:
			err = os.WriteFile(file, []byte(strings.ReplaceAll(text, "GAME", ownGame)), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// run runs the command and fails if it blocks.
func (h *hostileLayout) run(t *testing.T, dir string) (out string, code int) {
	t.Helper()
	t.Chdir(filepath.Join(dir, "here"))
	std, stdout, stderr := fakeIO(nil)
	files := &term.Maker{}
	std.FS, std.Create, std.CreatePlain = history.OS, files.Create, files.CreatePlain
	std.Stdin.Reader = strings.NewReader(h.stdin)
	std.Getenv = func(name string) string {
		if name == "CARDROOM_PATH" {
			return h.env
		}
		return ""
	}
	done := make(chan int, 1)
	go func() {
		done <- run(context.Background(), std, strings.Fields(strings.ReplaceAll(h.line, "ROOT", dir)))
	}()
	select {
	case code = <-done:
	case <-time.After(patience):
		t.Fatal("the command waits")
	}
	return strings.Join([]string{stdout.String(), stderr.String()}, "\n"), code
}

// textsBelow returns a digest of all files below a folder.
func textsBelow(t *testing.T, dir string) string {
	t.Helper()
	var all bytes.Buffer
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(&all, "%s %x\n", name, sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
