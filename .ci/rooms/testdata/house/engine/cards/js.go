//go:build js

package cards

func fromBrowser() Card { return 1 }
