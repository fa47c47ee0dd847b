//! Size limits for the members of frames from a Unity instance: the table "Bounds" of `PROTOCOL.md`.

use super::Unread;
use super::from_unity::{CallError, CallResult, FromUnity, Happened, Hello, Logs};
use crate::limits::{BINARY_HEAD, FRAME, LARGEST_NUMBER};
use host_bridge::Event;

const KIB: usize = 1 << 10;

/// Maximum bytes of a name or version in a frame (a message between host and Unity instance). Longer ones are invalid.
const NAME: usize = 256;
/// Maximum bytes of the name of a function or a capability in a frame. A frame with a longer name is invalid.
const WORD: usize = 64;
/// Maximum bytes of an additional text for the user in a frame, such as a progress text. A longer text is invalid.
const ASIDE: usize = KIB;
/// Maximum bytes of a call's idempotency key in a frame. A frame with a longer key is invalid.
pub(crate) const KEY: usize = 128;

/// A checker for the sizes of one frame's members. Its text is the frame's `type`, for error messages.
struct Measure(&'static str);

impl Measure {
    fn check_length(&self, field: &'static str, given: usize, most: usize) -> Result<(), Unread> {
        self.number(field, given as u64, most as u64)
    }

    fn number(&self, field: &'static str, given: u64, most: u64) -> Result<(), Unread> {
        if given <= most {
            return Ok(());
        }
        Err(Unread::TooLarge {
            kind: self.0,
            field,
            given,
            most,
        })
    }

    fn check_side_text(&self, field: &'static str, text: Option<&String>) -> Result<(), Unread> {
        self.check_length(field, text.map_or(0, String::len), ASIDE)
    }

    fn digits(&self, field: &'static str, text: &str, wanted: usize) -> Result<(), Unread> {
        if text.len() == wanted && text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Ok(());
        }
        Err(self.invalid(format!("`{field}` is not {wanted} hexadecimal digits")))
    }

    fn invalid(&self, reason: String) -> Unread {
        Unread::Members { kind: self.0, reason }
    }
}

impl FromUnity {
    /// Checks that all members are within their size limits. `length` is the size of the whole frame in bytes.
    pub(super) fn bounded(&self, length: usize) -> Result<(), Unread> {
        match self {
            Self::Hello(hello) => hello_bounded(hello, length),
            Self::Proof(proof) => Measure("proof").digits("proof", &proof.proof, 64),
            Self::Result(result) => result_bounded(result),
            Self::Withdrawn(withdrawn) => Measure("withdrawn").number("id", withdrawn.id, LARGEST_NUMBER),
            Self::Progress(progress) => {
                let measure = Measure("progress");
                measure.number("id", progress.id, LARGEST_NUMBER)?;
                measure.number("done", progress.done, LARGEST_NUMBER)?;
                measure.number("total", progress.total.unwrap_or(0), LARGEST_NUMBER)?;
                measure.check_side_text("text in bytes", progress.text.as_ref())
            }
            Self::Event(told) => {
                let measure = Measure("event");
                measure.check_length("the frame in bytes", length, 64 * KIB)?;
                measure.number("seq", told.seq, LARGEST_NUMBER)?;
                match &told.event {
                    Happened::Known(Event::HookFired { signature, .. }) => {
                        measure.check_length("signature in bytes", signature.len(), 4 * KIB)
                    }
                    _ => Ok(()),
                }
            }
            Self::Logs(logs) => logs_bounded(logs, length),
            Self::Pulse(pulse) => {
                let measure = Measure("pulse");
                for (field, number) in [
                    ("frame", pulse.frame),
                    ("main-ms", pulse.main_ms),
                    ("last-ms", pulse.last_ms.unwrap_or(0)),
                    ("assemblies", pulse.assemblies),
                ] {
                    measure.number(field, number, LARGEST_NUMBER)?;
                }
                measure.check_side_text("dialog in bytes", pulse.dialog.as_ref())
            }
            Self::Error(complaint) => {
                let measure = Measure("error");
                measure.check_side_text("kind in bytes", Some(&complaint.kind))?;
                measure.check_side_text("message in bytes", Some(&complaint.message))
            }
        }
    }
}

