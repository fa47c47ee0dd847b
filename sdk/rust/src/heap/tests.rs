//! Tests of the heap with a fake memory. They compare the blocks with the expected contents.

use super::{Heap, Memory, capacity, class};

/// Address of the first byte of the memory; not a multiple of 16, as after a linker.
const START: u32 = 1_044;

/// A fake memory of 64-KiB pages, up to `most` bytes. If `gap` is true, each growth leaves out one page.
struct Bytes {
    bytes: Vec<u8>,
    most: usize,
    gap: bool,
}

impl Bytes {
    fn place(&self, at: u32) -> usize {
        let place = (at - START) as usize;
        assert!(place < self.bytes.len(), "{at} is outside of memory");
        place
    }
}

impl Memory for Bytes {
    fn load(&self, at: u32) -> u32 {
        let at = self.place(at);
        u32::from_le_bytes(self.bytes[at..at + 4].try_into().unwrap())
    }

    fn store(&mut self, at: u32, number: u32) {
        assert_eq!(at % 4, 0);
        let at = self.place(at);
        self.bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }

    fn copy(&mut self, from: u32, to: u32, bytes: u32) {
        let (from, to) = (self.place(from), self.place(to));
        self.bytes.copy_within(from..from + bytes as usize, to);
    }

    fn grow(&mut self, bytes: u32) -> Option<(u32, u32)> {
        let (pages, gap) = (bytes.div_ceil(65_536) as usize, usize::from(self.gap));
        let start = self.bytes.len() + gap * 65_536;
        let end = start + pages * 65_536;
        if end > self.most {
            return None;
        }
        self.bytes.resize(end, 0xee);
        Some((START + start as u32, START + end as u32))
    }
}

fn heap(most: usize, gap: bool) -> Heap<Bytes> {
    Heap::new(Bytes {
        bytes: Vec::new(),
        most,
        gap,
    })
}

/// Fills a block of `size` bytes with the byte `with`.
fn fill(heap: &mut Heap<Bytes>, block: u32, size: u32, with: u8) {
    let at = heap.memory.place(block);
    heap.memory.bytes[at..at + size as usize].fill(with);
}

fn is_filled(heap: &Heap<Bytes>, block: u32, size: u32, with: u8) -> bool {
    let at = heap.memory.place(block);
    heap.memory.bytes[at..at + size as usize]
        .iter()
        .all(|byte| *byte == with)
}

#[test]
fn size_class_fits_request_and_wastes_at_most_a_quarter() {
    for size in (0..5_000).chain((1..=28).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])) {
        let class = class(size).expect("a 32-bit memory has room");
        let (held, before) = (capacity(class), class.checked_sub(1).map(capacity));
        assert!(
            held >= size && before.is_none_or(|before| before < size.max(1)),
            "{size}: {held} after {before:?}"
        );
        assert!(held <= size + size / 4 + 24, "{size} takes {held}");
    }
    // A text that doubles its size fits without the next step of classes.
    assert_eq!(capacity(class(1 << 20).unwrap()), (1 << 20) + 8);
    assert_eq!(class(u32::MAX), None);
}

#[test]
fn blocks_keep_their_contents_across_allocations_and_frees() {
    for gap in [false, true] {
        let mut heap = heap(64 << 20, gap);
        let mut held: Vec<(u32, u32, u8)> = Vec::new();
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % below) as u32
        };
        for step in 0..20_000_u32 {
            let size = match next(10) {
                0 => next(40_000),
                1..4 => next(600),
                _ => next(40),
            };
            let with = step as u8;
            let which = (!held.is_empty()).then(|| next(held.len() as u64) as usize);
            match (next(8), which) {
                (0..=1, Some(which)) => {
                    let (block, size, with) = held.swap_remove(which);
                    assert!(is_filled(&heap, block, size, with), "step {step}: {block}");
                    heap.give(block);
                }
                (2..=3, Some(which)) => {
                    let (block, had, old) = held[which];
                    let moved = heap.resize(block, size).expect("room");
                    assert!(
                        is_filled(&heap, moved, had.min(size), old),
                        "step {step}: {block} to {moved}"
                    );
                    fill(&mut heap, moved, size, with);
                    held[which] = (moved, size, with);
                }
                (4, _) => {
                    let align = 16 << next(6);
                    let block = heap.take_aligned(size, align).expect("room");
                    assert_eq!(block % align, 0);
                    fill(&mut heap, block, size, with);
                    held.push((block, size, with));
                }
                _ => {
                    let block = heap.take(size).expect("room");
                    assert_eq!(block % 16, 0);
                    fill(&mut heap, block, size, with);
                    held.push((block, size, with));
                }
            }
            if held.len() > 300 {
                let (block, ..) = held.swap_remove(next(300) as usize);
                heap.give(block);
            }
        }
        for (block, size, with) in held {
            assert!(is_filled(&heap, block, size, with));
        }
    }
}

#[test]
fn resizes_last_block_in_place_and_reuses_freed_memory() {
    let mut heap = heap(16 << 20, false);
    let kept = heap.take(10).unwrap();
    let text = heap.take(100).unwrap();
    let mut size = 100;
    while size < 4 << 20 {
        size *= 2;
        assert_eq!(heap.resize(text, size), Some(text));
    }
    assert!(heap.memory.bytes.len() < 8 << 20);
    heap.give(text);
    for _ in 0..100_000 {
        let block = heap.take(1 << 20).unwrap();
        let other = heap.take(50).unwrap();
        heap.give(block);
        heap.give(other);
    }
    assert!(heap.memory.bytes.len() < 8 << 20 && heap.capacity(kept) == 24);
}

#[test]
fn failed_allocation_returns_none_and_keeps_other_blocks() {
    let mut heap = heap(1 << 20, false);
    let block = heap.take(1_000).unwrap();
    fill(&mut heap, block, 1_000, 7);
    for size in [1 << 20, 1 << 30, u32::MAX - 8, u32::MAX] {
        assert_eq!(heap.take(size), None, "{size}");
        assert_eq!(heap.resize(block, size), None, "{size}");
        assert_eq!(heap.take_aligned(size, 64), None, "{size}");
    }
    assert!(is_filled(&heap, block, 1_000, 7));
    assert!(heap.take(500_000).is_some());
}
