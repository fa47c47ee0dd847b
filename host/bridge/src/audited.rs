//! A wrapper that leaves an audit line for every write, whichever bridge is below it, and that lets no answer through that is
//! none to the question.
//!
//! Belongs here: what is recorded and when, and the one place where an answer is held against its command. Does not: how a
//! line is written (`AuditSink`), who may write (`policy`).

use crate::around::Around;
use crate::command::{CheckedCommand, Command};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::fate::Fate;
use crate::reply::Replied;
use crate::unity_bridge::{BridgeCall, OneUnity, Origin, UnityBridge};
use crate::wish::Wish;
use host_api::{Access, AuditRecord, AuditSink, AuditStage, AuditWriteError, BoxFuture, CallId};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Writes two lines around each write: `attempt` before it is sent, then what came of it before it is answered. Where the
/// first can't be written, the command is not sent.
pub struct AuditedBridge {
    inner: Arc<dyn UnityBridge>,
    sink: Arc<dyn AuditSink>,
}

impl AuditedBridge {
    /// Records what goes to `inner` in `sink`.
    pub fn new(inner: Arc<dyn UnityBridge>, sink: Arc<dyn AuditSink>) -> Self {
        Self { inner, sink }
    }

    /// What a bridge below says is believed only where it answers the command.
    async fn ask(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let id = call.id;
        let replied = self.inner.execute(command.clone(), call).await?;
        match replied.reply.fits(&command) {
            Ok(()) => Ok(replied),
            Err(why) => {
                let bridge = self.inner.name();
                tracing::error!(call = %id, bridge, "an answer was left out: {why}");
                let message = format!("the bridge `{bridge}` is at fault: {why}");
                let hint = "report it; what the command was to do may have been done";
                Err(BridgeError::new(BridgeErrorKind::Internal, message).with_hint(hint))
            }
        }
    }

    async fn write(&self, command: CheckedCommand, access: Access, call: BridgeCall) -> Result<Replied, BridgeError> {
        let line = Arc::new(Line::of(&command, access, &call));
        let mut unanswered = match attempt(&self.sink, &line, &call.fate).await {
            Ok(unanswered) => unanswered,
            Err(error) => {
                tracing::error!(call = %call.id, reason = %reason(&error), "a write was refused: its audit line could not be written");
                return Err(BridgeError::new(
                    BridgeErrorKind::NotReady,
                    "the change was not made: its audit line could not be written",
                )
                .with_hint("make `[audit] file` writable and free disk space, then call again"));
            }
        };
        unanswered.is_sent = true;
        let (id, fate) = (call.id, Arc::clone(&call.fate));
        let answer = self.ask(command, call).await;
        let elapsed = unanswered.answered();
        let outcome = match &answer {
            Ok(_) => "allowed".to_owned(),
            Err(error) => format!("failed: {:?}", error.kind),
        };
        let written = record(&self.sink, &line, outcome, elapsed).await;
        if matches!(&answer, Err(error) if error.kind == BridgeErrorKind::OutcomeUnknown) {
            fate.leave(later(&self.sink, &line));
        }
        match (answer, written) {
            (answer, Ok(())) => answer,
            (Err(failed), Err(_)) => Err(failed),
            (Ok(mut replied), Err(error)) => {
                // It happened, and its `attempt` line stands: an error here would make a careful client do it twice.
                tracing::error!(call = %id, reason = %reason(&error), "the audit line of a finished write could not be written");
                replied.diagnostics.push(
                    "the change was made, but the audit file holds only its attempt: the second line failed".to_owned(),
                );
                Ok(replied)
            }
        }
    }
}

impl Around for AuditedBridge {
    fn inside(&self) -> &Arc<dyn UnityBridge> {
        &self.inner
    }

    fn chosen(&self, _: &Wish, _: &Result<Option<OneUnity>, BridgeError>) {
        // Nothing is changed by it.
    }

    /// Its changes are audited as all are.
    fn around(&self, one: Arc<dyn UnityBridge>) -> Arc<dyn UnityBridge> {
        Arc::new(Self::new(one, Arc::clone(&self.sink)))
    }

    fn carry_out(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        let access = self.inner.access(&command);
        tracing::debug!(
            target: "hop",
            call = %call.id,
            hop = "bridge",
            bridge = self.inner.name(),
            interface = access.interface.name(),
            function = access.function,
        );
        if access.effect.changes_something() {
            Box::pin(self.write(command, access, call))
        } else {
            Box::pin(self.ask(command, call))
        }
    }
}

