package pad

// MostImages is the most images that [Geometry.Images] lists.
const MostImages = 16

// FewImages reports whether a slab of axis i may have images, see [Geometry.Images], and no more than MostImages: outer are those
// of the slab that it is a part of.
func (g *Geometry) FewImages(i int, outer []int) bool {
	a := &g.axes[i]
	pads := a.begin + a.end
	return pads+len(outer) > 0 && pads < MostImages && (1+pads)*(1+len(outer)) <= MostImages
}

// Images appends the images of a slab, all of the output that is at one index of axis i, to list: the other places that show the
// same, in a mode that makes pads of data. They are distances from the slab, unit for each element. The index counts from the first
// one that comes from data. Outer are the images of the slab that it is a part of, as counted; of each, it has its images there, too.
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
