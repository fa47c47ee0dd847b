//! A wrapper that writes an audit line for every write, and rejects answers that do not match their command.
//!
//! Belongs here: what is recorded and when, and the only check of an answer against its command. Does not: how a line
//! is written (`AuditSink`), who may write (`policy`).

use crate::command::{CheckedCommand, Command};
use crate::error::{BridgeError, BridgeErrorKind};
use crate::fate::Fate;
use crate::reply::Replied;
use crate::unity_bridge::{BridgeCall, Origin, SelectedTarget, UnityBridge};
use crate::wish::Wish;
use crate::wrapper::Around;
use host_api::{Access, AuditRecord, AuditSink, AuditStage, AuditWriteError, BoxFuture, CallId, Rule};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A bridge wrapper that writes two lines for each write: `attempt` before the command is sent, and the outcome before
/// the command is answered. If the first line cannot be written, the command is not sent.
pub struct AuditedBridge {
    inner: Arc<dyn UnityBridge>,
    sink: Arc<dyn AuditSink>,
}

impl AuditedBridge {
    /// Creates a wrapper around `inner` that writes the audit lines of its writes to `sink`.
    pub fn new(inner: Arc<dyn UnityBridge>, sink: Arc<dyn AuditSink>) -> Self {
        Self { inner, sink }
    }

    /// Sends the command to the inner bridge. An answer that does not match the command becomes an `Internal` error.
    async fn ask(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        let id = call.id;
        let replied = self.inner.execute(command.clone(), call).await?;
        match replied.reply.fits(&command) {
            Ok(()) => Ok(replied),
            Err(why) => {
                let bridge = self.inner.name();
                tracing::error!(call = %id, bridge, "rejected an answer that does not match its command: {why}");
                let message = format!("the bridge `{bridge}` returned a wrong answer: {why}");
                let hint = "report this defect; the command may have been executed";
                Err(BridgeError::new(BridgeErrorKind::Internal, message).with_hint(hint))
            }
        }
    }

    async fn write(&self, command: CheckedCommand, access: Access, call: BridgeCall) -> Result<Replied, BridgeError> {
        let line = Arc::new(Line::new(&command, access, &call));
        let mut unanswered = match attempt(&self.sink, &line, &call.fate).await {
            Ok(unanswered) => unanswered,
            Err(error) => {
                tracing::error!(call = %call.id, reason = %reason(&error), "rejected a write: cannot write its audit line");
                return Err(BridgeError::new(
                    BridgeErrorKind::NotReady,
                    "nothing was changed: cannot write the audit line",
                )
                .with_hint("make `[audit] file` writable and free disk space, then call again"));
            }
        };
        unanswered.is_sent = true;
        let (id, fate) = (call.id, Arc::clone(&call.fate));
        let answer = self.ask(command, call).await;
        let elapsed = unanswered.finish();
        let outcome = match &answer {
            Ok(_) => "allowed".to_owned(),
            Err(error) => format!("failed: {:?}", error.kind),
        };
        let written = record(&self.sink, &line, outcome, elapsed).await;
        if matches!(&answer, Err(error) if error.kind == BridgeErrorKind::OutcomeUnknown) {
            fate.leave(audit_when_done(&self.sink, &line));
        }
        match (answer, written) {
            (answer, Ok(())) => answer,
            (Err(failed), Err(_)) => Err(failed),
            (Ok(mut replied), Err(error)) => {
                // An error here would make a careful client repeat the write, which has happened.
                tracing::error!(call = %id, reason = %reason(&error), "cannot write the audit line of a finished write");
                replied.diagnostics.push(
                    "the change was made, but the audit file contains only its `attempt` line: cannot write the line with the outcome".to_owned(),
                );
                Ok(replied)
            }
        }
    }
}

impl Around for AuditedBridge {
    fn inner(&self) -> &Arc<dyn UnityBridge> {
        &self.inner
    }

    fn on_target_resolved(&self, _: &Wish, _: &Result<Option<SelectedTarget>, BridgeError>) {
        // A choice of a target changes nothing.
    }

    fn wrap(&self, one: Arc<dyn UnityBridge>) -> Arc<dyn UnityBridge> {
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

/// The values that both audit lines of one command (`attempt` and outcome) contain.
struct Line {
    call: CallId,
    origin: Arc<Origin>,
    access: Access,
    object: Option<String>,
}

impl Line {
    fn new(command: &Command, access: Access, call: &BridgeCall) -> Self {
        Self {
            call: call.id,
            origin: call
                .origin
                .clone()
                .unwrap_or_else(|| Arc::new(Origin::for_host(access.effect))),
            access,
            object: command.object().map(|object| object.to_string()),
        }
    }

    fn write_or_tell(&self, sink: &dyn AuditSink, outcome: &str, elapsed: Duration) {
        if let Err(error) = self.write(sink, outcome, elapsed) {
            tracing::error!(call = %self.call, reason = %reason(&error), "cannot write the audit line of an abandoned write");
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
            rule: Rule::Permit,
            outcome,
            elapsed,
        })
    }
}

/// Writes the `attempt` line of a command and returns a guard that later writes the outcome line. If the caller leaves
/// during the write, the guard still writes its line, so each attempt gets an outcome line.
async fn attempt(sink: &Arc<dyn AuditSink>, line: &Arc<Line>, fate: &Arc<Fate>) -> Result<Unanswered, AuditWriteError> {
    let (sink, line, fate) = (Arc::clone(sink), Arc::clone(line), Arc::clone(fate));
    tokio::task::spawn_blocking(move || {
        line.write(&*sink, "attempt", Duration::ZERO)?;
        Ok(Unanswered::new(sink, line, fate))
    })
    .await
    .unwrap_or_else(|panicked| Err(AuditWriteError(std::io::Error::other(panicked))))
}

/// Writes one audit line to the sink, on a blocking thread because the write blocks.
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

/// Returns a function that writes the outcome line of a command whose caller left. The thread that ends the command
/// calls it.
fn audit_when_done(sink: &Arc<dyn AuditSink>, line: &Arc<Line>) -> impl FnOnce(Option<BridgeErrorKind>) + Send + use<> {
    let (sink, line, left) = (Arc::clone(sink), Arc::clone(line), Instant::now());
    move |failed| {
        let outcome = match failed {
            None => "allowed: after its caller had gone".to_owned(),
            Some(kind) => format!("failed: {kind:?}, after its caller had gone"),
        };
        line.write_or_tell(&*sink, &outcome, left.elapsed());
    }
}

/// A guard that exists from the `attempt` audit line of a command until its answer. If it is dropped earlier (deadline
/// of the caller, cancelled call), it withdraws a command that has not begun, and writes the outcome line.
struct Unanswered {
    sink: Arc<dyn AuditSink>,
    line: Arc<Line>,
    fate: Arc<Fate>,
    since: Instant,
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

    fn finish(mut self) -> Duration {
        self.open = false;
        self.since.elapsed()
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if !self.open {
            return;
        }
        // The lines are short, and `drop` cannot await.
        if self.fate.withdraw() || !self.is_sent {
            let outcome = "failed: Cancelled, withdrawn before it began";
            return self.line.write_or_tell(&*self.sink, outcome, self.since.elapsed());
        }
        self.line
            .write_or_tell(&*self.sink, "failed: OutcomeUnknown", self.since.elapsed());
        self.fate.leave(audit_when_done(&self.sink, &self.line));
    }
}
