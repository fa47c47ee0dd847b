//! Artificial defects for tests of a session's recovery.

use host_bridge::Command;
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex};

/// Paths in `FindObjects` commands that a test has released. Such a command blocks until its path is in this set.
static RELEASED: (Mutex<BTreeSet<String>>, Condvar) = (Mutex::new(BTreeSet::new()), Condvar::new());

/// Lets a blocked `FindObjects` command with this path continue.
pub(crate) fn release(path: &str) {
    RELEASED.0.lock().expect("whole").insert(path.to_owned());
    RELEASED.1.notify_all();
}

fn wait_if_requested(command: &Command) {
    if let Command::FindObjects { path, .. } = command
        && path.starts_with("/waits")
    {
        let released = RELEASED.0.lock().expect("whole");
        let _released = RELEASED.1.wait_while(released, |released| !released.contains(path));
    }
}

fn is(command: &Command, wanted: &str) -> bool {
    match command {
        Command::FindObjects { path, .. } => path == wanted,
        Command::CreateObject { object } => object.name == wanted,
        Command::WriteScript { content, .. } => content == wanted,
        Command::SaveFiles { files, .. } => files.iter().any(|file| *file == format!("Assets{wanted}.unity")),
        _ => false,
    }
}

/// For tests: true if the test requests that the command panics after it has run. Panics now if it requests that.
pub(super) fn must_fail(command: &Command) -> bool {
    wait_if_requested(command);
    assert!(!is(command, "/fails"), "provoked by a command");
    is(command, "/fails late")
}

pub(super) fn fail_if(fails: bool) {
    assert!(!fails, "provoked behind a command");
}

pub(super) fn reading(path: &str) {
    assert!(!path.ends_with("/Fails.unity"), "provoked by a file");
}
