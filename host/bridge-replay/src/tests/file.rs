//! Tests with files that are not complete or not valid recordings.

use super::*;
use host_bridge::{LineChain, Wish};

async fn whole() -> Vec<u8> {
    let asked = vec![Command::GetTimeScale, speed(2.0), active(4), Command::GetTimeScale];
    record_commands(Arc::new(unity()), asked).await.0
}

/// Returns a recording with these lines, each with its correct checksum.
pub(super) fn closed(bodies: &[&str]) -> String {
    let mut chain = LineChain::default();
    bodies.iter().map(|body| chain.close(body) + "\n").collect()
}

fn fault(bytes: &[u8]) -> String {
    Recording::read(bytes)
        .expect("in memory")
        .expect_err("no recording")
        .to_string()
}

pub(super) const HEAD: &str = r#"{"head":{"version":1,"host":"0.1.0","made":"now","several":false}}"#;

#[tokio::test]
async fn flipped_bit_is_rejected_or_changes_no_answer() {
    let bytes = whole().await;
    let good = read(&bytes);
    let mut refused = 0;
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut other = bytes.clone();
            other[at] ^= 1 << bit;
            match Recording::read(&other[..]).expect("in memory") {
                Err(why) => {
                    assert!(why.line >= 1 && !why.what.is_empty());
                    refused += 1;
                }
                // Only the end of the last line can be missing: that line counts as incomplete.
                Ok(read) => {
                    assert_eq!(at, bytes.len() - 1, "{}", String::from_utf8_lossy(&other));
                    for call in 0..good.calls() {
                        assert_eq!(read.answer(call), good.answer(call));
                    }
                    assert!(read.gaps().is_some());
                }
            }
        }
    }
    assert_eq!(refused, (bytes.len() - 1) * 8);
}

