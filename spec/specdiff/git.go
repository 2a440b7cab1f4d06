package specdiff

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

const gitTimeout = 30 * time.Second

var revision = regexp.MustCompile(`^[A-Za-z0-9_./@{}^~+][A-Za-z0-9_./@{}^~+-]{0,199}$`)

// git reads the table at a git revision, "REV" or "REV:DIR". Git reads the attributes of the folder alone, so that
// none of the repository's filters is run.
func (r *Resolver) git(arg string) (*Revision, error) {
	rev, dir, ok := strings.Cut(arg, ":")
	if !ok {
		dir = "spec"
	}
	if !revision.MatchString(rev) {
		return nil, fmt.Errorf("%w: %q is no git revision", ErrArgument, rev)
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", "-c", "core.autocrlf=false", "archive", "--format=zip", rev+":"+dir)
	cmd.Dir = r.Dir
	data, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("%w: no folder git:%s:%s: %s", ErrArgument, rev, dir, bytes.TrimSpace(exit.Stderr))
	} else if err != nil {
		return nil, fmt.Errorf("specdiff: git:%s: %w", arg, err)
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
