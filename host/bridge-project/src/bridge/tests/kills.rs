//! Kills host processes while 32 clients edit, undo and save. At the next start, every acknowledged edit must exist,
//! and all files must be complete.
//!
//! The killed process is this test program, started with only the test `host`. The environment variable `UTH_KILLS`
//! sets the number of kills; `cargo xtask breaking` sets it to 500.

use super::*;
use crate::session::Session;
use host_bridge::{EditEntry, EditRequest, EditTarget, EditTouches};
use host_project_journal::edit_journal::EditJournal;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Instant;
use tests_projects::Dice;

const CLIENTS: u64 = 32;
const KILLS: u64 = 4;
const MAIN: &str = "Assets/Scenes/Main.unity";
const PATIENCE: Duration = Duration::from_secs(60);

/// Environment variable for the killed process: the folder that contains the project, the journal and the file of
/// answers. `SEED`, if set, is the seed of its random numbers.
const ROOT: &str = "UTH_KILLED_ROOT";
const SEED: &str = "UTH_KILLED_SEED";

struct Places {
    folder: PathBuf,
}

impl Places {
    fn root(&self) -> PathBuf {
        self.folder.join("game")
    }

    fn answers(&self) -> PathBuf {
        self.folder.join("answers")
    }

    fn options(&self) -> ProjectOptions {
        ProjectOptions {
            open: OpenScenes::All,
            watch: WatchMode::Off,
            allow_save: true,
            backup_folder: Some(self.folder.join("backups")),
            journal_folder: Some(self.folder.join("edits")),
            ..ProjectOptions::new(self.root())
        }
    }

    fn plain(&self) -> Session {
        Session::open(&self.root(), &self.options(), &|_, _| true).expect("a project")
    }

    /// Opens the session as the next host process does after a kill.
    fn reopen_session(&self) -> Session {
        let folder = self.folder.join("edits");
        let journal = EditJournal::open(&folder).expect("the lock, which the killed host cannot hold");
        let mut session = self.plain();
        session.keep_edits(&Arc::new(journal));
        session
    }
}

/// Parses the number in an environment variable; `None` if the variable does not exist.
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var_os(variable)?;
    Some(
        text.to_str()
            .and_then(|text| text.parse().ok())
            .expect("a whole number"),
    )
}

/// Not a test, but the process that is killed. It appends a line to a file after each answer that it receives.
#[test]
#[ignore = "the kill test starts it"]
fn host() {
    let Some(folder) = std::env::var_os(ROOT) else { return };
    let seed = number(SEED).expect("a seed");
    let places = Places { folder: folder.into() };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let bridge = Arc::new(ProjectBridge::open(places.options()).expect("a thread"));
        let objects = own_objects(&places.plain());
        let answers = File::options()
            .append(true)
            .create(true)
            .open(places.answers())
            .expect("a file");
        let answers = Arc::new(answers);
        let mut clients = tokio::task::JoinSet::new();
        for number in 0..CLIENTS {
            clients.spawn(client(
                number,
                seed,
                Arc::clone(&bridge),
                objects.clone(),
                Arc::clone(&answers),
            ));
        }
        clients
            .join_next()
            .await
            .expect("a client")
            .expect("it goes on until the host is killed");
    });
}

async fn client(number: u64, seed: u64, bridge: Arc<ProjectBridge>, objects: Vec<ObjectId>, answers: Arc<File>) {
    let mut dice = Dice::new(seed * CLIENTS + number);
    let mut mine: Vec<u64> = Vec::new();
    loop {
        let object = objects[dice.throw(objects.len())];
        let of_object = EditTarget::Object(object);
        let edit = match dice.throw(10) {
            0 => EditRequest::SetActive {
                object: of_object,
                active: dice.throw(2) == 0,
            },
            1 => {
                let files = vec![MAIN.to_owned()];
                if run(&bridge, Command::SaveFiles { files, needs: None }).await.is_ok() {
                    write(&answers, &json!({ "saved": true }));
                }
                continue;
            }
            2 if !mine.is_empty() => {
                let undone = mine.swap_remove(dice.throw(mine.len()));
                let command = Command::UndoEdits {
                    entries: vec![undone],
                    digest: None,
                    touches: EditTouches::default(),
                };
                if let Ok(Reply::EditDone(done)) = run(&bridge, command).await.map(|replied| replied.reply) {
                    write(&answers, &json!({ "entry": done.entry, "undone": undone }));
                }
                continue;
            }
            _ => EditRequest::Set {
                object: of_object,
                component: host_bridge::EditComponent::ByIndex(0),
                path: "m_LocalPosition.y".to_owned(),
                value: host_bridge::ValueText::from_json_text(dice.throw(1_000_000).to_string()),
            },
        };
        let command = Command::ApplyEdits {
            edits: vec![edit],
            digest: None,
            touches: EditTouches::default(),
        };
        if let Ok(Reply::EditDone(done)) = run(&bridge, command).await.map(|replied| replied.reply) {
            mine.push(done.entry);
            let change = &done.plan.changes[0];
            let new = change.new.as_ref().map(|new| new.get().to_owned());
            write(
                &answers,
                &json!({ "entry": done.entry, "field": change.field, "new": new }),
            );
        }
    }
}

/// Writes a line with one `write(2)` call, so that no line is written partly.
fn write(mut answers: &File, line: &serde_json::Value) {
    answers.write_all(format!("{line}\n").as_bytes()).expect("written");
}

