package specdiff

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Limits of a table in git.
const (
	gitTimeout  = 30 * time.Second
	maxGitFiles = 1024
	maxGitBytes = 32 << 20
)

var (
	revision  = regexp.MustCompile(`^[A-Za-z0-9_./@{}^~+-]{1,200}$`)
	commit    = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
	treeEntry = regexp.MustCompile(`^(100644|100755) blob ([0-9a-f]+)\t(.+)$`)
)

// git reads the table at a revision, "REV" or "REV:DIR". It runs git rev-parse,
// ls-tree and cat-file and no other program: these read objects and apply no
// hook, filter, pager or external diff, and touch no file of the work tree.
func (r *Resolver) git(arg string) (*Side, error) {
	rev, dir, ok := strings.Cut(arg, ":")
	if !ok {
		dir = "spec"
	}
	dir = path.Clean(dir)
	if !revision.MatchString(rev) || strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("%w: %q is no git revision", ErrArgument, rev)
	}
	if path.IsAbs(dir) || dir == ".." || strings.HasPrefix(dir, "../") || strings.ContainsAny(dir, "\x00\n") {
		return nil, fmt.Errorf("%w: %q is no folder of a git tree", ErrArgument, dir)
	}
	out, err := r.run(nil, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	hash := strings.TrimSpace(string(out))
	if err != nil || !commit.MatchString(hash) {
		return nil, fmt.Errorf("%w: git:%s: no such commit: %w", ErrArgument, rev, orUnknown(err))
	}
	side, err := r.tableAt(hash, dir)
	if err != nil {
		return nil, fmt.Errorf("specdiff: git:%s:%s: %w", rev, dir, err)
	}
	return side, nil
}

func orUnknown(err error) error {
	if err == nil {
		return errors.New("git names none")
	}
	return err
}

// tableAt reads the JSON files of a folder of a commit.
func (r *Resolver) tableAt(hash, dir string) (*Side, error) {
	args := []string{"ls-tree", "-r", "-z", "--full-tree", hash}
	if dir != "." {
		args = append(args, "--", dir+"/")
	}
	list, err := r.run(nil, args...)
	if err != nil {
		return nil, err
	}
	var names []string
	var objects strings.Builder
	for entry := range strings.SplitSeq(string(list), "\x00") {
		m := treeEntry.FindStringSubmatch(entry)
		if m == nil {
			continue // a link, a submodule, or nothing after the last entry
		}
		name := m[3]
		if dir != "." {
			name = strings.TrimPrefix(name, dir+"/")
		}
		if path.Ext(name) == ".json" && strings.Count(name, "/") <= 1 {
			names = append(names, name)
			fmt.Fprintln(&objects, m[2])
		}
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("no table there")
	case len(names) > maxGitFiles:
		return nil, fmt.Errorf("%d files, more than the limit of %d", len(names), maxGitFiles)
	}
	blobs, err := r.run(strings.NewReader(objects.String()), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	files, err := unpack(names, blobs)
	if err != nil {
		return nil, err
	}
	return readTable(files, dir)
}

// unpack makes a file system of what git cat-file --batch printed.
func unpack(names []string, blobs []byte) (*zip.Reader, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		head, rest, ok := bytes.Cut(blobs, []byte("\n"))
		fields := strings.Fields(string(head))
		if !ok || len(fields) != 3 || fields[1] != "blob" {
			return nil, fmt.Errorf("git cat-file: %q for %s", head, name)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size < 0 || size >= len(rest) {
			return nil, fmt.Errorf("git cat-file: %q for %s", head, name)
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name})
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(rest[:size]); err != nil {
			return nil, err
		}
		blobs = rest[size+1:]
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
}

// run runs git and returns what it printed.
func (r *Resolver) run(stdin io.Reader, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "--no-replace-objects"}, args...)...)
	cmd.Dir, cmd.Stdin = r.Dir, stdin
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	stdout, stderr := limit{n: maxGitBytes}, limit{n: 4 << 10}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(stderr.b.String()); text != "" {
			return nil, fmt.Errorf("git %s: %w: %s", args[0], err, text)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return stdout.b.Bytes(), nil
}

// limit keeps at most n bytes and refuses more.
type limit struct {
	b bytes.Buffer
	n int
}

func (l *limit) Write(p []byte) (int, error) {
	if l.b.Len()+len(p) > l.n {
		return 0, fmt.Errorf("more than %d bytes", l.n)
	}
	return l.b.Write(p)
}
