package stream

// ForTest is only for tests of this package and of the kernels, which send small outputs past the caches. It sets the size in bytes above
// which an output goes past the caches, until restore is called. No kernel may run during either call.
func ForTest(past int) (restore func()) {
	was := pastFrom
	pastFrom = past
	return func() { pastFrom = was }
}
