package changelog_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/padgen/padgen/spec/changelog"
)

// TestHostile: documents that are designed to be slow result in an error.
func TestHostile(t *testing.T) {
	for name, data := range hostile(fewer(256, 32) << 10) {
		if _, err := changelog.Read(name, data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkHostile reads the same at two sizes: linear time means the same MB/s at both.
func BenchmarkHostile(b *testing.B) {
	for _, size := range []int{512 << 10, 4 << 20} {
		documents := hostile(size)
		for _, name := range slices.Sorted(maps.Keys(documents)) {
			b.Run(fmt.Sprintf("%s/%dKiB", strings.ReplaceAll(name, " ", "-"), size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(documents[name])))
				for b.Loop() {
					if _, err := changelog.Read(name, documents[name]); err == nil {
						b.Fatal("no error")
					}
				}
			})
		}
	}
}

// hostile returns documents of about size bytes, by name.
func hostile(size int) map[string][]byte {
	fill := func(head, line string) []byte {
		return []byte(head + strings.Repeat(line, (size-len(head))/len(line)))
	}
	numbered := func(head, format string) []byte {
		b := []byte(head)
		for i := 1; len(b) < size; i++ {
			b = fmt.Appendf(b, format, i)
		}
		return b
	}
	const (
		changelog = "## Operator Changelog\n"
		section   = "### <a name=\"Pad-2\"></a>**Pad-2**</a>\n\n#### Version\n\nThis version of the operator has been available since version 2 of the default ONNX operator set.\n\n"
		page      = "Pad - 2\n\n  • domain: main\n\n  • since_version: 2\n\n"
		rst       = ".. _l-onnx-op\n* **since_version**: **2**\n"
		sum       = "# Pad\nFirst introduced in opset **1**\nAll versions: 1\n"
	)
	return map[string][]byte{
		"headings":                fill(changelog, "### <a name=\"Pad-2\"></a>\n"),
		"open lists":              fill(changelog+section, "#### Attributes\n<dl>\n"),
		"long description":        fill(changelog+section+"#### Attributes\n\n<dl>\n<dt><tt>mode</tt> : string</dt>\n<dd>", "words\n"),
		"attributes":              numbered(changelog+section+"#### Attributes\n\n<dl>\n", "<dt><tt>a%d</tt> : int</dt>\n<dd>x</dd>\n"),
		"types":                   fill(changelog+section+"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : T</dt>\n<dd>y</dd>\n</dl>\n#### Type Constraints\n\n<dl>\n<dt><tt>T</tt> : tensor(float)", ", tensor(float)"),
		"deep types":              fill(changelog+section+"#### Outputs\n\n<dl>\n<dt><tt>y</tt> : ", "seq("),
		"index":                   fill("## Contrib Operator Schemas\n", "  * <a href=\"#com.microsoft.Pad\">x</a>\n"),
		"bullets":                 numbered(page, "  • a%d: x\n"),
		"long bullet":             fill(page+"  • mode: ", "    words\n"),
		"page headings":           numbered(page, "Pad - %d\n"),
		"one line":                fill(rst, " Pad - 2 * **data** (heterogeneous) - **T**: === **Inputs** "),
		"RST headings":            fill(rst, "Pad - 2\n=======\n"),
		"spaces":                  fill(rst, " "),
		"attributes of a summary": numbered(sum+"## Attributes\n", "- **a%d** (INT, optional): x\n"),
		"history":                 numbered(sum+"## Inputs\n## Outputs\n## Type Constraints\n## Version History\n", "- **Opset %d**: Types: tensor(float)\n"),
		"versions":                []byte("# Pad\nFirst introduced in opset **1**\nAll versions: 1" + strings.Repeat(", 2", size/3) + "\n"),
	}
}
