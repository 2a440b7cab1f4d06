package specdiff

import "slices"

// Rule is one kind of change. Its id is stable: it is never given another meaning.
type Rule struct {
	ID            string
	Signature, Go Severity
	// Doc is the meaning in one line.
	Doc string
}

// The ids of the rules.
const (
	VersionAdded      = "PAD_VERSION_ADDED"
	VersionRemoved    = "PAD_VERSION_REMOVED"
	VersionDeprecated = "PAD_VERSION_DEPRECATED"
	RetroactiveEdit   = "PAD_RETROACTIVE_EDIT"
	VersionInForce    = "PAD_VERSION_IN_FORCE"
	OpsetRaised       = "PAD_OPSET_RAISED"
	OpsetLowered      = "PAD_OPSET_LOWERED"
	StorageAdded      = "PAD_STORAGE_ADDED"
	StorageRemoved    = "PAD_STORAGE_REMOVED"
	StorageChanged    = "PAD_STORAGE_CHANGED"
	ExportRemoved     = "PAD_EXPORT_REMOVED"
	UnsupportedPart   = "PAD_UNSUPPORTED"

	TypeAdded   = "PAD_TYPE_ADDED"
	TypeRemoved = "PAD_TYPE_REMOVED"
	ModeAdded   = "PAD_MODE_ADDED"
	ModeRemoved = "PAD_MODE_REMOVED"

	AttributeAdded         = "PAD_ATTRIBUTE_ADDED"
	AttributeRequiredAdded = "PAD_ATTRIBUTE_REQUIRED_ADDED"
	AttributeRemoved       = "PAD_ATTRIBUTE_REMOVED"
	AttributeRenamed       = "PAD_ATTRIBUTE_RENAMED"
	AttributeTypeChanged   = "PAD_ATTRIBUTE_TYPE_CHANGED"
	AttributeMadeRequired  = "PAD_ATTRIBUTE_MADE_REQUIRED"
	AttributeMadeOptional  = "PAD_ATTRIBUTE_MADE_OPTIONAL"
	AttributeToInput       = "PAD_ATTRIBUTE_TO_INPUT"
	DefaultChanged         = "PAD_DEFAULT_CHANGED"

	InputAdded         = "PAD_INPUT_ADDED"
	InputRequiredAdded = "PAD_INPUT_REQUIRED_ADDED"
	InputRemoved       = "PAD_INPUT_REMOVED"
	InputRenamed       = "PAD_INPUT_RENAMED"
	InputMoved         = "PAD_INPUT_MOVED"
	InputTypeChanged   = "PAD_INPUT_TYPE_CHANGED"
	InputOptionChanged = "PAD_INPUT_OPTION_CHANGED"
	InputWidened       = "PAD_INPUT_WIDENED"
	InputMadeOptional  = "PAD_INPUT_MADE_OPTIONAL"
	InputToAttribute   = "PAD_INPUT_TO_ATTRIBUTE"
	ArityChanged       = "PAD_ARITY_CHANGED"
	ArityNarrowed      = "PAD_ARITY_NARROWED"

	OutputAdded         = "PAD_OUTPUT_ADDED"
	OutputRemoved       = "PAD_OUTPUT_REMOVED"
	OutputRenamed       = "PAD_OUTPUT_RENAMED"
	OutputMoved         = "PAD_OUTPUT_MOVED"
	OutputTypeChanged   = "PAD_OUTPUT_TYPE_CHANGED"
	OutputOptionChanged = "PAD_OUTPUT_OPTION_CHANGED"

	ConstraintAdded       = "PAD_CONSTRAINT_ADDED"
	ConstraintRemoved     = "PAD_CONSTRAINT_REMOVED"
	ConstraintRenamed     = "PAD_CONSTRAINT_RENAMED"
	ConstraintTypeAdded   = "PAD_CONSTRAINT_TYPE_ADDED"
	ConstraintTypeRemoved = "PAD_CONSTRAINT_TYPE_REMOVED"

	DocOnly = "PAD_DOC_ONLY"
)

