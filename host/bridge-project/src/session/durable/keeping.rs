//! Selects the edit journal of a session: at start, after a failure, and when another host has released its journal.

use super::replay::Replay;
use super::{Durable, Missing};
use crate::session::Session;
use host_project_journal::edit_journal::{EditJournal, End};
use std::path::PathBuf;
use std::sync::Arc;

const OF_EARLIER_START: &str = "an earlier run of the host did not apply an edit journal, and its log has the reason";

const TAKEN_OVER: &str =
    "the host that had the edit journal open has ended: from now on, unsaved edits of this host survive its end";

impl Session {
    /// Applies the edits in the journal to the session, which then writes further edits to it. Blocks the thread.
    pub(crate) fn keep_edits(&mut self, journal: &Arc<EditJournal>) {
        self.use_journal(journal);
        let mut replay = Replay::default();
        let found = journal.read(&mut |line| self.replay_line(line, &mut replay));
        let path = journal.path();
        let mut found = match found {
            Ok(None) => return,
            Ok(Some(found)) => found,
            Err(error) => {
                let why = format!("the edit journal {} cannot be read: {error}", path.display());
                return self.keep_none(Missing::Failed(why));
            }
        };
        if let Some((why, message)) = &replay.not_ours {
            let aside = journal.set_aside(why);
            return self.was_set_aside(message, aside);
        }
        if !replay.has_state && !matches!(found.end, End::Damaged { .. }) {
            // The head and the state are synced before the file gets its name, so a file without them is damaged.
            found.end = End::Damaged {
                line: found.records + 1,
                why: "the file ends before the records that each journal begins with".to_owned(),
            };
        }
        if let End::Damaged { line, why } = &found.end {
            let message = format!(
                "the edit journal {} is damaged at line {line} ({why}); the {} records before it were applied, the edits after them are \
                 lost",
                path.display(),
                found.records
            );
            let aside = journal.link_aside("damaged");
            self.was_set_aside(&message, aside);
        }
        self.finish_replay(&found, replay);
    }

    /// Renames the file of the journal and uses the journal without its edits, because applying them panicked. `why` is
    /// the panic's message.
    pub(crate) fn keep_edits_without(&mut self, journal: &Arc<EditJournal>, why: &str) {
        self.use_journal(journal);
        let message = format!(
            "the edit journal {} could not be replayed, a defect of the host: {why}; report it with the file",
            journal.path().display()
        );
        let aside = journal.set_aside("failed");
        self.was_set_aside(&message, aside);
    }

    /// Makes the session work without an edit journal. Replies to edits then contain the reason `missing`.
    pub(crate) fn keep_none(&mut self, missing: Missing) {
        match &missing {
            // Normal for a second host on a project. Each edit names the loss, and a host that only reads loses nothing.
            Missing::Elsewhere(why) => {
                self.log_for_operator(
                    "warn",
                    format!("unsaved edits of the other host are not visible here: {why}"),
                );
            }
            Missing::Failed(why) => {
                self.log_for_operator("error", format!("unsaved edits end with this host: {why}"));
            }
        }
        self.durable = Durable {
            missing: Some(missing),
            aside: std::mem::take(&mut self.durable.aside),
            ..Durable::default()
        };
    }

    /// Acquires the journal of another host, which has ended, and applies its edits. Returns false, without a change,
    /// if unsaved edits of this session may conflict; the caller tries again later. Blocks the thread.
    pub(crate) fn take_over(&mut self, journal: &Arc<EditJournal>) -> bool {
        let unsaved = self.count_unsaved();
        let has_own = unsaved.changes > 0 || self.dropped_count() > 0 || self.time != self.first_time;
        if has_own && journal.is_there() {
            let why = format!(
                "the host that had the edit journal of this project open has ended and left edits in it ({}), which are applied once \
                 this host has no unsaved edits of its own: save them (save_scenes) or undo them (undo_edits)",
                journal.path().display()
            );
            if !matches!(&self.durable.missing, Some(Missing::Failed(known)) if *known == why) {
                self.keep_none(Missing::Failed(why));
            }
            return false;
        }
        if has_own {
            self.use_journal(journal);
            self.write_first();
        } else {
            self.forget_saved();
            self.keep_edits(journal);
        }
        if self.durable.journal.is_some() {
            self.log_for_operator("warn", TAKEN_OVER.to_owned());
            self.durable.notice = Some(TAKEN_OVER.to_owned());
        }
        self.announce_anew();
        true
    }

    fn use_journal(&mut self, journal: &Arc<EditJournal>) {
        let aside = journal.lost_aside().unwrap_or_else(|error| {
            self.log(
                "warn",
                format!("the folder of {} cannot be read: {error}", journal.path().display()),
            );
            Vec::new()
        });
        let with_reason = |path| (path, OF_EARLIER_START.to_owned());
        self.durable = Durable {
            journal: Some(Arc::clone(journal)),
            aside: aside.into_iter().map(with_reason).collect(),
            ..Durable::default()
        };
    }

    fn was_set_aside(&mut self, message: &str, aside: std::io::Result<PathBuf>) {
        match aside {
            Ok(to) => {
                self.log_for_operator(
                    "error",
                    format!("{message}; the whole file is kept as {}", to.display()),
                );
                self.durable.aside.retain(|(path, _)| *path != to);
                self.durable.aside.push((to, message.to_owned()));
            }
            Err(error) => self.keep_none(Missing::Failed(format!(
                "{message}; it cannot be kept under another name ({error})"
            ))),
        }
    }
}
