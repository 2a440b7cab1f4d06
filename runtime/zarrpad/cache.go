package zarrpad

import (
	"container/list"
	"sync"
)

// cache keeps the values that were used most recently, up to a limit of them.
type cache[V any] struct {
	limit  int
	mu     sync.Mutex
	values map[string]*list.Element // of cached[V]
	recent list.List                // the most recent one first
}

type cached[V any] struct {
	key  string
	load func() (V, error)
}

// get returns a value, which it loads if necessary. Concurrent calls for the same value wait for one load.
func (c *cache[V]) get(key string, load func() (V, error)) (V, error) {
	c.mu.Lock()
	e := c.values[key]
	if e == nil {
		e = c.recent.PushFront(cached[V]{key, sync.OnceValues(load)})
		if c.values == nil {
			c.values = map[string]*list.Element{}
		}
		c.values[key] = e
	}
	c.recent.MoveToFront(e)
	for c.recent.Len() > c.limit {
		c.drop(c.recent.Back())
	}
	c.mu.Unlock()
	v, err := e.Value.(cached[V]).load()
	if err != nil { // the next call tries again
		c.mu.Lock()
		defer c.mu.Unlock()
		c.drop(e)
	}
	return v, err
}

// drop removes a value, unless it was removed before.
func (c *cache[V]) drop(e *list.Element) {
	if key := e.Value.(cached[V]).key; c.values[key] == e {
		delete(c.values, key)
		c.recent.Remove(e)
	}
}
