module github.com/padgen/padgen/runtime/zarrpad

go 1.24

require (
	github.com/klauspost/compress v1.18.0
	github.com/padgen/padgen v0.1.0
	github.com/pierrec/lz4/v4 v4.1.22
)

replace github.com/padgen/padgen => ../..
