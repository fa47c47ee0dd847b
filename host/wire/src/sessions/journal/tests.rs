//! Tests of sessions over several runs of a store: random steps compared with a model, and the size of a journal.

use super::super::Opening;
use super::super::store::Sessions;
use super::*;
use crate::budget::Budget;
use host_api::{ClientCapabilities, LogLevel, Profile};
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
const MAX: usize = 6;
/// Versions that a client may negotiate.
const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn large_budget() -> Arc<Budget> {
    Budget::new(256 << 20)
}

#[derive(Clone, Debug)]
enum Step {
    Open {
        version: usize,
        roots: bool,
    },
    Ready(usize),
    Level(usize, LogLevel),
    Watch(usize, u8),
    Unwatch(usize, u8),
    Delete(usize),
    /// The process ends normally.
    Restart,
    /// The process is killed after everything was written.
    Kill,
    /// The process is killed, and this number of bytes at the end of the file is lost.
    KillCut(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let level = proptest::sample::select(vec![LogLevel::Debug, LogLevel::Warning, LogLevel::Alert]);
    let which = 0..8_usize;
    prop_oneof![
        3 => (0..4_usize, any::<bool>()).prop_map(|(version, roots)| Step::Open { version, roots }),
        2 => which.clone().prop_map(Step::Ready),
        1 => (which.clone(), level).prop_map(|(at, level)| Step::Level(at, level)),
        2 => (which.clone(), 0..4_u8).prop_map(|(at, uri)| Step::Watch(at, uri)),
        1 => (which.clone(), 0..4_u8).prop_map(|(at, uri)| Step::Unwatch(at, uri)),
        1 => which.prop_map(Step::Delete),
        1 => Just(Step::Restart),
        1 => Just(Step::Kill),
        1 => (1..400_usize).prop_map(Step::KillCut),
    ]
}

/// The state of a session that must survive a restart.
#[derive(Clone, Debug, PartialEq)]
struct Facts {
    version: Cow<'static, str>,
    roots: bool,
    profile: Option<Profile>,
    ready: bool,
    level: Option<LogLevel>,
    watches: BTreeSet<u8>,
}

fn uri(number: u8) -> String {
    format!("fake://{number}")
}

fn facts(session: &Session) -> Facts {
    Facts {
        version: session.version.clone(),
        roots: session.capabilities.roots,
        profile: session.profile.as_deref().cloned(),
        ready: session.is_ready(),
        level: session.log_level(),
        watches: (0..4).filter(|number| session.watches(&uri(*number))).collect(),
    }
}

fn all(store: &Sessions) -> BTreeMap<Arc<str>, Facts> {
    let sessions = store.all();
    sessions
        .iter()
        .map(|session| (Arc::clone(&session.id), facts(session)))
        .collect()
}

async fn settle(store: &Sessions) {
    for session in store.all() {
        if let Some(journal) = &session.journal {
            assert!(journal.note_written(&session).await.expect("the writer lives"));
        }
    }
}

/// Ends the run of `store`, and opens the store of the next run with the same files.
async fn next_life(store: Sessions, folder: &Path) -> Sessions {
    store.put_down().await;
    drop(store);
    Sessions::open_stored(folder, MAX, HOUR, &large_budget())
}

async fn follow(steps: Vec<Step>) {
    let above = tempfile::tempdir().expect("a folder");
    let mut folder = above.path().join("0");
    let mut store = Sessions::open_stored(&folder, MAX, HOUR, &large_budget());
    let mut model: BTreeMap<Arc<str>, Facts> = BTreeMap::new();
    let mut deleted: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut streams = BTreeSet::new();
    for (number, step) in steps.into_iter().enumerate() {
        let pick = |at: usize| model.keys().nth(at).cloned();
        let find = |id: &str| store.find(id).expect("it is open");
        match step {
            Step::Open { version, roots } => {
                let capabilities = ClientCapabilities {
                    roots,
                    ..ClientCapabilities::default()
                };
                let version = Cow::Borrowed(VERSIONS[version]);
                let opening = Opening {
                    version,
                    client: "a client".into(),
                    capabilities,
                    profile: roots.then(Profile::all),
                };
                let session = store.open(opening).await.expect("room");
                // A full store ends one of the other sessions.
                model.retain(|id, _| store.find(id).is_some());
                model.insert(Arc::clone(&session.id), facts(&session));
            }
            Step::Ready(at) => {
                if let Some(id) = pick(at) {
                    assert!(store.make_ready(&find(&id)));
                    // A session that becomes ready may end another session too.
                    model.retain(|id, _| store.find(id).is_some());
                    model.entry(id).and_modify(|facts| facts.ready = true);
                }
            }
            Step::Level(at, level) => {
                if let Some(id) = pick(at) {
                    find(&id).set_log_level(level);
                    model.entry(id).and_modify(|facts| facts.level = Some(level));
                }
            }
            Step::Watch(at, number) => {
                if let Some(id) = pick(at) {
                    assert!(find(&id).subscribe(&uri(number), &large_budget()).is_ok());
                    model.entry(id).and_modify(|facts| {
                        facts.watches.insert(number);
                    });
                }
            }
            Step::Unwatch(at, number) => {
                if let Some(id) = pick(at) {
                    find(&id).unsubscribe(&uri(number));
                    model.entry(id).and_modify(|facts| {
                        facts.watches.remove(&number);
                    });
                }
            }
            Step::Delete(at) => {
                if let Some(id) = pick(at) {
                    assert_eq!(store.close_for_good(&id).await, super::super::Closed::Gone);
                    model.remove(&id);
                    deleted.insert(id);
                }
            }
            Step::Restart => {
                store = next_life(store, &folder).await;
                assert_eq!(all(&store), model);
            }
            Step::Kill | Step::KillCut(_) => {
                settle(&store).await;
                let left = above.path().join(format!("{}", number + 1));
                std::fs::create_dir(&left).expect("a folder");
                let mut bytes = std::fs::read(folder.join("journal")).expect("the journal");
                let cut = match step {
                    Step::KillCut(cut) => cut.min(bytes.len()),
                    _ => 0,
                };
                bytes.truncate(bytes.len() - cut);
                std::fs::write(left.join("journal"), bytes).expect("a copy");
                store.put_down().await;
                folder = left;
                store = Sessions::open_stored(&folder, MAX, HOUR, &large_budget());
                let restored = all(&store);
                if cut == 0 {
                    assert_eq!(restored, model);
                } else {
                    // An earlier state, of which this test knows only that it existed.
                    deleted.retain(|id| !restored.contains_key(id));
                    model = restored;
                }
            }
        }
        assert_eq!(all(&store), model);
        assert!(deleted.iter().all(|id| store.find(id).is_none()));
        for session in store.all() {
            let bounds = crate::backlog::Bounds { messages: 1, bytes: 1 };
            let log = session.call_stream(bounds, &Arc::default(), &large_budget());
            log.close();
            let is_new = streams.insert((Arc::clone(&session.id), log.number()));
            assert!(
                is_new,
                "no two streams of a session have one number, whichever run opened them"
            );
        }
    }
    store.put_down().await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn restores_exactly_the_open_sessions(steps in proptest::collection::vec(step(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(follow(steps));
    }
}

fn open(store: &Sessions) -> Arc<Session> {
    store
        .insert(Opening {
            version: "2025-11-25".into(),
            client: "a client 1.0".into(),
            capabilities: ClientCapabilities::default(),
            profile: None,
        })
        .expect("room")
}

#[tokio::test]
async fn restores_ten_thousand_sessions_from_a_bounded_journal() {
    const MANY: usize = 10_000;
    let above = tempfile::tempdir().expect("a folder");
    let store = Sessions::open_stored(above.path(), MANY, HOUR, &large_budget());
    for _ in 0..MANY {
        assert!(store.make_ready(&open(&store)));
    }
    // Each change is one record; the file is rewritten before it is much larger than its sessions.
    let one = open(&store);
    assert!(store.make_ready(&one));
    for round in 0..20_000_u32 {
        one.set_log_level(if round % 2 == 0 {
            LogLevel::Debug
        } else {
            LogLevel::Info
        });
        if round % 100 == 0 {
            settle_one(&one).await;
        }
    }
    store.put_down().await;
    let size = std::fs::metadata(above.path().join("journal"))
        .expect("the journal")
        .len();
    assert!(size < 6 << 20, "{size}");
    drop(store);
    let store = Sessions::open_stored(above.path(), MANY, HOUR, &large_budget());
    assert_eq!(store.count(), MANY);
    assert_eq!(store.find(&one.id).expect("restored").log_level(), Some(LogLevel::Info));
    store.put_down().await;
    // A lower limit keeps the most recently used sessions.
    drop(store);
    let store = Sessions::open_stored(above.path(), 10, HOUR, &large_budget());
    assert_eq!(store.count(), 10);
    store.put_down().await;
}

async fn settle_one(session: &Arc<Session>) {
    let journal = session.journal.as_ref().expect("it is kept");
    assert!(journal.note_written(session).await.expect("the writer lives"));
}

#[tokio::test]
async fn compacts_long_journal_while_in_use() {
    let above = tempfile::tempdir().expect("a folder");
    let store = Sessions::open_stored(above.path(), MAX, HOUR, &large_budget());
    let (one, other) = (open(&store), open(&store));
    let long = "x".repeat(30_000);
    let mut largest = 0;
    for _ in 0..40 {
        assert!(one.subscribe(&long, &large_budget()).is_ok());
        settle_one(&one).await;
        one.unsubscribe(&long);
        settle_one(&one).await;
        largest = largest.max(
            std::fs::metadata(above.path().join("journal"))
                .expect("the journal")
                .len(),
        );
    }
    assert!(largest < 2 * SMALL, "{largest}");
    assert!(other.subscribe("fake://a", &large_budget()).is_ok());
    store.put_down().await;
    drop(store);
    let store = Sessions::open_stored(above.path(), MAX, HOUR, &large_budget());
    assert!(store.find(&other.id).expect("restored").watches("fake://a"));
    assert!(!store.find(&one.id).expect("restored").watches(&long));
    store.put_down().await;
}

#[test]
fn restores_no_expired_sessions_or_sessions_beyond_the_limit() {
    let record = |used, ready| record::Record {
        life: 4,
        version: "2025-06-18".into(),
        client: "a".into(),
        capabilities: ClientCapabilities::default(),
        profile: None,
        ready,
        log_level: None,
        subscriptions: BTreeSet::new(),
        used,
    };
    let fold = |uses: &[u64]| Fold {
        open: uses
            .iter()
            .map(|used| (Arc::from(used.to_string()), record(*used, true)))
            .collect(),
        damaged: 0,
    };
    let left = |uses: &[u64], max| {
        let (life, open) = restorable(fold(uses), max, 100, 1000);
        assert_eq!(life, 5);
        assert!(open.values().all(|record| record.life == 5 && record.used <= 1000));
        let mut left: Vec<u64> = open.keys().map(|id| id.parse().expect("a number")).collect();
        left.sort_unstable();
        left
    };
    assert_eq!(left(&[899, 900, 1000, 2000], 9), [900, 1000, 2000]);
    assert_eq!(left(&[901, 902, 903], 2), [902, 903]);
    assert_eq!(restorable(Fold::default(), 9, 100, 1000).0, 1);
    // Sessions that are not ready use no slot of ready sessions.
    let mut mixed = fold(&[901, 902]);
    let bare = (950..1000).map(|used| (Arc::from(used.to_string()), record(used, false)));
    mixed.open.extend(bare);
    let (_, open) = restorable(mixed, 2, 100, 1000);
    let ready = open.values().filter(|record| record.ready).count();
    assert_eq!((ready, open.len()), (2, 2 + waiting_places(2)));
}
