//! The answer of both tools: the written source and the messages of the compiler.

use unity_tools::authoring::compilation::{Compilation, Diagnostic, Severity};
use unity_tools::authoring::scripts_edit;
use unity_tools::fit;
use unity_tools::prelude::*;

/// Maximum size in bytes of the compiler messages in one answer. Some clients disconnect at 1 MiB.
const MOST_BYTES: usize = 64 * 1024;

/// Approximate size in bytes of a message without its texts.
const MESSAGE_BYTES: usize = 80;

/// The written source and the compilation that followed.
#[output]
pub(crate) struct Written {
    /// Asset path of the source.
    path: String,
    /// Entry for undo_edits; absent if the source already had this text.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<u64>,
    /// True if the source is new.
    created: bool,
    /// Digest of the new text, for the next write_script.
    digest: String,
    /// False if the compiler reported errors; absent if nothing was compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    compiled: Option<bool>,
    /// Errors and warnings of all scripts, errors first.
    diagnostics: Vec<Message>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// One message of the compiler.
#[output]
pub(crate) struct Message {
    /// `error` or `warning`.
    severity: String,
    /// Asset path of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// E.g. `CS0103`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    message: String,
}

impl Message {
    fn new(of: Diagnostic) -> Self {
        Self {
            severity: match of.severity {
                Severity::Error => "error".to_owned(),
                Severity::Warning => "warning".to_owned(),
                Severity::Other(name) => name,
            },
            path: of.path,
            line: of.line,
            column: of.column,
            code: of.code,
            message: of.message,
        }
    }

    fn bytes(&self) -> usize {
        let texts = [&self.severity, &self.message].into_iter();
        let texts = texts.chain(&self.path).chain(&self.code);
        texts.map(|text| fit::written_len(text)).sum::<usize>() + MESSAGE_BYTES
    }
}

/// Creates the answer, with as many messages of the compiler as fit, and the number of the others.
pub(crate) fn reply(written: scripts_edit::Written) -> Reply<Written> {
    let compiled = written.compilation.as_ref().map(|compilation| compilation.succeeded);
    let Compilation { diagnostics, total, .. } = written.compilation.unwrap_or(Compilation {
        succeeded: true,
        diagnostics: Vec::new(),
        total: 0,
    });
    let mut diagnostics: Vec<Message> = diagnostics.into_iter().map(Message::new).collect();
    fit::keep_first(&mut diagnostics, MOST_BYTES, Message::bytes);
    let left_out = u64::from(total).saturating_sub(diagnostics.len() as u64);
    let reply = Reply::new(Written {
        path: written.path,
        entry: (written.entry > 0).then_some(written.entry),
        created: written.created,
        digest: written.digest,
        compiled,
        diagnostics,
        notes: Vec::new(),
    });
    if left_out == 0 {
        return reply;
    }
    reply.note(format!("{left_out} more messages of the compiler are left out"))
}
