//! The texts of the C# sources that the session wrote, as data. The commands that change them are in `sources`.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text of a source; `None` if the file does not exist.
pub(super) type SourceText = Option<Arc<str>>;

/// The sources that edits in the journal wrote.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    /// The texts that the sources should have, by asset path.
    pub(super) now: Arc<BTreeMap<Arc<str>, SourceText>>,
    /// The texts that this host last read or wrote. They differ from `now` only during a command.
    pub(super) on_disk: BTreeMap<Arc<str>, SourceText>,
    /// The texts that the current command read from disk, to which a failed command returns.
    read: BTreeMap<Arc<str>, SourceText>,
}

impl Sources {
    pub(super) fn begin_command(&mut self) {
        self.read.clear();
    }

    /// Returns the sources of a session that is opened again after a panic: their texts are those on disk.
    pub(super) fn after_panic(self) -> Self {
        Self {
            now: Arc::new(self.on_disk.clone()),
            ..self
        }
    }

    /// Returns the state to which a failed command returns.
    pub(super) fn now(&self) -> Arc<BTreeMap<Arc<str>, SourceText>> {
        Arc::clone(&self.now)
    }

    pub(super) fn restore(&mut self, now: Arc<BTreeMap<Arc<str>, SourceText>>) {
        self.now = now;
        for (path, text) in std::mem::take(&mut self.read) {
            self.set(&path, text);
        }
    }

    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.now.get(path)?.as_deref()
    }

    pub(super) fn set(&mut self, path: &Arc<str>, text: SourceText) {
        Arc::make_mut(&mut self.now).insert(Arc::clone(path), text);
    }

    pub(super) fn was_read(&mut self, path: &Arc<str>, text: SourceText) {
        self.set(path, text.clone());
        self.read.insert(Arc::clone(path), text.clone());
        self.on_disk.insert(Arc::clone(path), text);
    }
}

/// Returns the digest of a text, by which a caller proves that it read the text.
pub(super) fn digest_of(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}
