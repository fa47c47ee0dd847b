//! What a guest prints, under the names that Rust's standard library calls for it.
//!
//! WASI's C library would bring a table of files for this, a search for terminals, and twenty imports, of which each call
//! pays its part though hardly any call prints. Belongs here: where bytes go. Does not: what is printed.

#![allow(
    unsafe_code,
    reason = "functions under names that C gave, with the pointers that it gives"
)]

use core::cell::UnsafeCell;
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;
use core::ptr;

/// The most that one step may take, as WASI has it.
const STEP: usize = 4096;

const STDOUT: c_int = 1;
const STDERR: c_int = 2;

/// A stream's number in the table of WASI's resources; 0 = not asked for yet.
type Stream = i32;

/// Bytes as WASI's C library has them.
#[repr(C)]
struct Bytes {
    first: *const u8,
    count: usize,
}

// Of `wasi/wasip2.h`: WASI's own functions, without the library that is laid over them.
unsafe extern "C" {
    fn stdout_get_stdout() -> Stream;
    fn stderr_get_stderr() -> Stream;
    /// `why` has room for a variant of one number. A resource in it is given back with the instance.
    fn streams_method_output_stream_blocking_write_and_flush(
        stream: Stream,
        bytes: *const Bytes,
        why: *mut [u32; 2],
    ) -> bool;
}

/// The two streams, each from its first use on. They end with the instance, which lives for one call.
struct Streams(UnsafeCell<[Stream; 2]>);

// SAFETY: a component has one thread.
unsafe impl Sync for Streams {}

static STREAMS: Streams = Streams(UnsafeCell::new([0; 2]));

/// As many of the bytes as went out; -1 where there is no such stream, or it is closed.
#[unsafe(no_mangle)]
unsafe extern "C" fn write(stream: c_int, first: *const u8, count: usize) -> isize {
    // SAFETY: one thread, and nothing that is called here prints.
    let [stdout, stderr] = unsafe { &mut *STREAMS.0.get() };
    let (known, open): (_, unsafe extern "C" fn() -> Stream) = match stream {
        STDOUT => (stdout, stdout_get_stdout),
        STDERR => (stderr, stderr_get_stderr),
        _ => return -1,
    };
    if *known == 0 {
        // SAFETY: it takes nothing.
        *known = unsafe { open() };
    }
    let count = count.min(STEP);
    let bytes = Bytes { first, count };
    let mut why = MaybeUninit::<[u32; 2]>::uninit();
    // SAFETY: the caller gives so many bytes, and the stream is open as long as the instance lives.
    let has_gone_out =
        unsafe { streams_method_output_stream_blocking_write_and_flush(*known, &raw const bytes, why.as_mut_ptr()) };
    if has_gone_out { count as isize } else { -1 }
}

/// There is no environment. Asked for by each panic.
#[unsafe(no_mangle)]
extern "C" fn getenv(_name: *const c_char) -> *mut c_char {
    ptr::null_mut()
}
