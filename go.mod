module github.com/padgen/padgen

go 1.24.0

require (
	github.com/dave/jennifer v1.7.1
	github.com/google/go-cmp v0.7.0
	github.com/google/jsonschema-go v0.3.0
	golang.org/x/tools v0.42.0
	google.golang.org/protobuf v1.36.12
)

tool github.com/padgen/padgen/gen/cmd/padgen
