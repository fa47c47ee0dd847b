//! The samples as files, for implementations of the other side of the link.

use crate::command::Command;
use crate::event::Event;
use crate::reply::Reply;
use crate::samples::{commands, events, replies};
use std::path::PathBuf;

/// If this environment variable is set, the test writes the files again.
const WRITE: &str = "UNITY_TOOLS_WRITE_SAMPLES";

/// Returns the JSON of a call: the method and the arguments, which are left out if empty.
pub(super) fn call(command: &Command) -> String {
    let (method, arguments) = (command.function().method(), command.arguments());
    match arguments.get() {
        "{}" => format!("{{\"fn\":\"{method}\"}}"),
        arguments => format!("{{\"fn\":\"{method}\",\"args\":{arguments}}}"),
    }
}

pub(super) fn reply(reply: &Reply) -> String {
    reply.to_json().expect("writable").to_string()
}

pub(super) fn event(event: &Event) -> String {
    serde_json::to_string(event).expect("writable")
}

fn lines<T>(samples: &[T], line: impl Fn(&T) -> String) -> String {
    samples.iter().map(|sample| line(sample) + "\n").collect()
}

#[test]
fn sample_files_match_the_samples_in_code() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bridge");
    for (name, expected) in [
        ("commands.jsonl", lines(&commands(), call)),
        ("replies.jsonl", lines(&replies(), reply)),
        ("events.jsonl", lines(&events(), event)),
    ] {
        let path = folder.join(name);
        if std::env::var_os(WRITE).is_some() {
            std::fs::create_dir_all(&folder).expect("creatable");
            std::fs::write(&path, &expected).expect("writable");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            found == expected,
            "{} differs from the frames that are sent; run this test with {WRITE}=1, and adapt the other side of the link",
            path.display()
        );
    }
}
