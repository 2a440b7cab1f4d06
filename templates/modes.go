package templates

import (
	"github.com/dave/jennifer/jen"

	"github.com/padgen/padgen/spec"
)

// ModesFileName is the name of the file of [ModesFile].
const ModesFileName = RegistryPrefix + "modes.go"

// ModesFile emits the modes for package pad of the runtime, by the names that package kernel has for them.
func ModesFile() *jen.File {
	f := newFile("pad")
	var modes []jen.Code
	for _, m := range spec.KnownModes() {
		modes = append(modes, jen.Id(spec.ModeGoName(m)).Op("=").Add(modeConst(m)).Comment(spec.ModeMeaning(m)))
	}
	f.Comment("The modes of Pad. Constant is the default of the mode attribute.")
	f.Const().Defs(modes...)
	return f
}
