package memory

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLimit(t *testing.T) {
	const machine = "MemTotal:       9000 kB\nMemFree:         10 kB\nMemAvailable:    1000 kB\n"
	for _, c := range []struct {
		name, v2, v1, meminfo string
		goLimit, want         int64
	}{
		{"nothing is known", "", "", "", math.MaxInt64, Default},
		{"machine", "", "", machine, math.MaxInt64, 500 << 10},
		{"container", "5000\n", "", machine, math.MaxInt64, 2500},
		{"container that uses some", "50000/12000/2000\n", "", machine, math.MaxInt64, 20000},
		{"container that is full", "50000/60000/0", "", machine, math.MaxInt64, 1},
		{"older container that uses some", "", "50000/12000/2000", machine, math.MaxInt64, 20000},
		{"container without a limit", "max\n", "", machine, math.MaxInt64, 500 << 10},
		{"older container", "", "6000\n", machine, math.MaxInt64, 3000},
		{"older container without a limit", "", "9223372036854771712\n", machine, math.MaxInt64, 500 << 10},
		{"GOMEMLIMIT", "5000\n", "", machine, 4000, 2000},
		{"GOMEMLIMIT above the machine", "", "", machine, 1 << 40, 500 << 10},
		{"only GOMEMLIMIT", "", "", "", 4000, 2000},
		{"damaged files", "x", "-5", "MemAvailable: x kB", math.MaxInt64, Default},
		{"next to nothing", "1", "", "", math.MaxInt64, 1},
	} {
		root := fstest.MapFS{}
		add := func(name, text string) { root[name] = &fstest.MapFile{Data: []byte(text)} }
		group := func(text string, names ...string) { // limit, use, and the part of it that is inactive file cache
			for i, part := range strings.Split(text, "/") {
				if i == 2 {
					part = "inactive_file " + part + "\ntotal_inactive_file " + part
				}
				add("sys/fs/cgroup/"+names[i], part)
			}
		}
		group(c.v2, "memory.max", "memory.current", "memory.stat")
		group(c.v1, "memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat")
		add("proc/meminfo", c.meminfo)
		if got := limit(root, c.goLimit); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	nested := fstest.MapFS{}
	for name, text := range map[string]string{
		"proc/self/cgroup":                                     "12:cpu:/x\n3:memory:/slurm/job\n0::/user.slice/app\n",
		"sys/fs/cgroup/user.slice/memory.max":                  "9000", // contains that of the process
		"sys/fs/cgroup/user.slice/app/memory.max":              "max",
		"sys/fs/cgroup/memory/slurm/job/memory.limit_in_bytes": "8000",
		"sys/fs/cgroup/x/memory.max":                           "1",
	} {
		nested[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, want := range []int64{4000, 4500, Default} {
		if got := limit(nested, math.MaxInt64); got != want {
			t.Errorf("nested groups: %d, want %d", got, want)
		}
		delete(nested, "sys/fs/cgroup/memory/slurm/job/memory.limit_in_bytes")
		if want == 4500 {
			nested["proc/self/cgroup"].Data = []byte("0::/../../outside\n")
		}
	}
	if n := Limit(); n < 1<<20 {
		t.Errorf("the limit is %d bytes here, want 1 MiB or more", n)
	}
}
