# Every target runs from a fresh clone, with Go and git, unless its line names what else it needs.

GO ?= go
# How long `make fuzz` runs each target.
FUZZTIME ?= 20s
# What `make bench` runs.
BENCH ?= .
# The tests that run kernels on every kind of row.
KERNELS := TestEvery|TestContract
# What `make emulate` runs; this amd64 has no AVX2, s390x is big-endian.
EMULATED ?= linux/386 linux/arm linux/arm64 linux/riscv64 linux/s390x linux/amd64 js/wasm
# What `make checkptr` runs: all but what counts allocations, of which these checks make some, and the grid of packed rows, which
# takes minutes then, and whose rows TestBounds has.
INSTRUMENTED := -skip 'Allocat|TestForeignTypes|TestGrid' ./runtime/kernel/... ./runtime/pad/... ./runtime/onnx/...
# The rehearsals whose copies `make rehearse` tests: the last two are of all others but renamed.
REHEARSALS ?= same|widened|edited
# Further flags of go test in the targets that test a module, such as -v.
TESTFLAGS ?=
# `make random` runs N nodes, drawn from a seed: 0 is another one in each run.
N ?=
SEED ?= 0
ACTIONLINT := github.com/rhysd/actionlint/cmd/actionlint@v1.7.7
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# $(call nodes,N,FLAGS): the last lines of a run of N random nodes, and of N/10 made in every way; all lines where one is wrong.
nodes = out=$$($(GO) test -count=1 -timeout 2h -v $(2) -run '^(TestRandomNodes|TestWays)$$' ./runtime/onnx ./runtime/pad -nodes $(or $(N),$(1)) -seed $(SEED) 2>&1) \
	&& echo "$$out" | grep ' nodes, ' || { echo "$$out"; exit 1; }
# each sets $$emulator for each of the platforms that this machine can run.
each = set -e; for platform in $(1); do \
	platform=$${platform%:}; echo "$$platform"; \
	emulator=$$(GO=$(GO) .ci/emulator $$platform) || { [ $$? = 4 ] || exit 1; continue; }; \
	export GOOS=$${platform%/*} GOARCH=$${platform\#*/}

.DEFAULT_GOAL := help
.PHONY: help generate check test test-short test-long test-release release-check random random-emulated race asan checkptr rehearse emulate cover cover-asm bench bench-once bench-peers bench-costs test-peers test-examples test-beam test-zarr test-browser lint fuzz conform apidiff

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

generate: ## rebuild all that is generated from the spec table
	$(GO) generate ./...

check: ## name generated files that are stale, missing or orphaned
	$(GO) run ./gen/cmd/padgen check

test: ## run the tests
	$(GO) test -timeout 30m $(TESTFLAGS) ./...

test-short: ## run the tests except those that build programs or write whole packages
	$(GO) test -short -timeout 30m $(TESTFLAGS) ./...

test-long: ## run the tests with all cases of all types, outputs of real size, and all tests of every rehearsal of a new opset
	PADGEN_LONG=1 $(GO) test -timeout 3h ./...
	cd runtime/zarrpad && PADGEN_LONG=1 $(GO) test -timeout 3h ./...

test-release: ## make a release in a folder, and test it as others get it, with the nested modules (needs the network and a C compiler)
	TESTFLAGS='$(TESTFLAGS)' .ci/release

release-check: ## the same for VERSION=v0.1.0, and list what is left to do before it is tagged
	@TESTFLAGS='$(TESTFLAGS)' .ci/release $(or $(VERSION),no-version)

# (The detector takes memory of its own, and its pools forget what they hold: nothing can be counted. The packages left out test kernels, in one
# goroutine; asan and checkptr have these.)
race: ## run the tests with the race detector and its checks of pointers (needs a C compiler)
	$(GO) test -race -short -timeout 1h -skip 'TestBombs|^TestAllocations$$' $(TESTFLAGS) \
		$$($(GO) list ./... | grep -v -E '/(pad/padtest|templates/leaf|kernel/packed|kernel/stream)$$')

# (It does not see assembly: kernels run without it. What assembly touches, guard pages show in all tests.)
asan: ## run the tests of kernels and runtime with the address sanitizer (needs gcc)
	$(GO) test -asan -short -timeout 1h $(TESTFLAGS) -skip 'Allocat|TestForeignTypes' ./runtime/pad ./runtime/onnx
	$(GO) test -asan -tags purego -short -timeout 1h $(TESTFLAGS) -skip 'Allocat|TestGrid' ./runtime/kernel/... ./runtime/pad/padtest

checkptr: ## run them with checks of all pointers that unsafe makes
	$(GO) test -gcflags=all=-d=checkptr=2 -short -timeout 1h $(TESTFLAGS) $(INSTRUMENTED)

rehearse: ## run the short tests, and the rehearsals, in the copy of a rehearsal of a new opset (REHEARSALS=name|name)
	PADGEN_LONG=short $(GO) test -count=1 -timeout 1h $(TESTFLAGS) -run 'TestRehearsals/^($(REHEARSALS))$$' ./gen/cmd/padgen

# (TestSignals and TestSignalAtOnce start their own program, which the machine cannot run.)
emulate: ## test kernels and runtime for 386, arm, arm64, riscv64, s390x, amd64 without AVX2, and wasm (needs qemu-user and node)
	@$(call each,$(EMULATED)); \
		$(GO) test -short -timeout 1h $(TESTFLAGS) -exec "$$emulator" -run '$(KERNELS)' ./runtime/pad/padtest; \
		$(GO) test -short -timeout 1h $(TESTFLAGS) -exec "$$emulator" -skip "TestSignal|TestBombs" ./runtime/kernel/... ./runtime/pad ./runtime/onnx ./runtime/dtype ./runtime/cmd/...; \
	done

