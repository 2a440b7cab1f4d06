package pad

// MostImages is the most images that [Geometry.Images] lists.
const MostImages = 16

// An image of a slab, all that is at an index of an axis, is another place of the output that shows the same. Axes outside it give
// it images too, outer: those of the slab that it is a part of.

// FewImages reports whether a slab of axis i may have images, and no more than MostImages.
func (g *Geometry) FewImages(i int, outer []int) bool {
	a := &g.axes[i]
	pads := a.begin + a.end
	return pads+len(outer) > 0 && pads < MostImages && (1+pads)*(1+len(outer)) <= MostImages
}

// Images appends the distances to the images of the slab at an index of axis i, counted from the first that comes from data: of unit
// for each element, as outer are.
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
