//go:build wasm

// Package witruntime allocates memory for values that cross between Go and the host.
package witruntime

import (
	"runtime"
	"unsafe"
)

// Bytes that may be allocated before Go has started: the WASI adapter puts its own state and stack there.
const beforeGo = 1 << 20

var (
	early    [beforeGo / 8]uint64
	earlyEnd uintptr
	hasBegun bool
	// Memory that the host wrote, until its call has read it.
	received runtime.Pinner
)

func init() { hasBegun = true }

// Allocate returns memory that does not move while it is pinned. No WIT type needs an alignment above eight bytes.
func Allocate(pins *runtime.Pinner, size, align uintptr) unsafe.Pointer {
	if size == 0 {
		return nil
	}
	if align > 8 {
		panic("memory is asked for on a border that no type of WIT has")
	}
	words := make([]uint64, (size+7)/8)
	start := unsafe.Pointer(unsafe.SliceData(words))
	pins.Pin(start)
	return start
}

// Unpin releases the memory that the host wrote.
func Unpin() { received.Unpin() }

// The garbage collector reads the clock, an import; no import may be called while the host allocates memory.
//
//go:wasmimport wasi_snapshot_preview1 adapter_monotonic_clock_set_paused
func pauseClock(paused bool)

//go:wasmexport cabi_realloc
func place(old unsafe.Pointer, oldSize, align, size uintptr) unsafe.Pointer {
	if old != nil || oldSize != 0 {
		panic("the host wants memory moved, which it has no reason for")
	}
	if !hasBegun {
		return placeEarly(align, size)
	}
	pauseClock(true)
	start := Allocate(&received, size, align)
	pauseClock(false)
	return start
}

// Nothing can be allocated before Go has started, so this memory is a static part of the program.
//
//go:nosplit
func placeEarly(align, size uintptr) unsafe.Pointer {
	base := uintptr(unsafe.Pointer(&early))
	at := (base + earlyEnd + align - 1) &^ (align - 1)
	if at+size > base+beforeGo {
		return nil
	}
	earlyEnd = at + size - base
	return unsafe.Add(unsafe.Pointer(&early), at-base)
}
