//! The host's side of a link to a Unity that says anything: openings, and whole lives of a link with calls under way.
//!
//! Belongs here: what must hold whatever a Unity says. Does not: the state machines themselves (`host-bridge-live`).

use crate::mutate::{Dice, JSON_PIECES, damage};
use host_api::CallId;
use host_bridge::{BridgeErrorKind, BridgeId, CallKey, Command, CommandKey, Fate, Function};
use host_bridge_live::frames::{Call, FromHost, FromUnity, Hello};
use host_bridge_live::opening::{Close, Opening, Step};
use host_bridge_live::session::{Asked, Outcome, Send, Session, Wanted};
use host_bridge_live::trust::{Secret, Side};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// Pieces at which a reader of this link's frames stumbles besides.
const LINK_PIECES: &[&str] = &[
    "\"id\":1,",
    "\"id\":2,",
    "\"id\":9007199254740993,",
    "\"bytes\":8388608,",
    "\"type\":\"result\",",
    "\"type\":\"\\u0068ello\",",
    "\"seq\":0,",
    "\"error\":{\"kind\":\"denied\",\"message\":\"\"},",
    "\"state\":\"away\",",
    "\"deadline-ms\":-1,",
];

const PULSE: &str = "{\"type\":\"pulse\",\"state\":\"playing\",\"frame\":1,\"main-ms\":0,\"assemblies\":0}";

/// What to damage, and the secret that the proofs among it are made with.
pub struct Samples {
    hellos: Vec<Hello>,
    texts: Vec<String>,
}

/// What one life came to.
#[derive(Debug, Default)]
pub struct Lived {
    pub frames: u64,
    /// Links that the host ended, each with a reason.
    pub closed: u64,
    /// Calls that were answered well, and with an error.
    pub good: u64,
    pub bad: u64,
}

struct Caller {
    reply: oneshot::Receiver<Outcome>,
    key: String,
    is_write: bool,
}

/// What went out, and what came back for it.
#[derive(Default)]
struct Heard {
    sent: Vec<Call>,
    /// Keys of writes that were handed to a link.
    handed: Vec<String>,
    /// Whether anything came that a `withdrawn`, or an answer, could be read from.
    withdrawn: bool,
    results: bool,
}

impl Samples {
    /// From the lines of `frames.jsonl`.
    ///
    /// # Errors
    /// Where none is a frame of Unity.
    pub fn read(lines: &str) -> Result<Self, String> {
        let mut samples = Self {
            hellos: Vec::new(),
            texts: Vec::new(),
        };
        for line in lines.lines() {
            let value: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            if value["from"] != "unity" {
                continue;
            }
            let text = value["frame"].to_string();
            if let Ok(FromUnity::Hello(hello)) = FromUnity::read(&text) {
                samples.hellos.push(*hello);
            }
            samples.texts.push(text);
        }
        if samples.hellos.is_empty() {
            return Err("no `hello` among the samples".to_owned());
        }
        Ok(samples)
    }

    fn damage_sample(&self, dice: &mut Dice) -> String {
        let text = dice.pick(&self.texts).map_or("", String::as_str);
        spoilt(text, dice)
    }

    fn hello(&self, dice: &mut Dice) -> Hello {
        let mut hello = dice.pick(&self.hellos).expect("there is one").clone();
        hello.functions = ["selection/get", "time-scale-edit/set", "screenshot/take"]
            .map(str::to_owned)
            .to_vec();
        hello.instance = format!("{:032x}", dice.random_below(3));
        hello
    }
}