/// Everything that the lines of one command have in common.
struct Line {
    call: CallId,
    origin: Arc<Origin>,
    access: Access,
    object: Option<String>,
}

impl Line {
    fn of(command: &Command, access: Access, call: &BridgeCall) -> Self {
        Self {
            call: call.id,
            origin: call
                .origin
                .clone()
                .unwrap_or_else(|| Arc::new(Origin::of_host(access.effect))),
            access,
            object: command.object().map(|object| object.to_string()),
        }
    }

    fn write_or_tell(&self, sink: &dyn AuditSink, outcome: &str, elapsed: Duration) {
        if let Err(error) = self.write(sink, outcome, elapsed) {
            tracing::error!(call = %self.call, reason = %reason(&error), "the audit line of an abandoned write could not be written");
        }
    }

    fn write(&self, sink: &dyn AuditSink, outcome: &str, elapsed: Duration) -> Result<(), AuditWriteError> {
        let origin = &*self.origin;
        sink.write(&AuditRecord {
            stage: AuditStage::Bridge,
            call: self.call,
            caller: &origin.caller,
            bundle: &origin.bundle,
            digest: &origin.digest,
            tool: &origin.tool,
            effect: origin.effect,
            arguments: &origin.arguments,
            access: Some(&self.access),
            object: self.object.as_deref(),
            rule: "permit",
            outcome,
            elapsed,
        })
    }
}

/// Writes the first line. What it gives is dropped behind that line, also where its caller goes meanwhile: no attempt stays without
/// an outcome.
async fn attempt(sink: &Arc<dyn AuditSink>, line: &Arc<Line>, fate: &Arc<Fate>) -> Result<Unanswered, AuditWriteError> {
    let (sink, line, fate) = (Arc::clone(sink), Arc::clone(line), Arc::clone(fate));
    tokio::task::spawn_blocking(move || {
        line.write(&*sink, "attempt", Duration::ZERO)?;
        Ok(Unanswered::new(sink, line, fate))
    })
    .await
    .unwrap_or_else(|panicked| Err(AuditWriteError(std::io::Error::other(panicked))))
}

/// The sink blocks, so it runs beside the async workers.
async fn record(
    sink: &Arc<dyn AuditSink>,
    line: &Arc<Line>,
    outcome: String,
    elapsed: Duration,
) -> Result<(), AuditWriteError> {
    let (sink, line) = (Arc::clone(sink), Arc::clone(line));
    tokio::task::spawn_blocking(move || line.write(&*sink, &outcome, elapsed))
        .await
        .unwrap_or_else(|panicked| Err(AuditWriteError(std::io::Error::other(panicked))))
}

fn reason(error: &AuditWriteError) -> String {
    error.0.to_string()
}

/// Writes what came of a command after its caller had gone. It runs where the bridge ends it: one short line.
fn later(sink: &Arc<dyn AuditSink>, line: &Arc<Line>) -> impl FnOnce(Option<BridgeErrorKind>) + Send + use<> {
    let (sink, line, left) = (Arc::clone(sink), Arc::clone(line), Instant::now());
    move |failed| {
        let outcome = match failed {
            None => "allowed: after its caller had gone".to_owned(),
            Some(kind) => format!("failed: {kind:?}, after its caller had gone"),
        };
        line.write_or_tell(&*sink, &outcome, left.elapsed());
    }
}

/// Held from a command's first line to its answer. Dropped early (the caller's deadline, a cancelled call), it takes the command back where it
/// has not begun, and leaves the line that says what is known.
struct Unanswered {
    sink: Arc<dyn AuditSink>,
    line: Arc<Line>,
    fate: Arc<Fate>,
    since: Instant,
    /// The bridge below was asked.
    is_sent: bool,
    open: bool,
}

impl Unanswered {
    fn new(sink: Arc<dyn AuditSink>, line: Arc<Line>, fate: Arc<Fate>) -> Self {
        Self {
            sink,
            line,
            fate,
            since: Instant::now(),
            is_sent: false,
            open: true,
        }
    }

    fn answered(mut self) -> Duration {
        self.open = false;
        self.since.elapsed()
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        // Short lines; there is nothing left to await in.
        if self.fate.withdraw() || !self.is_sent {
            let outcome = "failed: Cancelled, withdrawn before it began";
            return self.line.write_or_tell(&*self.sink, outcome, self.since.elapsed());
        }
        self.line
            .write_or_tell(&*self.sink, "failed: OutcomeUnknown", self.since.elapsed());
        self.fate.leave(later(&self.sink, &self.line));
    }
}
