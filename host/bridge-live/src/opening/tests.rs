//! Tests of the opening as tables of received frames and expected answers.

use super::*;
use crate::frames::samples::{HOST_NONCE, hello, secret};
use crate::frames::{Proof, Pulse};
use host_bridge::Activity;
use std::time::Duration;

fn opening(now: Instant) -> Opening {
    Opening::new(secret(), HOST_NONCE.to_owned(), now)
}

fn greeting() -> String {
    FromUnity::Hello(Box::new(hello())).text()
}

fn proof(of: &Secret, side: Side) -> String {
    let proof = of.proof(side, &hello().nonce, HOST_NONCE);
    FromUnity::Proof(Proof { proof }).text()
}

fn pulse() -> String {
    FromUnity::Pulse(Pulse {
        state: Activity::Ready,
        frame: 0,
        main_ms: 0,
        dialog: None,
        last_ms: None,
        assemblies: 0,
    })
    .text()
}

/// Returns a short text that describes the step, for comparison with the expected one.
fn step_text(step: &Step) -> String {
    match step {
        Step::Send(FromHost::Challenge(_)) => "challenge".to_owned(),
        Step::Send(other) => format!("{other:?}"),
        Step::Proved(_) => "proved".to_owned(),
        Step::Close(close) => format!("{}: {}", close.code, close.reason),
        Step::Refuse(_, close) => format!("refused, {}: {}", close.code, close.reason),
    }
}

#[test]
fn rejects_opening_frames_out_of_order_or_with_wrong_proof() {
    let other = Secret::from_text("a secret of another host").expect("long enough");
    let over = "1008: the opening is over";
    for (frames, expected) in [
        (
            vec![greeting(), proof(&secret(), Side::Unity)],
            vec!["challenge", "proved"],
        ),
        (
            vec![greeting(), proof(&other, Side::Unity), proof(&secret(), Side::Unity)],
            vec![
                "challenge",
                "1008: the proof does not hold: the secret is not this host's",
                over,
            ],
        ),
        // The host's own proof, sent back to it.
        (
            vec![greeting(), proof(&secret(), Side::Host)],
            vec![
                "challenge",
                "1008: the proof does not hold: the secret is not this host's",
            ],
        ),
        (
            vec![proof(&secret(), Side::Unity), greeting()],
            vec!["1008: `hello` must be the first frame", over],
        ),
        (
            vec![pulse(), greeting()],
            vec!["1008: `hello` must be the first frame", over],
        ),
        (
            vec![greeting(), greeting(), proof(&secret(), Side::Unity)],
            vec!["challenge", "1008: `proof` must follow the challenge", over],
        ),
        (
            vec![greeting(), pulse()],
            vec!["challenge", "1008: `proof` must follow the challenge"],
        ),
        (
            vec!["{\"type\":\"teleport\"}".to_owned(), greeting()],
            vec!["1008: there is no frame `teleport`", over],
        ),
    ] {
        let now = Instant::now();
        let mut opening = opening(now);
        let steps: Vec<String> = frames
            .iter()
            .map(|frame| step_text(&opening.text(frame, now)))
            .collect();
        assert_eq!(steps, expected);
    }
}

#[test]
fn binary_frame_ends_the_opening() {
    let now = Instant::now();
    let mut opening = opening(now);
    assert_eq!(
        step_text(&opening.binary()),
        "1008: binary frame before the end of the opening"
    );
    assert_eq!(step_text(&opening.text(&greeting(), now)), "1008: the opening is over");
}

#[test]
fn hello_and_proof_time_out_after_five_seconds_each() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut silent = opening(start);
    assert_eq!(silent.deadline(), at(5_000));
    assert_eq!(silent.expire(at(4_999)), None);
    assert_eq!(
        silent.expire(at(5_000)).expect("too late").reason,
        "no `hello` within 5 s"
    );
    assert_eq!(silent.expire(at(9_000)), None, "once");

    let mut slow = opening(start);
    assert_eq!(step_text(&slow.text(&greeting(), at(4_900))), "challenge");
    assert_eq!(slow.deadline(), at(9_900));
    let late = slow.text(&proof(&secret(), Side::Unity), at(9_900));
    assert_eq!(step_text(&late), "1008: no `proof` within 5 s");
    assert_eq!(
        step_text(&slow.text(&proof(&secret(), Side::Unity), at(9_901))),
        "1008: the opening is over"
    );

    let mut late = opening(start);
    assert_eq!(
        step_text(&late.text(&greeting(), at(5_000))),
        "1008: no `hello` within 5 s"
    );
}

#[test]
fn negotiates_common_version_or_reports_which_side_to_update() {
    for (theirs, expected) in [
        ([1, 1], Ok(1)),
        ([0, 7], Ok(1)),
        ([0, 0], Err("update the package in Unity")),
        ([2, 7], Err("update the host")),
    ] {
        let now = Instant::now();
        let hello = Hello {
            protocol: theirs,
            ..hello()
        };
        let step = opening(now).text(&FromUnity::Hello(Box::new(hello)).text(), now);
        match (step, expected) {
            (Step::Send(FromHost::Challenge(challenge)), Ok(version)) => assert_eq!(challenge.protocol, version),
            (Step::Refuse(FromHost::Refused(refused), close), Err(told)) => {
                assert_eq!((refused.protocol, close.code), (PROTOCOL, Close::VERSIONS));
                assert!(
                    refused.message.ends_with(told) && close.reason.ends_with(told),
                    "{refused:?}"
                );
            }
            (step, _) => panic!("{theirs:?}: {step:?}"),
        }
    }
}

#[test]
fn truncates_reason_to_fit_a_close_frame() {
    let close = Close::fault("ä".repeat(100));
    assert!(close.reason.len() <= 123 && close.reason.chars().all(|letter| letter == 'ä'));
}

#[test]
fn proofs_are_bound_to_side_nonces_and_secret() {
    let (secret, other) = (secret(), Secret::draw().expect("randomness"));
    let proof = secret.proof(Side::Unity, "a", "b");
    assert!(secret.verify_proof(&proof, Side::Unity, "a", "b"));
    assert!(!secret.verify_proof(&proof, Side::Host, "a", "b"));
    assert!(!secret.verify_proof(&proof, Side::Unity, "b", "a"));
    assert!(!other.verify_proof(&proof, Side::Unity, "a", "b"));
    assert!(!secret.verify_proof(&proof[..63], Side::Unity, "a", "b"));
    assert!(!secret.verify_proof("", Side::Unity, "a", "b"));
    assert_eq!(other.reveal().len(), 64);
    assert!(Secret::from_text("fifteen letters").is_err());
    assert_eq!(format!("{secret:?}"), "Secret");
}
