// Package browsertest tests the page in Chromium. It is a module of its own, because the
// driver of the browser is a library that the program does not need.
package browsertest
