// LOAD and STORE move a line in two registers, WRITE past the caches to an aligned place. Registers of 16 bytes would do,
// too, but rows of 512 bytes in 9 MB take 1.15 times as long with twice the stores.
#define LOAD(s) \
	VMOVDQU 0(s), Y0 \
	VMOVDQU 32(s), Y1
#define STORE(d) \
	VMOVDQU Y0, 0(d) \
	VMOVDQU Y1, 32(d)
#define WRITE(d) \
	VMOVNTDQ Y0, 0(d) \
	VMOVNTDQ Y1, 32(d)
