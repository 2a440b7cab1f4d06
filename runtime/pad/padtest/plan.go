package padtest

import (
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Plan runs a case through a [pad.Plan], with parameters that change may modify, and returns what is wrong, or "".
func Plan[T kernel.Unit](ks *kernel.Set[T], c Case, change func(p *pad.Params[T])) string {
	value := newBuffer(ks, 1, 0)
	value.fill(5)
	p := pad.Params[T]{Shape: c.Shape, Pads: c.Pads, Mode: c.Mode, Value: value.s[0]}
	if change != nil {
		change(&p)
	}
	plan, err := pad.NewPlan(ks, p)
	if err != nil {
		return err.Error()
	}
	n, _ := pad.Count(c.Shape)
	src, dst := newBuffer(ks, n, 1), newBuffer(ks, len(c.Want), 2)
	src.fill(1)
	dst.fill(2)
	before := dst.snapshot()
	if err := plan.Run(dst.s, src.s); err != nil {
		return err.Error()
	}
	if !dst.guarded(before) {
		return "memory outside dst was written"
	}
	return compare(ks, dst.s, src.s, value.s, c.Want)
}
