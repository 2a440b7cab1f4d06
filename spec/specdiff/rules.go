package specdiff

import "slices"

// Rule is one kind of change. Its id is stable: its meaning never changes.
type Rule struct {
	ID            string
	Signature, Go Severity
	// Doc is the meaning in a few words.
	Doc string
}

// The ids of the rules that do not follow from a fact and a direction.
const (
	VersionAdded      = "PAD_VERSION_ADDED"
	VersionRemoved    = "PAD_VERSION_REMOVED"
	VersionDeprecated = "PAD_VERSION_DEPRECATED"
	RetroactiveEdit   = "PAD_RETROACTIVE_EDIT"
	OpsetRaised       = "PAD_OPSET_RAISED"
	OpsetLowered      = "PAD_OPSET_LOWERED"
	KernelRemoved     = "PAD_KERNEL_REMOVED"
	UnsupportedPart   = "PAD_UNSUPPORTED"
)

// rules lists all rules in the order in which the changes of a version are listed. The other ids consist of PAD, a kind of
// fact and a direction. A direction without a rule uses the rule of CHANGED. In a published version, a changed signature
// also breaks Go programs, see [RetroactiveEdit]. In a new version it does not, because the old version stays.
var rules = []Rule{
	{RetroactiveEdit, Changed, Breaking, "a published version is different; published versions never change"},
	{VersionRemoved, Changed, Breaking, "a published version is not there any more"},
	{VersionDeprecated, Changed, Unsupported, "the operator is deprecated, which a table cannot state"},
	{VersionAdded, None, Additive, "a version is new; models of earlier opsets keep theirs"},
	{OpsetRaised, None, Additive, "a higher opset is the newest"},
	{OpsetLowered, None, Breaking, "a lower opset is the newest, lookups above it fail"},
	{KernelRemoved, None, Breaking, "the generated package lacks a kernel"},
	{"PAD_STORAGE_ADDED", None, Additive, "one more element type has storage"},
	{"PAD_STORAGE_REMOVED", None, Breaking, "an element type has no storage any more"},
	{"PAD_STORAGE_CHANGED", None, Breaking, "an element type is stored in another way"},

	{"PAD_TYPE_ADDED", Widened, Additive, "element type added"},
	{"PAD_TYPE_REMOVED", Changed, None, "element type removed"},
	{"PAD_MODE_ADDED", Widened, Additive, "mode added"},
	{"PAD_MODE_REMOVED", Changed, None, "mode removed"},
	{"PAD_MEANING_CHANGED", Changed, None, "a mode name means another mode"},
	{"PAD_ATTRIBUTE_REQUIRED_ADDED", Changed, None, "a new required attribute"},
	{"PAD_ATTRIBUTE_ADDED", Widened, Additive, "a new optional attribute"},
	{"PAD_ATTRIBUTE_REMOVED", Changed, None, "one attribute less"},
	{"PAD_ATTRIBUTE_RENAMED", Changed, None, "an attribute has another name"},
	{"PAD_ATTRIBUTE_MOVED", Changed, None, "an input is an attribute now"},
	{"PAD_INPUT_MOVED", Changed, None, "an attribute is an input now"},
	{"PAD_ATTRIBUTE_CHANGED", Changed, None, "an attribute of another type"},
	{"PAD_DEFAULT_CHANGED", Changed, None, "another default"},
	{"PAD_INPUT_REQUIRED_ADDED", Changed, None, "a new required input"},
	{"PAD_INPUT_ADDED", Widened, Additive, "a new optional input"},
	{"PAD_INPUT_REMOVED", Changed, None, "one input less"},
	{"PAD_INPUT_WIDENED", Widened, Additive, "an input takes more types, and all that it took"},
	{"PAD_INPUT_CHANGED", Changed, None, "an input does not take all types that it took"},
	{"PAD_OPTION_WIDENED", Widened, Additive, "an attribute or input is optional now"},
	{"PAD_OPTION_CHANGED", Changed, None, "an attribute or input became required, variadic or not variadic"},
	{"PAD_NAME_CHANGED", None, None, "another name; nodes name inputs and outputs by their place"},
	{"PAD_OUTPUT_ADDED", Changed, None, "a new output"},
	{"PAD_OUTPUT_REMOVED", Changed, None, "one output less"},
	{"PAD_OUTPUT_CHANGED", Changed, None, "an output of other types or of another option"},
	{"PAD_PROSE_CHANGED", None, None, "sentence changed"},
	{"PAD_PROSE_ADDED", None, None, "sentence added"},
	{"PAD_PROSE_REMOVED", None, None, "sentence removed"},
	{UnsupportedPart, None, Unsupported, "padgen lacks something that the version needs"},
	{"PAD_SOURCES_CHANGED", None, None, "the facts come from other documents"},
}

// Rules returns all rules in the order in which changes are listed.
func Rules() []Rule { return slices.Clone(rules) }

// ruleIndex returns the index of a rule, or -1.
func ruleIndex(id string) int {
	return slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
}

// ruleOf returns the rule with an existing id.
func ruleOf(id string) Rule { return rules[ruleIndex(id)] }

// rule returns the rule of a difference.
func (d difference) rule() Rule {
	kind := "PAD_" + d.fact().kind + "_"
	i := ruleIndex(kind + d.direction())
	if i < 0 {
		i = ruleIndex(kind + "CHANGED")
	}
	return rules[i]
}
