//! Tests that a stored index is read back unchanged, or rejected.

use super::*;
use proptest::prelude::*;
use tempfile::tempdir;

fn sample() -> Vec<(String, Uses)> {
    let stamp = Stamp {
        bytes: 7,
        changed: 1 << 60,
    };
    let uses = Uses {
        stamp,
        is_sure: true,
        needs: vec![(Guid(5), Some(stamp)), (Guid(u128::MAX), None)],
        texts: vec!["/A/Ü".into(), "m_Script".into()],
        kinds: vec![
            Type::Engine(20, "Camera".to_owned()),
            Type::Script(ScriptRef {
                file: FileRef {
                    file_id: -7,
                    guid: Guid(9),
                },
                identifier: "Game::A.B".to_owned(),
            }),
        ],
        places: vec![At {
            object: 3,
            id: -9,
            instance: i64::MAX,
            path: 0,
            component: 1,
            kind: 1,
        }],
        rows: vec![
            Use {
                key: Key::Asset(Guid(11)),
                file_id: i64::MIN,
                at: 0,
                field: 1,
            },
            Use {
                key: Key::Class(u32::MAX),
                file_id: 0,
                at: u32::MAX,
                field: u32::MAX,
            },
            Use {
                key: Key::assembly("Game"),
                file_id: 0,
                at: u32::MAX,
                field: 0,
            },
        ],
        words: vec![1, u64::MAX],
        left_out: 2,
        problem: Some("no".into()),
    };
    vec![
        ("Assets/A.unity".to_owned(), uses),
        ("Assets/B.cs".to_owned(), Uses::default()),
    ]
}

fn files(files: &[(String, Uses)]) -> impl ExactSizeIterator<Item = (&str, &Uses)> {
    files.iter().map(|(path, uses)| (path.as_str(), uses))
}

#[test]
fn loads_saved_index_only_for_the_same_project() {
    let folder = tempdir().expect("a folder");
    let (root, all) = (Path::new("/p/one"), sample());
    let below = folder.path().join("references");
    assert!(load(&below, root).is_empty());
    save(&below, root, files(&all)).expect("written");
    assert_eq!(load(&below, root), all.into_iter().collect());
    assert!(load(&below, Path::new("/p/two")).is_empty());
    // A file of another project under this project's name.
    std::fs::rename(place(&below, root), place(&below, Path::new("/p/two"))).expect("renamed");
    assert!(load(&below, Path::new("/p/two")).is_empty());
}

#[test]
fn rejects_data_of_another_version() {
    let root = Path::new("/p");
    let mut bytes = encode(root, files(&sample()));
    assert!(decode(&bytes, root).is_some());
    let at = HEAD.len() - 2;
    bytes[at] = b'0';
    assert!(decode(&bytes, root).is_none());
}

#[test]
fn keeps_only_most_recently_written_projects() {
    let folder = tempdir().expect("a folder");
    for number in 0..MAX_PROJECTS + 5 {
        let root = PathBuf::from(format!("/p/{number}"));
        save(folder.path(), &root, files(&sample())).expect("written");
        let then = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + number as u64);
        let kept = std::fs::File::options().write(true).open(place(folder.path(), &root));
        kept.and_then(|file| file.set_modified(then)).expect("an old file");
    }
    save(folder.path(), Path::new("/p/last"), files(&sample())).expect("written");
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), MAX_PROJECTS);
    assert!(load(folder.path(), Path::new("/p/0")).is_empty());
    assert!(!load(folder.path(), Path::new("/p/last")).is_empty());
}

proptest! {
    #[test]
    fn rejects_data_damaged_at_any_position(at in any::<prop::sample::Index>(), bits in 1_u8.., cut: bool) {
        let root = Path::new("/p");
        let mut bytes = encode(root, files(&sample()));
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= bits;
        }
        prop_assert!(decode(&bytes, root).is_none());
    }

    /// The checksum is correct here, because every program that can write the file can also compute it.
    #[test]
    fn decodes_only_whole_uses_despite_valid_checksum(at in any::<prop::sample::Index>(), bits in 1_u8.., more: Vec<u8>) {
        let root = Path::new("/p");
        let mut bytes = encode(root, files(&sample()));
        let body = HEAD.len() + SUM;
        let at = body + at.index(bytes.len() - body);
        bytes[at] ^= bits;
        bytes.extend(more);
        let sum = Sha256::digest(&bytes[body..]);
        bytes[HEAD.len()..body].copy_from_slice(&sum);
        if let Some(read) = decode(&bytes, root) {
            prop_assert!(read.values().all(Uses::is_whole));
        }
    }
}
