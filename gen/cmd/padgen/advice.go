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

// self returns a command that runs this padgen in the working directory.
func self() string {
	const path = "github.com/padgen/padgen/gen/cmd/padgen"
	if _, mod := gen.Module("."); bytes.Contains(mod, []byte(path)) { // used as a tool
		return "go tool padgen"
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
