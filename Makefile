# Every target runs from a fresh clone with Go alone.

GO ?= go
# How long `make fuzz` runs each target.
FUZZTIME ?= 20s
# What `make bench` runs.
BENCH ?= .
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.DEFAULT_GOAL := help
.PHONY: help generate check test race bench lint fuzz conform

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

generate: ## rebuild all that is generated from the spec table
	$(GO) generate ./...

check: ## name generated files that are stale, missing or orphaned
	$(GO) run ./gen/cmd/padgen check

test: ## run every test (PADGEN_LONG=1 adds the long ones)
	$(GO) test ./...

race: ## run the tests with the race detector and its checks of pointers
	$(GO) test -race -short ./...

bench: ## measure (BENCH=regexp selects)
	$(GO) test -run '^$$' -bench '$(BENCH)' ./runtime/...

lint: ## gofmt, go vet and staticcheck
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "gofmt would change:"; echo "$$files"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

fuzz: ## run each fuzz target for FUZZTIME (20s)
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

conform: ## run the conformance cases beside this folder, where they are
	@if [ -d ../shared/conformance ]; then \
		$(GO) run ./runtime/cmd/padrun conform ../shared/conformance; \
	else echo "skipped: there is no ../shared/conformance"; fi
