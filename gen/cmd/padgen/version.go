package main

import (
	"bytes"
	"fmt"

	"github.com/padgen/padgen/runtime/cmd/flags"
)

const versionUsage = `Examples:
  padgen version
  go tool padgen version   the version that this module uses

usage: padgen version
`

// version prints the version of padgen and the newest opsets of its table.
func version(args []string, out *bytes.Buffer) error {
	rest, err := flags.New("padgen version", versionUsage).Parse(args, out)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("version takes no argument, got %q", rest)
	}
	table, err := builtIn()
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "padgen", flags.Version())
	for _, d := range table.Domains {
		newest, _ := table.NewestOpset(d.Name)
		fmt.Fprintf(out, "%s opset %d\n", d.Name, newest)
	}
	return nil
}
