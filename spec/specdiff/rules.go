package specdiff

import "slices"

// Rule is one kind of change. Its id is stable: it is never given another
// meaning.
type Rule struct {
	ID string
	// ONNX is what the change means for ONNX, Go what it means for users of the
	// Go packages.
	ONNX, Go Class
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

	TypeAdded     = "PAD_TYPE_ADDED"
	TypeRemoved   = "PAD_TYPE_REMOVED"
	TypeNoStorage = "PAD_TYPE_NO_STORAGE"
	ModeAdded     = "PAD_MODE_ADDED"
	ModeRemoved   = "PAD_MODE_REMOVED"
	ModeUnknown   = "PAD_MODE_UNKNOWN"

	AttributeAdded           = "PAD_ATTRIBUTE_ADDED"
	AttributeRequiredAdded   = "PAD_ATTRIBUTE_REQUIRED_ADDED"
	AttributeRemoved         = "PAD_ATTRIBUTE_REMOVED"
	AttributeRenamed         = "PAD_ATTRIBUTE_RENAMED"
	AttributeTypeChanged     = "PAD_ATTRIBUTE_TYPE_CHANGED"
	AttributeRequiredChanged = "PAD_ATTRIBUTE_REQUIRED_CHANGED"
	AttributeToInput         = "PAD_ATTRIBUTE_TO_INPUT"
	AttributeUnknown         = "PAD_ATTRIBUTE_UNKNOWN"
	DefaultChanged           = "PAD_DEFAULT_CHANGED"

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
	InputUnknown       = "PAD_INPUT_UNKNOWN"
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

	NotServed = "PAD_NOT_SERVED"

	StorageAdded   = "PAD_STORAGE_ADDED"
	StorageRemoved = "PAD_STORAGE_REMOVED"
	StorageChanged = "PAD_STORAGE_CHANGED"

	DocOnly = "PAD_DOC_ONLY"
)

// rules is in the order in which changes of a version are listed.
var rules = []Rule{
	{RetroactiveEdit, Breaking, Breaking, "a published version has other content on the new side; published versions never change"},
	{VersionRemoved, Breaking, Breaking, "a published version is gone"},
	{VersionDeprecated, Breaking, Breaking, "the operator is deprecated from an opset on; the table cannot hold that: a person must decide"},
	{VersionAdded, Additive, Additive, "a version that was not there; models of earlier opsets keep theirs"},
	{VersionInForce, Breaking, Breaking, "a new version is in force at opsets that were checked and served by the version before"},
	{OpsetRaised, Additive, Additive, "the newest checked opset of a domain is higher: lookups up to it succeed"},
	{OpsetLowered, Breaking, Breaking, "the newest checked opset of a domain is lower: lookups above it fail"},

	{TypeAdded, Breaking, Additive, "data may be of one more element type: more kernels, the others as before"},
	{TypeRemoved, Breaking, Breaking, "data may no longer be of an element type"},
	{TypeNoStorage, None, Blocked, "an allowed element type has no storage in elemtypes.json: a person must add it"},
	{ModeAdded, Breaking, Additive, "one more mode: more kernels, the others as before"},
	{ModeRemoved, Breaking, Breaking, "a mode is no longer allowed"},
	{ModeUnknown, None, Blocked, "a mode that the generator cannot emit: a person must write it"},

	{AttributeAdded, Breaking, Additive, "one more attribute, which may be left out"},
	{AttributeRequiredAdded, Breaking, Breaking, "one more attribute, which must be given"},
	{AttributeRemoved, Breaking, Breaking, "an attribute is gone and nothing takes its place"},
	{AttributeRenamed, Breaking, Breaking, "an attribute of the same type, default and necessity has another name"},
	{AttributeTypeChanged, Breaking, Breaking, "an attribute is of another type"},
	{AttributeRequiredChanged, Breaking, Breaking, "an attribute became required, or no longer is"},
	{AttributeToInput, Breaking, Breaking, "what was an attribute is an input"},
	{AttributeUnknown, None, Blocked, "an attribute that package onnx gives no meaning: a person must write it"},
	{DefaultChanged, Breaking, Breaking, "an attribute that is left out means something else"},

	{InputAdded, Breaking, Additive, "one more input, which may be left out"},
	{InputRequiredAdded, Breaking, Breaking, "one more input, which must be given"},
	{InputRemoved, Breaking, Breaking, "an input is gone and nothing takes its place"},
	{InputRenamed, Breaking, None, "the input at a place has another name; Go calls go by place"},
	{InputMoved, Breaking, Breaking, "an input is at another place"},
	{InputTypeChanged, Breaking, Breaking, "an input is of another type or type constraint, and some former type is not allowed"},
	{InputWidened, Breaking, Additive, "an input may be of more types, the former ones still are allowed"},
	{InputOptionChanged, Breaking, Breaking, "an input became required or variadic, or no longer is variadic"},
	{InputMadeOptional, Breaking, Additive, "an input that had to be given may be left out"},
	{InputToAttribute, Breaking, Breaking, "what was an input is an attribute"},
	{InputUnknown, None, Blocked, "an input that package onnx gives no meaning: a person must write it"},
	{ArityChanged, Breaking, Additive, "more numbers of inputs are allowed, the former ones still are"},
	{ArityNarrowed, Breaking, Breaking, "a number of inputs that was allowed no longer is"},

	{OutputAdded, Breaking, Breaking, "one more output"},
	{OutputRemoved, Breaking, Breaking, "an output is gone"},
	{OutputRenamed, Breaking, None, "the output at a place has another name; Go calls go by place"},
	{OutputMoved, Breaking, Breaking, "an output is at another place"},
	{OutputTypeChanged, Breaking, Breaking, "an output is of another type or type constraint"},
	{OutputOptionChanged, Breaking, Breaking, "an output became optional, required or variadic"},

	{ConstraintAdded, Breaking, Additive, "a type constraint that was not there"},
	{ConstraintRemoved, Breaking, Breaking, "a type constraint is gone"},
	{ConstraintRenamed, Breaking, None, "a type constraint of the same types has another name"},
	{ConstraintTypeAdded, Breaking, Additive, "a constraint of parameters other than data allows one more type"},
	{ConstraintTypeRemoved, Breaking, Breaking, "a constraint of parameters other than data allows one type less"},

	{NotServed, None, Blocked, "a form of an attribute, input or output that package onnx does not serve: a person must write it"},

	{StorageAdded, None, Additive, "elemtypes.json stores one more element type"},
	{StorageRemoved, None, Breaking, "elemtypes.json no longer stores an element type"},
	{StorageChanged, None, Breaking, "elemtypes.json stores an element type in another way"},

	{DocOnly, None, None, "only the documents that the facts come from differ"},
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
