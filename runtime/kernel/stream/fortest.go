package stream

// ForTest is for tests alone, of this package and of the kernels: they send small outputs past the caches. It
// sets the output size above which [Pays] reports true, until restore is called. No kernel may run meanwhile.
func ForTest(past int) (restore func()) {
	was := pastFrom
	pastFrom = past
	return func() { pastFrom = was }
}
