// Command bits type-checks packages, and all that they import, for a processor with ints of 32 bits: a constant that does not fit is an
// error there. Compiling them would take three times as long.
//
// From the top of the repository:
//
//	go run ./.ci/bits ./engine/... ./dsl/...
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes | packages.NeedTypesInfo | packages.NeedModule,
		Env:  append(os.Environ(), "GOARCH=386", "GOOS=linux", "CGO_ENABLED=0"),
	}, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if len(list) == 0 || packages.PrintErrors(list) > 0 {
		os.Exit(1)
	}
	fmt.Println(len(list), "packages fit")
}
