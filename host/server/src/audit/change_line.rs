//! The audit line for a change of the active configuration.

use super::line::{LONGEST_ARGUMENTS, Stamp, shown_session};
use host_api::{KeyChange, PolicyRecord, PolicySource};
use std::borrow::Cow;
use std::path::Path;

/// The audit line of one configuration change. It has `file` if the source is a file, `since` if the host found the
/// change at its start, and the caller's fields if the source is a call.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeLine<'a> {
    #[serde(flatten)]
    stamp: Stamp<'a>,
    /// Kind of audit line; always `policy`.
    stage: &'static str,
    #[serde(flatten)]
    source: Source<'a>,
    revision: u64,
    changes: Vec<Change<'a>>,
    /// Result of the change; always `in force`.
    outcome: &'static str,
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Source<'a> {
    File {
        file: Cow<'a, str>,
    },
    Start {
        /// Marks a change that the host found at its start; always `start`.
        since: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        file: Option<Cow<'a, str>>,
    },
    Call {
        call: String,
        client: &'a str,
        address: &'a str,
        dialect: &'a str,
        session: Option<String>,
        bundle: &'a str,
        digest: &'a str,
        tool: &'a str,
    },
}

/// A changed key with its old and new value. Long values are truncated like arguments. `before_cut` and `after_cut` are
/// the full length in bytes of a truncated value; `None` if it is complete.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    key: &'a str,
    before: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    before_cut: Option<usize>,
    after: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_cut: Option<usize>,
}

pub(super) fn line<'a>(record: &PolicyRecord<'a>, run: &'a str) -> ChangeLine<'a> {
    ChangeLine {
        stamp: Stamp::at_current_time(run),
        stage: "policy",
        source: match record.source {
            PolicySource::File(file) => Source::File {
                file: file.to_string_lossy(),
            },
            PolicySource::Start(file) => Source::Start {
                since: "start",
                file: file.map(Path::to_string_lossy),
            },
            PolicySource::Call {
                call,
                caller,
                bundle,
                digest,
                tool,
            } => Source::Call {
                call: call.to_string(),
                client: &caller.client,
                address: &caller.address,
                dialect: caller.dialect.as_str(),
                session: caller.session.as_deref().map(shown_session),
                bundle,
                digest,
                tool,
            },
        },
        revision: record.revision,
        changes: record.changes.iter().map(change).collect(),
        outcome: "in force",
    }
}

fn change(change: &KeyChange) -> Change<'_> {
    let (before, before_cut) = cut(&change.before);
    let (after, after_cut) = cut(&change.after);
    Change {
        key: &change.key,
        before,
        before_cut,
        after,
        after_cut,
    }
}

fn cut(value: &str) -> (&str, Option<usize>) {
    let end = value.floor_char_boundary(LONGEST_ARGUMENTS);
    (&value[..end], (end < value.len()).then_some(value.len()))
}
