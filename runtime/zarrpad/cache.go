package zarrpad

import (
	"container/list"
	"sync"

	"github.com/padgen/padgen/runtime/pad"
)

// cache keeps decoded chunks. Above limit bytes it drops the chunks that were used least recently.
// first.
type cache struct {
	mu     sync.Mutex
	limit  int64
	held   int64
	chunks map[int]*list.Element // of *cached
	recent list.List             // the most recent one first
}

type cached struct {
	key    int
	ready  chan struct{} // closed when the fields below are set
	loaded bool
	block  pad.AnyBlock
	bytes  int64
	err    error
}

// get returns a chunk, which it loads with load if necessary. Concurrent calls for the same chunk wait for one load.
func (c *cache) get(key int, load func() (block pad.AnyBlock, bytes int64, err error)) (pad.AnyBlock, error) {
	c.mu.Lock()
	if e := c.chunks[key]; e != nil {
		c.recent.MoveToFront(e)
		c.mu.Unlock()
		chunk := e.Value.(*cached)
		<-chunk.ready
		return chunk.block, chunk.err
	}
	chunk := &cached{key: key, ready: make(chan struct{})}
	e := c.recent.PushFront(chunk)
	c.chunks[key] = e
	c.mu.Unlock()

	defer close(chunk.ready)
	block, bytes, err := load()
	c.mu.Lock()
	defer c.mu.Unlock()
	chunk.block, chunk.bytes, chunk.err, chunk.loaded = block, bytes, err, true
	if c.held += bytes; err != nil { // the next call tries again
		c.drop(e)
	}
	for last := c.recent.Back(); c.held > c.limit && last != nil; {
		before := last.Prev()
		if last != e && last.Value.(*cached).loaded {
			c.drop(last)
		}
		last = before
	}
	return block, err
}

// drop removes a loaded chunk.
func (c *cache) drop(e *list.Element) {
	chunk := c.recent.Remove(e).(*cached)
	c.held -= chunk.bytes
	delete(c.chunks, chunk.key)
}
