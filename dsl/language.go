package dsl

import "sync"

// Language is the words of the language of games.
var Language = sync.OnceValue(func() *Words {
	own.Attributes, own.Elsewhere = attributes, elsewhere
	return NewWords(own)
})

// own is what the files of this package describe, each beside what it does.
var own WordList

// register adds a builtin to the language.
func register(b *Builtin) *Builtin {
	own.Builtins = append(own.Builtins, b)
	return b
}

// registerConstant adds a constant to the language.
func registerConstant(c *Constant) *Constant {
	own.Constants = append(own.Constants, c)
	return c
}
