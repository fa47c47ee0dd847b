//! Notes of a scan in addition to its findings: files that could not be read, and references that only Unity can
//! resolve.

use unity_project::missing;

/// Maximum number of notes about unreadable files in an answer; further ones are counted.
const MAX_NOTES: usize = 5;

#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    first: Vec<String>,
    more: usize,
    /// Number of references to assets that only Unity can resolve; the recorded target is an asset.
    untold: Counted,
    /// Number of references to assets of which only the `.meta` file exists.
    only_meta: Counted,
    /// Number of components whose scripts only the editor compiles; `first_editor_only` has the file and script of one.
    editor_only: u64,
    first_editor_only: Option<(String, String)>,
    /// Number of UnityEvent calls whose method cannot be checked; the recorded target is a method.
    unchecked_calls: Counted,
}

/// A count for one note: number of references, number of files that contain them, and file and target of the first one.
#[derive(Clone, Debug, Default)]
struct Counted {
    references: u64,
    files: u64,
    first: Option<(String, String)>,
}

impl Counted {
    fn add_all(&mut self, other: &Self) {
        self.references += other.references;
        self.files += other.files;
        if self.first.is_none() {
            self.first.clone_from(&other.first);
        }
    }

    fn add(&mut self, path: &str, references: u64, first: Option<&String>) {
        let Some(asset) = first else { return };
        self.references += references;
        self.files += 1;
        self.first.get_or_insert_with(|| (path.to_owned(), asset.clone()));
    }
}

impl Notes {
    pub(super) fn add_all(&mut self, other: &Self) {
        other.first.iter().for_each(|note| self.add(note.clone()));
        self.more += other.more;
        self.untold.add_all(&other.untold);
        self.only_meta.add_all(&other.only_meta);
        self.unchecked_calls.add_all(&other.unchecked_calls);
        self.editor_only += other.editor_only;
        if self.first_editor_only.is_none() {
            self.first_editor_only.clone_from(&other.first_editor_only);
        }
    }

    pub(crate) fn add(&mut self, note: String) {
        if self.first.len() < MAX_NOTES {
            self.first.push(note);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn add_counted(&mut self, path: &str, lost: &missing::LostReferences) {
        self.untold.add(path, lost.untold, lost.first_untold.as_ref());
        self.only_meta.add(path, lost.only_meta, lost.first_only_meta.as_ref());
        self.unchecked_calls
            .add(path, lost.unchecked_calls, lost.first_unchecked_call.as_ref());
    }

    pub(super) fn add_editor_only(&mut self, path: &str, lost: &missing::LostReferences) {
        let Some(script) = &lost.first_editor_only else { return };
        self.editor_only += lost.editor_only;
        self.first_editor_only.get_or_insert((path.to_owned(), script.clone()));
    }

    pub(crate) fn into_lines(self) -> Vec<String> {
        let mut told = self.first;
        if let Some((path, script)) = self.first_editor_only {
            told.push(format!(
                "{} components have scripts that only the editor compiles; a built player is without them; first {script} in {path}",
                self.editor_only
            ));
        }
        if let Some((from, to)) = self.only_meta.first {
            let (references, files) = (self.only_meta.references, self.only_meta.files);
            told.push(format!(
                "{references} references of {files} files lead to assets of which only the .meta is in this folder (first: {from} to {to}): missing for Unity, or left out of this copy; they are counted separately from broken references"
            ));
        }
        if let Some((from, to)) = self.untold.first {
            let (references, files) = (self.untold.references, self.untold.files);
            told.push(format!(
                "{references} references of {files} files lead to objects within imported assets or assets that can't be read here; the assets exist, but only Unity knows whether they contain these objects; first {from} to {to}"
            ));
        }
        if let Some((from, to)) = self.unchecked_calls.first {
            let (calls, files) = (self.unchecked_calls.references, self.unchecked_calls.files);
            told.push(format!(
                "{calls} UnityEvent calls in {files} files were not checked, because the host cannot read all of their target's class; first {to} in {from}"
            ));
        }
        if self.more > 0 {
            told.push(format!("and {} more notes on files", self.more));
        }
        told
    }
}
