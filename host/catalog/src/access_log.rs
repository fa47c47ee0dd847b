//! The access log: one line for each call, for every outcome.
//!
//! This module defines the content of the line. The server's log formats a line as text.

use host_api::{
    CallContext, CallError, CallId, Caller, ContentBlock, Dialect, Json, ResourceBody, ResourceContents, ToolOutcome,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tracing::Level;

/// Log target of the access log, which writes one line for each ended call. Log level filters can name it.
const TARGET: &str = "access";
/// Maximum number of characters of a tool, resource or prompt name in the log. Clients choose the name.
const SHOWN: usize = 120;
/// Outcome word in the access log for a call that was aborted, or that lost its client.
const ABANDONED: &str = "Abandoned";

/// The calls that started and have no line in the access log yet. The limits for concurrent calls also limit them.
#[derive(Debug, Default)]
pub(crate) struct UnderWay {
    /// The running calls, by a separate number for each, because calls of one batch share a call id.
    calls: Mutex<BTreeMap<u64, Arc<Begun>>>,
    next: AtomicU64,
}

#[derive(Debug)]
struct Begun {
    call: CallId,
    caller: Caller,
    kind: &'static str,
    name: String,
    began: Instant,
}

/// The log entry of a running call. If it is dropped without an outcome, the call is logged as abandoned.
pub(crate) struct Access {
    begun: Arc<Begun>,
    number: u64,
    under_way: Arc<UnderWay>,
}

impl UnderWay {
    /// Logs each running call as aborted, because the process ends before the calls. Returns the number of these calls.
    pub(crate) fn cut(&self) -> usize {
        let calls = std::mem::take(&mut *self.calls());
        calls.values().for_each(|begun| begun.write(ABANDONED, 0));
        calls.len()
    }

    fn calls(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Begun>>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Access {
    /// Begins the log entry of a call. Returns `None` without an allocation if the log filters out these lines. Also
    /// returns `None` for the program's command `call`, because its user sees the answer.
    pub(crate) fn begin(
        under_way: &Arc<UnderWay>,
        caller: &Caller,
        context: &CallContext,
        kind: &'static str,
        name: &str,
    ) -> Option<Self> {
        if caller.dialect == Dialect::CommandLine || !tracing::enabled!(target: TARGET, Level::INFO) {
            return None;
        }
        let begun = Arc::new(Begun {
            call: context.id,
            caller: caller.clone(),
            kind,
            name: name.chars().take(SHOWN).collect(),
            began: Instant::now(),
        });
        let number = under_way.next.fetch_add(1, Ordering::Relaxed);
        under_way.calls().insert(number, Arc::clone(&begun));
        let under_way = Arc::clone(under_way);
        Some(Self {
            begun,
            number,
            under_way,
        })
    }

    /// Logs the outcome of the call. `bytes` returns the outcome word and the size of a successful answer in bytes.
    pub(crate) fn end<T>(self, outcome: &Result<T, CallError>, bytes: impl FnOnce(&T) -> (&'static str, usize)) {
        let (outcome, bytes) = match outcome {
            Ok(answer) => bytes(answer),
            Err(error) => (error.kind.as_str(), error_bytes(error)),
        };
        self.write(outcome, bytes);
    }

    fn write(&self, outcome: &'static str, bytes: usize) {
        // The caller that removes the entry writes its only line.
        if self.under_way.calls().remove(&self.number).is_some() {
            self.begun.write(outcome, bytes);
        }
    }
}

impl Begun {
    fn write(&self, outcome: &'static str, bytes: usize) {
        let duration_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        // Texts from clients are logged as fields: the log quotes them, so that no text can imitate another field.
        tracing::info!(
            target: TARGET,
            call = %self.call,
            kind = self.kind,
            tool = self.name,
            outcome,
            duration_ms,
            bytes,
            client = &*self.caller.client,
            address = &*self.caller.address,
            dialect = self.caller.dialect.as_str(),
        );
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        self.write(ABANDONED, 0);
    }
}

/// Returns the outcome word for the log line, and the size of a tool result in bytes.
pub(crate) fn tool_outcome(outcome: &ToolOutcome) -> (&'static str, usize) {
    let structured = outcome.structured.as_ref().map_or(0, |json| json.get().len());
    let content: usize = outcome.content.iter().map(block_bytes).sum();
    let notes: usize = outcome.diagnostics.iter().map(String::len).sum();
    let word = if outcome.is_error { "ToolError" } else { "Ok" };
    (word, structured + content + notes)
}

pub(crate) fn resource_outcome(contents: &[ResourceContents]) -> (&'static str, usize) {
    ("Ok", contents.iter().map(|one| body_bytes(&one.body)).sum())
}

pub(crate) fn prompt_outcome(prompt: &host_api::RenderedPrompt) -> (&'static str, usize) {
    (
        "Ok",
        prompt
            .messages
            .iter()
            .map(|message| block_bytes(&message.content))
            .sum(),
    )
}

fn error_bytes(error: &CallError) -> usize {
    let texts = [&error.hint, &error.detail].into_iter().flatten().map(String::len);
    error.message.len() + texts.sum::<usize>() + error.details.as_ref().map_or(0, |json: &Json| json.get().len())
}

fn block_bytes(block: &ContentBlock) -> usize {
    match block {
        ContentBlock::Text { text, .. } => text.len(),
        ContentBlock::Image { data, .. } | ContentBlock::Audio { data, .. } => data.len(),
        ContentBlock::ResourceLink { uri, name, .. } => uri.len() + name.len(),
        ContentBlock::EmbeddedResource { contents } => body_bytes(&contents.body),
    }
}

fn body_bytes(body: &ResourceBody) -> usize {
    match body {
        ResourceBody::Text(text) => text.len(),
        ResourceBody::Blob(bytes) => bytes.len(),
    }
}

#[cfg(test)]
mod tests;