// rules is in the order in which changes of a version are listed. A change of the signature of a published version
// is breaking for Go, too, see [RetroactiveEdit]; that of a new version is not, as the old one stays.
var rules = []Rule{
	{RetroactiveEdit, Changed, Breaking, "a published version is different; published versions never change"},
	{VersionRemoved, Changed, Breaking, "a published version is not there any more"},
	{VersionDeprecated, Changed, Unsupported, "the operator is deprecated from an opset on; no table can say that"},
	{VersionAdded, None, Additive, "a version is new; models of earlier opsets keep theirs"},
	{VersionInForce, Changed, Breaking, "a new version is in force at opsets that another version served"},
	{OpsetRaised, None, Additive, "the newest opset of a domain is higher"},
	{OpsetLowered, None, Breaking, "the newest opset of a domain is lower: lookups above it fail"},
	{ExportRemoved, None, Breaking, "the generated package lacks a kernel, a type or another exported name"},
	{StorageAdded, None, Additive, "elemtypes.json stores one more element type"},
	{StorageRemoved, None, Breaking, "elemtypes.json does not store an element type any more"},
	{StorageChanged, None, Breaking, "elemtypes.json stores an element type in another way"},

	{TypeAdded, Widened, Additive, "data may be of one more element type"},
	{TypeRemoved, Changed, None, "data may not be of an element type any more"},
	{ModeAdded, Widened, Additive, "one more mode is allowed"},
	{ModeRemoved, Changed, None, "a mode is not allowed any more"},

	{AttributeAdded, Widened, Additive, "an optional attribute is new"},
	{AttributeRequiredAdded, Changed, None, "a required attribute is new"},
	{AttributeRemoved, Changed, None, "an attribute is removed, and nothing takes its place"},
	{AttributeRenamed, Changed, None, "an attribute has another name, and the same type and default"},
	{AttributeTypeChanged, Changed, None, "an attribute is of another type"},
	{AttributeMadeRequired, Changed, None, "an attribute that was optional is required"},
	{AttributeMadeOptional, Widened, Additive, "an attribute that was required is optional"},
	{AttributeToInput, Changed, None, "an attribute is now an input"},
	{DefaultChanged, Changed, None, "an attribute has another default"},

	{InputAdded, Widened, Additive, "an optional input is new"},
	{InputRequiredAdded, Changed, None, "a required input is new"},
	{InputRemoved, Changed, None, "an input is removed, and nothing takes its place"},
	{InputRenamed, None, None, "an input has another name; nodes name inputs by their place"},
	{InputMoved, Changed, None, "an input has another place"},
	{InputTypeChanged, Changed, None, "an input does not take a type any more"},
	{InputWidened, Widened, Additive, "an input takes more types, and all those that it took"},
	{InputOptionChanged, Changed, None, "an input became required or variadic, or is not variadic any more"},
	{InputMadeOptional, Widened, Additive, "an input that was required is optional"},
	{InputToAttribute, Changed, None, "an input is now an attribute"},
	{ArityChanged, Widened, Additive, "more numbers of inputs are allowed, and all that were"},
	{ArityNarrowed, Changed, None, "a number of inputs is not allowed any more"},

	{OutputAdded, Changed, None, "an output is new"},
	{OutputRemoved, Changed, None, "an output is removed"},
	{OutputRenamed, None, None, "an output has another name; nodes name outputs by their place"},
	{OutputMoved, Changed, None, "an output has another place"},
	{OutputTypeChanged, Changed, None, "an output is of another type"},
	{OutputOptionChanged, Changed, None, "an output became optional, required or variadic"},

	{ConstraintAdded, None, None, "a type constraint is new"},
	{ConstraintRemoved, None, None, "a type constraint is removed"},
	{ConstraintRenamed, None, None, "a type constraint has another name"},
	{ConstraintTypeAdded, Widened, Additive, "a constraint other than that of data allows one more type"},
	{ConstraintTypeRemoved, Changed, None, "a constraint other than that of data allows one type less"},

	{UnsupportedPart, None, Unsupported, "the project lacks something for a new version: a person must add it"},
	{DocOnly, None, None, "only the documents that the facts come from are others"},
}

// Rules returns all rules in the order in which changes are listed.
func Rules() []Rule { return slices.Clone(rules) }

// LookupRule returns the rule of an id.
func LookupRule(id string) (Rule, bool) {
	if i := ruleIndex(id); i >= 0 {
		return rules[i], true
	}
	return Rule{}, false
}

func ruleIndex(id string) int {
	return slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
}
