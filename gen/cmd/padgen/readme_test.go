package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// block is a code block of README, without the indentation of a list.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^( *)```(\\w*)\n(.*?)^ *```$")

func blocks(t *testing.T) (list []block) {
	t.Helper()
	readme, err := os.ReadFile(filepath.Join(moduleRoot(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fence.FindAllStringSubmatch(string(readme), -1) {
		list = append(list, block{m[2], regexp.MustCompile("(?m)^"+m[1]).ReplaceAllString(m[3], "")})
	}
	return list
}

// take returns the next block of a language, which must contain the given text.
func take(t *testing.T, list *[]block, language, holds string) string {
	t.Helper()
	for i, b := range *list {
		if b.language == language && strings.Contains(b.text, holds) {
			*list = (*list)[i+1:]
			return b.text
		}
	}
	t.Fatalf("README has no further block of %q with %q", language, holds)
	return ""
}

// sh runs lines of README: the go command, and commands that it installed. It returns the output of the last one.
func (m *userModule) sh(lines string) (printed string) {
	m.t.Helper()
	bin := filepath.Join(m.Dir, "bin")
	m.t.Setenv("GOBIN", bin)
	for line := range strings.Lines(lines) {
		line, _, _ = strings.Cut(line, " #")
		words := strings.Fields(line)
		if words[0] == "go" {
			printed = m.Go(words[1:]...)
			continue
		}
		command := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
		command.Dir = m.Dir
		out, err := command.CombinedOutput()
		if err != nil {
			m.t.Fatalf("%s: %v\n%s", line, err, out)
		}
		printed = string(out)
	}
	return printed
}

// TestReadme follows README in a module that uses the work tree as padgen, and compares what is printed.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds what README shows")
	}
	readme(t, newUserModule(t), strings.NewReplacer("@latest", ""))
}

// TestReadmeOfRelease follows README in an empty module that gets the release from a proxy.
func TestReadmeOfRelease(t *testing.T) {
	readme(t, released(t).newModule(t, "go 1.24\n"), strings.NewReplacer())
}

func readme(t *testing.T, m *userModule, version *strings.Replacer) {
	t.Helper()
	rest := blocks(t)
	sh := func(line string) { m.sh(version.Replace(line)) }

	sh(take(t, &rest, "sh", "go get "))
	m.write("main.go", take(t, &rest, "go", "package main"))
	if got, want := m.Go("run", "."), take(t, &rest, "", "[1 8]"); got != want {
		t.Errorf("main.go prints\n%s, README says\n%s", got, want)
	}

	sh(take(t, &rest, "sh", "padrun@latest"))
	decode := func(file string) image.Image {
		t.Helper()
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if len(content) > 60<<10 {
			t.Errorf("%s has %d bytes, expected at most 60 KiB", file, len(content))
		}
		return img
	}
	// Compare pixels, because the next Go may compress them differently.
	if !reflect.DeepEqual(decode(filepath.Join(m.Dir, "modes.png")), decode(filepath.Join(moduleRoot(t), ".github", "modes.png"))) {
		t.Error("modes.png is not the picture in README")
	}

	example := strings.ReplaceAll(take(t, &rest, "go", "pad.To("), "\n", "\n\t")
	m.write("image/main.go", fmt.Sprintf(`package main

import (
	"fmt"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/pad"
)

func main() {
	%s
	fmt.Println(plan.OutputShape(), square[0], err)
}
`, example))
	if got, want := m.Go("run", "./image"), "[640 640 3] 114 <nil>\n"; got != want {
		t.Errorf("the image example prints %q, expected %q", got, want)
	}

	m.write("border/main.go", fmt.Sprintf(`package main

import (
	"fmt"
	"image"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/pad"
)

func main() {
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	%s
	fmt.Println(framed.Bounds(), err)
}
`, strings.ReplaceAll(take(t, &rest, "go", "images.Border("), "\n", "\n\t")))
	if got, want := m.Go("run", "./border"), "(-16,-16)-(56,46) <nil>\n"; got != want {
		t.Errorf("the example of package images prints %q, expected %q", got, want)
	}

	sh(take(t, &rest, "sh", "get -tool"))
	m.write("generate.go", "package main\n\n"+take(t, &rest, "go", "//go:generate"))
	m.Go("generate", ".")
	m.Go("build", "./...")
	kernel := take(t, &rest, "go", "func ReflectUint8Rank4")
	if emitted, err := os.ReadFile(filepath.Join(m.Dir, "kernels", "uint8.go")); err != nil || !strings.Contains(string(emitted), kernel) {
		t.Errorf("kernels/uint8.go does not have the kernel as README shows it (%v)", err)
	}
	m.Go("tool", "padgen", "check")
	lines := 0
	names, _ := filepath.Glob(filepath.Join(m.Dir, "kernels", "*.go"))
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(src, []byte("\n"))
	}
	text, err := os.ReadFile(filepath.Join(moduleRoot(t), "README.md"))
	said := regexp.MustCompile(`writes package .kernels.: about (\d),(\d+) lines`).FindSubmatch(text)
	if err != nil || said == nil {
		t.Fatalf("README does not say how many lines package kernels has: %v", err)
	}
	if n, err := strconv.Atoi(string(said[1]) + string(said[2])); err != nil || lines < n*9/10 || lines > n*11/10 {
		t.Errorf("package kernels has %d lines, README says %d (%v)", lines, n, err)
	}

	diff := m.Go("tool", "padgen", "diff", "24", "25")
	for line := range strings.Lines(take(t, &rest, "", "24 -> 25")) {
		if !strings.Contains(diff, line) && !strings.HasPrefix(line, "[… ") {
			t.Errorf("padgen diff 24 25 does not print %q:\n%s", line, diff)
		}
	}
	m.Go("tool", "padgen", "diff", "-package", "./kernels", "24", "25")
}

// TestClone generates the kernels and the picture in a clone, which contains everything that this needs.
func TestClone(t *testing.T) {
	released(t)
	dir := filepath.Join(t.TempDir(), "padgen")
	command := func(in string, args ...string) {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "GOFLAGS=-buildvcs=false")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if out, err := exec.Command("git", "clone", "-q", "--depth=1", "file://"+moduleRoot(t), dir).CombinedOutput(); err != nil {
		t.Fatalf("this is not a clone: %s", out)
	}
	rest := blocks(t)
	command(dir, "make", "generate")
	command(dir, "git", "diff", "--exit-code", "--stat")
	_, line, _ := strings.Cut(take(t, &rest, "sh", "padrun@latest"), "\npadrun ")
	command(dir, append([]string{"go", "run", "./runtime/cmd/padrun"}, strings.Fields(line)...)...)
	if _, err := os.Stat(filepath.Join(dir, "modes.png")); err != nil {
		t.Error(err)
	}
}
