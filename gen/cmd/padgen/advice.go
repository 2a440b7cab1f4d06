package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/padgen/padgen/gen"
)

// tag matches the tag of a release.
var tag = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)

var (
	// required matches padgen and its version in a go.mod that requires it.
	required = regexp.MustCompile(`(?m)^\s*(?:require\s+)?github\.com/padgen/padgen\s+(v[^\s=]+)\s*(?://.*)?$`)
	// local matches a go.mod of padgen itself, or one that replaces padgen.
	local = regexp.MustCompile(`(?m)^\s*module\s+github\.com/padgen/padgen\s*$|github\.com/padgen/padgen(?:\s+v\S+)?\s+=>`)
)

// self returns a command that runs padgen in the working directory. It uses the version of the module's runtime, which
// supports the kernels of that version, or otherwise the version that is running.
func self() string {
	const path = "github.com/padgen/padgen/gen/cmd/padgen"
	_, mod := gen.Module(".")
	if bytes.Contains(mod, []byte(path)) { // used as a tool
		return "go tool padgen"
	}
	if local.Match(mod) {
		return "go run " + path
	}
	if m := required.FindSubmatch(mod); m != nil { // go run without a version would lack the sums of its dependencies
		return "go run " + path + "@" + string(m[1])
	}
	if version := built(); tag.MatchString(version) {
		return "go run " + path + "@" + version
	}
	return "go run " + path + "@latest"
}

// quoted quotes a file name for a shell.
func quoted(name string) string {
	name = filepath.ToSlash(name)
	if plain.MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// plain matches a name without characters that are special in any shell.
var plain = regexp.MustCompile(`^[\w./:-]+$`)
