//! Tests that record the calls to a fake bridge and replay the recording.

mod file;
mod memory;
mod recorder;
mod together;

pub(crate) use together::{Place, reach};

use crate::{LeftOut, Recorder, RecorderOptions, Recording, RecordingBridge, ReplayBridge, Stopped};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, Event, LogLine, ObjectId, PageRequest, Picture,
    ProjectInfo, Replied, Reply, SceneFilter, TimeScale, UnityBridge,
};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tests_unity::FakeUnity;

const LONG: Duration = Duration::from_secs(60);

type Outcome = Result<Replied, BridgeError>;

/// An output file in memory.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a fake Unity instance with a time scale and with objects that have even ids.
fn unity() -> FakeUnity {
    let speed = Mutex::new(1.0);
    FakeUnity::with_answer(move |command| {
        let mut speed = speed.lock().unwrap();
        let scale = |value| Ok(Reply::TimeScale(TimeScale { value, locked: false }).into());
        Some(match command {
            Command::GetTimeScale => scale(*speed),
            Command::SetTimeScale { value, .. } => {
                *speed = value;
                scale(value)
            }
            Command::SetActive { object, .. } if object.0 % 2 == 1 => {
                Err(BridgeError::new(BridgeErrorKind::NotFound, "no such object"))
            }
            Command::SetActive { .. } => Ok(Replied {
                reply: Reply::Done,
                diagnostics: vec!["in this session only".to_owned()],
            }),
            Command::Evaluate { .. } => Err(BridgeError::new(
                BridgeErrorKind::Unity,
                "it threw at /people/ann/data/x.cs",
            )),
            Command::Wireframe { .. } => Ok(Reply::Picture(Picture {
                png: vec![0, 255, 7, 10],
                width: 2,
                height: 1,
                file_path: None,
                not_drawn: Vec::new(),
            })
            .into()),
            Command::ProjectInfo => Ok(Reply::Project(Box::new(ProjectInfo {
                packages: vec![("com.me.kit".to_owned(), "file:/elsewhere/kit".to_owned())],
                ..ProjectInfo::default()
            }))
            .into()),
            other => {
                Err(BridgeError::new(BridgeErrorKind::NotFound, format!("{other:?}")).with_hint("ask for another"))
            }
        })
    })
}

fn checked(command: Command) -> CheckedCommand {
    command.checked().expect("within its bounds")
}

async fn ask(bridge: &dyn UnityBridge, command: Command) -> Outcome {
    bridge.execute(checked(command), BridgeCall::internal()).await
}

/// Records the answers to `commands`. Returns the recording and the answers.
async fn record_commands(unity: Arc<FakeUnity>, commands: Vec<Command>) -> (Vec<u8>, Vec<Outcome>) {
    let paper = Paper::default();
    let recorder = start(paper.clone(), 1 << 20, LeftOut::default(), |_| {});
    let bridge = RecordingBridge::new(unity, Arc::clone(&recorder));
    let mut answers = Vec::new();
    for command in commands {
        answers.push(ask(&bridge, command).await);
    }
    assert!(recorder.finish(LONG));
    let bytes = paper.0.lock().unwrap().clone();
    (bytes, answers)
}

fn start(
    out: impl Write + Send + 'static,
    limit: u64,
    left_out: LeftOut,
    told: impl FnOnce(Stopped) + Send + 'static,
) -> Arc<Recorder> {
    let options = RecorderOptions {
        host: "0.1.0".to_owned(),
        made: "2026-01-01T00:00:00Z".to_owned(),
        several: false,
        limit,
        left_out,
    };
    Arc::new(Recorder::start(out, options, told).expect("a thread"))
}

fn read(bytes: &[u8]) -> Recording {
    Recording::read(bytes).expect("in memory").expect("a recording")
}

fn replay(bytes: &[u8]) -> ReplayBridge {
    ReplayBridge::new(read(bytes), LeftOut::default())
}

fn speed(value: f64) -> Command {
    Command::SetTimeScale { value, lock: None }
}

fn active(object: i64) -> Command {
    Command::SetActive {
        object: ObjectId(object),
        active: true,
    }
}

fn note(outcome: &Outcome) -> String {
    outcome.as_ref().expect("an answer").diagnostics.join(" ")
}

