package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

func pngChunk(name string, data []byte) []byte {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), name...)
	b = append(b, data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func packed(n int) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(make([]byte, n))
	_ = w.Close()
	return b.Bytes()
}

// pngOf returns a PNG picture with 16 bits and alpha, and with more chunks.
func pngOf(w, h uint32, interlaced byte, more []byte) []byte {
	b := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	b = pngChunk("IHDR", append(b, 16, 6, 0, 0, interlaced))
	b = append(append([]byte("\x89PNG\r\n\x1a\n"), b...), more...)
	rows := int(h)
	if interlaced != 0 {
		rows = rows/8 + rows/8 + rows/8 + rows/4 + rows/4 + rows/2 + rows/2 // if h is divisible by 8
	}
	b = append(b, pngChunk("IDAT", packed(int(w)*int(h)*8+rows))...)
	return append(b, pngChunk("IEND", nil)...)
}

func pbField(number protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), data)
}

// TestBombs: files that demand much memory get only what the limit allows, and messages about them are short. Each runs in a
// child process.
func TestBombs(t *testing.T) {
	if args := os.Getenv("PADRUN_BOMB"); args != "" {
		code := run(strings.Fields(args), streams{nil, new(bytes.Buffer), os.Stdout})
		status, _ := os.ReadFile("/proc/self/status")
		_, after, _ := strings.Cut(string(status), "VmHWM:")
		peak, _, _ := strings.Cut(strings.TrimSpace(after), " ")
		fmt.Printf("\x00%d %s\n", code, peak)
		return
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the peak of a process is not known without /proc/self/status")
	}
	t.Chdir(t.TempDir())
	long := bytes.Repeat([]byte("\x1b"), 10<<20)
	profile := pngChunk("iCCP", append([]byte("x\x00\x00"), packed(16_700_000)...))
	tensor := append(pbField(8, long), "\x10\x01"...)
	node := func(more ...[]byte) []byte {
		graph := append(pbField(1, bytes.Join(more, nil)), "\x62\x03\x0a\x01y"...)
		return append(pbField(7, graph), "\x08\x08\x42\x02\x10\x19"...)
	}
	var many bytes.Buffer
	_ = png.Encode(&many, image.NewGray(image.Rect(0, 0, 9, 9)))
	for name, content := range map[string][]byte{
		"profiles.png":    pngOf(9, 9, 0, bytes.Repeat(profile, 60)),
		"chunks.png":      pngOf(9, 9, 0, bytes.Repeat(pngChunk("teXt", nil), 1<<20)),
		"row.png":         pngOf(150_000, 1, 0, nil),
		"interlaced.png":  pngOf(1504, 1504, 1, nil),
		"name.pb":         tensor,
		"names.onnx":      node(pbField(3, long), pbField(4, long)),
		"domain.onnx":     node(pbField(4, []byte("Pad")), pbField(2, []byte("y")), pbField(7, long)),
		"outputs.onnx":    node(pbField(4, []byte("Pad")), pbField(2, long), pbField(2, long)),
		"attribute.onnx":  node(pbField(4, []byte("Pad")), pbField(2, []byte("y")), pbField(5, pbField(1, long))),
		"nodes.onnx":      pbField(7, bytes.Repeat(pbField(1, nil), 5<<20)),
		"packed.pb":       pbField(1, bytes.Repeat([]byte{1}, 5<<20)),
		"dims.pb":         bytes.Repeat([]byte("\x08\x01"), 5<<20),
		"strings.pb":      bytes.Repeat(pbField(6, nil), 5<<20),
		"text.pb":         append([]byte("\x08\x01\x10\x08"), pbField(6, long)...),
		"id.onnx":         content(t, `1:8 7:{1:{1:"x" 2:"y" 4:"Identity"} 11:{1:"x"} 12:{1:"y"}} 8:{2:25}`),
		"huge.npy":        content(t, `npy "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000,), }"`),
		"line.jsonl":      []byte(`{"data":[` + strings.Repeat("1,", 5<<20) + `1]}`),
		"data.jsonl":      []byte(`{"data":[` + strings.Repeat("1,", 380_000) + `1]}`),
		"dimensions.onnx": node(pbField(4, []byte("Pad")), pbField(2, []byte("y")), pbField(1, long)),
	} {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	peak := func(args string) (code string, kib int, out string) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestBombs$")
		cmd.Env = append(os.Environ(), "PADRUN_BOMB="+args, "GOMEMLIMIT=100000000")
		b, err := cmd.Output()
		printed, result, _ := strings.Cut(string(b), "\x00")
		f := strings.Fields(result)
		if err != nil || len(f) < 2 {
			t.Fatalf("%s: %v, %q", args, err, b)
		}
		kib, _ = strconv.Atoi(f[1])
		return f[0], kib, printed
	}
	_, least, _ := peak("version")
	const limit = 50_000_000 // half of GOMEMLIMIT
	for _, c := range []struct{ args, code string }{
		{"pad -pads 1 profiles.png -", "0"}, {"pad -pads 1 -quality 90 profiles.png -", "2"}, {"pad -pads 1 chunks.png -", "0"},
		{"pad -pads 0 row.png -", "2"}, {"pad -pads 0 interlaced.png -", "2"}, {"modes row.png -o -", "2"},
		{"run id.onnx name.pb", "2"}, {"run names.onnx", "2"}, {"run domain.onnx", "2"}, {"run outputs.onnx", "2"},
		{"run attribute.onnx", "2"}, {"run nodes.onnx", "2"}, {"run -nodes nodes.onnx", "2"}, {"run id.onnx dims.pb", "2"}, {"run id.onnx packed.pb", "2"},
		{"run -nodes dimensions.onnx", "0"}, {"run -nodes names.onnx", "0"}, {"run -node y dimensions.onnx", "2"},
		{"run id.onnx strings.pb", "2"}, {"run -print id.onnx text.pb", "0"}, {"run id.onnx huge.npy", "2"},
		{"pad -pads 0,1000000000 -dtype float -shape 0 - -", "2"}, {"conform line.jsonl", "2"}, {"conform data.jsonl", "1"},
	} {
		code, kib, out := peak(c.args)
		if more := (kib - least) << 10; more > limit+8<<20 || code != c.code || len(out) > 1000 {
			t.Errorf("%s: exit code %s, want %s; %d KiB more than %d, want %d; %d bytes on standard error: %.200q",
				c.args, code, c.code, more>>10, least, limit>>10, len(out), out)
		}
	}
}
