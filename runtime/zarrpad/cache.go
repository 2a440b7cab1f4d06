package zarrpad

import (
	"container/list"
	"sync"

	"github.com/padgen/padgen/runtime/pad"
)

// cache holds decoded chunks, at most so many bytes of those that nobody is waiting for. It forgets the one that was used least recently.
type cache struct {
	mu     sync.Mutex
	limit  int64
	held   int64
	chunks map[int]*list.Element // of *cached
	recent list.List             // the most recent one first
}

type cached struct {
	key    int
	ready  chan struct{} // closed when the rest is there
	loaded bool
	block  pad.AnyBlock
	bytes  int64
	err    error
}

// get returns a chunk, which load makes if it is not there. Who asks for one that is being loaded waits for it.
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
	if c.held += bytes; err != nil { // the next one tries again
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

// drop forgets a chunk that was loaded.
func (c *cache) drop(e *list.Element) {
	chunk := c.recent.Remove(e).(*cached)
	c.held -= chunk.bytes
	delete(c.chunks, chunk.key)
}