random: ## compare 100,000 random nodes with the reference, 10,000 calls in every way, and 20,000 without assembly, others in each run (N=nodes SEED=seed)
	@$(call nodes,100000)
	@$(call nodes,20000,-tags purego)

random-emulated: ## the same with 5,000 nodes on each of 386 (or arm), arm64 and s390x (needs qemu-user)
	@$(call each,linux/386 linux/arm linux/arm64 linux/s390x); $(call nodes,5000,-exec "$$emulator"); done

# unreached is what the tests do not reach: repeatStrings.close is empty, which go tool cover takes for not reached; chunks, longChunks and write end
# with a panic that no case may reach; stream leaves no rows of 16-byte words.
unreached := strings.go.*close|words16.go.*byStream|[[:space:]]chunks|longChunks|[[:space:]]write[[:space:]]
cover: ## show that the tests reach every statement of the generated code, with assembly (on amd64) or without
	@mkdir -p .bin
	$(GO) test $(TESTFLAGS) ./runtime/pad/padtest -run '$(KERNELS)|TestBounds' -coverpkg=./generated -coverprofile=.bin/cover.out .
	$(GO) test $(TESTFLAGS) ./runtime/pad/padtest -run '$(KERNELS)|TestBounds' -tags purego -coverpkg=./generated -coverprofile=.bin/purego.out .
	@tail -n +2 .bin/purego.out >> .bin/cover.out
	@$(GO) tool cover -func=.bin/cover.out | awk '$$NF != "100.0%" && !/$(unreached)/ && !/^total:/ { print; missed = 1 } /^total:/ { print; total = 1 } END { exit missed || !total }'

cover-asm: ## show that every instruction of the assembly runs between guard pages (needs qemu-user and binutils)
	@GO=$(GO) .ci/cover-asm

bench: ## measure, each workload beside its memcpy (BENCH=regexp selects)
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime 50ms ./runtime/bench

bench-once: ## run every benchmark once, which checks its output
	$(GO) test -run '^$$' -bench . -benchtime 1x $(TESTFLAGS) ./...

bench-peers: ## measure side by side with ONNX Runtime and NumPy (needs a C compiler, npm and python3-numpy; ARGS="-run conv")
	runtime/peers/run.sh -out .bin/peers $(ARGS)

bench-costs: ## linked sizes against their limits, times to generate and to compile all kernels
	PADGEN_LONG=1 $(GO) test -count 1 -v -run TestLinkedSizes ./runtime/bench
	$(GO) build ./generated
	$(GO) build -o .bin/padgen ./gen/cmd/padgen
	bash -c 'time .bin/padgen generate -o .bin/kernels' && rm -r .bin/kernels
	bash -c 'time $(GO) build -gcflags=-D=/$$(date +%s) ./generated' # a flag that the build cache has not seen

# $(call nested,FOLDER,FLAGS) is what each nested module must pass, with the race detector.
nested = cd $(1) && $(GO) vet ./... && $(GO) run $(STATICCHECK) ./... && $(GO) test -race $(TESTFLAGS) $(2) ./...

test-peers: ## test the module of bench-peers (as all nested modules with vet, staticcheck and race detector: needs a C compiler)
	$(call nested,runtime/peers)

test-examples: ## test the module of examples, those of ONNX Runtime if its library is there
	$(call nested,runtime/examples)

test-zarr: ## test Pad of Zarr arrays, also against zarrita (needs node and npm) and zarr-python (python3-zarr), where they are
	$(call nested,runtime/zarrpad,-timeout 20m)
	runtime/zarrpad/testdata/others.sh

test-beam: ## test Pad on Apache Beam, in this process (needs Go 1.26)
	$(call nested,runtime/beampad)
	$(call nested,runtime/examples/beam,-timeout 15m)

test-browser: ## test the reports of padgen diff: JSON by its schema, HTML in Chromium (CHROME=path names another browser)
	$(call nested,spec/specdiff/browsertest,-count=1)

lint: ## gofmt, go vet, staticcheck and actionlint, and no other entries at the top
	@stray=$$(git ls-files | cut -d/ -f1 | grep -vxE '\..+|LICENSE|Makefile|README\.md|go\.(mod|sum)|gen_test\.go|gen|generated|runtime|spec|templates' | sort -u); \
		if [ -n "$$stray" ]; then echo "entries at the top that the layout does not have:"; echo "$$stray"; exit 1; fi
	@files=$$("$$($(GO) env GOROOT)/bin/gofmt" -l .) || exit 1; if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	$(GO) run $(ACTIONLINT)

apidiff: ## name what has become incompatible in the Go API since the last tag
	GO=$(GO) .ci/apidiff

fuzz: ## run each fuzz target for FUZZTIME (20s)
	@set -e; packages=$$($(GO) list ./...); for pkg in $$packages; do \
		targets=$$($(GO) test -list '^Fuzz' $$pkg); \
		for target in $$(echo "$$targets" | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
		done; \
	done

conform: ## run the project's own conformance cases, and those beside this folder, where they are
	$(GO) run ./runtime/cmd/padrun conform runtime/onnx/testdata/cases.jsonl
	@if [ -d ../shared/conformance ]; then \
		$(GO) run ./runtime/cmd/padrun conform ../shared/conformance; \
	else echo "skipped: there is no ../shared/conformance"; fi
