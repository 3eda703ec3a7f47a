// Package chart writes results as a page of HTML with charts: one file with its style and
// its drawings in it, which loads nothing and runs nothing. It can be read on a telephone and
// printed, and each chart has its numbers in a table for those who do not see it.
package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"sync"
)

//go:embed page.html
var pageText string

// page is parsed when it is first used: most runs write no page.
var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// Page is a result as a page.
type Page struct {
	Title    string
	Lead     []string // below the title
	Facts    []Fact
	Sections []Section
}

// Fact is a number with its name.
type Fact struct{ Name, Value, Note string }

// Section is a part of a page under a heading. What is empty is left out.
type Section struct {
	Title   string
	Anchor  string // by which links find the section
	Mark    *Mark
	Notes   []string
	Facts   []Fact
	Figures []*Figure
	Table   *Table
	Lines   []Line
	Body    template.HTML // made by a template of its own
}

// Grade is a color of the page: how well something did.
type Grade uint8

// The grades.
const (
	Plain Grade = iota
	Good
	Half
	Bad
)

var gradeClasses = [...]string{"", "good", "half", "bad"}

// Class is the name of the grade in the style sheet of the page.
func (g Grade) Class() string { return gradeClasses[g] }

// Mark is a short text next to a heading.
type Mark struct {
	Text  string
	Grade Grade
}

// Class is for the template.
func (*Page) Class(m *Mark) string { return m.Grade.Class() }

// Line is a line of text: of both sides of a comparison, or of one.
type Line struct {
	Side Side
	Head string // in bold
	Text string
	Code string // in small letters below
	Pre  bool   // Text is source code
}

// Side is one side of a comparison.
type Side uint8

// The sides.
const (
	Both Side = iota
	OnlyA
	OnlyB
)

// Class is for the template.
func (l Line) Class() string { return [...]string{"", "a", "b"}[l.Side] }

// Table is rows of cells under headings.
type Table struct {
	Heads []string
	Rows  [][]string
}

// Write writes a page.
func Write(w io.Writer, p *Page) error {
	n := 0
	for _, s := range p.Sections {
		for _, f := range s.Figures {
			n++
			f.ID = fmt.Sprintf("f%d", n)
		}
	}
	return page().Execute(w, p)
}
