//! Returns unused heap memory to the system.
//!
//! This module decides when to return memory. Memory limits are elsewhere (`wire`'s budget, `project.memory`).
//!
//! GNU's C library keeps freed pages in the middle of its arenas forever. After one large block was freed, it also
//! keeps later large blocks. After a minute of heavy load, 150 MiB were resident, of which 4 MiB were in use. The
//! allocators of other systems return freed pages by themselves.

use std::io;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Interval between two checks whether the process has unused heap memory; one check takes microseconds.
const EVERY: Duration = Duration::from_secs(1);
/// Minimum number of unused bytes for which the host returns memory to the system.
const WORTH: usize = 8 << 20;

/// A thread that checks the heap and returns memory to the system, until this value is dropped.
pub(crate) struct HeapKeeper {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl HeapKeeper {
    /// Starts the thread if the allocator of this system needs it. Must be called before other threads allocate,
    /// because it changes settings of the allocator.
    pub(crate) fn start() -> Self {
        let started = if system::settle() {
            Self::looking()
        } else {
            Ok(Self::disabled())
        };
        started.unwrap_or_else(|error| {
            tracing::warn!(%error, "cannot start the thread for the heap; freed memory may stay with this process");
            Self::disabled()
        })
    }

    fn disabled() -> Self {
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
            // A panic of the thread has already been printed.
            let _ = thread.join();
        }
    }
}

/// Returns free heap memory to the system if that is worthwhile. `lowest` has the minimum sizes since the last return.
fn look(lowest: &mut Heap) {
    let Some(now) = system::heap() else { return };
    *lowest = lowest.least(now);
    if now.is_above(*lowest) {
        system::give_back();
        *lowest = system::heap().unwrap_or(now);
        tracing::debug!(
            before = now.resident,
            after = lowest.resident,
            "returned freed memory to the system"
        );
    }
}

/// Sizes of the heap, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Heap {
    /// Resident anonymous memory of the process, including memory that the allocator does not manage.
    resident: usize,
    /// Memory that is free in the allocator, resident or not.
    free: usize,
}

impl Heap {
    fn least(self, other: Self) -> Self {
        Self {
            resident: self.resident.min(other.resident),
            free: self.free.min(other.free),
        }
    }

    /// True if the heap grew by at least `WORTH` free or resident bytes since `lowest`. Memory that was used and freed
    /// between two checks is visible only as resident.
    fn is_above(self, lowest: Self) -> bool {
        self.free >= lowest.free + WORTH || self.resident >= lowest.resident + WORTH
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod system {
    use super::Heap;

    /// Minimum size in bytes of a block that is mapped and unmapped separately. Setting this value also stops the
    /// allocator from raising it to the size of the largest freed block.
    const APART: libc::c_int = 1 << 20;
    /// Maximum number of free bytes at the end of an arena; the allocator returns more at once.
    const END: libc::c_int = 256 << 10;

    /// Bytes by which an arena grows in one step. Unused pages use no memory, and each step costs a system call.
    const AHEAD: libc::c_int = 1 << 20;

    /// Sets the allocator's thresholds. Returns false if the allocator rejects them.
    #[expect(unsafe_code, reason = "the C library's allocator has no other interface")]
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

    #[expect(unsafe_code, reason = "the C library's allocator has no other interface")]
    pub(super) fn heap() -> Option<Heap> {
        // SAFETY: reads numbers of the allocator, under its own locks. `mallinfo2` has larger ones, and needs glibc
        // 2.33.
        let info = unsafe { libc::mallinfo() };
        Some(Heap {
            resident: anonymous()?,
            // Wraps at 4 GiB; a wrong value leads to one return too many or one that is too late.
            free: info.fordblks.cast_unsigned() as usize,
        })
    }

    fn anonymous() -> Option<usize> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kibibytes << 10)
    }

    #[expect(unsafe_code, reason = "the C library's allocator has no other interface")]
    pub(super) fn give_back() {
        // SAFETY: the allocator returns pages that contain no block, under its own locks.
        unsafe { libc::malloc_trim(0) };
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod system {
    use super::Heap;

    /// Does nothing and returns false: there is nothing to set on this system.
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

    /// Simulates heavy load: memory grows, remains in use, and is freed with a part of it unmapped. A second load
    /// occurs between two checks.
    #[test]
    fn detects_freed_memory_but_not_memory_in_use() {
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
        assert!(!heap(10, 60).is_above(lowest), "free, and already returned");
        assert!(heap(60, 60).is_above(lowest), "used and freed between two checks");
    }

    /// Tests an arena with many holes: all blocks are freed except every hundredth.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn returns_holes_in_an_arena_to_the_system() {
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
