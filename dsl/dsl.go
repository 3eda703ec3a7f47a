// Package dsl is the language of house games: it loads scripts.
package dsl
