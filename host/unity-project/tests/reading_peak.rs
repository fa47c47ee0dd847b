//! Measures the peak memory of reading a file, as bytes requested from the allocator. It never exceeds the budget,
//! whatever the file contains.

#![expect(unsafe_code, reason = "an allocator that counts is one")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_projects::{TinyProject, guid};
use unity_files::Project;
use unity_project::expand::Library;

const MIB: usize = 1024 * 1024;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

fn add_held(bytes: usize) {
    let held = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add_held(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks can exist while the data is copied.
        add_held(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Repeats `unit`, each time with a different number, until the text has about `bytes` bytes.
fn repeat_unit(bytes: usize, head: &str, unit: impl Fn(usize) -> String) -> String {
    let mut text = format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n{head}");
    for at in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&unit(at + 10));
    }
    text
}

/// Returns a name and a text for each kind of test file.
fn forms(bytes: usize) -> Vec<(&'static str, String)> {
    let object = "--- !u!1 &1\nGameObject:\n  m_Name: A\n";
    let rows = "--- !u!4 &2\nTransform:\n  m_GameObject: {fileID: 1}\n  m_Children:\n";
    let instance = "--- !u!1001 &3\nPrefabInstance:\n  m_SourcePrefab: {fileID: 1, guid: 000000000000000000000000000000bb, type: 3}\n  \
                    m_Modification:\n    m_Modifications:\n";
    vec![
        (
            "documents without a body",
            repeat_unit(bytes, object, |at| format!("--- !u!29 &{at}\n")),
        ),
        (
            "placeholders",
            repeat_unit(bytes, object, |at| format!("--- !u!4 &{at} stripped\n")),
        ),
        (
            "placeholders of an instance each",
            repeat_unit(bytes, object, |at| {
                format!("--- !u!4 &{at} stripped\nTransform:\n  m_PrefabInstance: {{fileID: {at}}}\n")
            }),
        ),
        (
            "objects",
            repeat_unit(bytes, "", |at| format!("--- !u!1 &{at}\nGameObject:\n")),
        ),
        (
            "components",
            repeat_unit(bytes, object, |at| {
                format!("--- !u!20 &{at}\nCamera:\n  m_GameObject: {{fileID: 1}}\n")
            }),
        ),
        (
            "children",
            repeat_unit(bytes, &format!("{object}{rows}"), |at| {
                format!("  - {{fileID: {at}}}\n")
            }),
        ),
        (
            "overrides",
            repeat_unit(bytes, &format!("{object}{instance}"), |at| {
                format!("    - target: {{fileID: {at}}}\n")
            }),
        ),
        (
            "long names",
            repeat_unit(bytes, "", |at| {
                format!("--- !u!1 &{at}\nGameObject:\n  m_Name: {}\n", "n".repeat(2_000))
            }),
        ),
        (
            "one name",
            format!("%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: {}\n", "n".repeat(bytes)),
        ),
        (
            "children in one line",
            repeat_unit(bytes, &format!("{object}{}[", rows.trim_end()), |at| {
                format!("{{fileID: {at}}},")
            }) + "]\n",
        ),
        (
            "instances",
            repeat_unit(bytes, object, |at| {
                format!(
                    "--- !u!1001 &{at}\nPrefabInstance:\n  m_SourcePrefab: {{fileID: 1, guid: {at:032x}, type: 3}}\n"
                )
            }),
        ),
    ]
}

#[test]
fn reading_stays_within_memory_budget() {
    let mut over = Vec::new();
    let mut played_out = 0;
    let budgets = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24].map(|budget| (MIB / 2, budget * MIB));
    for (bytes, budget) in budgets.into_iter().chain([(8 * MIB, 16 * MIB)]) {
        for (name, text) in forms(bytes) {
            let project = TinyProject::new();
            project.asset("Assets/S.unity", &guid('a'), text);
            let opened = Arc::new(Project::open(project.root()).expect("a project"));
            let mut library = Library::with_memory(opened, budget);
            let before = HELD.load(Ordering::Relaxed);
            PEAK.store(before, Ordering::Relaxed);
            let read = library.scene("Assets/S.unity");
            let peak = PEAK.load(Ordering::Relaxed) - before;
            played_out += usize::from(read.is_ok());
            let told = read.map(|flat| flat.weight).map_err(|problem| problem.to_string());
            println!("{name}, {bytes} bytes: peak {peak}, {told:?}");
            if peak > budget {
                over.push(format!("{name}, {bytes} bytes: {peak} of {budget}, {told:?}"));
            }
        }
    }
    assert!(over.is_empty(), "{over:#?}");
    assert!(
        played_out > 50,
        "{played_out}: every file was rejected, so nothing was tested"
    );
}
