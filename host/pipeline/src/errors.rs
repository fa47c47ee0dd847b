//! The errors of requests to the server of an editor, as errors of a bridge.
//!
//! Texts of the server may contain anything, so the errors shorten them and escape invisible characters.

use crate::connection::{Answer, Failure, MOST_ANSWER};
use crate::descriptor::{Unusable, path};
use host_api::{Tree, visible};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::{Map, Value};
use std::path::Path;
use std::time::Duration;

/// Maximum number of characters of a text of the server that an error repeats.
const SHOWN: usize = 500;

/// The time after which a retry is useful if the editor is busy or is writing its descriptor.
const RETRY: Duration = Duration::from_secs(1);

/// The purpose of a request, on which the effect of a failure depends.
pub(crate) enum Purpose<'p> {
    List,
    /// Run the command with this name.
    Run(&'p str),
}

/// Returns `text` without invisible characters, and cut to a length that an error may have.
pub(crate) fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    visible(&shown)
}

pub(crate) fn descriptor_error(root: &Path, why: &Unusable) -> BridgeError {
    if *why == Unusable::Missing {
        let message = "no editor with com.unity.pipeline has this project open; nothing was sent";
        return BridgeError::new(BridgeErrorKind::NotReady, message)
            .with_hint("open the project in a Unity editor in which the package com.unity.pipeline is installed");
    }
    let message = format!(
        "cannot use the descriptor {}: {why}; nothing was sent",
        path(root).display()
    );
    let error = BridgeError::new(BridgeErrorKind::NotReady, message);
    match why {
        Unusable::Incomplete(_) => error
            .with_hint("repeat the call; the editor may be writing the file")
            .retry_after(RETRY),
        _ => error.with_hint("restart the editor, which then writes the file again"),
    }
}

pub(crate) fn late_error() -> BridgeError {
    let message = "the deadline of the call passed before the request was sent; nothing was sent";
    BridgeError::new(BridgeErrorKind::Timeout, message).with_hint("repeat the call")
}

/// Returns the error that the body of a request is too large, which the host knows before it sends the request.
pub(crate) fn body_error(bytes: usize, most: usize) -> BridgeError {
    let message =
        format!("the command with its parameters has {bytes} bytes; Pipeline accepts {most}; nothing was sent");
    BridgeError::new(BridgeErrorKind::TooLarge, message).with_hint("pass shorter parameters")
}

pub(crate) fn failure_error(failure: Failure, purpose: &Purpose<'_>) -> BridgeError {
    let why = match failure {
        Failure::NotConnected(why) => {
            let message = format!(
                "no editor answers at the port of Pipeline: {}; nothing was sent",
                shorten(&why)
            );
            return BridgeError::new(BridgeErrorKind::NotReady, message)
                .with_hint("open the project in the Unity editor, or wait until the editor has started")
                .retry_after(RETRY);
        }
        Failure::LateBefore => return late_error(),
        Failure::TooLarge => {
            let message = format!("the answer of Pipeline is larger than {MOST_ANSWER} bytes");
            let error = BridgeError::new(BridgeErrorKind::TooLarge, message);
            return match purpose {
                Purpose::List => error.with_hint("announce fewer commands in the project"),
                Purpose::Run(_) => error.with_hint("the command may have been executed; read its data in another way"),
            };
        }
        Failure::LateAfter => "Pipeline did not answer before the deadline".to_owned(),
        Failure::Broken(why) => format!("the connection to Pipeline failed: {}", shorten(&why)),
    };
    match purpose {
        Purpose::List => BridgeError::new(BridgeErrorKind::Timeout, why).with_hint("repeat the call"),
        Purpose::Run(name) => unknown_outcome(name, &why),
    }
}

/// Returns the error for a command that was sent, and for which no usable answer arrived.
pub(crate) fn unknown_outcome(name: &str, why: &str) -> BridgeError {
    let message = format!(
        "{why}; it is unknown whether the command `{}` was executed",
        shorten(name)
    );
    BridgeError::new(BridgeErrorKind::OutcomeUnknown, message)
        .with_hint("read the data that the command changes before you run it again")
}

