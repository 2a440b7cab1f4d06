package onnxdoc_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/padgen/padgen/spec/onnxdoc"
)

// TestHostile reads documents made to be slow. The limit is far above what
// they take, and far below what something quadratic would.
func TestHostile(t *testing.T) {
	const size = 4 << 20
	fill := func(head, line string) []byte {
		n := min((size-len(head))/len(line), 400_000)
		return []byte(head + strings.Repeat(line, n))
	}
	numbered := func(head string, n int, format string) []byte {
		var b bytes.Buffer
		b.WriteString(head)
		for i := range n {
			fmt.Fprintf(&b, format, i+1)
		}
		return b.Bytes()
	}
	const (
		changelog = "## Operator Changelog\n"
		section   = "### <a name=\"Pad-2\"></a>**Pad-2**</a>\n\n#### Version\n\nThis version of the operator has been available since version 2 of the default ONNX operator set.\n\n"
		page      = "Pad - 2\n\n  • domain: main\n\n  • since_version: 2\n\n"
		rst       = ".. _l-onnx-op\n* **since_version**: **2**\n"
		sum       = "# Pad\nFirst introduced in opset **1**\nAll versions: 1\n"
	)
	for name, data := range map[string][]byte{
		"headings":                fill(changelog, "### <a name=\"Pad-2\"></a>\n"),
		"open lists":              fill(changelog+section, "#### Attributes\n<dl>\n"),
		"long description":        fill(changelog+section+"#### Attributes\n\n<dl>\n<dt><tt>mode</tt> : string</dt>\n<dd>", "words\n"),
		"attributes":              numbered(changelog+section+"#### Attributes\n\n<dl>\n", 60_000, "<dt><tt>a%d</tt> : int</dt>\n<dd>x</dd>\n"),
		"types":                   fill(changelog+section+"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : T</dt>\n<dd>y</dd>\n</dl>\n#### Type Constraints\n\n<dl>\n<dt><tt>T</tt> : tensor(float)", ", tensor(float)"),
		"deep types":              fill(changelog+section+"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : ", "seq("),
		"index":                   fill("## Contrib Operator Schemas\n", "  * <a href=\"#com.microsoft.Pad\">x</a>\n"),
		"bullets":                 numbered(page, 100_000, "  • a%d: x\n"),
		"long bullet":             fill(page+"  • mode: ", "    words\n"),
		"page headings":           numbered(page, 100_000, "Pad - %d\n"),
		"one line":                fill(rst, " Pad - 2 * **data** (heterogeneous) - **T**: === **Inputs** "),
		"RST headings":            fill(rst, "Pad - 2\n=======\n"),
		"spaces":                  fill(rst, " "),
		"attributes of a summary": numbered(sum+"## Attributes\n", 100_000, "- **a%d** (INT, optional): x\n"),
		"history":                 numbered(sum+"## Inputs\n## Outputs\n## Type Constraints\n## Version History\n", 100_000, "- **Opset %d**: Types: tensor(float)\n"),
		"versions":                []byte("# Pad\nFirst introduced in opset **1**\nAll versions: 1" + strings.Repeat(", 2", 100_000) + "\n"),
	} {
		for _, op := range []string{"Pad", ""} {
			start := time.Now()
			_, err := onnxdoc.Read(name, data, op)
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("%s: %v", name, d)
			} else {
				t.Logf("%s: %v: %.150v", name, d, err)
			}
		}
	}
}
