//! Sample frames for tests: at least one of every type, with unusual values. The tests also write them to
//! `tests/fixtures/bridge/frames.jsonl` for implementations of the other side of the link.

use super::*;
use crate::limits::{CALLS, FRAME, JOURNAL, LARGEST_NUMBER, PROTOCOL};
use crate::trust::{Secret, Side};
use data_encoding::HEXLOWER;
use host_bridge::{Activity, Command, Event, ObjectId, Reply, SceneId};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

pub(crate) const SECRET: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
pub(crate) const UNITY_NONCE: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
pub(crate) const HOST_NONCE: &str = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

/// A test text with characters that JSON parsers and writers often handle wrongly.
const ODD: &str = "ä \" \\ \u{8} \u{1f} \u{2028} \u{7f} 😀 / </script>";

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).expect("a sample is JSON")
}

pub(crate) fn secret() -> Secret {
    Secret::from_text(SECRET).expect("long enough")
}

pub(crate) fn hello() -> Hello {
    Hello {
        protocol: PROTOCOL,
        package: "0.1.0".to_owned(),
        unity: "2022.3.33f1".to_owned(),
        runtime: Runtime::Mono,
        kind: Kind::Player,
        platform: "LinuxPlayer".to_owned(),
        pid: 4711,
        started: Some("1763890000123".to_owned()),
        project: Project {
            name: ODD.to_owned(),
            company: String::new(),
            version: "1.0".to_owned(),
            path: None,
        },
        instance: "0f".repeat(16),
        epoch: 1,
        functions: vec!["objects/get".to_owned(), "link/load-assembly".to_owned()],
        capabilities: vec!["scene".to_owned(), "code".to_owned()],
        state: Activity::Playing,
        journal: JournalCopy {
            oldest: 1,
            next: 1,
            entries: [].into(),
        },
        nonce: UNITY_NONCE.to_owned(),
    }
}

fn editor() -> Hello {
    let entries = [("h:00/call-1/1", EntryState::Started), ("c:ff/2", EntryState::Done)];
    Hello {
        runtime: Runtime::Coreclr,
        kind: Kind::Editor,
        platform: "WindowsEditor".to_owned(),
        project: Project {
            name: "Game".to_owned(),
            company: "Us".to_owned(),
            version: "0.1".to_owned(),
            path: Some("C:\\Games\\Ä Game".to_owned()),
        },
        epoch: 17,
        state: Activity::EnteringPlay,
        journal: JournalCopy {
            oldest: 4,
            next: LARGEST_NUMBER,
            entries: entries.map(|(key, state)| (key.to_owned(), state)).into(),
        },
        ..hello()
    }
}

