//! Tests of the memory that a recording needs, which a counting allocator measures: little more than its text.

#![expect(unsafe_code, reason = "an allocator that counts is one")]

use super::file::{HEAD, closed, long_calls};
use super::*;
use crate::present_targets::present;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

const KIB: usize = 1_024;
const MIB: usize = 1_024 * KIB;

thread_local! {
    /// The memory of this thread in bytes: the current value and the peak.
    static HELD: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

struct Counting;

fn count(more: usize, less: usize) {
    // Threads that end free memory after this value is gone.
    let _ = HELD.try_with(|counted| {
        let (held, peak) = counted.get();
        let most = held + more;
        counted.set((most.saturating_sub(less), peak.max(most)));
    });
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new block may both exist during the copy.
        count(size, layout.size());
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs `make`. Returns its result, the bytes that the result occupies, and the peak while `make` ran.
fn measured<T>(make: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = HELD.get().0;
    HELD.set((before, before));
    let made = make();
    let (held, peak) = HELD.get();
    (made, held.saturating_sub(before), peak - before)
}

/// Returns a line with this target and the maximum number of empty texts. Each text has three bytes in the file and
/// eight times as much in memory.
fn crowded(id: &str) -> String {
    let empty = || vec![String::new(); crate::bounds::MOST_ITEMS];
    let mut all = present(&unity());
    let one = all.first_mut().expect("itself");
    one.row.id = id.to_owned();
    (one.capabilities, one.functions) = (empty(), empty());
    (one.row.serves, one.row.problems) = (empty(), empty());
    (one.project.tags, one.project.layers, one.project.problems) = (empty(), empty(), empty());
    serde_json::json!({ "now": all }).to_string()
}

fn read_of(lines: &[String]) -> (usize, usize, usize) {
    let mut bodies = vec![HEAD];
    bodies.extend(lines.iter().map(String::as_str));
    let text = closed(&bodies);
    let (recording, held, peak) = measured(|| read(text.as_bytes()));
    assert!(recording.text.len() == text.len());
    (text.len(), held, peak)
}

#[test]
fn keeps_repeated_state_of_one_instance_only_once() {
    let (text, held, peak) = read_of(&vec![crowded("fake@00000000"); 100]);
    assert!(text > MIB, "{text}");
    // While the bytes of the file are read, the buffer may have twice their size.
    assert!(held < 2 * text + MIB, "{held} bytes for {text}");
    assert!(peak < 3 * text + MIB, "{peak} bytes for {text}");
}

#[test]
fn bounds_memory_for_the_maximum_number_of_targets() {
    let most = crate::read::MOST_TARGETS;
    let lines: Vec<String> = (0..most).map(|one| crowded(&format!("fake@{one:08x}"))).collect();
    let (text, held, peak) = read_of(&lines);
    let targets = most * 256 * KIB;
    assert!(held < 2 * text + targets, "{held} bytes for {text}");
    assert!(peak < 3 * text + targets, "{peak} bytes for {text}");
}

#[test]
fn recorded_call_needs_at_most_512_bytes_besides_its_text() {
    let calls = 5_000;
    let text = long_calls(calls, 0);
    let (replay, held, _) = measured(|| replay(text.as_bytes()));
    assert!(replay.id().as_str().starts_with("fake"));
    assert!(
        held < 2 * text.len() + calls * KIB / 2,
        "{held} bytes for {}",
        text.len()
    );
}
