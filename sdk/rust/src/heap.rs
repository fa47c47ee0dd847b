//! The heap of a guest: small, because every component carries it, and quick, because an instance lives for one call.
//!
//! Belongs here: which block a request gets. Does not: linear memory and the names that Rust and C call (`symbols.rs`).
//!
//! Blocks come in classes of size. A freed block waits in the list of its class and is never joined with its neighbours,
//! but for the last one, which grows and shrinks where it is: so does the text of an answer while it is written.

#[cfg(target_arch = "wasm32")]
mod symbols;

/// Before each block: its capacity in bytes.
const HEADER: u32 = 8;

/// Blocks are whole numbers of these, header included, and what a caller gets is a multiple of it.
const UNIT: u32 = 16;

/// The capacity of one that was aligned by hand: it is not used again.
const PINNED: u32 = 1;

/// Up to so many units there is a class for each number of them.
const SMALL: u32 = 9;

/// Beyond, four classes to each doubling, up to the end of a 32-bit memory.
const CLASSES: usize = 9 + 4 * 26;

/// The memory that blocks lie in. Addresses given to it are within what `grow` gave.
pub(crate) trait Memory {
    /// The number at a multiple of four.
    fn load(&self, at: u32) -> u32;
    /// Sets it.
    fn store(&mut self, at: u32, number: u32);
    /// Moves bytes from one block to another.
    fn copy(&mut self, from: u32, to: u32, bytes: u32);
    /// At least so many bytes more: where they begin and where they end, or nothing where there are none.
    fn grow(&mut self, bytes: u32) -> Option<(u32, u32)>;
}

/// Blocks of one memory. Address 0 stands for none.
#[derive(Debug)]
pub(crate) struct Heap<M> {
    memory: M,
    /// The first free block of each class; each names the next one in its own first bytes.
    free: [u32; CLASSES],
    /// Where the next block begins that no freed one serves.
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

    /// A block of at least `size` bytes at a multiple of 16.
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

    /// The same at a multiple of `align`, a power of two.
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

    /// Gives a block back.
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

    /// A block of at least `size` bytes that begins with what `block` holds, and takes its place.
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

    /// Bytes that fit into a block.
    pub(crate) fn capacity(&self, block: u32) -> u32 {
        self.memory.load(block - HEADER) & !PINNED
    }

    /// Room for so many bytes at the top. New memory that is not behind the old has to hold all of them.
    fn reserve(&mut self, bytes: u32) -> Option<()> {
        let has_room = |heap: &Self| heap.end - heap.top >= bytes;
        let found = has_room(self) || self.extends(bytes) || has_room(self) || self.extends(bytes) || has_room(self);
        found.then_some(())
    }

    /// Has more memory, right behind the old. Where it lies elsewhere, what was left of the old is lost and the top is there.
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

/// The class whose blocks hold `size` bytes; nothing where no memory could.
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

/// Bytes in the blocks of a class.
fn capacity(class: usize) -> u32 {
    let class = class as u32;
    let units = match class.checked_sub(SMALL) {
        None => class + 1,
        Some(above) => ((5 + above % 4) << (above / 4 + 1)) + 1,
    };
    // The largest classes are over the end of a 32-bit memory: they are never found room for.
    units.saturating_mul(UNIT).saturating_sub(HEADER)
}

#[cfg(test)]
mod tests;
