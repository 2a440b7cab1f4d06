// Package zarrpad pads Zarr arrays of version 2 and 3, chunk by chunk, in any number of processes.
//
// [Pad] reads the array in a [Store] and writes the chunks of the output to another one, each from the chunks of the input
// that it needs. The processes exchange no data: each pads a share of the chunks, and any scheduler can start it. An
// interrupted share continues when it is started again. Command zarrpad does the same for folders:
//
//	go run github.com/padgen/padgen/runtime/zarrpad/cmd/zarrpad@latest pad -mode reflect -pads 0,3,3,0,3,3 in.zarr out.zarr
//
// # What is read and written
//
// The data types are bool, integers, float16 to float64, bfloat16 and complex numbers, in both byte orders. The codecs are
// bytes, transpose, gzip, zlib, zstd, blosc (with lz4, zstd or zlib), crc32c and sharding_indexed. The orders are C and F.
// Anything else is refused by name before anything is written.
//
// The output is an array of the same version, type, codecs, keys of chunks, fill_value and attributes, but without shards,
// and with zstd of level 1 instead of blosc. Every chunk is written, even if it is all fill_value, so that an absent chunk is
// one that is still to be padded. Only the documents and chunks of the array are written: groups and consolidated metadata
// are unchanged.
//
// The attribute padgen of the output records the call and the metadata of the input. It is written before the first chunk. A
// run with a different call or input is refused, because other pads can result in an output of the same shape.
//
// # Many processes
//
// A process pads its share of the chunks: Shard of Shards in its [Options], or flag -shard of the command. On one machine:
//
//	seq 0 15 | xargs -P 4 -I I zarrpad pad -mode edge -pads 8,8,8,8 -shard I/16 IN OUT
//
// With make -j 4, which does not repeat a finished share:
//
//	all: $(shell seq -f share-%g 0 15)
//	share-%: ; zarrpad pad -mode edge -pads 8,8,8,8 -shard $*/16 IN OUT && touch $@
//
// As a Slurm job array:
//
//	sbatch --array=0-15 --wrap 'zarrpad pad -mode edge -pads 8,8,8,8 -shard $SLURM_ARRAY_TASK_ID/16 IN OUT'
//
// As an indexed job of Kubernetes, with a volume shared by all pods:
//
//	apiVersion: batch/v1
//	kind: Job
//	metadata: {name: pad}
//	spec:
//	  completions: 16
//	  parallelism: 4
//	  completionMode: Indexed
//	  template:
//	    spec:
//	      restartPolicy: OnFailure
//	      containers:
//	      - name: pad
//	        image: IMAGE
//	        command: [sh, -c, "zarrpad pad -mode edge -pads 8,8,8,8 -shard $JOB_COMPLETION_INDEX/16 /data/IN /data/OUT"]
//
// Package beampad does this on Apache Beam. Other schedulers can pad the chunks of an [Output] one by one.
//
// For an object store, implement the three methods of [Store]. Package blob of runtime/examples does so for gocloud.dev/blob.
//
// # Memory
//
// Chunks are padded in an order in which decoded chunks of the input are used again while they are in memory: about 200 MB of
// them. With pads on up to three axes, chunks of 8 MiB are decoded at most 2.3 times, in mode wrap 3 times (TestDecodes).
// With pads on four axes it is 5 to 10 times; smaller chunks are better there. zarrpad pad -n prints an estimate. In addition,
// each worker holds its chunk of the output three times. An axis may have up to 4194304 chunks.
package zarrpad