/// Returns the error for an answer whose status is not 200.
pub(crate) fn status_error(answer: &Answer, purpose: &Purpose<'_>) -> BridgeError {
    let body = Refusal::parse(answer);
    let status = answer.status;
    let text = body.text(status);
    let error = |kind| BridgeError::new(kind, format!("Pipeline rejected the request: {text}"));
    match (status, purpose) {
        (401, _) => error(BridgeErrorKind::NotReady)
            .with_hint(
                "the token in the descriptor of the editor is not valid; repeat the call when the editor is ready",
            )
            .retry_after(RETRY),
        (403, _) => error(BridgeErrorKind::PermissionDenied)
            .with_hint("the editor forbids the request; see its settings of Pipeline"),
        (400 | 404 | 422, Purpose::Run(name)) if status == 404 || body.is_unknown_command() => {
            let message = format!("Pipeline has no command `{}`: {text}", shorten(name));
            BridgeError::new(BridgeErrorKind::NotFound, message).with_hint("list the commands to see their names")
        }
        (400 | 422, _) => error(BridgeErrorKind::InvalidArgument)
            .with_hint("compare the parameters with the schema in the list of commands"),
        (404, _) => error(BridgeErrorKind::Unsupported)
            .with_hint("update the package com.unity.pipeline: its server does not list commands"),
        (408 | 504, Purpose::Run(name)) => unknown_outcome(name, &format!("Pipeline ended the command: {text}")),
        (408 | 504, _) => error(BridgeErrorKind::Timeout).with_hint("repeat the call"),
        (413, _) => error(BridgeErrorKind::TooLarge).with_hint("pass shorter parameters"),
        (429, _) => error(BridgeErrorKind::Busy)
            .with_hint("repeat the call when the running command has ended")
            .retry_after(RETRY),
        (503, _) => busy(&body, &text),
        // A redirect or another answer that the protocol does not have. A 2xx status may mean that the command runs.
        (..400, Purpose::Run(name)) => unknown_outcome(name, &format!("Pipeline answered with status {status}")),
        _ => BridgeError::new(
            BridgeErrorKind::Unity,
            format!("Pipeline answered with an error: {text}"),
        )
        .with_hint("see the console of the editor"),
    }
}

fn busy(body: &Refusal, text: &str) -> BridgeError {
    let message = format!("the editor is busy: {text}; nothing was changed");
    let error = BridgeError::new(BridgeErrorKind::NotReady, message).retry_after(RETRY);
    match body.contains("blocked_by_dialog") {
        true => error.with_hint("ask the user to close the dialog that is open in the editor, then repeat the call"),
        false => error.with_hint("wait until the editor has finished its work, then repeat the call"),
    }
}

/// The JSON body of an error status. All members are optional, because proxies and older versions send other bodies.
struct Refusal(Map<String, Value>);

impl Refusal {
    fn parse(answer: &Answer) -> Self {
        let text = std::str::from_utf8(&answer.body).unwrap_or_default();
        Self(Tree::members(text).unwrap_or_default())
    }

    /// Returns the texts that describe the error, from the shortest to the longest description.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let names = ["error", "reason", "message", "errorDetails"];
        let texts = names.into_iter().filter_map(|name| self.0.get(name)?.as_str());
        texts.filter(|text| !text.trim().is_empty())
    }

    fn contains(&self, word: &str) -> bool {
        self.texts().any(|text| text.contains(word))
    }

    fn is_unknown_command(&self) -> bool {
        let code = self.0.get("error").and_then(Value::as_str).unwrap_or_default();
        let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        ["unknowncommand", "commandnotfound", "notfound"].contains(&letters.as_str())
    }

    fn text(&self, status: u16) -> String {
        let mut shown: Vec<&str> = Vec::new();
        for text in self.texts() {
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        match shown.is_empty() {
            true => format!("status {status}"),
            false => format!("{} (status {status})", shorten(&shown.join(": "))),
        }
    }
}
