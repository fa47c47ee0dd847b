//! Writes a policy change into the operator's configuration file.
//!
//! This module edits only the changed keys, so that comments, order and all other keys remain, and replaces the file
//! atomically. `operator` decides whether a change is allowed; `config` reads the file.

use crate::config::{Configuration, Sources};
use host_policy::{Policy, PolicyChange};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut, Item, RawString, Table, TableLike, Value};

/// The checked new version of the configuration file, in a temporary file that is deleted when this value is dropped.
pub(crate) struct Fresh {
    file: tempfile::NamedTempFile,
    target: PathBuf,
    pub(crate) digest: [u8; 32],
}

impl Fresh {
    /// Replaces the configuration file by this version, atomically.
    pub(crate) fn replace(self) -> std::io::Result<()> {
        self.file.persist(&self.target)?;
        Ok(())
    }
}

/// Writes a policy change into a new version of the configuration file; `None` if the file already contains the change.
/// Blocks the thread. Fails if the file is not the active version, or if the change would make it invalid.
pub(crate) fn prepare(
    sources: &Sources,
    file: &Path,
    in_force: &Configuration,
    change: &PolicyChange,
    proposed: &Policy,
) -> Result<Option<Fresh>, String> {
    let shown = file.display();
    let say = |what: &str, error: &dyn std::fmt::Display| format!("the configuration file {shown} {what}: {error}");
    // A link stays a link: its target is replaced.
    let target = std::fs::canonicalize(file).map_err(|error| say("cannot be found", &error))?;
    let bytes = std::fs::read(&target).map_err(|error| say("cannot be read", &error))?;
    if in_force.file_digest() != Some(crate::config::digest(&bytes)) {
        return Err(format!(
            "the configuration file {shown} was changed and is not the active one; correct it if the log says that it \
             is wrong, else call again"
        ));
    }
    let text = String::from_utf8(bytes).map_err(|error| say("is not UTF-8", &error))?;
    let Some(next) = edit_text(&text, change, proposed).map_err(|error| say("cannot be edited", &error))? else {
        return Ok(None);
    };
    let folder = target.parent().unwrap_or_else(|| Path::new("."));
    let write = || {
        let mut fresh = tempfile::Builder::new()
            .prefix(".unity-tool-host-")
            .suffix(".toml")
            .tempfile_in(folder)?;
        fresh.write_all(next.as_bytes())?;
        let old = std::fs::metadata(&target)?;
        let rights = old.permissions();
        if rights.readonly() {
            // A rename over it would work; but a read-only file is a decision of the operator.
            return Err(std::io::Error::new(
                std::io::ErrorKind::PermissionDenied,
                "it is read-only; make it writable, or set `[policy] persist = false`",
            ));
        }
        keep_owner(fresh.as_file(), &old)?;
        fresh.as_file().set_permissions(rights)?;
        fresh.as_file().sync_all()?;
        Ok(fresh)
    };
    let fresh = write().map_err(|error: std::io::Error| say("cannot be written", &error))?;
    let check = Sources {
        file: Some(fresh.path().to_path_buf()),
        ..sources.clone()
    };
    Configuration::read(&check).map_err(|error| say("would be wrong with this change", &error))?;
    Ok(Some(Fresh {
        file: fresh,
        target,
        digest: crate::config::digest(next.as_bytes()),
    }))
}

/// Gives the new file the owner and group of the old file, because the host may run as another user.
#[cfg(unix)]
fn keep_owner(fresh: &std::fs::File, old: &std::fs::Metadata) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = fresh.metadata()?;
    if now.uid() != old.uid() {
        return fchown(fresh, Some(old.uid()), Some(old.gid()));
    }
    if now.gid() != old.gid() && fchown(fresh, None, Some(old.gid())).is_err() {
        tracing::debug!("cannot keep the group of the configuration file");
    }
    Ok(())
}

/// Does nothing: on other systems, a new file inherits the permissions of its folder.
#[cfg(not(unix))]
fn keep_owner(_fresh: &std::fs::File, _old: &std::fs::Metadata) -> std::io::Result<()> {
    Ok(())
}

