// Arrays that zarrita writes are padded by zarrpad, and zarrita reads the output: node zarrita.mjs MODULES ZARRPAD FOLDER
// MODULES is the folder in which npm installed zarrita and @zarrita/storage, ZARRPAD the command, FOLDER a new one for the arrays.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, zarrpad, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(modules, "node_modules", name)).href);
const zarr = await load("zarrita/dist/src/index.js");
const { default: FileSystemStore } = await load("@zarrita/storage/dist/src/fs.js");

const source = {
  edge: (k, n) => Math.min(Math.max(k, 0), n - 1),
  wrap: (k, n) => ((k % n) + n) % n,
  reflect: (k, n) => { const p = Math.max(1, 2 * (n - 1)), m = ((k % p) + p) % p; return m < n ? m : p - m; },
  symmetric: (k, n) => { const m = ((k % (2 * n)) + 2 * n) % (2 * n); return m < n ? m : 2 * n - 1 - m; },
  constant: (k, n) => (k < 0 || k >= n ? -1 : k),
};

// The reference: element by element.
function padded(data, shape, begin, end, mode, value) {
  const out = shape.map((n, i) => n + begin[i] + end[i]);
  const made = new data.constructor(out.reduce((a, b) => a * b, 1));
  for (let e = 0; e < made.length; e++) {
    let rest = e, from = 0, step = 1, outside = false;
    for (let i = shape.length - 1; i >= 0; i--) {
      const k = source[mode]((rest % out[i]) - begin[i], shape[i]);
      rest = Math.floor(rest / out[i]);
      outside ||= k < 0;
      from += k * step;
      step *= shape[i];
    }
    made[e] = outside ? value : data[from];
  }
  return [made, out];
}

const bytes = { name: "bytes", configuration: { endian: "little" } };
const zstd = { name: "zstd", configuration: { level: 1, checksum: false } };
const blosc = (size) => ({ name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: size, blocksize: 0 } });
const types = { uint8: [Uint8Array, 1], int16: [Int16Array, 2], float32: [Float32Array, 4], float64: [Float64Array, 8] };
const chains = {
  raw: () => [bytes],
  big: () => [{ name: "bytes", configuration: { endian: "big" } }],
  zstd: () => [bytes, zstd],
  blosc: (size) => [bytes, blosc(size)],
  transpose: () => [{ name: "transpose", configuration: { order: [2, 0, 1] } }, bytes, zstd],
};

let arrays = 0, wrong = 0;
for (const [type, [Data, size]] of Object.entries(types)) {
  for (const [chain, codecs] of Object.entries(chains)) {
    const shape = [7, 9, 5], dir = join(folder, `${type}-${chain}`);
    const array = await zarr.create(zarr.root(new FileSystemStore(dir)), {
      shape, chunkShape: [3, 4, 5], dtype: type, codecs: codecs(size), fillValue: 3, attributes: { units: "m" },
    });
    const data = Data.from({ length: 315 }, (_, i) => (i * i) % 101);
    await zarr.set(array, null, { data, shape, stride: [45, 5, 1] });
    for (const mode of Object.keys(source)) {
      const out = `${dir}-${mode}`, begin = [2, 11, 0], end = [9, 1, 3];
      const value = mode === "constant" ? ["-value", "fill"] : [];
      for (const shard of ["0/2", "1/2"]) {
        execFileSync(zarrpad, ["pad", "-mode", mode, "-pads", [...begin, ...end].join(), "-shard", shard, "-chunks", "4,6,3", ...value, dir, out]);
      }
      const got = await zarr.get(await zarr.open(zarr.root(new FileSystemStore(out)), { kind: "array" }));
      const [want, wantShape] = padded(data, shape, begin, end, mode, 3);
      arrays++;
      const place = (i) => got.stride.reduceRight(([sum, rest], s, d) => [sum + (rest % wantShape[d]) * s, Math.floor(rest / wantShape[d])], [0, i])[0];
      if (String(got.shape) !== String(wantShape) || !want.every((v, i) => v === got.data[place(i)])) {
        wrong++;
        console.log(`${out}: zarrita reads other elements than the reference has`);
      }
    }
  }
}
console.log(`${arrays} arrays, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
