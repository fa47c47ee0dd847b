//! Tests of request states: valid states can be parsed, and changed or foreign states are rejected.

use super::*;
use crate::ask::answers::Answers;
use data_encoding::HEXLOWER;
use host_api::{Question, QuestionKind};
use proptest::prelude::*;
use serde_json::json;

const KEY: StateKey = StateKey([7; 32]);
const HOUR: Duration = Duration::from_secs(3600);

fn arguments(value: &Value) -> Arguments {
    Arguments::from_arguments(value.as_object().unwrap(), None)
}

fn subject() -> Subject {
    Subject::new(KEY, "me", "tools/call", "wipe", None, &arguments(&json!({ "a": 1 })))
}

fn question_named(key: &str) -> Asked {
    Answers::default().name(&Question {
        key: key.to_owned(),
        kind: QuestionKind::Roots,
    })
}

fn sealed(holds: Duration) -> Sealed {
    let mut sealed = Sealed::new([0xa5; 16], holds, subject(), "digest".to_owned(), 3);
    let yes = RawValue::from_string(r#"{"action": "accept"}"#.to_owned()).unwrap();
    sealed.answers.insert(question_named("q\"1"), yes);
    sealed.open.insert("q\"2".to_owned(), question_named("q\"2"));
    sealed.has_written = true;
    sealed
}

#[test]
fn nonce_is_sixteen_bytes_in_hexadecimal() {
    for (digits, times, is_one) in [
        ("0f", 16, true),
        ("0f", 0, false),
        ("0f", 15, false),
        ("0f", 17, false),
        ("0g", 16, false),
        ("+5", 16, false),
    ] {
        let state = Sealed {
            nonce: digits.repeat(times),
            ..sealed(HOUR)
        };
        assert_eq!(state.nonce().is_ok(), is_one, "{}", state.nonce);
    }
}

#[test]
fn opened_state_equals_the_sealed_one() {
    let state = sealed(HOUR).seal(KEY).unwrap();
    let opened = Sealed::open(&state, KEY, &subject()).unwrap();
    assert_eq!(opened.nonce().unwrap(), [0xa5; 16]);
    assert_eq!(
        (opened.digest.as_str(), opened.revision, opened.has_written),
        ("digest", 3, true)
    );
    assert_eq!(opened.answers[&question_named("q\"1")].get(), r#"{"action": "accept"}"#);
    assert_eq!(opened.open["q\"2"], question_named("q\"2"));
}

#[test]
fn rejects_state_of_another_request_and_names_the_difference() {
    let state = sealed(HOUR).seal(KEY).unwrap();
    let plain = arguments(&json!({ "a": 1 }));
    for (other, said) in [
        (
            Subject::new(KEY, "you", "tools/call", "wipe", None, &plain),
            "another client",
        ),
        (
            Subject::new(KEY, "me", "prompts/get", "wipe", None, &plain),
            "another method",
        ),
        (
            Subject::new(KEY, "me", "tools/call", "wash", None, &plain),
            "another tool",
        ),
        (
            Subject::new(KEY, "me", "tools/call", "wipe", None, &arguments(&json!({ "a": 2 }))),
            "other arguments",
        ),
        (
            Subject::new(KEY, "me", "tools/call", "wipe", Some("k9"), &plain),
            "`_meta.\"unity-tools/idempotencyKey\"` was not there in",
        ),
    ] {
        let fault = Sealed::open(&state, KEY, &other).unwrap_err();
        assert_eq!(fault.code, host_wire::jsonrpc::INVALID_PARAMS);
        assert!(fault.message.contains(said), "{}", fault.message);
    }
    let late = sealed(Duration::ZERO).seal(KEY).unwrap();
    let fault = Sealed::open(&late, KEY, &subject()).unwrap_err();
    assert!(fault.message.contains("expired"), "{}", fault.message);
    let fault = Sealed::open(&state, StateKey([8; 32]), &subject()).unwrap_err();
    assert!(fault.message.contains("not of this host"), "{}", fault.message);
    for odd in ["", "x", "-TAMPERED", &format!("{state}-TAMPERED"), &state[1..]] {
        assert!(Sealed::open(odd, KEY, &subject()).is_err(), "{odd}");
    }
    let long = "A".repeat(LONGEST + 1);
    let fault = Sealed::open(&long, KEY, &subject()).unwrap_err();
    assert!(fault.message.contains("262144"), "{}", fault.message);
}

#[test]
fn caller_digest_depends_on_the_host_key() {
    let caller = "token hunter2\nplain";
    let of = |key| Subject::new(key, caller, "tools/call", "wipe", None, &arguments(&json!({}))).caller;
    let plain = HEXLOWER.encode(&Sha256::digest(caller));
    assert_ne!(of(KEY), plain, "anybody can make the plain digest of a guessed token");
    assert_ne!(of(KEY), of(StateKey([8; 32])), "only the key's owner can make this one");
    assert_eq!(of(KEY), of(KEY));
}

#[test]
fn does_not_seal_a_state_over_the_size_limit() {
    let mut sealed = sealed(HOUR);
    let long = RawValue::from_string(format!("\"{}\"", "x".repeat(LONGEST))).unwrap();
    sealed.answers.insert(question_named("long"), long);
    assert_eq!(sealed.seal(KEY), None);
}

#[test]
fn argument_digest_ignores_order_and_depends_on_every_value() {
    let digest = |value: &Value| arguments(value).0;
    let one = json!({ "a": { "x": [1, null], "y": "" }, "b": true });
    let same: Value = serde_json::from_str(r#"{"b": true, "a": {"y": "", "x": [1, null]}}"#).unwrap();
    assert_eq!(digest(&one), digest(&same));
    let all = [
        json!({}),
        json!({ "a": {} }),
        json!({ "a": [] }),
        json!({ "a": "" }),
        json!({ "a": null }),
        json!({ "a": [[1], 2] }),
        json!({ "a": [[1, 2]] }),
        json!({ "a": "1" }),
        json!({ "a": 1 }),
        json!({ "a": "\"b" }),
    ];
    for (at, left) in all.iter().enumerate() {
        for right in &all[at + 1..] {
            assert_ne!(digest(left), digest(right), "{left} {right}");
        }
    }
    let empty = Map::new();
    assert_ne!(
        Arguments::from_arguments(&empty, None).0,
        Arguments::from_arguments(&empty, Some("player")).0
    );
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let texts = |pairs: &[(String, String)]| Arguments::from_texts(pairs).0;
    assert_eq!(
        texts(&[pair("a", "1"), pair("b", "2")]),
        texts(&[pair("b", "2"), pair("a", "1")])
    );
    assert_ne!(texts(&[pair("a", "1b")]), texts(&[pair("a1", "b")]));
}

proptest! {
    #[test]
    fn rejects_state_with_any_changed_byte(at in 0_usize..4096, by in 1_u8..=255) {
        let state = sealed(HOUR).seal(KEY).unwrap();
        let mut bytes = state.clone().into_bytes();
        let at = at % bytes.len();
        bytes[at] ^= by;
        if let Ok(changed) = String::from_utf8(bytes) {
            prop_assert!(Sealed::open(&changed, KEY, &subject()).is_err());
        }
    }
}
