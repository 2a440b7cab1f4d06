package pad_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// TestErrorInputs: the godoc of Error.Input lists exactly the values that the package passes as the input of an error.
func TestErrorInputs(t *testing.T) {
	// The functions that take the name of an input, and the index of that argument.
	takes := map[string]int{"errorf": 1, "tooLarge": 0, "checkSize": 0, "checkBuffer": 0, "noKernel": 0, "check": 1, "nested": 0, "amounts": 0}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var passed, listed []string
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				var called string
				switch f := n.Fun.(type) {
				case *ast.Ident:
					called = f.Name
				case *ast.SelectorExpr:
					called = f.Sel.Name
				}
				if i, ok := takes[called]; ok && i < len(n.Args) {
					if text, ok := n.Args[i].(*ast.BasicLit); ok {
						input, _ := strconv.Unquote(text.Value)
						passed = append(passed, input)
					}
				}
			case *ast.Field:
				if len(n.Names) == 1 && n.Names[0].Name == "Input" {
					for _, quoted := range regexp.MustCompile(`"([a-z ]+)"`).FindAllStringSubmatch(n.Doc.Text(), -1) {
						listed = append(listed, quoted[1])
					}
				}
			}
			return true
		})
	}
	slices.Sort(passed)
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Compact(passed), listed); diff != "" {
		t.Errorf("(-passed +listed):\n%s", diff)
	}
}

// TestErrorTexts: an error states what came, what was expected and what to do, in one line.
func TestErrorTexts(t *testing.T) {
	packed := mustPlan(t, generated.Int4, pad.Params[dtype.Int4x2]{Shape: []int{4}, Pads: []int{1, 1}})
	plan, err := pad.NewAnyPlan(generated.Uint8, pad.Params[struct{}]{Shape: []int{2}, Pads: []int{0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	two := kernel.MemoryOf(make([]uint8, 2))
	shape := func(p pad.Params[uint8]) error { _, err := pad.NewPlan(generated.Uint8, p); return err }
	mode := func(name string) error { _, err := pad.ParseMode(name); return err }
	modes := pad.Constant.String()
	for m := pad.Constant + 1; m < kernel.NumModes; m++ {
		modes += map[bool]string{true: " or ", false: ", "}[m == kernel.NumModes-1] + m.String()
	}
	_, _, tooLarge := pad.Pad(generated.Uint8, nil, pad.Params[uint8]{Shape: []int{0}, Pads: []int{5 << 28, 0}, MaxBytes: 1 << 30})
	_, _, justTooLarge := pad.Pad(generated.Uint8, nil, pad.Params[uint8]{Shape: []int{0}, Pads: []int{1<<20 + 1, 0}, MaxBytes: 1 << 20})
	for _, c := range []struct {
		err  error
		want string
	}{
		{packed.Run(make([]dtype.Int4x2, 3), make([]dtype.Int4x2, 3)), "src: length 3, expected 2: units of 2 elements"},
		{plan.Run(kernel.MemoryOf(make([]float32, 2)), two, two.Part(0, 1)), "dst: units of 4 bytes, expected uint8"},
		{plan.Run(two, kernel.MemoryOf(make([]string, 2)), two.Part(0, 1)), "src: strings, expected uint8"},
		{shape(pad.Params[uint8]{Shape: []int{2, 3}, Pads: make([]int, 4), Strides: []int{12, 4}}),
			"strides: axis 1 has stride 4, expected 1: strides count elements, not bytes"},
		{shape(pad.Params[uint8]{Shape: []int{5}, Pads: []int{-2, 3}, Mode: pad.Reflect, Strict: true}),
			"pads: axis 0 has length 5, 3 of them after crops, strict reflect allows pads up to 2, got -2 and 3"},
		{shape(pad.Params[uint8]{Shape: []int{5}, Pads: []int{1}}), "pads: 1 given, expected 2: two for each axis"},
		{tooLarge, "pads: the output has 1.25 GiB, the limit is 1.00 GiB; MaxBytes raises it"},
		{justTooLarge, "pads: the output has 1048577 bytes, the limit is 1048576 bytes; MaxBytes raises it"},
		{mode("replicate"), `mode: "replicate" is not a mode, use edge`},
		{mode("Wrap"), `mode: "Wrap" is not a mode, use wrap`},
		{mode("middle"), `mode: "middle" is not a mode, expected ` + modes},
	} {
		var e *pad.Error
		if !errors.As(c.err, &e) || e.Error() != "pad: "+c.want {
			t.Errorf("%v, expected pad: %s", c.err, c.want)
		}
	}
}

// TestMeantMode: every name in the table of the godoc stands for the mode of its row, unless it is also the name of a
// mode here.
func TestMeantMode(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(f.Doc.Text(), "# Modes of other libraries")
	table, _, _ = strings.Cut(table, "# Questions")
	rows := 0
	for _, line := range strings.Split(table, "\n") {
		names := strings.Fields(strings.ReplaceAll(line, ",", " "))
		if len(names) == 0 || !strings.HasPrefix(line, "\t") || names[0] == "here" {
			continue
		}
		want, err := pad.ParseMode(names[0])
		if err != nil {
			t.Fatal(err)
		}
		rows++
		for _, name := range names[1:] {
			if _, err := pad.ParseMode(name); err == nil {
				continue // SciPy's reflect is symmetric here, which no check can detect
			}
			if m, ok := pad.MeantMode(name); !ok || m != want {
				t.Errorf("%s is %v, %v, expected %v", name, m, ok, want)
			}
		}
	}
	if rows != kernel.NumModes {
		t.Errorf("the table has %d modes, expected %d", rows, kernel.NumModes)
	}
	if m, ok := pad.MeantMode("linear_ramp"); ok {
		t.Error(fmt.Sprint("linear_ramp is ", m))
	}
}
