package gen_test

import (
	"fmt"
	"os"

	"github.com/padgen/padgen/gen"
	"github.com/padgen/padgen/spec"
)

// Write the kernels of one type, mode and rank to a folder, and later compare the folder with what
// would be generated.
func Example() {
	table, err := spec.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := gen.NewPlan(table, gen.Config{Types: []string{"float"}, Modes: []string{"edge"}, Ranks: []int{2}, Package: "kernels"})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "kernels")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	folders, err := plan.Folders(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range []func(...gen.Folder) ([]gen.Difference, error){gen.Write, gen.Check} {
		differences, err := step(folders...)
		fmt.Println(len(differences), "files differed,", err)
	}
	for _, f := range folders[0].Files {
		fmt.Println(f.Name)
	}
	fmt.Println(plan.Kernels[0].Name())
	// Output:
	// 5 files differed, <nil>
	// 0 files differed, <nil>
	// MANIFEST.txt
	// chunks.go
	// float32.go
	// padgen.go
	// words4.go
	// EdgeFloat32Rank2
}
