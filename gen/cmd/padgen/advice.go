package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/runtime/cmd/files"
)

// directive matches a line of a Go file that generates a package.
var directive = regexp.MustCompile(`(?m)^//go:generate .*\bpadgen\b.* -?-o[ =](\S+)`)

// goGenerate returns the go generate command that makes the package in a folder, or "" if no Go file of the module has one.
func goGenerate(dir string) (command string) {
	dir, _ = filepath.Abs(dir)
	root, _ := gen.Module(dir)
	if here, _ := gen.Module("."); root == "" || root != here {
		return ""
	}
	working, _ := filepath.Abs(".")
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && apart(path) {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		src, _ := files.Read(path, 4<<20) // nothing of what is not a regular file
		for _, m := range directive.FindAllSubmatch(src, -1) {
			if filepath.Join(filepath.Dir(path), string(m[1])) == dir {
				from, _ := filepath.Rel(working, filepath.Dir(path))
				command = "go generate " + quoted(strings.Replace("./"+filepath.ToSlash(from), "./.", ".", 1))
				return fs.SkipAll
			}
		}
		return nil
	})
	return command
}

// apart reports whether the go command leaves a folder out of its parent's module.
func apart(path string) bool {
	name := filepath.Base(path)
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil || name[0] == '.' || name[0] == '_' || name == "vendor" || name == "testdata"
}

// tag matches a version that anybody can get.
var tag = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`)

// self returns a command that runs this padgen in the working directory.
func self() string {
	const path = "github.com/padgen/padgen/gen/cmd/padgen"
	if _, mod := gen.Module("."); bytes.Contains(mod, []byte(path)) { // as a tool
		return "go tool padgen"
	}
	if version := built(); tag.MatchString(version) {
		return "go run " + path + "@" + version
	}
	return "go run " + path + "@latest"
}

// quoted quotes the name of a file for a shell.
func quoted(name string) string {
	name = filepath.ToSlash(name)
	if plain.MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// plain matches a name whose characters mean themselves in any shell.
var plain = regexp.MustCompile(`^[\w./:-]+$`)
