package dsl

import (
	"sync"

	"cardroom/dsl/star"
)

// Language is the words of the language of games.
var Language = sync.OnceValue(func() *star.Words {
	own.Builtins = append(own.Builtins, star.OptionWord, star.StructWord)
	own.Attributes, own.Elsewhere = attributes, elsewhere
	own.Most = map[string]int{"game": maxGames, "evaluation": star.AnyNumber, "worth": star.AnyNumber, "outcome": star.AnyNumber, "ranked hand": star.AnyNumber}
	return star.NewWords(own)
})

// maxGames is how many games a script may make.
const maxGames = 1_000

// own is what the files of this package describe, each beside what it does.
var own star.WordList

// register adds a builtin to the language.
func register(b *star.Builtin) *star.Builtin {
	own.Builtins = append(own.Builtins, b)
	return b
}

// registerConstant adds a constant to the language.
func registerConstant(c *star.Constant) *star.Constant {
	own.Constants = append(own.Constants, c)
	return c
}

// NewLoader returns a loader of scripts in the language of games, without any module.
func NewLoader(o star.Options) *star.Loader {
	if o.Words == nil {
		o.Words = Language()
	}
	return star.NewLoader(o)
}
