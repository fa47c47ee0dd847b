//! The access log: one line for each call, whatever became of it.
//!
//! Belongs here: what the line holds. Does not: how a line becomes one line of text (the log of the server), counters.

use host_api::{
    CallContext, CallError, CallId, Caller, ContentBlock, Dialect, Json, ResourceBody, ResourceContents, ToolOutcome,
};
use std::time::Instant;
use tracing::Level;

/// Name in the log's levels and lines.
const TARGET: &str = "access";
/// Characters of a name that are shown: clients choose it.
const SHOWN: usize = 120;

/// A call under way. Dropped without an outcome, it is logged as one whose client left.
pub(crate) struct Access {
    call: CallId,
    caller: Caller,
    kind: &'static str,
    name: String,
    began: Instant,
    is_over: bool,
}

impl Access {
    /// `None` where the log does not want such lines, and for the program's own `call`, whose user sees the answer. Then nothing
    /// is allocated.
    pub(crate) fn begin(caller: &Caller, context: &CallContext, (kind, name): (&'static str, &str)) -> Option<Self> {
        if caller.dialect == Dialect::CommandLine || !tracing::enabled!(target: TARGET, Level::INFO) {
            return None;
        }
        Some(Self {
            call: context.id,
            caller: caller.clone(),
            kind,
            name: name.chars().take(SHOWN).collect(),
            began: Instant::now(),
            is_over: false,
        })
    }

    /// Logs how it ended. `bytes` counts the answer as the tool gave it, without the frame of the protocol.
    pub(crate) fn end<T>(mut self, outcome: &Result<T, CallError>, bytes: impl FnOnce(&T) -> (&'static str, usize)) {
        let (outcome, bytes) = match outcome {
            Ok(answer) => bytes(answer),
            Err(error) => (error.kind.as_str(), of_error(error)),
        };
        self.write(outcome, bytes);
    }

    fn write(&mut self, outcome: &'static str, bytes: usize) {
        self.is_over = true;
        let duration_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        // Texts of clients are fields: the log quotes them, so that none looks like another field.
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
        if !self.is_over {
            self.write("Abandoned", 0);
        }
    }
}

/// The word and the bytes of a tool's answer.
pub(crate) fn of_tool(outcome: &ToolOutcome) -> (&'static str, usize) {
    let structured = outcome.structured.as_ref().map_or(0, |json| json.get().len());
    let content: usize = outcome.content.iter().map(of_block).sum();
    let notes: usize = outcome.diagnostics.iter().map(String::len).sum();
    let word = if outcome.is_error { "ToolError" } else { "Ok" };
    (word, structured + content + notes)
}

/// The same of a resource.
pub(crate) fn of_contents(contents: &[ResourceContents]) -> (&'static str, usize) {
    ("Ok", contents.iter().map(|one| of_body(&one.body)).sum())
}

/// The same of a prompt.
pub(crate) fn of_prompt(prompt: &host_api::RenderedPrompt) -> (&'static str, usize) {
    (
        "Ok",
        prompt.messages.iter().map(|message| of_block(&message.content)).sum(),
    )
}

fn of_error(error: &CallError) -> usize {
    let texts = [&error.hint, &error.detail].into_iter().flatten().map(String::len);
    error.message.len() + texts.sum::<usize>() + error.details.as_ref().map_or(0, |json: &Json| json.get().len())
}

fn of_block(block: &ContentBlock) -> usize {
    match block {
        ContentBlock::Text { text, .. } => text.len(),
        ContentBlock::Image { data, .. } | ContentBlock::Audio { data, .. } => data.len(),
        ContentBlock::ResourceLink { uri, name, .. } => uri.len() + name.len(),
        ContentBlock::EmbeddedResource { contents } => of_body(&contents.body),
    }
}

fn of_body(body: &ResourceBody) -> usize {
    match body {
        ResourceBody::Text(text) => text.len(),
        ResourceBody::Blob(bytes) => bytes.len(),
    }
}

#[cfg(test)]
mod tests;
