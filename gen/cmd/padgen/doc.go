// Command padgen generates Go kernels of ONNX Pad.
//
//	padgen generate [-opset N] [-types LIST] [-modes LIST] [-ranks LIST] [-package NAME] [-n] -o DIR
//	padgen check [FOLDER...]
//	padgen list [-opset N] [-types LIST] [-modes LIST] [-ranks LIST]
//	padgen diff OLD NEW [-package DIR] [-format text|markdown|json|html|github] [-fail-on THRESHOLD] [-o FILE] [-f] [-v]
//	padgen update [-n] [FILE...]
//	padgen version
//
// The exit code is 0 when the work is done or nothing was found, 1 for findings, 2 for wrong use or failure. Each command explains its
// flags with -h.
//
// Most programs do not need it: package [github.com/padgen/padgen/generated] has all kernels, and a program links only those that it names.
// Generate a package to have the code that runs in your own repository, to review it, or to choose what is in it.
//
// # A package of kernels
//
// Make padgen a tool of the module, so that go.mod has one version for the generator and for the runtime that the kernels call:
//
//	go get -tool github.com/padgen/padgen/gen/cmd/padgen
//
// Then write what you need into any Go file, and run go generate:
//
//	//go:generate go tool padgen generate -types float,uint8 -modes constant,reflect -ranks 1-4 -o kernels
//
// Without -types, -modes or -ranks, all of them are emitted; with -opset, only what that opset of ai.onnx allows. Ranks 1 to 4 are enough for
// almost all calls: axes without pads are merged, a kernel serves all lower ranks, and a call of a higher rank runs one several times. A call in
// a mode that the package does not have gets an error that names the flags.
//
// Generate prints one line if it changed files, and nothing if all were up to date. It removes files that earlier flags wrote, but no file that
// a person wrote or edited. Commit the package with the code that uses it; padgen.go in it has the flags, and MANIFEST.txt has one line for each
// kernel, so that a review sees what came and went without reading the code.
//
// # In CI
//
// Either of these fails when a file is out of date:
//
//	go tool padgen check
//	go generate ./... && git diff --exit-code
//
// A test of two lines compares all kernels of a set with a reference, on your platform (package [github.com/padgen/padgen/runtime/pad/padtest]):
//
//	func TestUint8(t *testing.T) { padtest.Set(t, kernels.Uint8) }
//
// # Upgrades
//
// Kernels compile with every later runtime that takes their contract, a number in runtime/kernel. So a library can commit kernels, and its users
// can upgrade padgen. Each package of kernels imports the package of its contract. If the runtime in go.mod is too old for the kernels, the go
// command reports only this:
//
//	kernels/padgen.go:16:8: no required module provides package github.com/padgen/padgen/runtime/kernel/contract2; to add it:
//		go get github.com/padgen/padgen/runtime/kernel/contract2
//
// If a runtime no longer supports the kernels, build constraints exclude the files of that package. Then generate them again.
//
// A new version of padgen may write other code for the same flags. To see what it changes, generate and commit:
//
//	go get -tool github.com/padgen/padgen/gen/cmd/padgen@latest
//	go generate ./...
//	go tool padgen diff -package ./kernels 24 25
//
// Diff reports what a version or an opset of Pad changes, for a package only what concerns its kernels. The following workflow for GitHub
// does all this each week, and opens a pull request with the report. If no byte of the kernels changes, the pull request only raises the
// version in go.mod.
//
//	on: {schedule: [{cron: '17 6 * * 1'}], workflow_dispatch: {}}
//	permissions: {contents: write, pull-requests: write} # and allow Actions to create pull requests, in the settings
//	jobs:
//	  opset:
//	    runs-on: ubuntu-24.04
//	    env: {GH_TOKEN: '${{ github.token }}'}
//	    steps:
//	      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
//	      - uses: actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0
//	        with: {go-version-file: go.mod}
//	      - run: |
//	          of() { go list -m -f "{{.$1}}" github.com/padgen/padgen; }
//	          go mod download github.com/padgen/padgen
//	          old=$(of Dir)
//	          go get -tool github.com/padgen/padgen/gen/cmd/padgen@latest
//	          go generate ./...
//	          git add -A
//	          if [ -z "$(git status --porcelain)" ]; then exit; fi
//	          go tool padgen diff "$old" "$(of Dir)" -package ./kernels -format markdown -fail-on never -o /tmp/opset.md
//	          git config user.name opset && git config user.email opset@localhost
//	          git switch -C opset && git commit -m "padgen $(of Version)" && git push -f origin opset
//	          gh pr create -H opset -t "padgen $(of Version)" -F /tmp/opset.md ||
//	            gh api -X PATCH "repos/{owner}/{repo}/pulls/$(gh pr view opset --json number --jq .number)" -F body=@/tmp/opset.md
//
// # In a clone of padgen
//
// Update adds the versions of published documents to the table, generates, and lists what is left to do by hand. The page NEWOPSET.md beside
// package specdiff is for maintainers.
package main
