//! C# sources that the session writes. A write or an undo first changes the texts that the sources should have. Then
//! `write_sources` changes the files on disk.

use super::Session;
use super::edits::Edit;
use super::file_changes::refused;
use super::source_texts::{SourceText, digest_of};
use host_bridge::{BridgeError, BridgeErrorKind, Replied, Reply, WrittenSource, refuse_syntax};
use host_csharp::syntax_errors;
use host_project_writer::{Direction, SourceChange, read_source, write_source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unity_files::{DiskChange, lock_reason};

/// Time after which the search for syntax errors ends. The source is then written without it.
const PATIENCE: Duration = Duration::from_secs(2);

/// The arguments of `scripts-edit/write`.
pub(super) struct Writing<'w> {
    pub(super) path: &'w str,
    pub(super) text: &'w str,
    pub(super) digest: Option<&'w str>,
    pub(super) allow_syntax_errors: bool,
}

impl Session {
    pub(super) fn write_script_source(&mut self, writing: &Writing<'_>) -> Result<Replied, BridgeError> {
        self.may_change_files()?;
        let path = writing.path;
        let old = read_source(self.library.project(), path).map_err(refused)?;
        is_as_read(path, old.as_deref(), writing.digest)?;
        if !writing.allow_syntax_errors {
            self.has_no_syntax_errors(writing)?;
        }
        let mut written = WrittenSource {
            path: path.to_owned(),
            entry: 0,
            created: old.is_none(),
            digest: digest_of(writing.text),
            compilation: None,
        };
        if old.as_deref() != Some(writing.text) {
            self.room_for_value(writing.text.len() + old.as_ref().map_or(0, String::len))?;
            let (path, old) = (Arc::<str>::from(path), old.map(Arc::<str>::from));
            self.sources.was_read(&path, old.clone());
            let new = Some(Arc::<str>::from(writing.text));
            self.change(Edit::Source { path, old, new })?;
            self.edits.writes += 1;
            written.entry = self.edits.journal.last() + 1;
        }
        Ok(Replied {
            reply: Reply::SourceWritten(Box::new(written)),
            diagnostics: vec![self.why_not_compiled()],
        })
    }

    fn has_no_syntax_errors(&self, writing: &Writing<'_>) -> Result<(), BridgeError> {
        let until = Instant::now() + PATIENCE;
        let symbols = &self.library.project().symbols;
        let errors = syntax_errors(writing.text, symbols, &mut || Instant::now() < until);
        let rows = errors
            .into_iter()
            .map(|error| (error.line, error.column, error.message));
        refuse_syntax(writing.path, rows).map_or(Ok(()), Err)
    }

    fn why_not_compiled(&self) -> String {
        match lock_reason(self.library.project().root()) {
            Some(why) => format!(
                "not compiled: an editor that is not linked to this host has the project open ({why}); it compiles the source when \
                 its window gets the focus"
            ),
            None => "not compiled: no running editor has this project open".to_owned(),
        }
    }

    /// Changes the files whose texts differ from the state of the session, all or none. Called once in each command.
    pub(super) fn write_sources(&mut self) -> Result<(), BridgeError> {
        let changed = self.sources.now.iter().filter(|(path, now)| {
            let on_disk = self.sources.on_disk.get(*path);
            on_disk.is_some_and(|on_disk| on_disk != *now)
        });
        let changed: Vec<(Arc<str>, SourceText)> = changed.map(|(path, now)| (Arc::clone(path), now.clone())).collect();
        if changed.is_empty() {
            return Ok(());
        }
        let folder = self.may_change_files()?;
        let mut done: Vec<(Arc<str>, SourceText)> = Vec::new();
        let mut outcome = Ok(());
        for (path, new) in changed {
            let old = self.sources.on_disk.get(&path).cloned().flatten();
            outcome = self.write_one(&folder, &path, old.as_deref(), new.as_deref());
            if outcome.is_err() {
                break;
            }
            done.push((Arc::clone(&path), old));
            self.sources.on_disk.insert(path, new);
        }
        let assets: BTreeSet<String> = done.iter().map(|(path, _)| path.to_string()).collect();
        if outcome.is_err() {
            for (path, old) in done.into_iter().rev() {
                let new = self.sources.on_disk.get(&path).cloned().flatten();
                match self.write_one(&folder, &path, new.as_deref(), old.as_deref()) {
                    Ok(()) => self.sources.on_disk.insert(path, old),
                    Err(error) => {
                        self.log("error", format!("{path} could not be put back: {error}"));
                        None
                    }
                };
            }
        }
        self.read_changed(&DiskChange {
            assets,
            structure: true,
            ..DiskChange::default()
        });
        outcome
    }

