//! Builds journal records: for a whole session, for one entry, and for a save.

use super::names::Naming;
use super::record::{self, Base, Head, Line, Saved, Saving, State, VERSION};
use super::{rows, text, writing};
use crate::session::Session;
use crate::session::edit_origin::About;
use crate::session::edits::{Edit, Spot, Written};
use data_encoding::HEXLOWER;
use host_project_journal::journal::Entry;
use host_project_world::ids::scene_of;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::Read;

/// Maximum number of steps in one journal record of steps that can no longer be undone. Others get further records.
const STEPS: usize = 500;

/// Maximum number of bytes of the project settings file that are read to find the project's GUID.
const SETTINGS: u64 = 1 << 20;

impl Session {
    /// Returns the records of the whole session, with the entries up to the id `last`.
    pub(super) fn snapshot(&self, last: u64) -> impl Iterator<Item = Result<String, String>> + '_ {
        let base = self.edits.journal.base().chunks(STEPS);
        let entries = self.edits.journal.entries().iter();
        let entries = entries.filter(move |entry| entry.id <= last);
        std::iter::once_with(move || self.head_record())
            .chain(std::iter::once_with(move || self.state_record()))
            .chain(base.map(move |steps| self.base_record(steps)))
            .chain(entries.map(move |entry| self.entry_of_snapshot(entry)))
    }

    fn head_record(&self) -> Result<String, String> {
        text(&Line {
            head: Some(self.head()),
            ..Line::default()
        })
    }

    pub(super) fn head(&self) -> Head {
        Head {
            version: VERSION,
            host: env!("CARGO_PKG_VERSION").to_owned(),
            project: self.library.project().root().display().to_string(),
            product: self.product(),
        }
    }

    /// Returns `productGUID` from the project settings, which is unique for each project. `None` if there is none.
    fn product(&self) -> Option<String> {
        let settings = self
            .library
            .project()
            .root()
            .join("ProjectSettings/ProjectSettings.asset");
        let (file, _) = host_regular_file::open(&settings).ok()?;
        let mut bytes = Vec::new();
        file.take(SETTINGS).read_to_end(&mut bytes).ok()?;
        let settings = String::from_utf8_lossy(&bytes);
        let line = settings
            .lines()
            .find_map(|line| line.trim().strip_prefix("productGUID:"))?;
        let guid = line.trim();
        (!guid.is_empty() && guid.len() <= 64).then(|| guid.to_owned())
    }

    fn state_record(&self) -> Result<String, String> {
        let mut naming = Naming::new(self);
        let mut originals = Vec::new();
        for (spot, original) in &self.edits.originals {
            originals.push(writing::original(&mut naming, spot, original)?);
        }
        let mut held = Vec::new();
        for (spot, until, is) in self.edits.saved_values() {
            held.push(writing::saved_value(&mut naming, spot, until, is)?);
        }
        let mut marks = Vec::new();
        for (entry, scenes) in self.edits.marks() {
            marks.push((entry, positions(&mut naming, scenes)?));
        }
        let (rows, dropped_more) = self.edits.dropped_rows();
        let mut dropped = Vec::new();
        for (scenes, told) in rows {
            dropped.push((positions(&mut naming, scenes)?, told.to_owned()));
        }
        let journal = &self.edits.journal;
        let first = journal.entries().front().map(|entry| entry.id);
        let state = State {
            next: first.unwrap_or(journal.last() + 1),
            fallen: journal.dropped_count(),
            originals,
            held,
            marks,
            dropped,
            dropped_more,
            writes: self.edits.writes,
            begun: self.durable.begun.clone(),
            with: self.common(naming, 0, |_| true)?,
        };
        text(&Line {
            state: Some(Box::new(state)),
            ..Line::default()
        })
    }

    fn base_record(&self, steps: &[Edit]) -> Result<String, String> {
        let mut naming = Naming::new(self);
        let steps = self.steps(&mut naming, steps)?;
        text(&Line {
            base: Some(Base {
                steps,
                scenes: naming.paths(),
            }),
            ..Line::default()
        })
    }

    /// Returns the journal record of an entry for a journal file that is written as a whole. Data that entries share is
    /// in another record of the file.
    fn entry_of_snapshot(&self, entry: &Entry<Edit, About>) -> Result<String, String> {
        let mut naming = Naming::new(self);
        let mut written = self.entry(&mut naming, entry)?;
        written.with = self.common(naming, self.edits.targets.count(), |_| false)?;
        entry_line(written)
    }

    /// Returns the journal record of an entry that is appended to the file, with the targets and assets that it adds.
    pub(super) fn entry_record(&self, entry: &Entry<Edit, About>) -> Result<String, String> {
        let mut naming = Naming::new(self);
        let mut written = self.entry(&mut naming, entry)?;
        written.with = self.new_common(naming)?;
        entry_line(written)
    }

    fn entry(&self, naming: &mut Naming<'_>, entry: &Entry<Edit, About>) -> Result<record::Entry, String> {
        let rows = entry.about.rows.iter().map(|row| rows::write(naming, row)).collect();
        Ok(record::Entry {
            with: record::Common::default(),
            id: entry.id,
            at_ms: entry.about.at_ms,
            caller: entry.about.caller().to_owned(),
            tool: entry.about.tool().to_owned(),
            rows,
            steps: self.steps(naming, &entry.steps)?,
            undoes: entry.undoes.clone(),
            lost: entry.lost.clone(),
        })
    }

    fn steps(&self, naming: &mut Naming<'_>, steps: &[Edit]) -> Result<Vec<record::Step>, String> {
        let types = self.library.types();
        steps.iter().map(|step| writing::step(naming, types, step)).collect()
    }

    /// Writes the journal record that announces a save: the files and their new texts. `written` contains the values
    /// before the save.
    pub(in crate::session) fn will_save(&mut self, files: &[(usize, &str)], written: &[Written]) -> Result<(), String> {
        let Some(journal) = self.durable.journal.clone() else {
            return Ok(());
        };
        // The file must contain all earlier changes before this record.
        if self.durable.is_behind || journal.needs_replacing() {
            self.write_snapshot(&journal, self.edits.journal.last())?;
        }
        let mut naming = Naming::new(self);
        let mut named = Vec::new();
        for (scene, new) in files {
            named.push((naming.scene(*scene)?, HEXLOWER.encode(&Sha256::digest(new))));
        }
        let rows: Result<Vec<_>, String> = written
            .iter()
            .map(|row| writing::written_record(&mut naming, row))
            .collect();
        let saving = Saving {
            files: named,
            written: rows?,
            with: self.new_common(naming)?,
        };
        let record = text(&Line {
            saving: Some(saving),
            ..Line::default()
        })?;
        self.add_records(&journal, &[record])
    }

    /// Writes the journal record that completes a save. If that fails, the next write replaces the whole journal file.
    pub(in crate::session) fn did_save(&mut self, scenes: &BTreeSet<usize>) -> Result<(), String> {
        let Some(journal) = self.durable.journal.clone() else {
            return Ok(());
        };
        self.durable.is_behind |= self.edits.journal.take_reshaped();
        if self.durable.is_behind || journal.needs_replacing() || journal.needs_compacting() {
            return self.write_snapshot(&journal, self.edits.journal.last());
        }
        let written = self.saved_record(scenes);
        let written = written.and_then(|record| self.add_records(&journal, &[record]));
        self.durable.is_behind |= written.is_err();
        written
    }

    fn saved_record(&self, scenes: &BTreeSet<usize>) -> Result<String, String> {
        let mut naming = Naming::new(self);
        let is_saved = |spot: &Spot| scene_of(spot.object).is_some_and(|scene| scenes.contains(&scene));
        let files = positions(&mut naming, scenes)?;
        let mut originals = Vec::new();
        for (spot, original) in self.edits.originals.iter().filter(|(spot, _)| is_saved(spot)) {
            originals.push(writing::original(&mut naming, spot, original)?);
        }
        let mut held = Vec::new();
        for (spot, until, is) in self.edits.saved_values().filter(|(spot, ..)| is_saved(spot)) {
            held.push(writing::saved_value(&mut naming, spot, until, is)?);
        }
        text(&Line {
            saved: Some(Saved {
                files,
                originals,
                held,
                with: self.new_common(naming)?,
            }),
            ..Line::default()
        })
    }
}

fn positions(naming: &mut Naming<'_>, scenes: &BTreeSet<usize>) -> Result<Vec<u32>, String> {
    scenes.iter().map(|scene| naming.scene(*scene)).collect()
}

fn entry_line(entry: record::Entry) -> Result<String, String> {
    text(&Line {
        entry: Some(Box::new(entry)),
        ..Line::default()
    })
}
