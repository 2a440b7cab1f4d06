package main

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	oneKernelLimit  = 32 << 10 // of float32, up to rank 4
	anyKernelLimit  = 96 << 10
	allKernelsLimit = 2 << 20
	nodeLimit       = 400e3
)

// program is a main package whose linked size is measured against that of the program without kernels.
type program struct {
	name       string
	imports    string // besides runtime/pad
	statements string // with dst and src, []float32, and g, their geometry
	limit      int    // 0: for information
}

// text is a program that does everything but what needs kernels.
const text = `package main

import (
	"github.com/padgen/padgen/runtime/pad"
	%s
)

func main() {
	shape, pads := []int{2, 3, 4, 5}, []int64{0, 0, 1, 1, 0, 0, 1, 1}
	g, err := pad.NewGeometry(pad.Reflect, shape, pads)
	if err != nil {
		panic(err)
	}
	dst, src := make([]float32, g.DstLen()), make([]float32, g.SrcLen())
	%s
	println(dst[0], src[0])
}
`

const plan = `plan, err := pad.NewPlan(%s, pad.Params[float32]{Shape: shape, Pads: pads})
	if err == nil {
		err = plan.Run(dst, src)
	}
	println(err)`

// size is that of a stripped program in bytes. A file holds code and tables in whole pages of 4 KiB each: it grows by more than they do,
// or by less, depending on the rest of the program.
type size struct{ file, content int }

// linkedSizes builds each program as a module of its own, for linux/amd64 wherever it runs, and compares it with the one without kernels.
func linkedSizes(root, dir string) ([]cost, error) {
	kernels, err := kernelNames(filepath.Join(root, "generated", "MANIFEST.txt"))
	if err != nil {
		return nil, err
	}
	const (
		generated = `"github.com/padgen/padgen/generated"`
		onnx      = `"github.com/padgen/padgen/runtime/onnx"`
		node      = "op, err := %s\n\tif err == nil {\n\t\t_, err = op.Run(onnx.Attributes{})\n\t}\n\tprintln(err)"
	)
	var programs []program
	for _, k := range []string{"generated.ConstantFloat32Rank4(dst, src, 0, g)", "generated.ReflectFloat32Rank4(dst, src, g)",
		"generated.EdgeFloat32Rank4(dst, src, g)", "generated.WrapFloat32Rank4(dst, src, g)"} {
		name, _, _ := strings.Cut(k, "(")
		programs = append(programs, program{name, generated, k, oneKernelLimit})
	}
	all := "for _, k := range []any{generated." + strings.Join(kernels, ", generated.") + "} {\n\t\tprintln(k)\n\t}"
	programs = append(programs,
		program{"generated.ReflectFloat32Rank8", generated, "generated.ReflectFloat32Rank8(dst, src, g)", anyKernelLimit},
		program{"one of uint8, which has more forms of rows", generated,
			"d, s := make([]uint8, g.DstLen()), make([]uint8, g.SrcLen())\n\tgenerated.ReflectUint8Rank4(d, s, g)", anyKernelLimit},
		program{"one of int4, with its own forms and those of bytes", generated + "\n\t" + `"github.com/padgen/padgen/runtime/dtype"`,
			"d, s := make([]dtype.Int4x2, (g.DstLen()+1)/2), make([]dtype.Int4x2, (g.SrcLen()+1)/2)\n\tgenerated.ReflectInt4Rank4(d, s, g)", anyKernelLimit},
		program{fmt.Sprintf("all %d kernels, named", len(kernels)), generated, all, allKernelsLimit},
		program{"pad.Plan without kernels", `"github.com/padgen/padgen/runtime/kernel"`, fmt.Sprintf(plan, "new(kernel.Set[float32])"), 0},
		program{"pad.Plan of float32", generated, fmt.Sprintf(plan, "&generated.Float32"), 0},
		program{"onnx.New with the set of float32", generated + "\n\t" + onnx, fmt.Sprintf(node, `onnx.New("", 21, &generated.Float32)`), 0},
		program{"onnx.New without kernels, the node level alone", onnx, fmt.Sprintf(node, `onnx.New("", 21)`), nodeLimit},
		program{"all.Lookup: any type, any version", onnx + "\n\t" + `"github.com/padgen/padgen/runtime/onnx/all"`,
			fmt.Sprintf(node, `all.Lookup("", 21)`), 0})

	none, err := linkedSize(root, dir, program{statements: "copy(dst, src)"})
	if err != nil {
		return nil, err
	}
	costs := []cost{{name: "stripped program for linux/amd64 without kernels", measured: bytesOf(none.file), content: bytesOf(none.content)}}
	for _, p := range programs {
		with, err := linkedSize(root, dir, p)
		if err != nil {
			return nil, err
		}
		more := size{with.file - none.file, with.content - none.content}
		c := cost{name: "more with " + p.name, measured: bytesOf(more.file), content: bytesOf(more.content)}
		if p.limit > 0 {
			c.limit, c.over = bytesOf(p.limit), more.file > p.limit
		}
		costs = append(costs, c)
	}
	return costs, nil
}

func linkedSize(root, dir string, p program) (size, error) {
	version, err := goCommand(root, "list", "-m", "-f", "{{.GoVersion}}")
	if err != nil {
		return size{}, err
	}
	module := "module size\n\ngo " + strings.TrimSpace(version) + "\n\n" +
		"require github.com/padgen/padgen v0.0.0\n\nreplace github.com/padgen/padgen => " + strconv.Quote(root) + "\n"
	dir = filepath.Join(dir, "size")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return size{}, err
	}
	for name, content := range map[string]string{"go.mod": module, "main.go": fmt.Sprintf(text, p.imports, p.statements)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			return size{}, err
		}
	}
	bin := filepath.Join(dir, "program")
	env := []string{"GOWORK=off", "GOOS=linux", "GOARCH=amd64", "GOAMD64=v1", "CGO_ENABLED=0"}
	if _, err := command(dir, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", bin, "."); err != nil {
		return size{}, err
	}
	info, err := os.Stat(bin)
	if err != nil {
		return size{}, err
	}
	content, err := contentSize(bin)
	return size{int(info.Size()), content}, err
}

// contentSize sums the sections that a file holds and a process loads.
func contentSize(file string) (int, error) {
	f, err := elf.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n := 0
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS {
			n += int(s.FileSize)
		}
	}
	return n, nil
}

// kernelNames reads the first word of each line.
func kernelNames(manifest string) ([]string, error) {
	b, err := os.ReadFile(manifest)
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			names = append(names, f[0])
		}
	}
	return names, nil
}

func bytesOf(n int) string { return fmt.Sprintf("%.1f KB", float64(n)/1e3) }
