//! The audit file: one JSON line per write attempt, with the kernel before the attempt is answered.
//!
//! Belongs here: the line's fields, cutting, rotation, durability. Does not: what is recorded and when (the gates and the
//! bridge wrapper).

use crate::config::AuditSettings;
use crate::places;
use host_api::{AccessTarget, AuditRecord, AuditSink, AuditWriteError};
use serde_json::value::RawValue;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Arguments beyond this many bytes are cut and marked.
const LONGEST_ARGUMENTS: usize = 4 << 10;
const ROTATE_AT: u64 = 64 << 20;
const KEPT: usize = 10;

/// Appends to one file, which several hosts of one user may share.
#[derive(Debug)]
pub struct AuditFile {
    path: PathBuf,
    fsync: bool,
    rotate_at: u64,
    open: Mutex<File>,
}

/// One line. `arguments` is JSON where it is whole and text where it was cut.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    time: String,
    pid: u32,
    call: String,
    stage: &'a str,
    client: &'a str,
    address: &'a str,
    dialect: &'a str,
    session: Option<&'a str>,
    bundle: &'a str,
    digest: &'a str,
    tool: &'a str,
    effect: &'a str,
    arguments: Arguments<'a>,
    /// Full length in bytes; present only where `arguments` was cut.
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

#[derive(serde::Serialize)]
#[serde(untagged)]
enum Arguments<'a> {
    Whole(&'a RawValue),
    Text(&'a str),
}

impl AuditFile {
    /// Opens or creates the file and the folder it lies in, for the owner only. Blocking.
    pub fn open(settings: &AuditSettings) -> io::Result<Self> {
        Self::with_rotation(settings, ROTATE_AT)
    }

    fn with_rotation(settings: &AuditSettings, rotate_at: u64) -> io::Result<Self> {
        if let Some(folder) = settings.file.parent() {
            places::create_private_folder(folder)?;
        }
        Ok(Self {
            open: Mutex::new(places::append_private(&settings.file)?),
            path: settings.file.clone(),
            fsync: settings.fsync,
            rotate_at,
        })
    }

    fn append(&self, line: &[u8]) -> io::Result<()> {
        let mut file = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Asked of the open file, so that another host's rotation is noticed as well.
        if file.metadata()?.len() + line.len() as u64 > self.rotate_at {
            *file = self.rotate(line.len() as u64)?;
        }
        // One call of `write`, so that lines of several hosts do not mix.
        file.write_all(line)?;
        if self.fsync { file.sync_data() } else { Ok(()) }
    }

    /// `audit.jsonl` becomes `audit.jsonl.1`, and so on. Under a lock file, because another host may do the same now.
    fn rotate(&self, room: u64) -> io::Result<File> {
        let guard = places::append_private(&self.numbered("lock"))?;
        guard.lock()?;
        let grown = std::fs::metadata(&self.path).is_ok_and(|found| found.len() + room > self.rotate_at);
        if grown {
            for number in (1..KEPT).rev() {
                move_over(
                    &self.numbered(&number.to_string()),
                    &self.numbered(&(number + 1).to_string()),
                )?;
            }
            move_over(&self.path, &self.numbered("1"))?;
        }
        places::append_private(&self.path)
    }

    fn numbered(&self, suffix: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(".");
        name.push(suffix);
        PathBuf::from(name)
    }
}

/// A file that is not there needs no moving.
fn move_over(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

impl AuditSink for AuditFile {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        let mut text = serde_json::to_vec(&line(record)).map_err(|error| AuditWriteError(error.into()))?;
        text.push(b'\n');
        self.append(&text).map_err(AuditWriteError)
    }
}

fn line<'a>(record: &'a AuditRecord<'a>) -> Line<'a> {
    let (arguments, arguments_cut) = cut(record.arguments);
    let access = record.access;
    Line {
        time: jiff::Timestamp::now().to_string(),
        pid: std::process::id(),
        call: record.call.to_string(),
        stage: record.stage.as_str(),
        client: &record.caller.client,
        address: &record.caller.address,
        dialect: record.caller.dialect.as_str(),
        session: record.caller.session.as_deref(),
        bundle: record.bundle,
        digest: record.digest,
        tool: record.tool,
        effect: record.effect.as_str(),
        arguments,
        arguments_cut,
        interface: access.map(|access| access.interface),
        function: access.map(|access| access.function),
        target: access.and_then(|access| match &access.target {
            AccessTarget::None => None,
            AccessTarget::Components(names) => (!names.is_empty()).then(|| names.join(" ")),
            AccessTarget::HookType(name) => Some(name.clone()),
            AccessTarget::Member { type_name, member, .. } => Some(format!("{type_name}.{member}")),
        }),
        object: record.object,
        rule: record.rule,
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
        // A line break inside would end the line; only insignificant white space can hold one.
        Ok(raw) if !raw.get().contains(['\n', '\r']) => (Arguments::Whole(raw), None),
        _ => (Arguments::Text(arguments), None),
    }
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            write!(text, "{byte:02x}").expect("writing to a String cannot fail");
            text
        })
}

#[cfg(test)]
mod tests;