/// Returns the objects that the scene's own file contains, without those of prefab instances.
fn own_objects(session: &Session) -> Vec<ObjectId> {
    session.own_objects(MAIN)
}

fn spawn(places: &Places, seed: u64) -> Child {
    std::process::Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "bridge::tests::kills::host",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(ROOT, &places.folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the host")
}

/// Reads the lines in the file of answers.
fn answers(places: &Places) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(places.answers()).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line"))
        .collect()
}

fn entries(session: &mut Session) -> Vec<EditEntry> {
    let page = host_bridge::CursorPage {
        limit: 500,
        cursor: None,
        max_bytes: 1 << 24,
    };
    match session.run(Command::ListEntries { page }).expect("entries").reply {
        Reply::Entries(entries) => entries.rows,
        other => panic!("{other:?}"),
    }
}

/// Returns the active flag and height of each object in the session.
fn values(session: &Session, objects: &[ObjectId]) -> BTreeMap<(ObjectId, String), String> {
    let mut values = BTreeMap::new();
    for object in objects {
        for (field, value) in session.flag_and_height(*object) {
            values.insert((*object, field), value);
        }
    }
    values
}

#[test]
fn acknowledged_edits_and_whole_files_survive_each_kill() {
    let kills = number("UTH_KILLS").unwrap_or(KILLS);
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .expect("a clock");
    let seed = u64::from(since.subsec_nanos());
    let folder = tempfile::tempdir().expect("a folder");
    let places = Places {
        folder: folder.path().to_owned(),
    };
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample");
    tests_projects::copy(&sample, &places.root(), |bytes| bytes);
    let original = std::fs::read_to_string(places.root().join(MAIN)).expect("the scene");
    let mut session = places.reopen_session();
    let objects = own_objects(&session);
    assert!(objects.len() > 3);
    // An unsaved change during the whole test, so that entries keep their numbers.
    session
        .run(Command::SetTimeScale { value: 2.0, lock: None })
        .expect("set");
    let (mut base, mut first) = (values(&session, &objects), 1);
    drop(session);
    let (mut dice, mut answered, mut saves) = (Dice::new(seed), 0, 0);
    for kill in 0..kills {
        let told = format!("seed {seed}, kill {kill}");
        let _ = std::fs::remove_file(places.answers());
        let mut host = spawn(&places, seed.wrapping_add(kill) % 1_000_000_007);
        let (until, begun) = (dice.throw(60), Instant::now());
        while std::fs::read(places.answers())
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
            < until
        {
            assert!(begun.elapsed() < PATIENCE, "{told}: {} answers", answers(&places).len());
            assert_eq!(host.try_wait().expect("a child"), None, "{told}: it ended by itself");
            std::thread::yield_now();
        }
        host.kill().expect("killed");
        host.wait().expect("ended");

        let mut session = places.reopen_session();
        let rows: BTreeMap<u64, EditEntry> = entries(&mut session).into_iter().map(|row| (row.id, row)).collect();
        for answer in answers(&places) {
            answered += 1;
            let Some(entry) = answer["entry"].as_u64() else {
                saves += 1;
                continue;
            };
            let row = rows.get(&entry).unwrap_or_else(|| panic!("{told}: {answer} is gone"));
            assert!(!row.lost, "{told}: {row:?}");
            match answer["undone"].as_u64() {
                Some(undone) => assert_eq!(row.undoes, [undone], "{told}"),
                None => {
                    let new = row.changes[0].new.as_ref().map(|new| new.get());
                    assert_eq!(new, answer["new"].as_str(), "{told}: {row:?}");
                }
            }
        }
        // The entries in effect, applied in order to the state at the last start.
        let mut expected = base.clone();
        let undone: BTreeSet<u64> = rows
            .values()
            .filter(|row| row.undone_by.is_some())
            .map(|row| row.id)
            .collect();
        for row in rows.values().filter(|row| row.id > first && !undone.contains(&row.id)) {
            for change in &row.changes {
                let key = (
                    change.object.expect("an object"),
                    change.field.clone().unwrap_or_default(),
                );
                if row.undoes.is_empty() {
                    let new = change.new.as_ref().expect("a value").get().to_owned();
                    expected.insert(key, new);
                }
            }
        }
        assert_eq!(values(&session, &objects), expected, "{told}");
        let text = std::fs::read_to_string(places.root().join(MAIN)).expect("the scene");
        assert_eq!(text.lines().count(), original.lines().count(), "{told}");
        for (now, before) in text.lines().zip(original.lines()) {
            let may_differ = ["  m_IsActive: ", "  m_LocalPosition: "]
                .iter()
                .any(|key| now.starts_with(key));
            assert!(now == before || may_differ, "{told}: {before:?} became {now:?}");
        }
        if dice.throw(3) == 0 {
            let files = vec![MAIN.to_owned()];
            session.run(Command::SaveFiles { files, needs: None }).expect("saved");
            assert_eq!(values(&places.plain(), &objects), expected, "{told}: what was saved");
        }
        base = expected;
        first = rows.keys().next_back().copied().unwrap_or(first);
        let left = std::fs::read_dir(folder.path().join("edits")).expect("a folder");
        for entry in left {
            let name = entry.expect("an entry").file_name();
            assert!(
                ["journal", "lock", "journal.new"].iter().any(|known| name == *known),
                "{told}: {name:?}"
            );
        }
    }
    println!("seed {seed}: {kills} kills, {answered} answers of which {saves} saves");
    assert!(answered > 0, "seed {seed}");
}