/// Two frames of an opening, the second with a proof that is right in one of four cases; that a Unity is believed only then.
///
/// # Errors
/// What the opening did that it may not do.
pub fn opening(samples: &Samples, dice: &mut Dice) -> Result<bool, String> {
    let secret = Secret::from_text("sixteen letters, and some").map_err(|error| error.to_string())?;
    let now = Instant::now();
    let mut opening = Opening::new(secret.clone(), "aa".repeat(32), now);
    let hello = samples.hello(dice);
    let nonce = hello.nonce.clone();
    let greeting = FromUnity::Hello(Box::new(hello)).text();
    let first = match dice.random_below(2) {
        0 => greeting,
        _ => spoilt(&greeting, dice),
    };
    match opening.text(&first, now) {
        Step::Send(FromHost::Challenge(_)) => {}
        Step::Send(other) => return Err(format!("{other:?} before any proof")),
        Step::Proved(_) => return Err("proved by `hello` alone".to_owned()),
        Step::Close(close) | Step::Refuse(_, close) => return check_reason(&close).map(|()| false),
    }
    let right = secret.proof(Side::Unity, &nonce, &"aa".repeat(32));
    let proof = serde_json::json!({"type": "proof", "proof": right}).to_string();
    let second = match dice.random_below(4) {
        0 => proof,
        1 => proof.replace(&right, &secret.proof(Side::Host, &nonce, &"aa".repeat(32))),
        2 => samples.damage_sample(dice),
        _ => spoilt(&proof, dice),
    };
    match opening.text(&second, now) {
        Step::Proved(_) if second.contains(&right) => Ok(true),
        // The nonce of a damaged `hello` is another one, and so is its proof.
        Step::Proved(hello) => Err(format!("proved by {second}, with the nonce {}", hello.nonce)),
        Step::Close(close) | Step::Refuse(_, close) => check_reason(&close).map(|()| false),
        Step::Send(frame) => Err(format!("{frame:?} behind `proof`")),
    }
}

/// Some links one after the other with reads and writes under way; what comes is right, damaged, or of another order.
///
/// # Errors
/// What the session did that it may not do.
pub fn life(samples: &Samples, dice: &mut Dice) -> Result<Lived, String> {
    let mut now = Instant::now();
    let mut session = Session::new("0", "run", BridgeId::new("Game", 1), now);
    let (mut lived, mut heard, mut callers) = (Lived::default(), Heard::default(), Vec::new());
    for _ in 0..=dice.random_below(3) {
        session.attach_link(samples.hello(dice), now);
        heard.sent.clear();
        for _ in 0..=dice.random_below(12) {
            if dice.random_below(3) == 0 {
                callers.push(ask(&mut session, dice, now)?);
            }
            send(&mut session, &mut heard, now);
            lived.frames += 1;
            let close = say(&mut session, samples, &mut heard, dice, now);
            while session.notice().is_some() {}
            if let Some(close) = close {
                check_reason(&close)?;
                lived.closed += 1;
                if let Some(sent) = session.transmit(now) {
                    return Err(format!("{sent:?} over a link that is closed"));
                }
                break;
            }
            now += Duration::from_millis(dice.random_below(700) as u64);
            if let Some(close) = session.tick(now) {
                check_reason(&close)?;
                break;
            }
        }
        session.unlinked(now);
    }
    end(&mut session, samples, callers, &heard, now, &mut lived)?;
    Ok(lived)
}

/// Another process of this game comes, and time goes by: every caller has an answer, and nothing is left.
fn end(
    session: &mut Session,
    samples: &Samples,
    callers: Vec<Caller>,
    heard: &Heard,
    mut now: Instant,
    lived: &mut Lived,
) -> Result<(), String> {
    let mut other = samples.hellos[0].clone();
    other.instance = "f".repeat(32);
    other.functions.clear();
    other.journal.entries.clear();
    session.attach_link(other, now);
    for _ in 0..3 {
        now += Duration::from_secs(60);
        session.tick(now);
        while session.notice().is_some() {}
    }
    if session.depth() != 0 {
        return Err(format!("{} calls are left", session.depth()));
    }
    for mut caller in callers {
        let outcome = caller.reply.try_recv().map_err(|_| "a call without an answer")?;
        match outcome {
            Ok(_) if !heard.results => return Err("an answer that was never sent".to_owned()),
            Ok(_) => lived.good += 1,
            Err(error) => {
                let is_undone = matches!(error.kind, BridgeErrorKind::NotReady);
                let was_handed = caller.is_write && heard.handed.iter().any(|key| key.contains(&caller.key));
                // A Unity itself may answer with this kind: that is its word, not the host's guess.
                if is_undone && was_handed && !heard.withdrawn && !heard.results {
                    return Err(format!(
                        "a write that was handed over is reported as not done: {error:?}"
                    ));
                }
                lived.bad += 1;
            }
        }
    }
    Ok(())
}

