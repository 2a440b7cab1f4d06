module github.com/padgen/padgen

go 1.24

// The oldest versions that work, so that who gets padgen keeps theirs.
require (
	github.com/dave/jennifer v1.6.1 // v1.6.0 requires eight modules, v1.5.1 has no NoFormat
	github.com/google/go-cmp v0.5.5 // what protobuf requires
	golang.org/x/tools v0.1.8 // v0.1.7 does not walk generics
	google.golang.org/protobuf v1.33.0 // CVE-2024-24786 is in the older ones
)

tool github.com/padgen/padgen/gen/cmd/padgen
