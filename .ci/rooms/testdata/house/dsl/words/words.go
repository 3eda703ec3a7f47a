// Package words has one file and one importer.
package words

const Word = "word"
