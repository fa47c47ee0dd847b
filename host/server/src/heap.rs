//! What the heap no longer needs goes back to the system.
//!
//! Belongs here: when that is worth asking for, and the C library that has to be asked. Does not: what may be held at all
//! (`wire`'s budget, `project.memory`).
//!
//! GNU's C library keeps freed pages in the middle of its arenas for ever, and after one large block was freed it keeps the
//! large ones as well: a minute of floods left 150 MiB resident of which 4 MiB were in use. Other systems' allocators return
//! freed pages by themselves.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Between two looks; one takes microseconds.
const EVERY: Duration = Duration::from_secs(1);
/// Less is not worth giving back.
const WORTH: usize = 8 << 20;

/// Looks after the heap of this process until it is dropped.
pub(crate) struct HeapKeeper {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl HeapKeeper {
    /// Starts looking, where this system needs it. Call it before other threads allocate: settings of the allocator change.
    pub(crate) fn start() -> Self {
        let started = if system::settle() {
            Self::looking()
        } else {
            Ok(Self::none())
        };
        started.unwrap_or_else(|error| {
            tracing::warn!(%error, "no thread for the heap; freed memory may stay with this process");
            Self::none()
        })
    }

    fn none() -> Self {
        Self {
            stop: None,
            thread: None,
        }
    }

    fn looking() -> io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("heap".to_owned()).spawn(move || {
            let mut lowest = Heap::default();
            while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                look(&mut lowest);
            }
        })?;
        Ok(Self {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for HeapKeeper {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A panic in it has already been printed.
            let _ = thread.join();
        }
    }
}

/// Gives back what is worth it; `lowest` is the least that was seen since that was done last.
fn look(lowest: &mut Heap) {
    let Some(now) = system::heap() else { return };
    *lowest = lowest.least(now);
    if now.is_above(*lowest) {
        system::give_back();
        *lowest = system::heap().unwrap_or(now);
        tracing::debug!(before = now.resident, after = lowest.resident, "gave freed memory back");
    }
}

/// Bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heap {
    /// In memory and no file's, what the allocator does not know of included.
    resident: usize,
    /// Free within the allocator, in memory or not.
    free: usize,
}

impl Heap {
    fn least(self, other: Self) -> Self {
        Self {
            resident: self.resident.min(other.resident),
            free: self.free.min(other.free),
        }
    }

    /// Much was freed since, or used: what was used and freed between two looks shows as resident alone.
    fn is_above(self, lowest: Self) -> bool {
        self.free >= lowest.free + WORTH || self.resident >= lowest.resident + WORTH
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod system {
    use super::Heap;

    /// Larger blocks are mapped and unmapped by themselves. Set at all, it no longer grows with the largest block freed.
    const APART: libc::c_int = 1 << 20;
    /// More than this at the end of an arena is given back as it is freed.
    const END: libc::c_int = 256 << 10;

    /// So much of an arena is made usable at once. What is not used takes no memory, and each start of a new page takes a call.
    const AHEAD: libc::c_int = 1 << 20;

    /// Fixes the allocator's thresholds; false where it refuses.
    #[expect(unsafe_code, reason = "the C library's allocator has no other door")]
    pub(super) fn settle() -> bool {
        let set = [
            (libc::M_MMAP_THRESHOLD, APART),
            (libc::M_TRIM_THRESHOLD, END),
            (libc::M_TOP_PAD, AHEAD),
        ];
        // SAFETY: sets numbers of the allocator, under its own lock.
        set.iter()
            .all(|(what, bytes)| unsafe { libc::mallopt(*what, *bytes) } == 1)
    }

    #[expect(unsafe_code, reason = "the C library's allocator has no other door")]
    pub(super) fn heap() -> Option<Heap> {
        // SAFETY: reads numbers of the allocator, under its own locks. `mallinfo2` has larger ones, and needs glibc 2.33.
        let info = unsafe { libc::mallinfo() };
        Some(Heap {
            resident: anonymous()?,
            // Wraps at 4 GiB; a wrong look gives back once too often or too late by one.
            free: info.fordblks.cast_unsigned() as usize,
        })
    }

    fn anonymous() -> Option<usize> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kibibytes << 10)
    }

    #[expect(unsafe_code, reason = "the C library's allocator has no other door")]
    pub(super) fn give_back() {
        // SAFETY: the allocator gives back pages that hold no block, under its own locks.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod system {
    use super::Heap;

    /// Nothing to look after.
    pub(super) fn settle() -> bool {
        false
    }

    pub(super) fn heap() -> Option<Heap> {
        None
    }

    pub(super) fn give_back() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn heap(resident: usize, free: usize) -> Heap {
        Heap {
            resident: resident * MIB,
            free: free * MIB,
        }
    }

    /// What a flood looks like: it grows, stays, is freed with some of it unmapped; a second one falls between two looks.
    #[test]
    fn what_was_freed_is_worth_giving_back_and_what_is_in_use_is_not() {
        let mut lowest = heap(10, 1);
        let mut gives_back = |now: Heap| {
            lowest = lowest.least(now);
            now.is_above(lowest)
        };
        assert!(!gives_back(heap(12, 3)), "a little");
        assert!(gives_back(heap(100, 1)), "grown: perhaps freed in between");
        lowest = heap(100, 1);
        let mut gives_back = |now: Heap| {
            lowest = lowest.least(now);
            now.is_above(lowest)
        };
        assert!(!gives_back(heap(100, 1)), "in use");
        assert!(gives_back(heap(70, 60)), "freed, though less is resident");
        lowest = heap(10, 60);
        assert!(!heap(10, 60).is_above(lowest), "free, and given back already");
        assert!(heap(60, 60).is_above(lowest), "used and freed between two looks");
    }

    /// Blocks that are freed all but every hundredth leave an arena full of holes.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn holes_in_an_arena_go_back_to_the_system() {
        let filled = std::thread::spawn(|| {
            let blocks: Vec<Vec<u8>> = (0..40_000).map(|_| vec![1_u8; 2000]).collect();
            let kept: Vec<Vec<u8>> = blocks.into_iter().step_by(100).collect();
            let mut lowest = Heap::default();
            let before = system::heap().expect("Linux tells");
            look(&mut lowest);
            (before, lowest, kept.len())
        });
        let (before, after, _) = filled.join().expect("no panic");
        assert!(before.resident >= after.resident + 40 * MIB, "{before:?} {after:?}");
    }
}
