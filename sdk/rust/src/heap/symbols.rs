//! Exports the heap as `malloc`, `free` and the other functions that Rust's standard library and WASI's C library call.
//! So neither library adds its own allocator; the C library's allocator alone would add 12 KB to every component.

#![allow(unsafe_code, reason = "an allocator hands out raw memory, under names that C gave")]

use super::{Heap, Memory};
use core::arch::wasm32;
use core::cell::UnsafeCell;
use core::ffi::c_int;
use core::ptr;

const PAGE: u32 = 65_536;

/// The error number that `posix_memalign` returns if no memory is available.
const ENOMEM: c_int = 48;

unsafe extern "C" {
    /// A symbol of the linker. Its address is the end of the data that the linker placed in memory.
    static __heap_base: u8;
}

#[derive(Debug)]
struct Linear {
    /// True if the allocator already uses the free rest of the component's initial memory, behind the linker's data.
    began: bool,
}

impl Memory for Linear {
    fn load(&self, at: u32) -> u32 {
        // SAFETY: the heap passes only aligned addresses in memory that `grow` returned.
        unsafe { ptr::read(at as *const u32) }
    }

    fn store(&mut self, at: u32, number: u32) {
        // SAFETY: as above.
        unsafe { ptr::write(at as *mut u32, number) }
    }

    fn copy(&mut self, from: u32, to: u32, bytes: u32) {
        // SAFETY: two blocks of the heap, which never overlap.
        unsafe { ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes as usize) }
    }

    fn grow(&mut self, bytes: u32) -> Option<(u32, u32)> {
        let end = wasm32::memory_size(0) as u32 * PAGE;
        let first = (&raw const __heap_base) as u32;
        if !std::mem::replace(&mut self.began, true) && end - first >= bytes {
            return Some((first, end));
        }
        let pages = bytes.div_ceil(PAGE);
        match wasm32::memory_grow(0, pages as usize) {
            usize::MAX => None,
            before => {
                let start = before as u32 * PAGE;
                // The very last page ends at the end of the address space.
                Some((start, start.saturating_add(pages * PAGE)))
            }
        }
    }
}

struct Only(UnsafeCell<Heap<Linear>>);

// SAFETY: a component has one thread.
unsafe impl Sync for Only {}

static HEAP: Only = Only(UnsafeCell::new(Heap::new(Linear { began: false })));

fn heap<T>(ask: impl FnOnce(&mut Heap<Linear>) -> T) -> T {
    // SAFETY: one thread, and the heap calls none of its own functions.
    ask(unsafe { &mut *HEAP.0.get() })
}

fn pointer(block: Option<u32>) -> *mut u8 {
    block.unwrap_or(0) as *mut u8
}

#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut u8 {
    pointer(heap(|heap| heap.take(size as u32)))
}

#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut u8 {
    let Some(bytes) = count.checked_mul(size) else {
        return ptr::null_mut();
    };
    let block = malloc(bytes);
    if !block.is_null() {
        // SAFETY: a block of so many bytes.
        unsafe { ptr::write_bytes(block, 0, bytes) };
    }
    block
}

#[unsafe(no_mangle)]
extern "C" fn realloc(block: *mut u8, size: usize) -> *mut u8 {
    if block.is_null() {
        return malloc(size);
    }
    pointer(heap(|heap| heap.resize(block as u32, size as u32)))
}

#[unsafe(no_mangle)]
extern "C" fn free(block: *mut u8) {
    if !block.is_null() {
        heap(|heap| heap.give(block as u32));
    }
}

#[unsafe(no_mangle)]
extern "C" fn aligned_alloc(align: usize, size: usize) -> *mut u8 {
    pointer(heap(|heap| heap.take_aligned(size as u32, align as u32)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(out: *mut *mut u8, align: usize, size: usize) -> c_int {
    let block = aligned_alloc(align, size);
    if block.is_null() {
        return ENOMEM;
    }
    // SAFETY: the caller gives the address of a pointer.
    unsafe { *out = block };
    0
}

#[unsafe(no_mangle)]
extern "C" fn malloc_usable_size(block: *mut u8) -> usize {
    if block.is_null() {
        return 0;
    }
    heap(|heap| heap.capacity(block as u32) as usize)
}
