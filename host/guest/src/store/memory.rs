//! Limits the total size of a call's linear memories and tables.

use crate::guest_memory::GuestMemory;
use std::sync::Arc;
use wasmtime::ResourceLimiter;

/// Number of bytes that one element of a WebAssembly table counts towards the memory limit.
const ELEMENT: usize = 16;

/// The bytes of all memories and tables of one call. It stores the reason of a refused growth, because the trap after
/// it contains no reason.
#[derive(Debug)]
pub struct MemoryBudget {
    limit: usize,
    used: usize,
    /// Number of bytes of the last allowed growth of a memory or table. They are subtracted if the growth fails later.
    last: usize,
    /// The counter for the total memory of all calls. The bytes of this call are subtracted from it when the call ends.
    all: Arc<GuestMemory>,
    /// True if the limit for all calls refused the last growth; false if the limit of this call did.
    pub refused_by_all: bool,
    /// Total bytes that the call would have used with the refused growth; `None` if no growth was refused.
    pub refused: Option<usize>,
}

impl MemoryBudget {
    pub fn new(limit: usize, all: Arc<GuestMemory>) -> Self {
        Self {
            limit,
            used: 0,
            last: 0,
            all,
            refused_by_all: false,
            refused: None,
        }
    }

    fn grow(&mut self, by: usize) -> bool {
        let wanted = self.used.saturating_add(by);
        if wanted > self.limit {
            self.refused = Some(wanted);
            self.refused_by_all = false;
            return false;
        }
        if !self.all.take(by) {
            self.refused = Some(wanted);
            self.refused_by_all = true;
            return false;
        }
        self.used = wanted;
        self.last = by;
        true
    }

    fn take_back(&mut self) {
        self.refused = Some(self.used);
        self.refused_by_all = false;
        let last = std::mem::take(&mut self.last);
        self.used -= last;
        self.all.give_back(last);
    }
}

impl Drop for MemoryBudget {
    fn drop(&mut self) {
        self.all.give_back(self.used);
    }
}

impl ResourceLimiter for MemoryBudget {
    fn memory_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        Ok(self.grow(desired.saturating_sub(current)))
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.take_back();
        Ok(())
    }

    fn table_growing(&mut self, current: usize, desired: usize, _maximum: Option<usize>) -> wasmtime::Result<bool> {
        Ok(self.grow(desired.saturating_sub(current).saturating_mul(ELEMENT)))
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.take_back();
        Ok(())
    }

    fn instances(&self) -> usize {
        100
    }

    fn tables(&self) -> usize {
        100
    }

    fn memories(&self) -> usize {
        16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_and_tables_share_one_limit() {
        let mut budget = MemoryBudget::new(1000, GuestMemory::new(10_000));
        assert!(budget.memory_growing(0, 600, None).expect("no trap"));
        assert!(budget.table_growing(0, 10, None).expect("no trap"));
        assert!(!budget.memory_growing(600, 900, None).expect("no trap"));
        assert_eq!(budget.refused, Some(1060));
        assert!(budget.memory_growing(0, 240, None).expect("no trap"));
    }

    #[test]
    fn releases_memory_of_failed_growth_and_of_ended_call() {
        let all = GuestMemory::new(1000);
        let mut first = MemoryBudget::new(900, Arc::clone(&all));
        let mut second = MemoryBudget::new(900, Arc::clone(&all));
        assert!(first.memory_growing(0, 600, None).expect("no trap"));
        assert!(!second.memory_growing(0, 600, None).expect("no trap") && second.refused_by_all);
        assert!(second.memory_growing(0, 400, None).expect("no trap"));
        second
            .memory_grow_failed(wasmtime::Error::msg("no pages"))
            .expect("no trap");
        assert_eq!(all.used_bytes(), 600);
        drop(first);
        assert_eq!(all.used_bytes(), 0);
        assert!(second.memory_growing(0, 600, None).expect("no trap"));
    }
}
