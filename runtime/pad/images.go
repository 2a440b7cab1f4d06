package pad

// MostImages bounds the images of a slab, the slab itself included, for which [Geometry.FewImages] is true: a list of so many has
// room for what [Geometry.Images] appends then.
const MostImages = 16

// FewImages reports whether slabs of axis i may have images, see [Geometry.Images], and no more than MostImages. Outer lists those of
// the slab that they are a part of.
func (g *Geometry) FewImages(i int, outer []int) bool {
	a := &g.axes[i]
	pads := a.begin + a.end
	return pads+len(outer) > 0 && pads < MostImages && (1+pads)*(1+len(outer)) <= MostImages
}

// Images appends to list where else the output shows a slab: the elements at one index of axis i, 0 being the first that comes from
// data, in a mode that makes pads of data. Each image is the distance to it from the slab, in elements times unit. Outer lists the
// images of the slab that this one is part of, measured in the same way; each of them shows this slab and its images again.
func (g *Geometry) Images(list []int, i, index, unit int, outer []int) []int {
	a := &g.axes[i]
	list = append(list, outer...)
	for k := -a.begin; k < a.ext+a.end; k++ {
		if k == 0 {
			k = a.ext // what is between is data
		}
		if k == a.ext+a.end || source(g.mode, k, a.ext) != index {
			continue
		}
		d := (k - index) * a.dst * unit
		list = append(list, d)
		for _, o := range outer {
			list = append(list, o+d)
		}
	}
	return list
}
