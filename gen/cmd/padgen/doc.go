// Command padgen generates Go kernels of ONNX Pad.
//
//	padgen generate [-opset N] [-types LIST] [-modes LIST] [-ranks LIST] [-package NAME] [-n] -o DIR
//	padgen check [FOLDER...]
//	padgen list [-opset N] [-types LIST] [-modes LIST] [-ranks LIST]
//	padgen diff OLD NEW [-package DIR] [-format text|markdown|json|html|github] [-fail-on THRESHOLD] [-o FILE] [-f] [-v]
//	padgen update [-n] [FILE...]
//	padgen version
//
// The exit code is 0 for success, 1 for findings, and 2 for incorrect usage or failure. Each command explains its flags with -h.
//
// Most programs do not need this command: package [github.com/padgen/padgen/generated] contains all kernels, and a program links only those
// that it names. Generate a package to keep the code that runs in your own repository, to review it, or to choose what it contains.
//
// # A package of kernels
//
// Make padgen a tool of your module, so that go.mod requires the same version of the generator and of the runtime that the kernels call:
//
//	go get -tool github.com/padgen/padgen/gen/cmd/padgen
//
// Then write what you need into any Go file, and run go generate:
//
//	//go:generate go tool padgen generate -types float,uint8 -modes constant,reflect -ranks 1-4 -o kernels
//
// Without -types, -modes or -ranks, all of them are emitted; with -opset, only what that opset of ai.onnx allows. Ranks 1 to 4 are enough
// for almost all calls: axes without pads are merged, a kernel also serves all lower ranks, and a call of a higher rank runs a kernel
// several times. A call in a mode that the package does not contain returns an error that names the flags.
//
// Generate prints one line if it changed files, and nothing if all files were up to date. It removes files that it wrote with earlier
// flags, but no file that a person wrote or edited. Commit the package with the code that uses it. Its file padgen.go records the flags,
// and MANIFEST.txt lists one kernel on each line, so that a reviewer sees which kernels were added and removed without reading the code.
//
// # In CI
//
// Either of these commands fails if a file is out of date:
//
//	go tool padgen check
//	go generate ./... && git diff --exit-code
//
// A one-line test compares all kernels of a set with a reference on your platform (see package
// [github.com/padgen/padgen/runtime/pad/padtest]):
//
//	func TestUint8(t *testing.T) { padtest.Set(t, kernels.Uint8) }
//
// # Upgrades
//
// Kernels compile with every later runtime that supports their contract, which is a number. A library can therefore commit kernels, and its
// users can upgrade padgen. Each package of kernels imports the package of its contract. If the runtime in go.mod is too old for the
// kernels, the go command reports only this:
//
//	kernels/padgen.go:16:8: no required module provides package github.com/padgen/padgen/runtime/kernel/contract2; to add it:
//		go get github.com/padgen/padgen/runtime/kernel/contract2
//
// If a runtime no longer supports the kernels, the go command reports that build constraints exclude all files of that package. Generate
// the kernels again in that case.
//
// A new version of padgen may write different code for the same flags. To upgrade and to see what changes:
//
//	go get -tool github.com/padgen/padgen/gen/cmd/padgen@latest
//	go generate ./...
//	go tool padgen diff -package ./kernels 24 25
//
// Diff reports what a version or an opset of Pad changes; with -package, it reports only what concerns the kernels of that package. The
// following GitHub workflow does all this each week, and opens a pull request with the report. If no byte of the kernels changes, the pull
// request only raises the version in go.mod.
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
// Update adds the versions in published documents to the table, generates the kernels, and lists what is left to do by hand. Maintainers
// find the whole procedure in spec/specdiff/NEWOPSET.md.
package main