/// Simulates an attacker who changes lines and corrects the checksums. Each changed line must be rejected with its
/// number, or answered without a panic.
#[tokio::test]
async fn forged_recording_is_rejected_or_answered_without_panic() {
    let asked = [Command::GetTimeScale, speed(2.0), active(4), Command::ProjectInfo];
    let bytes = record_commands(Arc::new(unity()), asked.to_vec()).await.0;
    let text = String::from_utf8(bytes).expect("UTF-8");
    let bodies: Vec<String> = text
        .lines()
        .filter_map(|line| Some(format!("{}}}", line.rsplit_once(",\"sum\"")?.0)))
        .collect();
    let (mut refused, mut answered) = (0, 0);
    for (number, body) in bodies.iter().enumerate() {
        for at in 0..body.len() {
            // A different digit, letter or bracket, a quote, or nothing.
            for other in ["1", "}", "\"", ""] {
                let mut changed = bodies.clone();
                changed[number].replace_range(at..=at, other);
                let changed: Vec<&str> = changed.iter().map(String::as_str).collect();
                match Recording::read(closed(&changed).as_bytes()).expect("in memory") {
                    Err(why) => {
                        assert!(why.line <= bodies.len() && !why.what.is_empty(), "{why}");
                        refused += 1;
                    }
                    Ok(read) => {
                        let replay = ReplayBridge::new(read, LeftOut::default());
                        for command in &asked {
                            let _ = ask(&replay, command.clone()).await;
                        }
                        answered += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 1_000 && answered > 500, "{refused} and {answered}");
}

#[tokio::test]
async fn reads_truncated_recording_up_to_the_cut_and_reports_it() {
    let bytes = whole().await;
    let good = read(&bytes);
    assert_eq!((good.calls(), good.gaps()), (4, None));
    let mut most = 0;
    for length in 0..bytes.len() {
        match Recording::read(&bytes[..length]).expect("in memory") {
            Ok(torn) => {
                assert!(torn.gaps().is_some_and(|gaps| gaps.contains("killed")), "{length}");
                for call in 0..torn.calls() {
                    assert_eq!(torn.answer(call), good.answer(call));
                }
                most = most.max(torn.calls());
            }
            Err(why) => assert_eq!(why.line, 1, "{length}: {why}"),
        }
    }
    assert_eq!(most, 4);
    let replay = replay(&bytes[..bytes.len() - 200]);
    let error = ask(&replay, active(9)).await.expect_err("not in it");
    assert!(
        error.hint.as_deref().is_some_and(|hint| hint.contains("killed")),
        "{error:?}"
    );
}

#[tokio::test]
async fn reads_recording_with_crlf_line_endings() {
    let bytes = whole().await;
    let text = String::from_utf8(bytes.clone()).expect("UTF-8").replace('\n', "\r\n");
    let (one, other) = (read(&bytes), read(text.as_bytes()));
    assert_eq!((other.calls(), other.gaps()), (4, None));
    for call in 0..4 {
        assert_eq!(one.answer(call), other.answer(call));
    }
}

#[test]
fn rejects_other_version_with_its_number_and_creator() {
    let other = HEAD.replace("\"version\":1", "\"version\":7").replace("0.1.0", "9.9.9");
    let text = fault(closed(&[&other]).as_bytes());
    for part in ["line 1", "`head.version` is 7", "version 1", "9.9.9", "record again"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn fault_names_its_line_and_field() {
    let call = |fields: &str| format!(r#"{{"call":{{{fields}}}}}"#);
    let good = r#""unity":"fake@00000000","fn":"time-scale/get","args":{}"#;
    let cases = [
        (
            call(&format!("{good},\"reply\":{{\"reply\":\"done\"}}")),
            "Done instead of TimeScale",
        ),
        (
            call(&format!("{good},\"reply\":{{\"reply\":\"time-scale\",\"value\":{{}}}}")),
            "`call.reply` cannot be read: missing field",
        ),
        (call(good), "one of `reply` and `error`"),
        (
            call(&format!("{good},\"error\":{{\"kind\":\"busy\"}}")),
            "`call.error`: missing field `message`",
        ),
        (
            call(r#""unity":"fake@00000000","fn":"objects/fly","args":{},"reply":{}"#),
            "`call.fn` is \"objects/fly\"",
        ),
        (
            call(r#""unity":"fake@00000000","fn":"time-scale/get","args":[],"reply":{}"#),
            "`call.args` is not an object",
        ),
        (
            call(r#""unity":"fake@00000000","fn":"time-scale/get","args":{"b":1,"a":2},"reply":{}"#),
            "not in order",
        ),
        (
            call(r#""unity":"fake","fn":"time-scale/get","args":{},"error":{"kind":"busy","message":""}"#),
            "`call.unity` is not the id",
        ),
        (
            call(r#""unity":"fake@00000000","args":{}"#),
            "`call`: missing field `fn`",
        ),
        (
            r#"{"event":{"unity":null,"what":{"kind":"flood"}}}"#.to_owned(),
            "`event`: unknown variant",
        ),
        (r#"{"now":[{}]}"#.to_owned(), "`now`: missing field"),
        (r#"{"named":{"name":1}}"#.to_owned(), "`named`: invalid type"),
        (r#"{"tale":1}"#.to_owned(), "unknown field `tale`"),
        (HEAD.to_owned(), "a second `head`"),
        ("{}".to_owned(), "not a line of a recording"),
        (r#"{"head":null}"#.to_owned(), "the line is empty"),
        (
            r#"{"missed":{"lines":0,"events":0},"end":{"complete":true,"why":null}}"#.to_owned(),
            "contains `missed`, `end`",
        ),
        (
            call(&format!(
                "{good},\"error\":{{\"kind\":\"busy\",\"message\":\"\"}},\"png\":\"\""
            )),
            "`png` with `reply` alone",
        ),
        ("[".repeat(100_000) + "}", "not a line of a recording"),
        (
            format!(
                r#"{{"call":{{"unity":"fake@00000000","fn":"time-scale/get","args":{}1{}}}}}"#,
                "[".repeat(5_000),
                "]".repeat(5_000)
            ),
            "recursion limit",
        ),
    ];
    for (body, expected) in cases {
        let text = fault(closed(&[HEAD, &body]).as_bytes());
        assert!(
            text.starts_with("line 2: ") && text.contains(expected),
            "{expected}: {text}"
        );
    }
    assert!(fault(b"").contains("line 1"));
    assert!(fault(b"a text\n").contains("line 1: not a line of a recording"));
    assert!(
        fault(b"{\"end\":{\"complete\":true,\"why\":null},\"sum\":\"\"}\n").contains("the first line is not `head`")
    );
    let mut not_text = closed(&[HEAD]).into_bytes();
    not_text.extend(b"\xff\n");
    assert!(fault(&not_text).contains("line 2: it is not UTF-8"));
    let end = r#"{"end":{"complete":true,"why":null}}"#;
    assert!(fault(closed(&[HEAD, end, end]).as_bytes()).contains("line 3: a line after `end`"));
}

#[tokio::test]
async fn recording_without_target_returns_not_ready() {
    let replay = replay(closed(&[HEAD]).as_bytes());
    let error = ask(&replay, Command::GetTimeScale).await.expect_err("nobody");
    assert_eq!(error.kind, BridgeErrorKind::NotReady);
    assert_eq!(replay.id().as_str(), "replay@00000000");
}

/// Returns lines with calls of `set-active`, each with an unknown argument of `letters` characters.
pub(super) fn long_calls(calls: usize, letters: usize) -> String {
    let call = |number: usize| {
        let args = format!(r#"{{"object":"obj:{number}","x":"{}"}}"#, "x".repeat(letters));
        format!(
            r#"{{"call":{{"unity":"fake@00000000","fn":"{}","args":{args},"error":{{"kind":"not-found","message":"no"}}}}}}"#,
            active(4).function().method()
        )
    };
    let calls: Vec<String> = (0..calls).map(call).collect();
    let mut all = vec![HEAD];
    all.extend(calls.iter().map(String::as_str));
    closed(&all)
}

#[tokio::test]
async fn limits_bytes_compared_with_an_unrecorded_call() {
    let told = |text: String| async move { ask(&replay(text.as_bytes()), active(4)).await.expect_err("not in it") };
    let some = told(long_calls(40, 20_000)).await;
    assert_eq!(some.kind, BridgeErrorKind::NotReady);
    assert!(
        some.message.contains("of those looked at, 13 of 40 ("),
        "{}",
        some.message
    );
    let none = told(long_calls(3, 300_000)).await;
    assert!(
        none.message.contains("(line 4) is too long to be compared"),
        "{}",
        none.message
    );
    let all = told(long_calls(3, 10)).await;
    assert!(all.message.contains("The nearest call (line "), "{}", all.message);
}

/// Tests limits: three bytes in a file can become a text that needs eight times as much memory.
#[tokio::test]
async fn rejects_values_over_the_limit_by_line_and_field() {
    let bytes = whole().await;
    let text = String::from_utf8(bytes).expect("UTF-8");
    let now = text
        .lines()
        .nth(1)
        .and_then(|line| line.rsplit_once(",\"sum\""))
        .expect("who is here")
        .0;
    let now = format!("{now}}}");
    read(closed(&[HEAD, &now]).as_bytes());
    let many = vec![r#""""#; 1_001].join(",");
    for (field, name) in [
        ("capabilities", "capabilities"),
        ("functions", "functions"),
        ("serves", "row.serves"),
        ("tags", "project.tags"),
        ("layers", "project.layers"),
    ] {
        let begin = format!("\"{field}\":[");
        let at = now.find(&begin).expect(field) + begin.len();
        let end = at + now[at..].find(']').expect("its end");
        let fault_of =
            |items: &str| fault(closed(&[HEAD, &format!("{}{items}{}", &now[..at], &now[end..])]).as_bytes());
        assert_eq!(
            fault_of(&many),
            format!("line 2: `now.{name}` has 1001 items; at most 1000 are allowed")
        );
        assert!(
            fault_of(&format!("\"{}\"", "x".repeat(1_025)))
                .contains(&format!("line 2: `now.{name}[0]` has 1025 bytes")),
            "{field}"
        );
    }
    let scenes = vec![r#""scn:1""#; 10_001].join(",");
    let long = "x".repeat(2_000);
    for (body, expected) in [
        (format!("{{\"now\":[{}1]}}", "1,".repeat(5 << 20)), "`now` has 1048"),
        (
            format!(
                r#"{{"event":{{"unity":null,"what":{{"kind":"scenes","added":[{scenes}],"removed":[],"changed":[]}}}}}}"#
            ),
            "`event.what.added` has 10001 items",
        ),
        (
            format!(r#"{{"named":{{"name":"{long}","unity":null,"error":null}}}}"#),
            "`named.name` has 2000 bytes",
        ),
        (
            format!(r#"{{"end":{{"complete":false,"why":"{long}"}}}}"#),
            "`end.why` has 2000 bytes",
        ),
        (
            r#"{"end":{"complete":false,"why":"a\nb"}}"#.to_owned(),
            "`end.why` has control characters",
        ),
    ] {
        let text = fault(closed(&[HEAD, &body]).as_bytes());
        assert!(
            text.starts_with("line 2: ") && text.contains(expected),
            "{expected}: {text}"
        );
    }
    for (old, new, expected) in [
        ("now", long.as_str(), "`head.made` has 2000 bytes"),
        ("0.1.0", "\\u001b[2J", "`head.host` has control"),
    ] {
        let text = fault(closed(&[&HEAD.replace(old, new)]).as_bytes());
        assert!(
            text.starts_with("line 1: ") && text.contains(expected),
            "{expected}: {text}"
        );
    }
}

#[test]
fn resolves_target_path_through_its_recorded_placeholder() {
    let named = |name: &str| format!(r#"{{"named":{{"name":"{name}","unity":"fake@00000000","error":null}}}}"#);
    let text = closed(&[HEAD, &named("<project>"), &named("<home>/other \\\"game\\\"")]);
    let left_out = LeftOut::new([
        (Path::new("/people/ann/game"), "<project>"),
        (Path::new("/people/ann"), "<home>"),
    ]);
    let replay = ReplayBridge::new(read(text.as_bytes()), left_out);
    let called = |name: &str| {
        let wish = Wish {
            named: Some(name.to_owned()),
            ..Wish::default()
        };
        replay.resolve_target(&wish).map(|one| one.expect("one").target.unity)
    };
    for name in ["/people/ann/game", "/people/ann/other \"game\""] {
        assert_eq!(called(name).as_deref(), Ok("fake@00000000"), "{name}");
    }
    called("/people/ann/games").expect_err("nobody");
}