/// Returns `text` with the values of `proposed` for the keys of `change`; `None` if the text already has them.
fn edit_text(text: &str, change: &PolicyChange, proposed: &Policy) -> Result<Option<String>, String> {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let mut document: DocumentMut = body.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    let usual = Policy::default();
    let mut changed = false;
    for (key, wanted, default) in wanted_values(change, proposed, &usual) {
        let there = document
            .get("policy")
            .and_then(Item::as_table_like)
            .and_then(|policy| policy.get(key));
        let says = there.map_or(wanted == default, |item| wanted.is(item));
        if !says {
            put(&mut document, key, &wanted)?;
            changed = true;
        }
    }
    if !changed {
        return Ok(None);
    }
    let mut next = document.to_string();
    // The editor library writes only `\n`; a file with other line ends keeps them.
    if body.contains("\r\n") && body.matches('\n').count() == body.matches("\r\n").count() {
        next = next.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    Ok(Some(format!("{mark}{next}")))
}

#[derive(PartialEq)]
enum Wanted<'a> {
    Flag(bool),
    Names(&'a BTreeSet<String>),
}

/// Returns each configuration key of `change`, its new value, and the default that applies if the file does not set it.
fn wanted_values<'a>(
    change: &PolicyChange,
    proposed: &'a Policy,
    usual: &'a Policy,
) -> Vec<(&'static str, Wanted<'a>, Wanted<'a>)> {
    let mut keys = Vec::new();
    let mut flag = |named: Option<bool>, key, new, old| {
        if named.is_some() {
            keys.push((key, Wanted::Flag(new), Wanted::Flag(old)));
        }
    };
    flag(
        change.allow_writes,
        "allow-writes",
        proposed.allow_writes,
        usual.allow_writes,
    );
    flag(
        change.require_confirm,
        "require-confirm",
        proposed.require_confirm,
        usual.require_confirm,
    );
    flag(
        change.enable_console_eval,
        "enable-console-eval",
        proposed.enable_console_eval,
        usual.enable_console_eval,
    );
    let mut names = |named: &Option<Vec<String>>, key, new, old| {
        if named.is_some() {
            keys.push((key, Wanted::Names(new), Wanted::Names(old)));
        }
    };
    names(
        &change.component_allowlist,
        "component-allowlist",
        &proposed.component_allowlist,
        &usual.component_allowlist,
    );
    names(
        &change.reflection_allowlist_members,
        "reflection-allowlist-members",
        &proposed.reflection_allowlist_members,
        &usual.reflection_allowlist_members,
    );
    names(
        &change.hook_allowlist_signatures,
        "hook-allowlist-signatures",
        &proposed.hook_allowlist_signatures,
        &usual.hook_allowlist_signatures,
    );
    keys
}

impl Wanted<'_> {
    fn is(&self, item: &Item) -> bool {
        match self {
            Self::Flag(flag) => item.as_bool() == Some(*flag),
            Self::Names(names) => item.as_array().is_some_and(|array| {
                let there: BTreeSet<&str> = array.iter().filter_map(Value::as_str).collect();
                there.iter().copied().eq(names.iter().map(String::as_str))
            }),
        }
    }
}

fn put(document: &mut DocumentMut, key: &str, wanted: &Wanted<'_>) -> Result<(), String> {
    let policy: &mut dyn TableLike = document
        .entry("policy")
        .or_insert_with(|| Item::Table(Table::new()))
        .as_table_like_mut()
        .ok_or("`policy` is no table")?;
    match (wanted, policy.get_mut(key)) {
        (Wanted::Flag(flag), Some(Item::Value(old))) => {
            let mut new = Value::from(*flag);
            // The text around the value is the operator's: white space, a comment after it.
            *new.decor_mut() = old.decor().clone();
            *old = new;
        }
        (Wanted::Names(names), Some(Item::Value(Value::Array(array)))) => change_list(array, names),
        (Wanted::Flag(flag), _) => {
            policy.insert(key, toml_edit::value(*flag));
        }
        (Wanted::Names(names), _) => {
            let array: Array = names.iter().map(String::as_str).collect();
            policy.insert(key, toml_edit::value(array));
        }
    }
    Ok(())
}

/// Changes the list to `names`. Remaining entries keep their order and comments; new entries are appended.
///
/// The TOML library treats a comment after an entry's comma as a prefix of the next entry. The variable `said` stores
/// such a comment while the entries after it are removed.
fn change_list(array: &mut Array, names: &BTreeSet<String>) {
    let last = array.len().wrapping_sub(1);
    let behind = array
        .get(last)
        .map(|last| text(last.decor().suffix()))
        .unwrap_or_default();
    if let Some(last) = array.get_mut(last).filter(|_| !behind.is_empty()) {
        // Without a comma after the last entry, the white space before the bracket belongs to that entry.
        last.decor_mut().set_suffix("");
        let after = text(Some(array.trailing()));
        array.set_trailing(behind + &after);
    }
    let mut there = BTreeSet::new();
    let mut said: Option<String> = None;
    let mut at = 0;
    while let Some(entry) = array.get_mut(at) {
        let before = text(entry.decor().prefix());
        let stays = entry
            .as_str()
            .is_some_and(|name| names.contains(name) && there.insert(name.to_owned()));
        if !stays {
            said.get_or_insert_with(|| line_end(&before).0.to_owned());
            array.remove(at);
            continue;
        }
        if let Some(said) = said.take() {
            entry.decor_mut().set_prefix(format!("{said}{}", line_end(&before).1));
        }
        at += 1;
    }
    if let Some(said) = said {
        let after = text(Some(array.trailing()));
        array.set_trailing(format!("{said}{}", line_end(&after).1));
    }
    let before = array.iter().last().map(|last| text(last.decor().prefix()));
    // If each entry has its own line, new entries get new lines after the last one.
    let under = before
        .as_deref()
        .and_then(|before| before.rfind('\n').map(|at| before[at..].to_owned()));
    for name in names.iter().filter(|name| !there.contains(*name)) {
        let Some(under) = &under else {
            array.push(name.as_str());
            continue;
        };
        let after = text(Some(array.trailing()));
        let (said, rest) = line_end(&after);
        let (said, rest) = (said.to_owned(), rest.to_owned());
        array.push_formatted(Value::from(name.as_str()).decorated(format!("{said}{under}"), ""));
        array.set_trailing(rest);
    }
}

/// Splits the text between two list entries into the comment on the line of the first entry, and the rest.
fn line_end(between: &str) -> (&str, &str) {
    match between.find('\n') {
        Some(at) if between[..at].contains('#') => between.split_at(at),
        _ => ("", between),
    }
}

fn text(raw: Option<&RawString>) -> String {
    raw.and_then(RawString::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests;
