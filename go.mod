module github.com/padgen/padgen

go 1.24

require (
	github.com/dave/jennifer v1.6.1
	github.com/google/go-cmp v0.5.5
	golang.org/x/tools v0.1.8
	google.golang.org/protobuf v1.28.0
)

tool github.com/padgen/padgen/gen/cmd/padgen