    fn write_one(&self, folder: &Path, path: &str, old: Option<&str>, new: Option<&str>) -> Result<(), BridgeError> {
        let change = SourceChange { asset: path, old, new };
        write_source(self.library.project(), &self.ground, folder, &change).map_err(refused)
    }

    /// Takes over the texts of the sources from the journal, after it was read.
    pub(super) fn follow_journal(&mut self) {
        let journal = &self.edits.journal;
        let mut texts: BTreeMap<Arc<str>, SourceText> = BTreeMap::new();
        let mut undone: BTreeSet<u64> = BTreeSet::new();
        for entry in journal.entries() {
            let leaves = journal.leaves(entry.id).unwrap_or_default();
            let (applied, taken_back) = match entry.undoes.as_slice() {
                [] => (leaves, Vec::new()),
                // An undo of an undo applies its entries again.
                _ => leaves.into_iter().partition(|leaf| undone.contains(leaf)),
            };
            for (edit, direction) in self.edits.turned_steps(&taken_back, &applied) {
                if let Some((path, _, to)) = source_step(edit, direction) {
                    texts.insert(Arc::clone(path), to.clone());
                }
            }
            undone.extend(taken_back);
            applied.iter().for_each(|leaf| _ = undone.remove(leaf));
        }
        self.sources.on_disk.clone_from(&texts);
        self.sources.now = Arc::new(texts);
    }

    /// Sets the texts of the sources after these entries were undone or applied again, one step after the other.
    ///
    /// # Errors
    /// `Conflict` if a source does not have the text from which a step goes on. Then another program changed the source
    /// between two edits.
    pub(super) fn follow_undo(&mut self, leaves: &BTreeSet<u64>) -> Result<(), BridgeError> {
        for (edit, direction) in self.edits.steps_of_undo(leaves) {
            let Some((path, from, to)) = source_step(edit, direction) else {
                continue;
            };
            if self.sources.now.get(path) != Some(from) {
                let message = format!("{path} was changed by another program between the edits that would be undone");
                return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                    .with_hint("read the source, and write the text that it should have"));
            }
            self.sources.set(path, to.clone());
        }
        Ok(())
    }
}

/// Returns the path of the source that the step writes, and its text before and after the step.
fn source_step(edit: &Edit, direction: Direction) -> Option<(&Arc<str>, &SourceText, &SourceText)> {
    match (edit, direction) {
        (Edit::Source { path, old, new }, Direction::Back) => Some((path, new, old)),
        (Edit::Source { path, old, new }, Direction::First | Direction::Again) => Some((path, old, new)),
        _ => None,
    }
}

/// Checks that the source has the text that the caller read.
fn is_as_read(path: &str, now: Option<&str>, digest: Option<&str>) -> Result<(), BridgeError> {
    let conflict = |message: String, hint: &str| {
        Err(BridgeError::new(BridgeErrorKind::Conflict, message).with_hint(format!("{hint}; nothing was written")))
    };
    match (now.map(digest_of), digest) {
        (None, None) => Ok(()),
        (Some(now), Some(digest)) if now == digest => Ok(()),
        (Some(now), None) => conflict(
            format!("{path} exists already, and `digest` is missing (the source has {now})"),
            "read the source, and pass the digest of the text that you read, or choose another path",
        ),
        (Some(now), Some(digest)) => conflict(
            format!("{path} has the digest {now}, not {digest}: it was changed since it was read"),
            "read the source again, and make the change in its present text",
        ),
        (None, Some(_)) => conflict(
            format!("{path} does not exist, but `digest` names a text of it"),
            "leave `digest` out to create the source, or correct the path",
        ),
    }
}

#[cfg(test)]
mod tests;
