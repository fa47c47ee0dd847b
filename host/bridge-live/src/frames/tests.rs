//! Tests that convert frames to text and back, and tests of errors for frames that are too large or invalid.

use super::samples::{HOST_NONCE, SECRET, UNITY_NONCE, from_host, from_unity, hello, secret};
use super::*;
use crate::limits::LARGEST_NUMBER;
use crate::trust::Side;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The environment variable that makes the test overwrite the sample files with the current frames.
const WRITE: &str = "UNITY_TOOLS_WRITE_SAMPLES";

fn files() -> [(&'static str, String); 2] {
    let line = |from: &str, frame: &str| format!("{{\"from\":\"{from}\",\"frame\":{frame}}}\n");
    let bytes = |from: &str, id: u64, bytes: &[u8]| {
        let digits = HEXLOWER.encode(&binary(id, bytes));
        format!("{{\"from\":\"{from}\",\"binary\":\"{digits}\"}}\n")
    };
    let mut frames = String::new();
    for frame in from_host() {
        frames += &line("host", &frame.text());
        if let FromHost::Call(Call { id, bytes: Some(_), .. }) = frame {
            frames += &bytes("host", id, b"MZ\0");
        }
    }
    for frame in from_unity() {
        frames += &line("unity", &frame.text());
        if let FromUnity::Result(CallResult { id, bytes: Some(_), .. }) = frame {
            frames += &bytes("unity", id, &[0x89, b'P', 0, 0xff]);
        }
    }
    let proofs = json!({
        "secret": SECRET,
        "unity-nonce": UNITY_NONCE,
        "host-nonce": HOST_NONCE,
        "host-proof": secret().proof(Side::Host, UNITY_NONCE, HOST_NONCE),
        "unity-proof": secret().proof(Side::Unity, UNITY_NONCE, HOST_NONCE),
    });
    [("frames.jsonl", frames), ("proofs.jsonl", format!("{proofs}\n"))]
}

#[test]
fn fixture_files_match_the_sample_frames() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/bridge");
    for (name, expected) in files() {
        let path = folder.join(name);
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&path, &expected).expect("writable");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(
            found == expected,
            "{} differs from the frames that are sent; run this test with {WRITE}=1, and adapt the other side of the link",
            path.display()
        );
    }
}

#[test]
fn round_trips_every_frame_with_type_as_first_member() {
    for frame in from_host() {
        let sent = frame.text();
        assert!(sent.starts_with("{\"type\":"), "{sent}");
        assert_eq!(FromHost::read(&sent).expect("our own frame").text(), sent);
    }
    for frame in from_unity() {
        let sent = frame.text();
        assert!(sent.starts_with("{\"type\":"), "{sent}");
        assert_eq!(FromUnity::read(&sent).expect("our own frame").text(), sent);
    }
}

#[test]
fn ignores_unknown_members_of_frames() {
    for frame in from_unity() {
        let mut sent: Value = serde_json::from_str(&frame.text()).expect("JSON");
        sent["of-tomorrow"] = json!({"a": [1]});
        let read = FromUnity::read(&sent.to_string()).expect("a frame with more in it");
        assert_eq!(read.text(), frame.text());
    }
}

