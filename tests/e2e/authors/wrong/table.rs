//! The table: each mistake with the words that an author has to read, those of a language beside those of all.
//!
//! Belongs here: what a row says. Does not: the rows (`calls`, `imports`, `bundles`), making mistakes (`wrong.rs`).

use super::languages::Language;

/// How a mistake is made.
pub(super) enum Made {
    /// The tool is called with these arguments.
    Calling(&'static str),
    /// It is in the file that the compiler refuses, all of which is built once.
    Compiling,
    /// The built component has these bytes instead of those.
    OfBytes(&'static str, &'static str),
    /// So has the section with its listing.
    OfListing(&'static str, &'static str),
    /// `bundle.toml` has these words instead of those.
    OfManifest(&'static str, &'static str),
    /// The same component is served a second time, under this id.
    BesideItself(&'static str),
}

/// A mistake, and what it says.
pub(super) struct Mistake {
    pub(super) what: &'static str,
    pub(super) made: Made,
    /// Words in every language.
    pub(super) says: &'static [&'static str],
    /// Words of one language more; one that is not named here reads those of all alone.
    pub(super) of: &'static [(&'static str, &'static [&'static str])],
    /// Languages that cannot make it.
    pub(super) not_in: &'static [&'static str],
    /// The languages that can, where those are fewer.
    pub(super) only_in: &'static [&'static str],
    /// It is answered all the same.
    pub(super) is_fine: bool,
    /// Set for the call, so that little is waited for.
    pub(super) limit: &'static str,
}

impl Mistake {
    /// All that has to be read; none where the language cannot make it.
    pub(super) fn words(&self, language: &Language) -> Option<Vec<&'static str>> {
        let is_other = !self.only_in.is_empty() && !self.only_in.contains(&language.name);
        if is_other || self.not_in.contains(&language.name) {
            return None;
        }
        let own = self.of.iter().filter(|(name, _)| *name == language.name);
        Some(
            self.says
                .iter()
                .chain(own.flat_map(|(_, words)| *words))
                .copied()
                .collect(),
        )
    }
}

/// The rest of a row.
pub(super) const NONE: Mistake = Mistake {
    what: "",
    made: Made::Calling("{}"),
    says: &[],
    of: &[],
    not_in: &[],
    only_in: &[],
    is_fine: false,
    limit: "",
};

/// The hint for a failure that the tool did not intend.
pub(super) const AT_FAULT: &str = "the tool is at fault; the host's log says where";