fn ask(session: &mut Session, dice: &mut Dice, now: Instant) -> Result<Caller, String> {
    let command = match dice.random_below(3) {
        0 => Command::GetSelection,
        1 => Command::SetTimeScale { value: 1.0, lock: None },
        _ => Command::Screenshot {
            width: 2,
            height: 2,
            output_path: None,
        },
    };
    let is_write = command.function() == Function::SetTimeScale;
    let call = CallId::next();
    let key = CommandKey {
        call: Arc::new(CallKey::for_host(call)),
        number: 1,
    };
    let (sender, reply) = oneshot::channel();
    let effect = command.access().effect.into();
    let checked = command.checked().map_err(|error| format!("{error:?}"))?;
    session.submit(
        Asked {
            wanted: Wanted::Command(checked, sender),
            effect,
            key,
            tool: Some("T".into()),
            deadline: host_api::Deadline::fixed(now + Duration::from_millis(dice.random_below(2_000) as u64)),
            cancel: CancellationToken::new(),
            fate: Arc::new(Fate::default()),
            progress: Some(Arc::new(|_| {})),
        },
        now,
    );
    Ok(Caller {
        reply,
        key: format!("/{call}/"),
        is_write,
    })
}

fn send(session: &mut Session, heard: &mut Heard, now: Instant) {
    while let Some(sent) = session.transmit(now) {
        let Send::Text(text) = sent else { continue };
        if let Ok(FromHost::Call(call)) = FromHost::read(&text) {
            heard.handed.extend(call.key.clone());
            heard.sent.push(call);
        }
    }
}

/// One frame of this Unity.
fn say(session: &mut Session, samples: &Samples, heard: &mut Heard, dice: &mut Dice, now: Instant) -> Option<Close> {
    // Mostly what is due, or hardly a link would live to its third frame.
    let answers = !heard.sent.is_empty() && dice.random_below(2) == 0;
    let id = match answers {
        true => heard.sent.swap_remove(dice.random_below(heard.sent.len())).id,
        false => dice.random_below(9) as u64,
    };
    let value = [
        "null",
        "{\"reply\":\"done\"}",
        "{\"reply\":\"selection\",\"value\":{\"active\":null,\"items\":[]}}",
    ];
    let value = dice.pick(&value).copied().unwrap_or("null");
    let text = match dice.random_below(16) {
        0 => {
            let bytes: Vec<u8> = (0..dice.random_below(24))
                .map(|_| dice.random_below(256) as u8)
                .collect();
            return session.binary(&bytes, now);
        }
        1 => {
            let announced = format!("{{\"type\":\"result\",\"id\":{id},\"value\":{value},\"bytes\":16}}");
            spoilt(&announced, dice)
        }
        2 | 3 => samples.damage_sample(dice),
        4 | 5 if answers => format!("{{\"type\":\"withdrawn\",\"id\":{id},\"why\":\"deadline\"}}"),
        _ if answers => format!("{{\"type\":\"result\",\"id\":{id},\"value\":{value}}}"),
        _ => PULSE.to_owned(),
    };
    heard.withdrawn |= text.contains("withdrawn");
    heard.results |= text.contains("result");
    session.text(&text, now)
}

fn spoilt(text: &str, dice: &mut Dice) -> String {
    let pieces = if dice.random_below(2) == 0 {
        JSON_PIECES
    } else {
        LINK_PIECES
    };
    String::from_utf8_lossy(&damage(text.as_bytes(), pieces, dice)).into_owned()
}

/// A link ends with a code of the protocol and a reason that a close frame holds.
fn check_reason(close: &Close) -> Result<(), String> {
    let is_known = matches!(close.code, 1000 | 1002 | 1008 | 1009 | 4001..=4003);
    match is_known && !close.reason.is_empty() && close.reason.len() <= 123 {
        true => Ok(()),
        false => Err(format!("closed without a reason: {close:?}")),
    }
}
