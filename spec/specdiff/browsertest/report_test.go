// Package browsertest tests the HTML report of padgen diff in a browser, and the JSON report against its schema. It is a
// separate module, so that padgen does not require its dependencies.
package browsertest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/padgen/padgen/spec"
	"github.com/padgen/padgen/spec/specdiff"
)

// page writes a report to a file for the browser, and returns its address.
func page(t *testing.T, r *specdiff.Report) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Write(f, specdiff.HTML, specdiff.Style{}), f.Close()); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// compare compares the revisions that two arguments name.
func compare(t *testing.T, old, new string) *specdiff.Report {
	t.Helper()
	a, errOld := specdiff.Resolve(old, nil)
	b, errNew := specdiff.Resolve(new, nil)
	if err := errors.Join(errOld, errNew); err != nil {
		t.Fatal(err)
	}
	return compareRevisions(t, a, b)
}

func compareRevisions(t *testing.T, old, new *specdiff.Revision) *specdiff.Report {
	t.Helper()
	r, err := specdiff.Compare(old, new, func(tab *spec.Table) (p specdiff.Package, err error) {
		for _, s := range tab.Schemas {
			p.Kernels = append(p.Kernels, fmt.Sprintf("ConstantInvented%dRank1", s.SinceVersion))
		}
		return p, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// withVersion99 compares the table with one that has a version 99: Pad-25 with an unsupported name wherever a document can
// contain one.
func withVersion99(t *testing.T, name string) *specdiff.Report {
	t.Helper()
	tables := make([]*spec.Table, 2)
	for i := range tables {
		var err error
		if tables[i], err = spec.Default(); err != nil {
			t.Fatal(err)
		}
	}
	s := tables[1].Schema("ai.onnx/Pad-25")
	s.SinceVersion = 99
	s.Modes = append(s.Modes, name)
	s.Inputs[3].Name = name
	s.Attributes[0].Default = &spec.Value{Type: spec.AttrString, Text: name}
	s.Attributes = append(s.Attributes, spec.Attribute{Name: name, Type: spec.AttrType(name)})
	s.TypeConstraints[0].Types = append(s.TypeConstraints[0].Types, "tensor("+name+")")
	s.TypeConstraints = append(s.TypeConstraints, spec.TypeConstraint{Name: name, Types: []string{name}})
	s.Outputs[0].Name = name
	return compareRevisions(t, &specdiff.Revision{Label: "old", Table: tables[0]}, &specdiff.Revision{Label: name, Table: tables[1]})
}

const evil = "a\"b</script><script>pwned=1</script><img src=x onerror=pwned=1>`|@octocat ::error::x%0A\r\n\x1b[31m\u202e$&'"

// contrast returns the worst ratio of contrast of any text on the page, and
// the text: see WCAG 2.2, 1.4.3.
const contrast = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
  const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const back = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255, 255]; };
  let worst = [99, ""];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(e.tagName) || !e.checkVisibility()) continue;
    const [a, b] = [light(rgba(getComputedStyle(e).color)), light(back(e))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < worst[0]) worst = [ratio, walk.currentNode.data.trim().slice(0, 40)];
  }
  return worst;
})()`

func TestInBrowser(t *testing.T) {
	b := startBrowser(t)
	url := page(t, compare(t, "Pad-2", "Pad-11"))
	b.screen(1200, 900, "light")
	b.open(url)

	t.Run("is one file without complaints", func(t *testing.T) {
		b.t = t
		if got := b.requests; len(got) != 1 || got[0] != url {
			t.Errorf("the page asked for %q", got)
		}
		if got := b.complaints; len(got) > 0 {
			t.Errorf("complaints: %q", got)
		}
	})

	t.Run("old and new values stand side by side", func(t *testing.T) {
		b.t = t
		var rows []string
		b.eval(`[...document.querySelectorAll(".changes tr:has(.path)")].map((r) =>
			["path", "old", "new"].map((c) => r.querySelector("." + c).textContent).join(" | "))`, &rows)
		want := []string{"inputs[1] | attributes.pads = ints, required | pads, single, tensor(int64)",
			"types | nothing | tensor(int16), tensor(int32), tensor(int64), tensor(int8), tensor(uint16), tensor(uint32), tensor(uint64), tensor(uint8)"}
		if len(rows) != 3 || rows[0] != want[0] || rows[2] != want[1] {
			t.Errorf("%q, want 3 with %q", rows, want)
		}
		var beside bool
		b.eval(`((a, b) => a.top === b.top && a.right <= b.left)(document.querySelector("td.old").getBoundingClientRect(),
			document.querySelector("td.new").getBoundingClientRect())`, &beside)
		if !beside {
			t.Error("they are not beside each other")
		}
		var dangling []string
		b.eval(`[...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute("href")).filter((h) => !document.querySelector(h))`, &dangling)
		if len(dangling) > 0 {
			t.Errorf("links lead nowhere: %q", dangling)
		}
	})
	t.Run("the keyboard reaches all links and tables that scroll", func(t *testing.T) {
		b.t = t
		var want, n int
		b.eval(`document.querySelectorAll("a, summary, [tabindex]").length`, &want)
		for ; n < want; n++ {
			b.tab()
			if b.text(`document.activeElement.matches(":focus-visible") && getComputedStyle(document.activeElement).outlineStyle`) != "solid" {
				t.Fatalf("stop %d of %d is not outlined", n+1, want)
			}
		}
	})
	t.Run("has headings in order", func(t *testing.T) {
		b.t = t
		var levels []int
		b.eval(`[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((h) => Number(h.tagName[1]))`, &levels)
		for i, l := range levels {
			if i == 0 && l != 1 || i > 0 && (l == 1 || l > levels[i-1]+1) {
				t.Fatalf("levels of headings: %v", levels)
			}
		}
		if got := b.text(`document.querySelectorAll("[id]").length - new Set([...document.querySelectorAll("[id]")].map((e) => e.id)).size`); got != "0" {
			t.Errorf("%s ids are not unique", got)
		}
	})

	t.Run("both themes on both screens", func(t *testing.T) {
		b.t = t
		url := page(t, withVersion99(t, evil)) // its text must stay text
		background := map[string]string{}
		for _, s := range []struct {
			name, scheme string
			width        int
		}{
			{"desktop-light", "light", 1200}, {"desktop-dark", "dark", 1200},
			{"narrow-light", "light", 500}, {"narrow-dark", "dark", 500},
			{"phone-light", "light", 390}, {"phone-dark", "dark", 390},
		} {
			b.screen(s.width, 800, s.scheme)
			b.open(url)
			b.eval(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`, nil)
			var worst [2]any
			b.eval(contrast, &worst)
			if ratio, _ := worst[0].(float64); ratio < 4.5 {
				t.Errorf("%s: contrast of %v is %.2f, want 4.5", s.name, worst[1], ratio)
			}
			var wide []string
			b.eval(fmt.Sprintf(`[...document.body.querySelectorAll("*")].filter((e) => !e.closest(".scroll table, .hide, .skip") && e.getBoundingClientRect().right > %d)
				.map((e) => e.tagName + "." + e.className + " " + e.getBoundingClientRect().right)`, s.width), &wide)
			if len(wide) > 0 {
				t.Errorf("%s: wider than the screen: %q", s.name, wide)
			}
			var small int
			b.eval(`[...document.querySelectorAll("summary, nav a")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 24).length`, &small)
			if small > 0 {
				t.Errorf("%s: %d controls are too small to touch", s.name, small)
			}
			if got := b.text(`document.querySelectorAll("img, b, script").length + " " + typeof window.pwned`); got != "0 undefined" {
				t.Errorf("elements and pwned: %s", got)
			}
			background[s.scheme] = b.text(`getComputedStyle(document.body).backgroundColor`)
			b.keep(s.name)
		}
		if background["light"] != "rgb(255, 255, 255)" || background["dark"] == background["light"] {
			t.Errorf("backgrounds: %v", background)
		}
	})
}
