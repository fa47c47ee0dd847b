//! Handles commands that need C# sources or large files which are still being read, or sources that were skipped.
//!
//! This module decides the reply to such a command. `unity_scripts::csharp_sources` parses the sources.

use crate::session::Session;
use host_bridge::{BridgeError, BridgeErrorKind, Replied, Reply, Skipped};
use host_project_query::find_users::index::{Making, Patience};
use host_project_view::scene_lookup::SceneCaches;
use std::collections::BTreeMap;
use std::sync::Arc;
use unity_scripts::csharp_sources::turn::{self, Noted};
use unity_scripts::csharp_sources::{file_of, path_of};

/// Maximum number of unread C# sources that a note or an error lists. Further sources are only counted.
const MAX_NAMED: usize = 5;

/// Maximum number of files that a reply lists as not searched.
const MAX_NOT_SEARCHED: usize = 20;

impl Session {
    /// Checks that all sources and files that the command needs were read: a write must not use incomplete data.
    pub(in crate::session) fn facts_are_there(&self) -> Result<(), BridgeError> {
        match turn::is_awaiting() {
            true => Err(still_reading(SOURCES, &[])),
            false => Ok(()),
        }
    }

    /// Ends the recording of which C# sources the current command needed, and adds notes about missing sources to its
    /// outcome. If a needed source is still being parsed, stores a signal, so that the command runs again afterwards.
    pub(in crate::session) fn with_noted(
        &mut self,
        outcome: Result<Replied, BridgeError>,
        is_write: bool,
    ) -> Result<Replied, BridgeError> {
        let Noted { awaited, skipped } = turn::end();
        let is_refused = outcome
            .as_ref()
            .is_err_and(|error| error.kind != BridgeErrorKind::NotReady);
        if is_refused {
            // The command failed, so it must not continue its search.
            self.query_caches.goes_on();
        }
        if awaited.is_empty() {
            return with_skipped(outcome, &skipped);
        }
        let files: Vec<&str> = awaited.iter().filter_map(|key| file_of(key)).collect();
        if files.len() < awaited.len() {
            // These results were derived from incomplete data.
            self.query_caches.forget_unsure();
            self.scene_caches = SceneCaches::default();
        }
        // When these files are read, more files may turn out to be needed.
        let sources = awaited.iter().filter_map(|key| path_of(key)).collect();
        let (what, paths, patience) = match (files.is_empty(), &outcome) {
            (true, _) => (SOURCES, sources, Patience::OfCall),
            // The results from the other files are already a useful reply.
            (false, Ok(_)) if !is_write => (FILES, files, Patience::Short),
            (false, _) => (FILES, files, Patience::OfCall),
        };
        let told = match outcome {
            Ok(mut replied) if !is_write => {
                let why: Arc<str> = "still being read".into();
                let sources = paths.iter().map(|path| ((*path).to_owned(), Arc::clone(&why)));
                mark_not_searched(&mut replied.reply, &sources.collect());
                let note = format!("{}; this answer does not cover them: ask again", reading(what, &paths));
                replied.diagnostics.push(note);
                with_skipped(Ok(replied), &skipped)
            }
            _ => Err(still_reading(what, &paths)),
        };
        let keys: Vec<String> = awaited.into_iter().collect();
        self.awaited = Some(Making {
            ended: self.library.types().sources().end_signal(&keys),
            files: None,
            patience,
        });
        told
    }
}

const SOURCES: &str = "C# sources";
const FILES: &str = "large files";

fn reading(what: &str, paths: &[&str]) -> String {
    match paths {
        [] => "the project's C# sources and assemblies are still being read".to_owned(),
        paths => format!(
            "{} {what} are still being read: {}",
            paths.len(),
            join_names(paths.iter().copied())
        ),
    }
}

pub(in crate::session) fn still_reading_file(path: &str) -> BridgeError {
    still_reading(FILES, &[path])
}

fn still_reading(what: &str, paths: &[&str]) -> BridgeError {
    BridgeError::new(
        BridgeErrorKind::NotReady,
        format!("{}; nothing was changed", reading(what, paths)),
    )
    .with_hint("ask again in a moment; the reading goes on")
}

fn join_names<'n>(all: impl ExactSizeIterator<Item = &'n str>) -> String {
    let more = match all.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", all.take(MAX_NAMED).collect::<Vec<_>>().join(", "))
}

fn with_skipped(
    outcome: Result<Replied, BridgeError>,
    skipped: &BTreeMap<String, Arc<str>>,
) -> Result<Replied, BridgeError> {
    if skipped.is_empty() {
        return outcome;
    }
    let sources: Vec<String> = skipped.iter().map(|(path, why)| format!("{path} ({why})")).collect();
    let note = format!(
        "skipped {} C# sources, whose types are not known: {}",
        skipped.len(),
        join_names(sources.iter().map(String::as_str))
    );
    match outcome {
        Ok(mut replied) => {
            mark_not_searched(&mut replied.reply, skipped);
            replied.diagnostics.push(note);
            Ok(replied)
        }
        Err(error) => {
            let hint = match &error.hint {
                Some(hint) => format!("{hint}; {note}"),
                None => note,
            };
            Err(error.with_hint(hint))
        }
    }
}

fn mark_not_searched(reply: &mut Reply, sources: &BTreeMap<String, Arc<str>>) {
    let (named, total) = match reply {
        Reply::Found(answer) => (&mut answer.not_searched, &mut answer.not_searched_total),
        Reply::Users(answer) => (&mut answer.not_searched, &mut answer.not_searched_total),
        _ => return,
    };
    let known: Vec<String> = named.iter().map(|skipped| skipped.file.clone()).collect();
    for (path, why) in sources.iter().filter(|(path, _)| !known.contains(path)) {
        *total += 1;
        if named.len() < MAX_NOT_SEARCHED {
            named.push(Skipped {
                file: path.clone(),
                why: why.to_string(),
            });
        }
    }
}

#[cfg(test)]
mod tests;
