//! The heap of a guest: small, because every component contains it, and fast, because an instance serves one call.
//! Belongs here: choosing blocks. Does not: linear memory and the function names that Rust and C use (`symbols.rs`).
//!
//! Blocks have size classes. A freed block is added to the list of its class and never joined with its neighbours. Only
//! the last block grows and shrinks in place, because the text of an answer grows while it is written.

#[cfg(target_arch = "wasm32")]
mod symbols;

/// Size in bytes of the header that precedes each allocated memory block and contains the block's capacity.
const HEADER: u32 = 8;

/// Number of bytes of which the size of each memory block (with header) and its address are multiples.
const UNIT: u32 = 16;

/// Flag in the header of a memory block that was aligned to more than 16 bytes. Such a block is never reused.
const PINNED: u32 = 1;

/// Largest size of a memory block, in units of 16 bytes, for which there is a separate list of free blocks.
const SMALL: u32 = 9;

/// Number of lists of free memory blocks, one for each size class. Blocks larger than `SMALL` units of 16 bytes have
/// four classes for each doubling of the size, up to the size of a 32-bit memory.
const CLASSES: usize = 9 + 4 * 26;

/// The linear memory from which the allocator takes its blocks. Callers pass only addresses that `grow` returned.
pub(crate) trait Memory {
    /// Returns the 32-bit number at an address that is a multiple of four.
    fn load(&self, at: u32) -> u32;
    /// Writes a 32-bit number at an address that is a multiple of four.
    fn store(&mut self, at: u32, number: u32);
    /// Copies bytes from one block to another one that does not overlap it.
    fn copy(&mut self, from: u32, to: u32, bytes: u32);
    /// Adds at least `bytes` bytes of memory. Returns their start and end address, or `None` if no memory is available.
    fn grow(&mut self, bytes: u32) -> Option<(u32, u32)>;
}

/// A memory allocator that manages blocks in one linear memory. Address 0 means no block.
#[derive(Debug)]
pub(crate) struct Heap<M> {
    memory: M,
    /// Address of the first free block of each size class; 0 for none. A free block starts with the next one's address.
    free: [u32; CLASSES],
    /// Start address of the unused memory behind all blocks, in which the next new block is placed.
    top: u32,
    end: u32,
}

impl<M: Memory> Heap<M> {
    pub(crate) const fn new(memory: M) -> Self {
        Self {
            memory,
            free: [0; CLASSES],
            top: 0,
            end: 0,
        }
    }

    /// Allocates a block of at least `size` bytes at a multiple of 16; `None` if no memory is available.
    pub(crate) fn take(&mut self, size: u32) -> Option<u32> {
        let class = class(size)?;
        if let Some(first @ 1..) = self.free.get(class).copied() {
            let next = self.memory.load(first);
            *self.free.get_mut(class)? = next;
            return Some(first);
        }
        let capacity = capacity(class);
        self.reserve(HEADER.checked_add(capacity)?)?;
        let block = self.top + HEADER;
        self.memory.store(block - HEADER, capacity);
        self.top = block + capacity;
        Some(block)
    }

    /// Allocates a block of `size` or more bytes at a multiple of `align`, a power of two; `None` if memory is full.
    pub(crate) fn take_aligned(&mut self, size: u32, align: u32) -> Option<u32> {
        if align <= UNIT {
            return self.take(size);
        }
        let block = self.take(size.checked_add(align)?)?;
        let end = block + self.capacity(block);
        let aligned = block.checked_next_multiple_of(align)?;
        if aligned != block {
            self.memory.store(aligned - HEADER, (end - aligned) | PINNED);
        }
        Some(aligned)
    }

    pub(crate) fn give(&mut self, block: u32) {
        let header = self.memory.load(block - HEADER);
        if header & PINNED != 0 {
            return;
        }
        if block + header == self.top {
            self.top = block - HEADER;
        } else if let Some(first) = class(header).and_then(|class| self.free.get_mut(class)) {
            let next = std::mem::replace(first, block);
            self.memory.store(block, next);
        }
    }

    /// Grows `block` to at least `size` bytes with its content, or moves it; `None` if memory is full.
    pub(crate) fn resize(&mut self, block: u32, size: u32) -> Option<u32> {
        let had = self.capacity(block);
        if size <= had {
            return Some(block);
        }
        if block + had == self.top {
            let capacity = capacity(class(size)?);
            if self.end - self.top >= capacity - had || self.extends(capacity - had) {
                self.memory.store(block - HEADER, capacity);
                self.top = block + capacity;
                return Some(block);
            }
        }
        let moved = self.take(size)?;
        self.memory.copy(block, moved, had);
        self.give(block);
        Some(moved)
    }

    pub(crate) fn capacity(&self, block: u32) -> u32 {
        self.memory.load(block - HEADER) & !PINNED
    }

    /// Ensures that `bytes` contiguous bytes are unused behind the last block, with new memory if needed; `None` if
    /// full.
    fn reserve(&mut self, bytes: u32) -> Option<()> {
        let has_room = |heap: &Self| heap.end - heap.top >= bytes;
        let found = has_room(self) || self.extends(bytes) || has_room(self) || self.extends(bytes) || has_room(self);
        found.then_some(())
    }

    /// Adds memory, and returns true if the new memory directly follows the old one. Otherwise the next block is placed
    /// in the new memory, and the unused part of the old one is lost. Changes nothing if no memory is available.
    fn extends(&mut self, bytes: u32) -> bool {
        let wanted = bytes - (self.end - self.top);
        let Some((start, end)) = self.memory.grow(wanted.saturating_add(2 * UNIT)) else {
            return false;
        };
        let is_next = start == self.end;
        if !is_next {
            self.top = start.next_multiple_of(UNIT) + UNIT - HEADER;
        }
        self.end = end;
        is_next
    }
}

/// Returns the index of the smallest size class for blocks of `size` bytes; `None` if `size` exceeds a 32-bit memory.
fn class(size: u32) -> Option<usize> {
    let units = size.checked_add(HEADER + UNIT - 1)? / UNIT;
    if units <= SMALL {
        return Some(units.max(1) as usize - 1);
    }
    // One unit more than a power of two and its three steps, so that a power of two fits with its header.
    let over = units - 2;
    let shift = over.ilog2() - 2;
    let step = (over >> shift) - 4;
    Some((SMALL + 4 * (shift - 1) + step) as usize)
}

/// Returns the number of bytes that a block of this size class can contain, without its header.
fn capacity(class: usize) -> u32 {
    let class = class as u32;
    let units = match class.checked_sub(SMALL) {
        None => class + 1,
        Some(above) => ((5 + above % 4) << (above / 4 + 1)) + 1,
    };
    // The largest classes exceed a 32-bit memory: there is never room for them.
    units.saturating_mul(UNIT).saturating_sub(HEADER)
}

#[cfg(test)]
mod tests;
