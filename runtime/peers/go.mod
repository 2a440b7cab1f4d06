module github.com/padgen/padgen/runtime/peers

go 1.26.0

require (
	github.com/padgen/padgen v0.0.0
	github.com/yalue/onnxruntime_go v1.27.0
	google.golang.org/protobuf v1.36.12
)

replace github.com/padgen/padgen => ../..
