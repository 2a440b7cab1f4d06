package changelog_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/padgen/padgen/spec/changelog"
)

func ExampleRead() {
	data, err := os.ReadFile("testdata/changelog.md")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := changelog.Read("changelog.md", data, "Pad")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Source)
	for _, s := range doc.Schemas {
		fmt.Println(s.ID(), s.Modes, s.MinInputs, s.MaxInputs)
	}
	_, err = changelog.Read("changelog.md", data[:bytes.Index(data, []byte("<dt><tt>Tind"))], "Pad")
	fmt.Println(err)
	// Output:
	// onnx/onnx docs/Changelog.md, opset 18
	// ai.onnx/Pad-2 [constant reflect edge] 1 1
	// ai.onnx/Pad-18 [constant reflect edge] 2 4
	// changelog: changelog.md:142: expected </dl> for the list in line 140, found the end of the document: it is cut off
}
