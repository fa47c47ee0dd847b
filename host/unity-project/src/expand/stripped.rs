//! Checks the expansion against Unity's placeholders: every placeholder names an object of an instance, which the
//! expansion must contain.

use super::collect::Placeholder;
use super::flat::Flat;

/// The result for the placeholders of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrippedReport {
    pub total: u32,
    /// Found with the same class.
    pub resolved: u32,
    /// Inside a model file or another unreadable source, so it cannot be checked.
    pub opaque: u32,
    /// fileIDs without an object in the source.
    pub missing: Vec<i64>,
    /// fileIDs whose object in the source has another class.
    pub mismatched: Vec<i64>,
}

impl StrippedReport {
    /// `source` is the instance's expanded prefab; outer `None`: there is no such instance, inner `None`: it is opaque.
    pub(super) fn check(&mut self, id: i64, placeholder: Placeholder, source: Option<Option<&Flat>>) {
        self.total += 1;
        let Some(source) = source else {
            self.missing.push(id);
            return;
        };
        match source.map(|flat| (flat, flat.classes.get(&placeholder.source))) {
            None => self.opaque += 1,
            Some((_, Some(class))) if *class == placeholder.class => self.resolved += 1,
            Some((_, Some(_))) => self.mismatched.push(id),
            Some((flat, None)) if flat.counts.opaque > 0 => self.opaque += 1,
            Some((_, None)) => self.missing.push(id),
        }
    }
}