fn hello_bounded(hello: &Hello, length: usize) -> Result<(), Unread> {
    let measure = Measure("hello");
    measure.check_length("the frame in bytes", length, 256 * KIB)?;
    let project = &hello.project;
    for (field, text) in [
        ("package in bytes", &hello.package),
        ("unity in bytes", &hello.unity),
        ("platform in bytes", &hello.platform),
        ("project.name in bytes", &project.name),
        ("project.company in bytes", &project.company),
        ("project.version in bytes", &project.version),
    ] {
        measure.check_length(field, text.len(), NAME)?;
    }
    let started = hello.started.as_ref().map_or(0, String::len);
    measure.check_length("started in bytes", started, WORD)?;
    let path = project.path.as_ref().map_or(0, String::len);
    measure.check_length("project.path in bytes", path, 4 * KIB)?;
    measure.digits("instance", &hello.instance, 32)?;
    measure.digits("nonce", &hello.nonce, 64)?;
    measure.number("epoch", hello.epoch, LARGEST_NUMBER)?;
    measure.check_length("functions", hello.functions.len(), 512)?;
    measure.check_length("capabilities", hello.capabilities.len(), 64)?;
    for word in hello.functions.iter().chain(&hello.capabilities) {
        measure.check_length("a function or capability in bytes", word.len(), WORD)?;
    }
    let journal = &hello.journal;
    measure.number("journal.next", journal.next, LARGEST_NUMBER)?;
    measure.number("journal.oldest", journal.oldest, LARGEST_NUMBER)?;
    measure.check_length("journal.entries", journal.entries.len(), 4_096)?;
    for key in journal.entries.keys() {
        measure.check_length("a key of the journal in bytes", key.len(), KEY)?;
    }
    if hello.protocol[0] > hello.protocol[1] {
        let [oldest, newest] = hello.protocol;
        return Err(measure.invalid(format!("`protocol` is the range {oldest} to {newest}")));
    }
    Ok(())
}

fn result_bounded(result: &CallResult) -> Result<(), Unread> {
    let measure = Measure("result");
    measure.number("id", result.id, LARGEST_NUMBER)?;
    measure.check_length("notes", result.notes.len(), 64)?;
    for note in &result.notes {
        measure.check_length("a note in bytes", note.len(), 4 * KIB)?;
    }
    measure.number("bytes", result.bytes.unwrap_or(0), (FRAME - BINARY_HEAD) as u64)?;
    match (&result.value, &result.error) {
        (Some(_), None) => Ok(()),
        (None, Some(error)) => error_bounded(&measure, error),
        (None, None) => Err(measure.invalid("`value` and `error` are both missing".to_owned())),
        (Some(_), Some(_)) => Err(measure.invalid("`value` and `error` are both present".to_owned())),
    }
}

fn error_bounded(measure: &Measure, error: &CallError) -> Result<(), Unread> {
    let text = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    measure.check_length("error.kind in bytes", error.kind.len(), WORD)?;
    measure.check_length("error.message in bytes", error.message.len(), 16 * KIB)?;
    measure.check_length("error.hint in bytes", text(&error.hint), 16 * KIB)?;
    measure.check_length("error.exception in bytes", text(&error.exception), KIB)?;
    measure.check_length("error.stack in bytes", text(&error.stack), 64 * KIB)?;
    let Some(data) = &error.data else { return Ok(()) };
    measure.check_length("error.data in bytes", data.get().len(), 64 * KIB)?;
    if data.get().starts_with('{') {
        return Ok(());
    }
    Err(measure.invalid("`error.data` is not an object".to_owned()))
}

fn logs_bounded(logs: &Logs, length: usize) -> Result<(), Unread> {
    let measure = Measure("logs");
    measure.check_length("the frame in bytes", length, 64 * KIB)?;
    measure.number("first", logs.first, LARGEST_NUMBER)?;
    measure.number("dropped", logs.dropped, LARGEST_NUMBER)?;
    measure.check_length("lines", logs.lines.len(), 1_000)?;
    for line in &logs.lines {
        measure.number("time-ms", line.time_ms, LARGEST_NUMBER)?;
        measure.check_length("level in bytes", line.level.len(), WORD)?;
    }
    Ok(())
}
