// This file writes results as an HTML page with charts: a single file that contains its styles and drawings, loads nothing
// and runs no scripts. It can be read on a phone and printed, and each chart has its numbers in a table for screen readers.
//
// A result that can be a page makes a report.Page of itself, next to what makes its text and its rows (page.go of simulate,
// report.go of session, versus and ruletests). chart draws figures whose horizontal positions are percentages and whose
// vertical positions are pixels. So letters keep their size on any screen, and axes have only as many numbers as fit on a
// phone. engine/markup writes the page, in which every text is escaped. Each figure has a title, a sentence and a table for
// readers who cannot see it. fake.CheckPage checks pages of all games of the houses.

package report
