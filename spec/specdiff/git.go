package specdiff

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"time"
)

const gitTimeout = 30 * time.Second

var revision = regexp.MustCompile(`^[A-Za-z0-9_./@{}^~+][A-Za-z0-9_./@{}^~+-]{0,199}$`)

// gitTable reads the table at a git revision, "REV" or "REV:DIR". It runs no filter that attributes in the folder
// name.
func gitTable(arg string) (*Revision, error) {
	rev, dir, ok := strings.Cut(arg, ":")
	if !ok {
		dir = "spec"
	}
	if !revision.MatchString(rev) {
		return nil, fmt.Errorf("%w: %q is not a git revision", ErrArgument, rev)
	}
	if dir = path.Clean(dir); dir == "." {
		dir = "" // the top folder
	}
	// With --git-dir, archive behaves the same in every folder.
	repository, err := run("rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, fmt.Errorf("%w: git:%s: %w", ErrArgument, arg, err)
	}
	args := []string{"--git-dir=" + strings.TrimSpace(string(repository)), "-c", "core.autocrlf=false"}
	filters, _ := run("config", "--null", "--name-only", "--get-regexp", `^filter\.`) // an error means that there are none
	for name := range strings.FieldsFuncSeq(string(filters), func(r rune) bool { return r == 0 }) {
		args = append(args, "-c", name+"=")
	}
	data, err := run(append(args, "archive", "--format=zip", rev+":"+dir)...)
	if err != nil {
		hint := ""
		if out, _ := run("rev-parse", "--is-shallow-repository"); strings.TrimSpace(string(out)) == "true" {
			hint = "; the clone is shallow: git fetch --unshallow gets all commits"
		}
		return nil, fmt.Errorf("%w: no folder git:%s:%s: %w%s", ErrArgument, rev, dir, err, hint)
	}
	files, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("specdiff: git:%s:%s: %w", rev, dir, err)
	}
	table, err := readTable(files, dir)
	if err != nil {
		return nil, fmt.Errorf("specdiff: git:%s:%s: %w", rev, dir, err)
	}
	return table, nil
}

// run runs git and returns its output. Its error contains what git writes to standard error.
func run(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}
