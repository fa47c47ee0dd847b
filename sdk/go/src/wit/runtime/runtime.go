//go:build wasm

// Package witruntime gives memory to values that cross between Go and the host.
package witruntime

import (
	"runtime"
	"unsafe"
)

// Bytes that may be asked for before Go has begun: the adapter of WASI lays its own state and stack there.
const beforeGo = 1 << 20

var (
	early    [beforeGo / 8]uint64
	earlyEnd uintptr
	hasBegun bool
	// What the host wrote, until the call that it was for has read it.
	received runtime.Pinner
)

func init() { hasBegun = true }

// Allocate gives memory that stays where it is for as long as it is pinned. No type of WIT wants to lie on more than eight bytes.
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

// Unpin lets go of what the host wrote.
func Unpin() { received.Unpin() }

// The garbage collector looks at the clock, an import, and none may be called while the host asks for memory.
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

// Before Go has begun nothing can be made, so that memory lies in the program's own from the start.
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