#[test]
fn rejects_invalid_frames_with_a_reason() {
    for (text, told) in [
        ("", "no JSON object with `type`"),
        ("[]", "no JSON object with `type`"),
        ("{}", "missing field `type`"),
        (r#"{"type":"pulse","type":"pulse"}"#, "duplicate field `type`"),
        (r#"{"type":"teleport"}"#, "there is no frame `teleport`"),
        (r#"{"type":"call","id":1}"#, "there is no frame `call`"),
        (r#"{"type":"proof","proof":"ab"}"#, "64 hexadecimal digits"),
        (r#"{"type":"pulse","state":"away2"}"#, "`pulse` cannot be read"),
        (r#"{"type":"result","id":-1,"value":1}"#, "`result` cannot be read"),
        (r#"{"type":"result","id":1}"#, "both missing"),
        (
            r#"{"type":"event","seq":1,"kind":"scenes","added":["obj:1"]}"#,
            "`obj:1`",
        ),
        (
            r#"{"type":"result","id":1,"error":{"kind":"unity","message":"","data":[]}}"#,
            "not an object",
        ),
    ] {
        let error = FromUnity::read(text).expect_err(text).to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
    let name = "x".repeat(10_000);
    let error = FromUnity::read(&json!({"type": name}).to_string()).expect_err("no such frame");
    assert!(error.to_string().len() < 100, "a peer's name is repeated whole");
}

#[test]
fn rejects_frame_parts_beyond_their_limits() {
    let hello: Value = serde_json::from_str(&FromUnity::Hello(Box::new(hello())).text()).expect("JSON");
    let with = |pointer: &str, value: Value| {
        let mut hello = hello.clone();
        *hello.pointer_mut(pointer).expect(pointer) = value;
        hello
    };
    let result = |id: u64, notes: Vec<String>, bytes: u64| json!({"type": "result", "id": id, "value": {"reply": "done"}, "notes": notes, "bytes": bytes});
    let failed = |field: &str, bytes: usize| {
        let mut error = json!({"kind": "unity", "message": ""});
        error[field] = "x".repeat(bytes).into();
        json!({"type": "result", "id": 1, "error": error})
    };
    let lines = |number: usize, text: &str| {
        let line = json!({"level": "info", "text": text, "time-ms": 0});
        json!({"type": "logs", "first": 1, "dropped": 0, "lines": vec![line; number]})
    };
    let beyond = LARGEST_NUMBER + 1;
    let digits = "0".repeat(33);
    for (frame, fits) in [
        (with("/package", "x".repeat(256).into()), true),
        (with("/package", "x".repeat(257).into()), false),
        (with("/functions", vec!["x/y"; 512].into()), true),
        (with("/functions", vec!["x/y"; 513].into()), false),
        (with("/functions/0", "x".repeat(65).into()), false),
        (with("/instance", digits.into()), false),
        (with("/epoch", beyond.into()), false),
        (with("/protocol", json!([2, 1])), false),
        (with("/journal/entries", json!({"x".repeat(129): "done"})), false),
        (result(LARGEST_NUMBER, vec![], 0), true),
        (result(beyond, vec![], 0), false),
        (result(1, vec!["x".to_owned(); 65], 0), false),
        (result(1, vec!["x".repeat(4_097)], 0), false),
        (result(1, vec![], (8 << 20) - 8), true),
        (result(1, vec![], (8 << 20) - 7), false),
        (failed("message", 16 << 10), true),
        (failed("message", (16 << 10) + 1), false),
        (failed("exception", 1_025), false),
        (failed("stack", (64 << 10) + 1), false),
        (lines(1_000, ""), true),
        (lines(1_001, ""), false),
        (lines(1, &"x".repeat(64 << 10)), false),
        (
            json!({"type": "pulse", "state": "ready", "frame": beyond, "main-ms": 0}),
            false,
        ),
        (
            json!({"type": "progress", "id": 1, "done": 1, "text": "x".repeat(1_025)}),
            false,
        ),
        (
            json!({"type": "event", "seq": 1, "kind": "resync", "x": "x".repeat(64 << 10)}),
            false,
        ),
    ] {
        let text = frame.to_string();
        let read = FromUnity::read(&text);
        let shown = text.chars().take(120).collect::<String>();
        assert_eq!(read.is_ok(), fits, "{shown}: {:?}", read.err());
    }
}

#[test]
fn binary_frame_consists_of_id_and_bytes() {
    let frame = binary(0x0102_0304_0506_0708, b"ab");
    assert_eq!(frame, [1, 2, 3, 4, 5, 6, 7, 8, b'a', b'b']);
    assert_eq!(split_binary(&frame), Some((0x0102_0304_0506_0708, &b"ab"[..])));
    assert_eq!(split_binary(&frame[..8]), Some((0x0102_0304_0506_0708, &b""[..])));
    assert_eq!(split_binary(&frame[..7]), None);
}
