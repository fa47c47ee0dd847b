//! Tests of the changes that a watch of a real folder detects.

use super::*;
use std::sync::mpsc::{Receiver, channel};

/// The timeout of a test that has already failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn project() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    for folder in FOLDERS {
        std::fs::create_dir_all(root.path().join(folder)).expect("a folder");
    }
    root
}

fn watched(root: &Path) -> (Watch, Receiver<DiskChange>) {
    let (sender, receiver) = channel();
    let deliver = move |noticed| match noticed {
        Noticed::Inside(change) => sender.send(change).is_ok(),
        Noticed::Root(_) => true,
    };
    let (watch, note) = start(root, WatchMode::Auto, deliver);
    assert_eq!(note, None);
    (watch.expect("a watch"), receiver)
}

/// Tests that changed permissions of a folder are reported, because the folder may have become readable.
#[cfg(target_os = "linux")]
#[test]
fn reports_changed_folder_permissions_as_structure_change() {
    use std::os::unix::fs::PermissionsExt as _;
    let root = project();
    for name in ["Locked", "com.vendor.locked"] {
        let folder = root.path().join("Assets").join(name);
        std::fs::create_dir(&folder).expect("a folder");
        let (_watch, changes) = watched(root.path());
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o500)).expect("other permissions");
        let change = changes.recv_timeout(PATIENCE).expect("a change");
        let expected = DiskChange {
            structure: true,
            ..DiskChange::default()
        };
        assert_eq!(change, expected, "{name}");
    }
}

#[test]
fn reports_changed_file_attributes_for_that_file_only() {
    let root = project();
    let file = root.path().join("Assets/A.unity");
    std::fs::write(&file, "").expect("a file");
    let attributes = EventKind::Modify(ModifyKind::Metadata(notify::event::MetadataKind::Any));
    let seen = classify(root.path(), &Event::new(attributes).add_path(file));
    let change = DiskChange {
        assets: ["Assets/A.unity".to_owned()].into(),
        ..DiskChange::default()
    };
    let folders = BTreeSet::new();
    assert_eq!(seen, Seen { change, folders });
}