#[tokio::test]
async fn replays_recorded_answers_in_order() {
    let asked = vec![
        Command::GetTimeScale,
        Command::GetTimeScale,
        speed(2.0),
        Command::GetTimeScale,
        active(4),
        speed(0.5),
        Command::GetTimeScale,
        Command::GetObject { object: ObjectId(3) },
        Command::Wireframe { width: 64, height: 64 },
    ];
    let (bytes, answers) = record_commands(Arc::new(unity()), asked.clone()).await;
    let replay = replay(&bytes);
    for (command, answer) in asked.into_iter().zip(answers) {
        assert_eq!(ask(&replay, command.clone()).await, answer, "{command:?}");
    }
    // Reads can be repeated without limit and return the last data; a change can be repeated only as often as it was
    // recorded.
    for _ in 0..3 {
        let again = ask(&replay, Command::GetTimeScale).await.expect("a speed");
        assert!(matches!(again.reply, Reply::TimeScale(TimeScale { value, .. }) if value == 0.5));
        assert!(again.diagnostics.is_empty());
    }
    let twice = ask(&replay, speed(2.0)).await.expect_err("once");
    assert_eq!(twice.kind, BridgeErrorKind::NotReady);
    assert!(twice.message.contains("recorded once"), "{}", twice.message);
}

#[tokio::test]
async fn notes_answers_recorded_before_or_after_a_change() {
    let other = Command::GetObject { object: ObjectId(3) };
    let asked = vec![Command::ProjectInfo, speed(2.0), Command::GetTimeScale, other];
    let (bytes, _) = record_commands(Arc::new(unity()), asked).await;
    let replay = replay(&bytes);
    let early = ask(&replay, Command::GetTimeScale).await;
    assert!(
        note(&early).contains("recorded after `time-scale-edit/set` (line 4"),
        "{early:?}"
    );
    ask(&replay, speed(2.0)).await.expect("a change");
    let now = ask(&replay, Command::GetTimeScale).await;
    assert_eq!(note(&now), "");
    let late = ask(&replay, Command::ProjectInfo).await;
    assert!(
        note(&late).contains("recorded before `time-scale-edit/set` (line 4"),
        "{late:?}"
    );
}

#[tokio::test]
async fn replays_rejected_change_as_rejected_without_effect() {
    let asked = vec![Command::GetTimeScale, active(5), Command::ProjectInfo];
    let (bytes, answers) = record_commands(Arc::new(unity()), asked).await;
    let replay = replay(&bytes);
    assert_eq!(note(&ask(&replay, Command::ProjectInfo).await), "");
    for _ in 0..2 {
        assert_eq!(ask(&replay, active(5)).await, answers[1]);
        assert_eq!(note(&ask(&replay, Command::GetTimeScale).await), "");
    }
}

#[tokio::test]
async fn answers_project_info_without_a_recorded_call() {
    let (bytes, _) = record_commands(Arc::new(unity()), vec![Command::GetTimeScale]).await;
    let told = ask(&replay(&bytes), Command::ProjectInfo).await.expect("known");
    assert!(
        matches!(&told.reply, Reply::Project(info) if info.runtime == "replay of "),
        "{told:?}"
    );
}

#[tokio::test]
async fn reports_where_a_call_differs_from_the_recording() {
    let list = |name: &str, limit| Command::ListScenes {
        filter: SceneFilter {
            name: Some(name.to_owned()),
            ..SceneFilter::default()
        },
        page: PageRequest {
            offset: 0,
            limit,
            max_bytes: 4_096,
            cursor: None,
        },
    };
    let (bytes, _) = record_commands(Arc::new(unity()), vec![list("Far", 7), list("Main", 50), active(4)]).await;
    let replay = replay(&bytes);
    let error = ask(&replay, list("Mian", 50)).await.expect_err("another name");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    for part in [
        "`scenes/list-scenes`",
        "line 4",
        "filter.name",
        "\"Main\"",
        "\"Mian\"",
        "nothing was done",
    ] {
        assert!(error.message.contains(part), "{part}: {}", error.message);
    }
    assert!(
        error.hint.as_deref().is_some_and(|hint| hint.contains("record again")),
        "{error:?}"
    );
    let data: serde_json::Value = serde_json::from_str(error.data.as_deref().expect("data")).expect("JSON");
    assert_eq!((&data["argument"], &data["line"]), (&"filter.name".into(), &4.into()));
    let other = ask(&replay, active(6)).await.expect_err("another object");
    assert!(
        other.message.contains("obj:4") && other.message.contains("obj:6"),
        "{}",
        other.message
    );
    let never = ask(
        &replay,
        Command::Screenshot {
            width: 8,
            height: 8,
            output_path: None,
        },
    )
    .await
    .expect_err("a live thing");
    assert_eq!(never.kind, BridgeErrorKind::NotReady);
    assert!(
        never.message.contains("`screenshot/take` was not called"),
        "{}",
        never.message
    );
}

