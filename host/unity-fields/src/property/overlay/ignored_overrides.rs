//! Overrides without effect: their number, and the first five with the reason.

/// Maximum number of overrides without effect that are stored with path and reason; further ones are only counted.
const MAX_NAMED: usize = 5;

/// Maximum number of characters of an override's path that are stored; the rest of a longer path is cut off.
const MAX_PATH: usize = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Reason {
    #[error("no path that can be read")]
    NoPath,
    #[error("the component's text has no such field")]
    NoField,
    #[error("beyond the end of its array")]
    Beyond,
    #[error("a value at the place of a structure or array")]
    Structure,
    #[error("no number that fits")]
    NoNumber,
    #[error("perhaps in a packed array, and no source declares the width of its elements")]
    UnknownWidth,
    #[error("no managed object has this id")]
    NoManaged,
    #[error("more than overrides may add to one component")]
    TooMuch,
}

/// The overrides of one component that have no effect.
#[derive(Clone, Debug, Default)]
pub struct Ignored {
    count: usize,
    first: Vec<(String, Reason)>,
}

impl Ignored {
    pub(super) fn note(&mut self, path: &str, reason: Reason) {
        self.count += 1;
        if self.first.len() < MAX_NAMED {
            self.first.push((path.chars().take(MAX_PATH).collect(), reason));
        }
    }

    /// Returns the number of overrides without effect.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns descriptions of the first five overrides without effect, each as `path (reason)`.
    pub fn descriptions(&self) -> impl Iterator<Item = String> {
        self.first.iter().map(|(path, reason)| format!("{path} ({reason})"))
    }

    /// Records an override of an array element that a later override removed by shortening the array.
    pub fn note_cut_off(&mut self, path: &str) {
        self.note(path, Reason::Beyond);
    }

    /// Returns a one-line message about the overrides without effect; `None` if every override has an effect.
    pub fn summary(&self) -> Option<String> {
        if self.count == 0 {
            return None;
        }
        let mut named: Vec<String> = self.descriptions().collect();
        if self.count > named.len() {
            named.push(format!("and {} more", self.count - named.len()));
        }
        Some(format!(
            "{} overrides of prefab instances change nothing in this component: {}",
            self.count,
            named.join(", ")
        ))
    }
}
