//! Runs one command: its time limit, its journal entry, and the background work that it waits for.

use super::Session;
#[cfg(test)]
use super::injected_defects;
use crate::session::changing::test_ui;
use host_bridge::{BridgeError, BridgeErrorKind, CheckedCommand, Command, Origin, Replied};
use host_project_query::find_users::index::{Making, Patience};
use unity_project::expand::reading;
use unity_scripts::csharp_sources::turn;

impl Session {
    /// Runs one command on behalf of this host, without a time limit.
    pub(crate) fn run(&mut self, command: Command) -> Result<Replied, BridgeError> {
        loop {
            let outcome = turn::patiently(|| {
                self.library.types_mut().name_unsure();
                self.run_checked(command.clone().checked()?, None)
            });
            if !self.query_caches.goes_on() {
                return outcome;
            }
        }
    }

    /// Runs one command for the caller `by`; `None` is the host itself. All its changes become one journal entry. A
    /// command that fails or must wait changes nothing. After the wait, the caller runs it again.
    pub(crate) fn run_for(&mut self, command: CheckedCommand, by: Option<&Origin>) -> Result<Replied, BridgeError> {
        let is_write = command.is_write_in_folder();
        self.library.types_mut().settle();
        turn::begin(self.query_caches.patience.sources);
        let outcome = self.run_checked(command, by);
        let outcome = self.with_noted(outcome, is_write);
        let is_missing = matches!(&outcome, Err(error) if error.kind == BridgeErrorKind::NotFound);
        if (is_missing || self.behind.is_awaited) && !is_write && self.awaited.is_none() {
            // Another program, or an earlier command, may just have created what is missing.
            self.awaited = self.scan_to_wait_for();
        }
        outcome
    }

    fn run_checked(&mut self, command: CheckedCommand, by: Option<&Origin>) -> Result<Replied, BridgeError> {
        let command = command.into_inner();
        // This bridge creates no other kind of cursor for commands with such a page.
        if let Some(page) = command.page()
            && !matches!(command, Command::MissingReferences { .. })
        {
            page.by_offset()?;
        }
        reading::begin();
        self.sources.begin_command();
        self.asset_steps.clear();
        self.inverses.clear();
        #[cfg(test)]
        let fails = injected_defects::must_fail(&command);
        let edited = self.edits_before(&command);
        let last = self.edits.journal.last();
        let save = command.is_write_in_folder().then(|| self.save());
        let before = command.is_write_in_folder().then(|| self.save());
        let is_test_ui = matches!(command, Command::DestroyTestUi | Command::SpawnTestUi);
        let outcome = self.dispatch(command, by);
        let mut outcome = match save.is_some() {
            true => outcome.and_then(|replied| self.facts_are_there().map(|()| replied)),
            false => outcome,
        };
        let entry = self.close_entry(save, outcome.is_ok(), by);
        if let Some(entry) = entry.filter(|_| is_test_ui && self.test_ui.reply().is_none()) {
            self.edits.journal.lose(entry, test_ui::TAKEN_AWAY);
        }
        let newest = self.edits.journal.last();
        let entry = (newest > last).then_some(newest);
        if let Err(why) = self.make_durable(entry, before) {
            outcome = Err(why);
        } else if entry.is_some() {
            self.note_missing(&mut outcome);
        }
        self.note_aside(&mut outcome);
        self.announce_edits(edited, &outcome);
        #[cfg(test)]
        injected_defects::fail_if(fails);
        outcome
    }

    /// Removes and returns the background work that the last command must wait for; `None` if there is none.
    pub(crate) fn take_wait(&mut self) -> Option<Making> {
        let of_csharp = self.hooks.take_wait().map(|ended| Making {
            ended,
            files: None,
            patience: Patience::OfCall,
        });
        let awaited = self.awaited.take();
        let users = self.query_caches.users.take_wait();
        let goes_on = self.query_caches.goes_on().then(Making::immediate);
        of_csharp.or(awaited).or(users).or(goes_on)
    }
}