#[tokio::test]
async fn emits_events_and_log_lines_at_their_recorded_positions() {
    let fake = Arc::new(unity());
    let paper = Paper::default();
    let recorder = start(paper.clone(), 1 << 20, LeftOut::default(), |_| {});
    let bridge = RecordingBridge::new(Arc::clone(&fake) as _, Arc::clone(&recorder));
    ask(&bridge, Command::GetTimeScale).await.expect("a speed");
    fake.say(Event::SelectionChanged);
    fake.log().announce(line("unity", "from the game"));
    ask(&bridge, Command::ProjectInfo).await.expect("a project");
    // Two events where the buffer holds one: the recording counts those that were lost.
    fake.say(Event::SelectionChanged);
    fake.say(Event::SelectionChanged);
    fake.log().append(line("mcp", "of the host"));
    ask(&bridge, active(4)).await.expect("a change");
    assert!(recorder.finish(LONG));
    let bytes = paper.0.lock().unwrap().clone();
    assert!(!String::from_utf8_lossy(&bytes).contains("of the host"));

    let replay = replay(&bytes);
    let (mut events, mut lines) = (replay.events(), replay.log().subscribe());
    let mut heard = || {
        std::iter::from_fn(|| events.try_recv().ok())
            .map(|event| event.what)
            .collect::<Vec<_>>()
    };
    ask(&replay, Command::GetTimeScale).await.expect("a speed");
    assert_eq!(heard(), [Event::SelectionChanged]);
    assert_eq!(lines.try_recv().expect("a line").what.message, "from the game");
    ask(&replay, Command::GetTimeScale).await.expect("a speed");
    assert_eq!(heard(), []);
    ask(&replay, Command::ProjectInfo).await.expect("a project");
    assert_eq!(heard(), [Event::Resync, Event::SelectionChanged]);
    let tail = Command::TailLogs {
        count: 5,
        min_level: None,
        source: None,
        text: None,
        max_bytes: 4_096,
    };
    let told = ask(&replay, tail).await.expect("from what was heard");
    assert!(
        matches!(&told.reply, Reply::Logs { lines, .. } if lines.len() == 1),
        "{told:?}"
    );
}

fn line(source: &str, message: &str) -> LogLine {
    LogLine {
        time: "2026-01-01T00:00:00Z".to_owned(),
        level: "info".to_owned(),
        message: message.to_owned(),
        source: source.to_owned(),
        category: None,
    }
}

#[tokio::test]
async fn recording_omits_private_paths_code_and_caller() {
    let paper = Paper::default();
    let left_out = LeftOut::new([
        (Path::new("/people/ann"), "<home>"),
        (Path::new("/people/ann/data"), "<data>"),
    ]);
    let recorder = start(paper.clone(), 1 << 20, left_out, |_| {});
    let bridge = RecordingBridge::new(Arc::new(unity()), Arc::clone(&recorder));
    let code = "Login(\"pass-word\")".to_owned();
    let call = BridgeCall {
        origin: Some(Arc::new(host_bridge::Origin {
            tool: "ConsoleEval".into(),
            arguments: "{\"code\": \"pass-word\"}".into(),
            ..host_bridge::Origin::for_host(host_api::Effect::Code)
        })),
        ..BridgeCall::internal()
    };
    ask(&bridge, Command::ProjectInfo).await.expect("a project");
    let threw = bridge
        .execute(checked(Command::Evaluate { code: code.clone() }), call)
        .await;
    assert!(recorder.finish(LONG));
    let bytes = paper.0.lock().unwrap().clone();
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    for secret in [
        "pass-word",
        "/people/ann",
        "/elsewhere",
        "ConsoleEval",
        "unity-tool-host",
        "local",
    ] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let again = ask(&replay(&bytes), Command::Evaluate { code })
        .await
        .expect_err("it threw");
    let message = threw
        .expect_err("it threw")
        .message
        .replace("/people/ann/data", "<data>");
    assert_eq!(again.message, message);
}
