// Package guard gives tests memory with edges: to touch what lies beyond is a fault. It is for Linux alone.
package guard
