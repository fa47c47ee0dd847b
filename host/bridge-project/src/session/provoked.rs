//! Defects on demand, for the tests of what becomes of a session that has one.

use host_bridge::Command;

fn is(command: &Command, wanted: &str) -> bool {
    match command {
        Command::FindObjects { path, .. } => path == wanted,
        Command::CreateObject { object } => object.name == wanted,
        Command::WriteScript { content, .. } => content == wanted,
        Command::SaveFiles { files } => files.iter().any(|file| *file == format!("Assets{wanted}.unity")),
        _ => false,
    }
}

/// Whether the command is to fail once it is done.
pub(super) fn before(command: &Command) -> bool {
    assert!(!is(command, "/fails"), "provoked by a command");
    is(command, "/fails late")
}

pub(super) fn after(fails: bool) {
    assert!(!fails, "provoked behind a command");
}

pub(super) fn reading(path: &str) {
    assert!(!path.ends_with("/Fails.unity"), "provoked by a file");
}
