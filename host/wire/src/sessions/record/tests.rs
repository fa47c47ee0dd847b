//! Lines of the journal: written lines can be read, damage loses as little as possible, and never brings a session
//! back.

use super::*;
use proptest::prelude::*;

/// Versions as a client may negotiate them.
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

/// A journal and, after each of its lines, the expected state at that line.
fn journal() -> impl Strategy<Value = (Vec<u8>, Vec<(usize, Model)>)> {
    proptest::collection::vec((0..4_u8, proptest::option::of(record())), 0..8).prop_map(|entries| {
        let (mut bytes, mut model) = (Vec::new(), Model::new());
        let mut stages = vec![(0, model.clone())];
        for (number, record) in entries {
            write(&mut bytes, &id(number), record.as_ref());
            match record {
                Some(record) => model.insert(Arc::from(id(number)), record),
                None => model.remove(id(number).as_str()),
            };
            stages.push((bytes.len(), model.clone()));
        }
        (bytes, stages)
    })
}

/// Reads bytes as the folder reads a file.
fn fold(bytes: &[u8]) -> Fold {
    let mut fold = Fold::default();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if let Some(line) = line.strip_suffix(b"\n") {
            fold.line(line);
        }
    }
    fold
}

proptest! {
    #[test]
    fn a_journal_cut_anywhere_says_what_its_whole_lines_say((bytes, stages) in journal()) {
        for cut in 0..=bytes.len() {
            let whole = stages.iter().rev().find(|(end, _)| *end <= cut).expect("the empty one");
            let read = fold(&bytes[..cut]);
            prop_assert_eq!(&read.open, &whole.1);
            prop_assert_eq!(read.damaged, 0);
        }
    }

    #[test]
    fn a_damaged_byte_brings_nothing_back_and_changes_nothing(
        (bytes, stages) in journal(), at in any::<proptest::sample::Index>(), new in any::<u8>()
    ) {
        prop_assume!(!bytes.is_empty());
        let mut broken = bytes.clone();
        let at = at.index(bytes.len());
        prop_assume!(broken[at] != new);
        broken[at] = new;
        let last = &stages.last().expect("the empty one").1;
        let read = fold(&broken);
        // A last line without its line break looks like an interrupted one.
        let is_last_break = at + 1 == bytes.len();
        prop_assert!(read.damaged > 0 || is_last_break);
        let wanted = if is_last_break { &stages[stages.len() - 2].1 } else { last };
        for (id, record) in &read.open {
            prop_assert_eq!(wanted.get(id), Some(record));
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in any::<Vec<u8>>(), line in "[0-9a-f]{30,34} .{0,60}") {
        fold(&bytes);
        fold(format!("{line}\n{line} {}\n", id(1)).as_bytes());
    }
}

#[test]
fn damage_costs_the_session_it_concerns() {
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
    let mut bytes = Vec::new();
    for number in 0..3 {
        write(&mut bytes, &id(number), Some(&record));
    }
    let text = String::from_utf8(bytes).expect("text");
    assert_eq!(
        text.lines().next(),
        Some(
            "00000000000000000000000000000000 {\"life\":3,\"version\":\"2025-11-25\",\"client\":\"a client\",\"ready\":true,\
             \"used\":9} c8ddca6a 00000000000000000000000000000000"
        )
    );
    let left = |text: &str| {
        let mut left: Vec<_> = fold(text.as_bytes())
            .open
            .into_keys()
            .map(|id| id[31..].to_owned())
            .collect();
        left.sort();
        left.concat()
    };
    assert_eq!(left(&text), "012");
    assert_eq!(left(&text.replacen("\"ready\":true", "\"ready\":trxe", 1)), "12");
    assert_eq!(
        left(&text.replacen("c8ddca6a", "C8ddca6a", 1)),
        "12",
        "a checksum has one spelling"
    );
    assert_eq!(
        left(&text.replacen('\n', "#", 1)),
        "2",
        "two lines that run together concern both"
    );
    assert_eq!(
        left(&format!("{text}not a line\n")),
        "",
        "it may have been the end of any of them"
    );
    assert_eq!(left(&format!("not a line\n{text}")), "012");
    assert_eq!(left(&text.replacen("2025-11-25", "2099-11-25", 1)), "12");
}

#[test]
fn the_checksum_is_the_usual_one() {
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
}
