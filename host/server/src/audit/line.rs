//! The fields of one line of the audit file.

use data_encoding::HEXLOWER;
use host_api::{AccessTarget, AuditRecord};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

/// Maximum size of the arguments in a line, in bytes; longer arguments are truncated and marked.
pub(super) const LONGEST_ARGUMENTS: usize = 4 << 10;

/// The first fields of every audit line: the time, and the run id and process id of the host that wrote it.
#[derive(serde::Serialize)]
pub(super) struct Stamp<'a> {
    time: String,
    run: &'a str,
    pid: u32,
}

impl<'a> Stamp<'a> {
    pub(super) fn at_current_time(run: &'a str) -> Self {
        Self {
            time: jiff::Timestamp::now().to_string(),
            run,
            pid: std::process::id(),
        }
    }
}

/// The audit line of a write attempt. `arguments` is JSON if it is complete, and a string if it was truncated.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line<'a> {
    #[serde(flatten)]
    stamp: Stamp<'a>,
    call: String,
    stage: &'a str,
    client: &'a str,
    address: &'a str,
    dialect: &'a str,
    /// The first 12 digits of the SHA-256 of the session id; `None` if the caller has no session.
    session: Option<String>,
    bundle: &'a str,
    digest: &'a str,
    tool: &'a str,
    effect: &'a str,
    arguments: Arguments<'a>,
    /// Full length of the arguments in bytes; `None` if `arguments` was not truncated.
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments_cut: Option<usize>,
    interface: Option<&'a str>,
    function: Option<&'a str>,
    target: Option<String>,
    object: Option<&'a str>,
    rule: &'a str,
    outcome: &'a str,
    ms: f64,
}

/// The line for an event of the audit file itself, such as its recreation.
#[derive(serde::Serialize)]
pub(super) struct FileLine<'a> {
    #[serde(flatten)]
    stamp: Stamp<'a>,
    /// Kind of audit line; always `file`.
    stage: &'static str,
    outcome: &'a str,
}

impl<'a> FileLine<'a> {
    pub(super) fn new(run: &'a str, outcome: &'a str) -> Self {
        Self {
            stamp: Stamp::at_current_time(run),
            stage: "file",
            outcome,
        }
    }
}

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Arguments<'a> {
    Whole(&'a RawValue),
    Text(&'a str),
}

/// The audit line that counts further refusals of one caller, which have no separate lines. The first refusals of this
/// caller have separate lines before it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MergedLine<'a> {
    #[serde(flatten)]
    pub(super) stamp: Stamp<'a>,
    /// Kind of audit line; always `merged`.
    pub(super) stage: &'a str,
    pub(super) address: &'a str,
    pub(super) dialect: &'a str,
    /// The different client names in the counted calls, up to a maximum number.
    pub(super) clients: Vec<&'a str>,
    pub(super) outcome: &'a str,
    pub(super) count: u64,
    /// The time of the first counted refusal.
    pub(super) since: String,
    pub(super) refusals: Vec<MergedRefusals<'a>>,
    /// Number of counted refusals of tools that are not in the list `refusals`.
    pub(super) others: u64,
}

#[derive(serde::Serialize)]
pub(super) struct MergedRefusals<'a> {
    pub(super) bundle: &'a str,
    pub(super) tool: &'a str,
    pub(super) rule: &'a str,
    pub(super) count: u64,
}

/// Returns the first 12 hexadecimal digits of the SHA-256 of a session id. They distinguish sessions, but a reader of
/// the file cannot take over a session with them.
pub(super) fn shown_session(id: &str) -> String {
    let mut shown = HEXLOWER.encode(&Sha256::digest(id));
    shown.truncate(12);
    shown
}

pub(super) fn line<'a>(record: &'a AuditRecord<'a>, run: &'a str) -> Line<'a> {
    let (arguments, arguments_cut) = cut(record.arguments);
    let access = record.access;
    Line {
        stamp: Stamp::at_current_time(run),
        call: record.call.to_string(),
        stage: record.stage.as_str(),
        client: &record.caller.client,
        address: &record.caller.address,
        dialect: record.caller.dialect.as_str(),
        session: record.caller.session.as_deref().map(shown_session),
        bundle: record.bundle,
        digest: record.digest,
        tool: record.tool,
        effect: record.effect.as_str(),
        arguments,
        arguments_cut,
        interface: access.map(|access| access.interface.name()),
        function: access.map(|access| access.function),
        target: access.and_then(|access| target(&access.target)),
        object: record.object,
        rule: record.rule.id(),
        outcome: record.outcome,
        ms: (record.elapsed.as_secs_f64() * 1_000_000.0).round() / 1000.0,
    }
}

fn cut(arguments: &str) -> (Arguments<'_>, Option<usize>) {
    if arguments.len() > LONGEST_ARGUMENTS {
        let end = (0..=LONGEST_ARGUMENTS)
            .rev()
            .find(|end| arguments.is_char_boundary(*end))
            .unwrap_or(0);
        return (Arguments::Text(&arguments[..end]), Some(arguments.len()));
    }
    match serde_json::from_str::<&RawValue>(arguments) {
        // A line break inside would end the line; in JSON, only insignificant white space can contain one.
        Ok(raw) if !raw.get().contains(['\n', '\r']) => (Arguments::Whole(raw), None),
        _ => (Arguments::Text(arguments), None),
    }
}

/// Returns the allowlist names that one access of a call needed, separated by spaces; `None` if it needed none.
fn target(target_of: &AccessTarget) -> Option<String> {
    match target_of {
        AccessTarget::None => None,
        AccessTarget::Components(names) => (!names.is_empty()).then(|| names.join(" ")),
        AccessTarget::HookType(name) | AccessTarget::Source(name) => Some(name.clone()),
        // The same name as in the refusal, independent of the caller's spelling.
        AccessTarget::Member {
            type_name,
            member,
            csharp_name,
        } => Some(format!("{type_name}.{}", csharp_name.as_ref().unwrap_or(member))),
        AccessTarget::Plan(targets) => {
            let names: Vec<String> = targets.iter().filter_map(target).collect();
            (!names.is_empty()).then(|| names.join(" "))
        }
    }
}
