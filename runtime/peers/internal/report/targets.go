package report

import (
	"fmt"
	"io"
	"regexp"
)

// target is a line of the project's table of targets: every workload that its pattern names must be at most so many
// times the memcpy of the same run. They all lie at or below the best figure that was ever measured of a peer,
// PyTorch included.
type target struct {
	line    string
	pattern *regexp.Regexp
	most    float64
	ours    string
}

func atMost(line, pattern string, most float64) target {
	return target{line, regexp.MustCompile(pattern), most, Padgen}
}

func twoAtMost(line, pattern string, most float64) target {
	return target{line, regexp.MustCompile(pattern), most, PadgenTwo}
}

var targets = []target{
	atMost("tiny 1x3x4x5", `^tiny_`, 2),
	atMost("conv 1x64x56x56 p1, 4 modes", `^conv_.*/float/`, 1.25),
	atMost("image 3x224x224 p3, 4 modes", `^img_`, 1.15),
	atMost("large 32x64x112x112 p1", `^large_`, 1.2),
	twoAtMost("  on two threads", `^large_`, 0.75),
	atMost("NHWC 224x224x3 p1 f32", `^nhwc_.*/float/`, 1.15),
	atMost("NHWC 224x224x3 p1 u8", `^nhwc_.*/uint8/`, 1.3),
	atMost("audio 480000 p512 reflect", `^audio_`, 1.02),
	atMost("tokens 64x128 to 512 int64", `^tokens_`, 1.2),
	atMost("f16, u16 sequences 12 MB", `^seq_`, 1.05),
	twoAtMost("  on two threads", `^seq_`, 0.75),
	atMost("volume 128^3 p2, 4 modes", `^vol_`, 1.12),
	atMost("channel 3 to 4", `^chan_`, 1.02),
	atMost("crop 64x66x66 to 56", `^crop_`, 1.5),
	atMost("rows 4096x7 p1, 3 modes", `^rows_`, 2.8),
	atMost("rank 6, p1 on all axes", `^rank6_`, 1.6),
	atMost("letterbox u8, i8", `^letterbox_`, 1.02),
	atMost("conv float64", `^conv_.*/double/`, 1.1),
	atMost("conv complex128", `^conv_.*/complex128/`, 1.05),
	atMost("conv bool", `^conv_.*/bool/`, 2),
	atMost("conv float16", `^conv_.*/float16/`, 1.5),
	atMost("rank 4, p4 on all axes, 3 modes", `^big4_`, 1.1),
}

const (
	meanTarget = 1.3
	nodeTarget = 100 // ns of the ONNX node test
	twoFrom    = 9e6 // bytes of output from which two threads must reach
	twoTarget  = 0.75
)

// Verdict is a target held against what was measured.
type Verdict struct {
	Line           string
	Measured, Most float64
	Worst          *Row // of the workloads of the line; nil where the line is about all of them
	unit           func(float64) string
}

// Met reports whether the target is reached.
func (v *Verdict) Met() bool { return v.Measured <= v.Most }

// Verdicts returns a verdict for each target of which a workload was measured.
func (r *Report) Verdicts() []Verdict {
	var l []Verdict
	add := func(line string, most float64, unit func(float64) string, of func(*Row) float64) {
		v := Verdict{Line: line, Most: most, unit: unit}
		for _, row := range r.Rows {
			if m := of(row); row.Targeted && m > v.Measured {
				v.Measured, v.Worst = m, row
			}
		}
		if v.Worst != nil {
			l = append(l, v)
		}
	}
	for _, t := range targets {
		add(t.line, t.most, twoDigits, func(row *Row) float64 {
			if !t.pattern.MatchString(row.Name) {
				return 0
			}
			return row.ratio(t.ours)
		})
	}
	add("outputs from 9 MB on, two threads", twoTarget, twoDigits, func(row *Row) float64 {
		if row.OutBytes < twoFrom {
			return 0
		}
		return row.ratio(PadgenTwo)
	})
	add("two threads against one", noise, twoDigits, func(row *Row) float64 {
		return row.ratio(PadgenTwo) / max(row.ratio(Padgen), 1e-9)
	})
	add("ONNX node test 1x3x4x5, constant", nodeTarget, nanoseconds, func(row *Row) float64 {
		if row.Name != "tiny_1x3x4x5/float/constant" || row.ratio(Padgen) == 0 {
			return 0
		}
		return row.Results[Padgen].Median
	})
	if g := r.Mean(Padgen); len(l) > 0 && g.N > 0 {
		l = append(l, Verdict{Line: fmt.Sprintf("geometric mean of %d", g.N), Measured: g.Value, Most: meanTarget, unit: twoDigits})
	}
	return l
}

func twoDigits(v float64) string { return fmt.Sprintf("%.2f", v) }

func (r *Report) targetSummary(w io.Writer) {
	verdicts := r.Verdicts()
	if len(verdicts) == 0 {
		return
	}
	met := 0
	for i := range verdicts {
		if verdicts[i].Met() {
			met++
		}
	}
	fmt.Fprintf(w, "\ntargets, the worst workload of each line: %d of %d met\n", met, len(verdicts))
	for i := range verdicts {
		v := &verdicts[i]
		result := "met"
		if !v.Met() {
			result = "NOT MET"
			if v.Worst != nil {
				result += " by " + v.Worst.Name
			}
		}
		fmt.Fprintf(w, "  %-36s %7s at most %-6s %s\n", v.Line, v.unit(v.Measured), v.unit(v.Most), result)
	}
}
