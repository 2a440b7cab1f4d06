package onnxdoc_test

import (
	"bytes"
	"fmt"
	"os"

	"github.com/padgen/padgen/spec/onnxdoc"
)

func ExampleRead() {
	data, err := os.ReadFile("testdata/page-damaged.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := onnxdoc.Read("page-damaged.txt", data, "Pad")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Kind)
	for _, v := range doc.Versions {
		fmt.Println(v.Schema.ID(), v.Schema.Modes, "not stated:", v.NotStated)
	}
	_, err = onnxdoc.Read("page-damaged.txt", data[:bytes.Index(data, []byte("  • Tind in"))], "Pad")
	fmt.Println(err)
	// Output:
	// operator page of onnx.ai as text
	// ai.onnx/Pad-2 [constant reflect edge] not stated: [attributes.mode.default attributes.mode.type attributes.pads.type attributes.value.default attributes.value.type]
	// ai.onnx/Pad-18 [constant reflect edge] not stated: [attributes.mode.default attributes.mode.type]
	// onnxdoc: page-damaged.txt:38: expected a type constraint for Tind, found none under the heading in line 2
}
