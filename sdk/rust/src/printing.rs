//! Writes a guest's output to stdout and stderr, under the function names that Rust's standard library calls.
//!
//! WASI's C library would add a table of files, a check for terminals, and twenty imports to each component, though few
//! calls print. Belongs here: writing bytes to a stream. Does not: the text.

#![allow(
    unsafe_code,
    reason = "functions under names that C gave, with the pointers that it gives"
)]

use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;
use core::ptr;

/// Maximum number of bytes of one write to a stream, as WASI defines it.
const STEP: usize = 4096;

const STDOUT: c_int = 1;
const STDERR: c_int = 2;

/// The handle of a stream in the component's table of WASI resources; 0 means that the stream is not opened yet.
type Stream = i32;

/// A list of bytes, as a pointer and a length, in the memory layout of the WASI functions for C.
#[repr(C)]
struct Bytes {
    first: *const u8,
    count: usize,
}

// From `wasi/wasip2.h`: WASI's own functions, without the library on top of them.
unsafe extern "C" {
    fn stdout_get_stdout() -> Stream;
    fn stderr_get_stderr() -> Stream;
    /// Writes bytes to a WASI output stream and waits until they are written; returns false if it fails. `why` points
    /// to memory for the error, whose resource is released with the component's instance.
    fn streams_method_output_stream_blocking_write_and_flush(
        stream: Stream,
        bytes: *const Bytes,
        why: *mut [u32; 2],
    ) -> bool;
}

/// The handles of stdout and stderr, in this order. Each stream is opened at its first use, and closed with the
/// component's instance, which serves one call.
struct Streams(UnsafeCell<[Stream; 2]>);

// SAFETY: a component has one thread.
unsafe impl Sync for Streams {}

static STREAMS: Streams = Streams(UnsafeCell::new([0; 2]));

/// Writes to stdout or stderr. Returns the number of bytes written; -1 if there is no such stream, or if it is closed.
#[unsafe(no_mangle)]
unsafe extern "C" fn write(stream: c_int, first: *const u8, count: usize) -> isize {
    // SAFETY: one thread, and none of the called functions prints.
    let [stdout, stderr] = unsafe { &mut *STREAMS.0.get() };
    let (known, open): (_, unsafe extern "C" fn() -> Stream) = match stream {
        STDOUT => (stdout, stdout_get_stdout),
        STDERR => (stderr, stderr_get_stderr),
        _ => return -1,
    };
    if *known == 0 {
        // SAFETY: it takes no arguments.
        *known = unsafe { open() };
    }
    let count = count.min(STEP);
    let bytes = Bytes { first, count };
    let mut why = MaybeUninit::<[u32; 2]>::uninit();
    // SAFETY: the caller passes so many bytes, and the stream is open as long as the instance lives.
    let has_gone_out =
        unsafe { streams_method_output_stream_blocking_write_and_flush(*known, &raw const bytes, why.as_mut_ptr()) };
    if has_gone_out { count as isize } else { -1 }
}

/// Returns null, because a component has no environment variables. Each panic of Rust calls this function.
#[unsafe(no_mangle)]
extern "C" fn getenv(_name: *const c_char) -> *mut c_char {
    ptr::null_mut()
}
