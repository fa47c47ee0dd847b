//! The samples as files, for those who implement the other side.

use crate::samples::{commands, events, replies};
use serde::Serialize;
use std::path::PathBuf;

/// Writes the files anew.
const WRITE: &str = "UNITY_TOOLS_WRITE_SAMPLES";

fn lines<T: Serialize>(samples: &[T]) -> String {
    let lines = samples
        .iter()
        .map(|sample| serde_json::to_string(sample).expect("writable") + "\n");
    lines.collect()
}

#[test]
fn the_files_hold_the_samples() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bridge");
    for (name, expected) in [
        ("commands.jsonl", lines(&commands())),
        ("replies.jsonl", lines(&replies())),
        ("events.jsonl", lines(&events())),
    ] {
        let path = folder.join(name);
        if std::env::var_os(WRITE).is_some() {
            std::fs::create_dir_all(&folder).expect("creatable");
            std::fs::write(&path, &expected).expect("writable");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            found == expected,
            "{} is not what is sent; run this test with {WRITE}=1, and tell whoever implements the other side",
            path.display()
        );
    }
}
