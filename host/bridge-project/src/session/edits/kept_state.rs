//! Accessors for the state that an edit journal stores besides entries: values in files before and after saves, and
//! dropped edits.

use super::originals::Original;
use super::saved_edits::AtSave;
use super::unfit_edits::Unsavable;
use super::{Edits, Spot};
use std::collections::BTreeSet;
use unity_yaml::Node;

impl Edits {
    /// Returns the values that saves wrote to files, each with its field and the id of the last journal entry in the
    /// file.
    pub(in crate::session) fn saved_values(&self) -> impl Iterator<Item = (&Spot, u64, &Node<'static>)> {
        let all = self.held.spots.iter();
        all.map(|(spot, held)| (spot, held.until, &held.is))
    }

    pub(in crate::session) fn put_held(&mut self, spot: Spot, until: u64, is: Node<'static>) {
        self.held.spots.insert(spot, AtSave { until, is });
    }

    pub(in crate::session) fn put_original(&mut self, spot: Spot, original: Original) {
        self.originals.insert(spot, original);
    }

    /// Removes the stored field values, from before and after saves, for whose fields `is_of` is true.
    pub(in crate::session) fn forget_files(&mut self, is_of: impl Fn(&Spot) -> bool) {
        self.originals.retain(|spot, _| !is_of(spot));
        self.held.spots.retain(|spot, _| !is_of(spot));
    }

    /// Returns for each journal entry the scenes whose files contain its changes. Omits entries without such scenes.
    pub(in crate::session) fn marks(&self) -> impl Iterator<Item = (u64, &BTreeSet<usize>)> {
        let all = self.saved.iter();
        all.map(|(entry, scenes)| (*entry, scenes))
            .filter(|(_, scenes)| !scenes.is_empty())
    }

    pub(in crate::session) fn put_mark(&mut self, entry: u64, scenes: BTreeSet<usize>) {
        self.saved.insert(entry, scenes);
    }

    pub(in crate::session) fn components_added(&self) -> i64 {
        self.added
    }

    pub(in crate::session) fn were_added(&mut self, components: i64) {
        self.added = self.added.max(components.clamp(0, i64::MAX >> 32));
    }

    /// Returns the dropped edits that no save has reported yet, and the number of older ones without a description.
    pub(in crate::session) fn dropped_rows(&self) -> (impl Iterator<Item = (&BTreeSet<usize>, &str)>, usize) {
        let rows = self.dropped.kept.iter();
        let rows = rows.map(|dropped| (&dropped.scenes, dropped.told.as_str()));
        (rows, self.dropped.more)
    }

    pub(in crate::session) fn put_dropped(&mut self, scenes: BTreeSet<usize>, told: String) {
        self.dropped.add(Unsavable { scenes, told });
    }

    pub(in crate::session) fn put_dropped_more(&mut self, more: usize) {
        self.dropped.more += more;
    }

    /// Returns new edit data that contains no edits. Its revision differs from all earlier ones.
    pub(in crate::session) fn without_edits(&self) -> Self {
        Self {
            revision: self.revision + 1,
            ..Self::default()
        }
    }
}
