//! Tests of journal records: written records can be read, and damage loses as little as possible and never restores an
//! ended session.

use super::super::journal;
use super::*;
use host_append_log::Log;
use proptest::prelude::*;
use std::path::PathBuf;

/// Versions that a client may negotiate.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

type Model = HashMap<Arc<str>, Record>;

fn id(number: u8) -> String {
    format!("{number:032x}")
}

fn record() -> impl Strategy<Value = Record> {
    let watches = proptest::collection::btree_set("[ -~\n\u{e9}]{0,12}", 0..4);
    let level = proptest::option::of(proptest::sample::select(vec![LogLevel::Debug, LogLevel::Emergency]));
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (
        any::<u32>(),
        0..4_usize,
        any::<String>(),
        flags,
        level,
        watches,
        any::<u64>(),
    )
        .prop_map(|(life, version, client, flags, log_level, watches, used)| Record {
            life,
            version: Cow::Borrowed(VERSIONS[version]),
            client: client.into(),
            capabilities: ClientCapabilities {
                elicitation_form: flags.0,
                sampling: flags.1,
                roots: flags.2,
                ..ClientCapabilities::default()
            },
            profile: flags.1.then(|| Profile::parse("explorer,offline")),
            ready: flags.3,
            log_level,
            subscriptions: watches.into_iter().map(String::into_boxed_str).collect(),
            used,
        })
}

/// A temporary folder for the file of a journal.
struct Ground(tempfile::TempDir);

impl Ground {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("journal")
    }

    fn log(&self) -> Log {
        let log = Log::exclusive(self.file(), journal::LAYOUT).expect("opened");
        log.expect("not locked")
    }

    /// Writes the records. Returns the file's content, and its length before the first and after each record.
    fn written(&self, records: &[Vec<u8>]) -> (Vec<u8>, Vec<usize>) {
        // Written without the sync that a new file needs, which would take most of the time.
        std::fs::write(self.file(), b"UTHSESSIONS\x010123456789abcdef\n").expect("written");
        let mut log = self.log();
        journal::read(&mut log).expect("readable");
        let len = || std::fs::read(self.file()).expect("there").len();
        let mut ends = vec![len()];
        for record in records {
            log.append([record]).expect("written");
            ends.push(len());
        }
        (std::fs::read(self.file()).expect("there"), ends)
    }

    /// Writes `bytes` as a journal file and reads it; `None` if the file is unreadable.
    fn fold(&self, bytes: &[u8]) -> Option<Fold> {
        let _ = std::fs::remove_file(self.file());
        std::fs::write(self.file(), bytes).expect("written");
        journal::read(&mut self.log()).ok()
    }
}

/// Generates records, and the expected sessions after each record.
fn records() -> impl Strategy<Value = (Vec<Vec<u8>>, Vec<Model>)> {
    proptest::collection::vec((0..4_u8, proptest::option::of(record())), 0..8).prop_map(|entries| {
        let (mut records, mut model) = (Vec::new(), Model::new());
        let mut stages = vec![model.clone()];
        for (number, record) in entries {
            records.push(bytes(&id(number), record.as_ref()));
            match record {
                Some(record) => model.insert(Arc::from(id(number)), record),
                None => model.remove(id(number).as_str()),
            };
            stages.push(model.clone());
        }
        (records, stages)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn truncated_journal_restores_its_complete_records((records, stages) in records()) {
        let ground = Ground::new();
        let (bytes, ends) = ground.written(&records);
        for cut in 0..=bytes.len() {
            let whole = ends.iter().rposition(|end| *end <= cut).unwrap_or(0);
            let read = ground.fold(&bytes[..cut]).expect("readable");
            prop_assert_eq!(&read.open, &stages[whole]);
            prop_assert_eq!(read.damaged, 0);
        }
    }

    #[test]
    fn damaged_byte_restores_no_closed_session_and_alters_none(
        (records, stages) in records(), changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 40)
    ) {
        let ground = Ground::new();
        let (bytes, _) = ground.written(&records);
        for (at, new) in changes {
            let mut broken = bytes.clone();
            let at = at.index(bytes.len());
            if broken[at] == new {
                continue;
            }
            broken[at] = new;
            // A damaged header is reported, and nothing is restored.
            let Some(read) = ground.fold(&broken) else { continue };
            prop_assert!(read.damaged > 0 || records.is_empty());
            let wanted = stages.last().expect("the empty one");
            for (id, record) in &read.open {
                prop_assert_eq!(wanted.get(id), Some(record));
            }
        }
    }

    #[test]
    fn arbitrary_bytes_open_no_session(bytes in any::<Vec<u8>>(), text in "[0-9a-f]{30,34} .{0,60}") {
        let mut fold = Fold::default();
        for bytes in [&bytes[..], text.as_bytes(), format!("{text} {}", id(1)).as_bytes()] {
            fold.record(bytes);
            fold.damage(bytes);
        }
        assert!(fold.open.is_empty());
    }
}

#[test]
fn drops_only_sessions_that_damage_can_affect() {
    let record = Record {
        life: 3,
        version: "2025-11-25".into(),
        client: "a client".into(),
        capabilities: ClientCapabilities::default(),
        profile: None,
        ready: true,
        log_level: None,
        subscriptions: BTreeSet::new(),
        used: 9,
    };
    let records = [0, 1, 2].map(|number| bytes(&id(number), Some(&record)));
    assert_eq!(
        std::str::from_utf8(&records[0]),
        Ok(
            "00000000000000000000000000000000 {\"life\":3,\"version\":\"2025-11-25\",\"client\":\"a client\",\"ready\":true,\
             \"used\":9} 00000000000000000000000000000000"
        )
    );
    let ground = Ground::new();
    let (text, ends) = ground.written(&records);
    let left = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut text = text.clone();
        change(&mut text);
        let mut left: Vec<_> = ground
            .fold(&text)
            .expect("readable")
            .open
            .into_keys()
            .map(|id| id[31..].to_owned())
            .collect();
        left.sort();
        left.concat()
    };
    assert_eq!(left(&|_| {}), "012");
    let first = ends[0];
    assert_eq!(left(&|text| text[first + 100] = b'x'), "12", "the record");
    assert_eq!(left(&|text| text[first] = b'x'), "12", "its checksum");
    assert_eq!(left(&|text| text[ends[1]] = b'\n'), "2", "no id is readable");
    assert_eq!(
        left(&|text| text[ends[1] - 1] = b'#'),
        "2",
        "two records that run together concern both"
    );
    let end = "it may have been the end of any of them";
    assert_eq!(left(&|text| text.extend_from_slice(b"not a record\n")), "", "{end}");
    let hidden = |text: &mut Vec<u8>| text[first..ends[1] - 1].fill(b'x');
    assert_eq!(left(&hidden), "12", "{end}, but of none behind it");
    let text = |number| bytes(&id(number), Some(&record));
    let long = Record {
        client: "x".repeat(MAX_RECORD).into(),
        ..record.clone()
    };
    assert_eq!(bytes(&id(1), Some(&long)), bytes(&id(1), None), "it is not restored");
    let mut fold = Fold::default();
    fold.record(&text(1));
    fold.record(&text(2));
    fold.record(&[&text(2)[..40], b"?", &text(2)[41..]].concat());
    assert_eq!(
        fold.open.keys().map(|id| &id[31..]).collect::<Vec<_>>(),
        ["1"],
        "not JSON"
    );
}
