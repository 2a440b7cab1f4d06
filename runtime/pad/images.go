package pad

// MostImages is the most images of a slab, including the slab itself, for which [Geometry.FewImages] reports true. A list with room for
// so many has room for all that [Geometry.Images] appends then.
const MostImages = 16

// FewImages reports whether slabs of axis i may have images, see [Geometry.Images], but no more than MostImages; outer lists the images
// of the slab that contains them.
func (g *Geometry) FewImages(i int, outer []int) bool {
	a := &g.axes[i]
	pads := a.begin + a.end
	return pads+len(outer) > 0 && pads < MostImages && (1+pads)*(1+len(outer)) <= MostImages
}

// Images appends to list the images of a slab: the elements at one index of axis i, in a mode that makes pads of data. Index 0 is the
// first one that comes from data. Each image is given as its distance from the slab, in elements times unit. The list outer has the
// images of the slab that contains this one, measured in the same way; each of them contains this slab and its images again.
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
