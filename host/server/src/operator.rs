//! The operator's word while the host runs: the configuration in force, and what replaces it.
//!
//! Belongs here: one lock over reading the file again, changing the policy over the wire and writing it back, so that
//! none of them overtakes another. Does not: noticing that the file changed (`reload`), the file's text (`persist`).

mod in_force;
mod recorded;
mod wire;

pub(crate) use wire::Editor;

use crate::config::{ConfigError, Configuration, Sources};
use host_api::{AuditSink, CallLimits, PolicySource};
use host_catalog::{BundleSettings, Catalog};
use host_policy::PolicyCell;
use host_wire::Problems;
use in_force::InForce;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// Who has to know of a change.
pub(crate) trait Follower: Send + Sync + 'static {
    fn policy_changed(&self);
    fn settings_changed(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits);
}

impl Follower for Catalog {
    fn policy_changed(&self) {
        self.refresh();
    }

    fn settings_changed(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits) {
        self.apply(bundles, limits);
    }
}

/// The one owner of the configuration in force. All its work is blocking.
pub(crate) struct Operator {
    sources: Sources,
    policy: Arc<PolicyCell>,
    audit: Arc<dyn AuditSink>,
    word: Mutex<Word>,
    problems: Problems,
    /// Set while the file takes `project.allow-save` back, which then needs no restart.
    save_taken_back: Arc<AtomicBool>,
    /// `None` until the host serves.
    in_force: OnceLock<InForce>,
    /// Set once it is there: tools need this operator before they can be served.
    follower: OnceLock<Weak<dyn Follower>>,
}

struct Word {
    /// What the host was started with, and what of it needs a restart still is in force.
    started: Configuration,
    configuration: Configuration,
    /// What the file held when it was last looked at, right or wrong; `None` where it could not be read.
    seen: Option<[u8; 32]>,
}

impl Operator {
    /// `read` is in force now, and `policy` was made of it.
    pub(crate) fn new(
        read: Configuration,
        sources: Sources,
        policy: Arc<PolicyCell>,
        audit: Arc<dyn AuditSink>,
    ) -> Self {
        let seen = read.file_digest();
        Self {
            sources,
            policy,
            audit,
            word: Mutex::new(Word {
                started: read.clone(),
                configuration: read,
                seen,
            }),
            problems: Problems::default(),
            save_taken_back: Arc::default(),
            in_force: OnceLock::new(),
            follower: OnceLock::new(),
        }
    }

    /// Tells of a wrong file there, too.
    pub(crate) fn telling(self, problems: Problems) -> Self {
        Self { problems, ..self }
    }

    /// Says there whether saving was taken back.
    pub(crate) fn holding_saves(self, save_taken_back: Arc<AtomicBool>) -> Self {
        Self {
            save_taken_back,
            ..self
        }
    }

    /// Tells `follower` of changes from now on. It is held weakly, and only the first one counts.
    pub(crate) fn followed_by(&self, follower: &Arc<impl Follower>) {
        let weak = Arc::downgrade(follower);
        if self.follower.set(weak).is_err() {
            tracing::debug!("somebody follows the operator's word already");
        }
    }

    /// The host begins to serve: what differs from what was in force when one on this data folder ended last is told like any
    /// other change, and what is in force is kept there from now on.
    pub(crate) fn begins(&self, data_dir: &Path) {
        let word = self.lock();
        let values = in_force::values(&self.policy.load(), &word.configuration);
        let (kept, changes) = InForce::begin(data_dir.join(in_force::FILE_NAME), values);
        self.note(PolicySource::Start(self.file()), &changes);
        if self.in_force.set(kept).is_err() {
            tracing::debug!("it began already");
        }
    }

    /// The file in use, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.sources.file.as_deref()
    }

    /// Looks at the file; where it changed since the last look, what may change at once does. A wrong file changes
    /// nothing and is told once.
    pub(crate) fn look(&self) {
        // Told in the log already.
        let _ = self.look_again(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, Word> {
        self.word.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_again(&self, word: &mut Word) -> Result<(), ConfigError> {
        let Some(file) = self.file() else { return Ok(()) };
        let now = std::fs::read(file).ok().map(|bytes| crate::config::digest(&bytes));
        if now == word.seen {
            return Ok(());
        }
        word.seen = now;
        let next = Configuration::read(&self.sources).inspect_err(|error| {
            let text = format!("the file was changed and is wrong, so nothing of it applies: {error}");
            tracing::error!("configuration: {text}");
            self.problems.set("configuration", Some(text));
        })?;
        self.problems.set("configuration", None);
        self.take(word, next);
        Ok(())
    }

    /// The operator's file speaks anew.
    fn take(&self, word: &mut Word, next: Configuration) {
        let (old, new) = (&word.configuration.settings, &next.settings);
        let before = self.policy.load();
        // What was widened over the wire may not stay above a ceiling that came down.
        let too_wide = || new.ceiling.check(&new.policy, &before).is_err();
        let has_policy = old.policy != new.policy || (old.ceiling != new.ceiling && too_wide());
        let has_settings = old.bundles != new.bundles || old.limits != new.limits;
        if has_policy {
            self.policy.publish(new.policy.clone());
            self.tell(|follower| follower.policy_changed());
        }
        if has_settings {
            self.tell(|follower| follower.settings_changed(new.bundles.clone(), new.limits));
        }
        let changes = recorded::changes(&before, &self.policy.load(), Some((&word.configuration, &next)));
        if let Some(file) = self.file() {
            self.note(PolicySource::File(file), &changes);
        }
        self.replace(word, next);
    }

    fn replace(&self, word: &mut Word, next: Configuration) {
        let before = &word.configuration;
        let restart = next.needing_restart(&word.started);
        if restart != before.needing_restart(&word.started) {
            match restart.is_empty() {
                true => tracing::info!("what was changed and needed a restart is again as the host was started"),
                false => tracing::warn!("changed, but in force only after a restart: {}", restart.join(", ")),
            }
        }
        let off = !next.settings.project.allow_save;
        if self.save_taken_back.swap(off, Ordering::Relaxed) != off && word.started.settings.project.allow_save {
            let now = if off {
                "no scene is saved from now on"
            } else {
                "scenes may be saved again"
            };
            tracing::info!("`project.allow-save` was changed: {now}");
        }
        word.seen = next.file_digest();
        word.configuration = next;
    }

    fn tell(&self, what: impl FnOnce(&dyn Follower)) {
        // None while the host starts, and once it ends: then nobody serves what could be out of date.
        if let Some(follower) = self.follower.get().and_then(Weak::upgrade) {
            what(&*follower);
        }
    }
}

#[cfg(test)]
mod tests;