fn calls() -> Vec<Call> {
    let call = |id, command: &Command, effect: WireEffect| {
        let function = command.function().method().to_owned();
        let args = command.arguments();
        let is_read = effect == WireEffect::Read;
        let digest = HEXLOWER.encode(&Sha256::digest(format!("{function}\n{args}")));
        Call {
            id,
            function,
            args,
            deadline_ms: 30_000,
            effect,
            key: (!is_read).then(|| format!("h:0123456789abcdef/call-7/{id}")),
            digest: (!is_read).then_some(digest),
            tool: (!is_read).then(|| "SetTimeScale".into()),
            bytes: None,
        }
    };
    let load = Call {
        id: LARGEST_NUMBER,
        function: "link/load-assembly".to_owned(),
        args: raw(r#"{"name":"snippet-1","type":"Snippet","method":"Run","arguments":["ä\"\\"]}"#),
        deadline_ms: 0,
        effect: WireEffect::Code,
        key: Some("c:7f/1".to_owned()),
        digest: Some("ab".repeat(32)),
        tool: None,
        bytes: Some(3),
    };
    let scale = Command::SetTimeScale {
        value: f64::INFINITY,
        lock: Some(true),
    };
    let destroy = Command::DestroyObject {
        object: ObjectId(i64::MIN),
    };
    vec![
        call(1, &Command::GetSelection, WireEffect::Read),
        call(2, &scale, WireEffect::Write),
        call(3, &destroy, WireEffect::Destructive),
        load,
    ]
}

pub(crate) fn from_host() -> Vec<FromHost> {
    let mut frames = vec![
        FromHost::Challenge(Challenge {
            protocol: 1,
            nonce: HOST_NONCE.to_owned(),
            proof: secret().proof(Side::Host, UNITY_NONCE, HOST_NONCE),
        }),
        FromHost::Refused(Refused {
            protocol: PROTOCOL,
            message: "update the package in Unity".to_owned(),
        }),
        FromHost::Welcome(Welcome {
            host: "0.1.0".to_owned(),
            run: "9f2c".repeat(4),
            id: "Game@1a2b3c4d".to_owned(),
            limits: Limits {
                frame_bytes: FRAME,
                calls: CALLS,
                journal: JOURNAL,
            },
            acknowledged: LARGEST_NUMBER,
        }),
    ];
    frames.extend(calls().into_iter().map(FromHost::Call));
    frames.extend([
        FromHost::Cancel { id: 2 },
        FromHost::Settled {
            keys: vec!["h:0123456789abcdef/call-7/2".to_owned(), "c:7f/1".to_owned()],
        },
        FromHost::Settled { keys: Vec::new() },
        FromHost::Error(complaint()),
    ]);
    frames
}

fn complaint() -> Complaint {
    Complaint {
        kind: "unsupported".to_owned(),
        message: "there is no frame `teleport`".to_owned(),
    }
}

fn answer(id: u64, value: &Reply) -> CallResult {
    CallResult {
        id,
        value: Some(value.to_json().expect("writable")),
        error: None,
        notes: Vec::new(),
        bytes: None,
    }
}

fn results() -> Vec<CallResult> {
    let whole = CallError {
        kind: "unity".to_owned(),
        message: ODD.to_owned(),
        hint: Some("look at the stack".to_owned()),
        exception: Some("System.NullReferenceException".to_owned()),
        stack: Some("  at A.B ()\r\n  at C.D ()".to_owned()),
        data: Some(raw(r#"{"argument":"object","given":"obj:1"}"#)),
        retry_after_ms: Some(u32::MAX),
    };
    let short = CallError {
        kind: "of-tomorrow".to_owned(),
        message: String::new(),
        hint: None,
        exception: None,
        stack: None,
        data: None,
        retry_after_ms: None,
    };
    let failed = |id, error| CallResult {
        value: None,
        error: Some(error),
        ..answer(id, &Reply::Done)
    };
    vec![
        answer(1, &Reply::Done),
        CallResult {
            notes: vec!["undone together with the last".to_owned(), String::new()],
            ..answer(2, &Reply::Returned(r#"{"x":1e999}"#.to_owned()))
        },
        failed(3, whole),
        failed(4, short),
        CallResult {
            value: Some(raw(r#"{"logs":["a"],"value":"NaN"}"#)),
            bytes: Some(4),
            ..answer(LARGEST_NUMBER, &Reply::Done)
        },
    ]
}

pub(crate) fn from_unity() -> Vec<FromUnity> {
    let known = |seq, event| {
        let event = Happened::Known(event);
        FromUnity::Event(NumberedEvent { seq, event })
    };
    let mut frames = vec![
        FromUnity::Hello(Box::new(hello())),
        FromUnity::Hello(Box::new(editor())),
        FromUnity::Proof(Proof {
            proof: secret().proof(Side::Unity, UNITY_NONCE, HOST_NONCE),
        }),
    ];
    frames.extend(results().into_iter().map(FromUnity::Result));
    frames.extend([Why::Cancelled, Why::Deadline].map(|why| FromUnity::Withdrawn(Withdrawn { id: 3, why })));
    let progress = Progress {
        id: 4,
        done: 3,
        total: Some(12),
        text: Some(ODD.to_owned()),
    };
    let bare = Progress {
        total: None,
        text: None,
        ..progress
    };
    frames.extend([progress, bare].map(FromUnity::Progress));
    frames.extend([
        known(1, Event::Resync),
        known(
            2,
            Event::ScenesChanged {
                added: vec![SceneId(u32::MAX)],
                removed: Vec::new(),
                changed: vec![SceneId(0), SceneId(1)],
            },
        ),
        known(
            3,
            Event::HookFired {
                signature: "System.Void A::B(System.String)".to_owned(),
                times: u32::MAX,
            },
        ),
        known(
            4,
            Event::PlayMode {
                playing: true,
                paused: false,
            },
        ),
        known(5, Event::SelectionChanged),
        FromUnity::Event(NumberedEvent {
            seq: LARGEST_NUMBER,
            event: Happened::Unknown(Unknown {
                kind: "of-tomorrow".to_owned(),
            }),
        }),
    ]);
    frames.extend(reports());
    frames
}

fn reports() -> Vec<FromUnity> {
    let line = LogEntry {
        level: "error".to_owned(),
        text: ODD.to_owned(),
        stack: Some("A.B () (at Assets/A.cs:12)".to_owned()),
        time_ms: 1_763_890_000_123,
        thread: Some(1),
    };
    let bare = LogEntry {
        level: "of-tomorrow".to_owned(),
        text: String::new(),
        stack: None,
        time_ms: 0,
        thread: None,
    };
    let logs = Logs {
        first: 41,
        dropped: 40,
        lines: vec![line, bare],
    };
    let nothing = Logs {
        first: LARGEST_NUMBER,
        dropped: 0,
        lines: Vec::new(),
    };
    let pulse = Pulse {
        state: Activity::Blocked,
        frame: 4_071,
        main_ms: 12_000,
        dialog: Some("Save the scene?".to_owned()),
        last_ms: Some(9_000),
        assemblies: 3,
    };
    let quiet = Pulse {
        state: Activity::Ready,
        frame: 0,
        main_ms: 0,
        dialog: None,
        last_ms: None,
        assemblies: 0,
    };
    vec![
        FromUnity::Logs(logs),
        FromUnity::Logs(nothing),
        FromUnity::Pulse(pulse),
        FromUnity::Pulse(quiet),
        FromUnity::Error(complaint()),
    ]
}
