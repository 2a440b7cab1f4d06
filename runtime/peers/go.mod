module github.com/padgen/padgen/runtime/peers

go 1.24

require (
	github.com/padgen/padgen v0.1.0
	github.com/yalue/onnxruntime_go v1.27.0
	google.golang.org/protobuf v1.33.0
)

replace github.com/padgen/padgen => ../..
