//! The active configuration of a running host, and its changes.
//!
//! One lock here covers reading the file again, policy changes by calls and writing them to the file, so that these
//! never overlap. `reload` notices that the file changed; `persist` edits its text.

mod active_config;
mod change_lines;
mod file_stability;
mod wire;

pub(crate) use wire::Editor;

use crate::config::{ConfigError, Configuration, LeftOut, Problem, Sources};
use active_config::InForce;
use file_stability::Settling;
use host_api::{AuditSink, CallLimits, KeyChange, PolicySource};
use host_catalog::{BundleSettings, Catalog};
use host_policy::PolicyCell;
use host_wire::Problems;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A part of the host that is notified when the configuration changes, such as the catalog of tools.
pub(crate) trait Follower: Send + Sync + 'static {
    fn policy_changed(&self);
    fn settings_changed(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits);
    /// Returns an error text with the known names if the profile name is unknown; `None` if all names are known.
    fn unknown_profile(&self, profile: &str) -> Option<String>;
}

impl Follower for Catalog {
    fn policy_changed(&self) {
        self.refresh();
    }

    fn settings_changed(&self, bundles: BTreeMap<String, BundleSettings>, limits: CallLimits) {
        self.apply(bundles, limits);
    }

    fn unknown_profile(&self, profile: &str) -> Option<String> {
        Self::unknown_profile(self, profile)
    }
}

/// The owner of the active configuration, through which all changes of it go. All its methods block the thread.
pub(crate) struct Operator {
    sources: Sources,
    /// The configuration file in use: the file from the start, or a file that was created later.
    file: OnceLock<PathBuf>,
    policy: Arc<PolicyCell>,
    audit: Arc<dyn AuditSink>,
    state: Mutex<OperatorState>,
    problems: Problems,
    /// True while the configuration file sets `project.allow-save` to false. That change needs no restart.
    save_taken_back: Arc<AtomicBool>,
    /// The file that stores the active values in the data folder; empty until the host serves.
    in_force: OnceLock<InForce>,
    /// The receiver of changes. Set after this operator is created, because tools need the operator to start.
    follower: OnceLock<Weak<dyn Follower>>,
    /// The time for which a changed file must remain unchanged before the host reads it.
    quiet: Duration,
}

/// The condition under which a check of the configuration file reads the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// Read only if the file differs from the last check and has been unchanged for `Operator::quiet`.
    Changed,
    Always,
}

enum Looked {
    /// The file was not read, because it is missing or the same as at the last check.
    Nothing,
    /// The file changed a moment ago. A check after this duration can read it.
    Settling(Duration),
    /// The file was read and is valid. Contains the values that changed and are now active.
    Taken(Vec<KeyChange>),
}

struct OperatorState {
    /// The configuration at the start of the host. The values of keys that need a restart still come from it.
    started: Configuration,
    configuration: Configuration,
    /// The digest of the file at the last check, even if the file was invalid; `None` if it could not be read.
    seen: Option<[u8; 32]>,
    /// The last ignored file found after the start, for which the host logged a warning; `None` if there is none.
    left_out: Option<LeftOut>,
    settling: Settling,
}

impl Operator {
    /// Creates the operator with the configuration `read` from the file. `policy` contains the rules of this
    /// configuration.
    pub(crate) fn new(
        read: Configuration,
        sources: Sources,
        policy: Arc<PolicyCell>,
        audit: Arc<dyn AuditSink>,
    ) -> Self {
        let seen = read.file_digest();
        Self {
            file: sources.file.clone().map(OnceLock::from).unwrap_or_default(),
            sources,
            policy,
            audit,
            state: Mutex::new(OperatorState {
                started: read.clone(),
                configuration: read,
                seen,
                left_out: None,
                settling: Settling::default(),
            }),
            problems: Problems::default(),
            save_taken_back: Arc::default(),
            in_force: OnceLock::new(),
            follower: OnceLock::new(),
            quiet: file_stability::QUIET,
        }
    }

    pub(crate) fn with_problems(self, problems: Problems) -> Self {
        Self { problems, ..self }
    }

    /// Stores the flag with which this operator tells the bridge that saving scenes is switched off.
    pub(crate) fn holding_saves(self, save_taken_back: Arc<AtomicBool>) -> Self {
        Self {
            save_taken_back,
            ..self
        }
    }

    /// Notifies `follower` of changes from now on. The reference is weak, and only the first follower is used.
    pub(crate) fn followed_by(&self, follower: &Arc<impl Follower>) {
        let weak = Arc::downgrade(follower);
        if self.follower.set(weak).is_err() {
            tracing::debug!("the operator already has a follower");
        }
    }

    /// Starts to store the active values. Logs and audits changes since the last host with this data folder ended.
    pub(crate) fn begin_serving(&self, data_dir: &Path) {
        let state = self.lock();
        let values = active_config::values(&self.policy.load(), &state.configuration);
        let (kept, changes) = InForce::begin(data_dir.join(active_config::FILE_NAME), values);
        self.note(PolicySource::Start(self.file()), &changes);
        if self.in_force.set(kept).is_err() {
            tracing::debug!("the operator already began");
        }
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.get().map(PathBuf::as_path)
    }

    /// Returns the path of the configuration file, which may not exist yet; `None` if there is no such path.
    pub(crate) fn place(&self) -> Option<PathBuf> {
        self.sources.place()
    }

    /// Returns the sources of configuration values, with the configuration file that is in use now.
    fn sources(&self) -> Sources {
        Sources {
            file: self.file.get().cloned(),
            ..self.sources.clone()
        }
    }

    /// Checks the configuration file. If it changed since the last check and is stable now, applies the values that
    /// need no restart. An invalid file changes nothing and is logged once. Returns the time until the next check if
    /// the file is still changing; `None` otherwise.
    pub(crate) fn look(&self) -> Option<Duration> {
        self.look_at(Instant::now())
    }

    fn look_at(&self, now: Instant) -> Option<Duration> {
        match self.look_again(&mut self.lock(), Read::Changed, now) {
            Ok(Looked::Settling(wait)) => Some(wait),
            // The code that finds an error logs it.
            Ok(Looked::Nothing | Looked::Taken(_)) | Err(_) => None,
        }
    }

    /// Reads the file again at the operator's request (SIGHUP), and logs the result, even if nothing changed.
    pub(crate) fn reload(&self) {
        let mut state = self.lock();
        let result = match self.look_again(&mut state, Read::Always, Instant::now()) {
            Ok(Looked::Nothing | Looked::Settling(_)) => {
                "no configuration file is in use, so nothing was read".to_owned()
            }
            Ok(Looked::Taken(changes)) => {
                let changes = change_lines::join_changes(&changes);
                let waiting = state.configuration.needing_restart(&state.started);
                let waiting = match waiting.is_empty() {
                    true => String::new(),
                    false => format!("; active only after a restart: {}", waiting.join(", ")),
                };
                match changes.is_empty() {
                    true => format!("the file was read again and changes nothing that applies at once{waiting}"),
                    false => format!("the file was read again and is active: {changes}{waiting}"),
                }
            }
            Err(_) => {
                return tracing::error!("SIGHUP: the configuration was not reloaded; the one before stays active");
            }
        };
        tracing::info!("SIGHUP: {result}");
    }

    fn lock(&self) -> MutexGuard<'_, OperatorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_again(&self, state: &mut OperatorState, read: Read, now: Instant) -> Result<Looked, ConfigError> {
        let Some(file) = self.file().map(Path::to_path_buf).or_else(|| self.came_later(state)) else {
            return Ok(Looked::Nothing);
        };
        let digest = digest_of(&file);
        if read == Read::Changed {
            if digest == state.seen {
                state.settling.rest(&self.problems);
                return Ok(Looked::Nothing);
            }
            if let Some(wait) = state.settling.wait(&file, self.quiet, now, &self.problems) {
                return Ok(Looked::Settling(wait));
            }
        }
        let sources = Sources {
            file: Some(file.clone()),
            ..self.sources.clone()
        };
        let next = self.read(&sources, state);
        // The file may have changed again after the digest that counts as settled.
        if read == Read::Changed && digest_of(&file) != digest {
            return Ok(Looked::Settling(self.quiet));
        }
        state.seen = digest;
        state.settling.rest(&self.problems);
        let next = next.inspect_err(|error| {
            let text = format!("the file is wrong, so nothing of it applies: {error}");
            // A reader of the line finds the problem in /health already.
            self.problems.set("configuration", Some(text.clone()));
            tracing::error!("configuration: {text}");
        })?;
        self.problems.set("configuration", None);
        if self.file.set(file).is_ok() {
            tracing::info!(file = %self.sources().shown_file(), "now using a configuration file that was created after the start");
        }
        Ok(Looked::Taken(self.take(state, next)))
    }

    /// True if the configuration file is changing at this moment, so that its text may be incomplete.
    fn is_settling(&self, state: &mut OperatorState) -> bool {
        self.file().is_some_and(|file| {
            digest_of(file) != state.seen
                && state
                    .settling
                    .wait(file, self.quiet, Instant::now(), &self.problems)
                    .is_some()
        })
    }

    /// Reads and checks all sources of the configuration, with the profile's names. Rejects a file that became empty.
    fn read(&self, sources: &Sources, state: &OperatorState) -> Result<Configuration, ConfigError> {
        let next = Configuration::read(sources)?;
        let wrong = |text: String| Err(ConfigError(vec![Problem::new(&sources.shown_file(), text)]));
        // A program that writes the file may truncate it first. A file without keys would remove every rule in it.
        let (keys, before) = (next.keys_of_file(), state.configuration.keys_of_file());
        if keys == 0 && before > 0 {
            return wrong(format!(
                "the file sets no key, and the active configuration sets {before}; the host does not apply a file \
                 that became empty: write the keys again, keep at least one of them, or restart the host without the \
                 file"
            ));
        }
        let profile = next.settings.policy.profile.as_deref().unwrap_or_default();
        let follower = self.follower.get().and_then(Weak::upgrade);
        match follower.and_then(|follower| follower.unknown_profile(profile)) {
            Some(problem) => wrong(format!("`policy.profile` is {profile:?}: {problem}")),
            None => Ok(next),
        }
    }

    /// Searches for a configuration file that was created after the start. Logs a warning once if it must be ignored.
    fn came_later(&self, state: &mut OperatorState) -> Option<PathBuf> {
        if !self.sources.is_usual {
            return None;
        }
        let (file, left_out) = self.sources.find_usual();
        let known = state.left_out.as_ref().or(self.sources.left_out.as_ref());
        if let Some(left_out) = left_out.filter(|left_out| Some(left_out) != known) {
            tracing::warn!("configuration: {}", left_out.warning());
            state.left_out = Some(left_out);
        }
        file
    }

    fn take(&self, state: &mut OperatorState, next: Configuration) -> Vec<KeyChange> {
        let (old, new) = (&state.configuration.settings, &next.settings);
        let before = self.policy.load();
        // A policy that was widened by a call must not stay above a lowered ceiling.
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
        let mut changes = change_lines::changes(&before, &self.policy.load(), Some((&state.configuration, &next)));
        changes.extend(self.take_saving(state, &next));
        if let Some(file) = self.file() {
            self.note(PolicySource::File(file), &changes);
        }
        self.replace(state, next);
        changes
    }

    /// Switches saving off and on as the file sets it, without a restart, if the host was started with saving allowed.
    fn take_saving(&self, state: &OperatorState, next: &Configuration) -> Option<KeyChange> {
        let on = next.settings.project.allow_save;
        let was_off = self.save_taken_back.swap(!on, Ordering::Relaxed);
        if was_off != on || !state.started.settings.project.allow_save {
            return None;
        }
        let now = match on {
            false => "no scene is saved from now on",
            true => "scenes may be saved again",
        };
        tracing::info!("`project.allow-save` was changed: {now}");
        Some(KeyChange {
            key: active_config::ALLOW_SAVE.to_owned(),
            before: (!on).to_string(),
            after: on.to_string(),
        })
    }

    fn replace(&self, state: &mut OperatorState, next: Configuration) {
        let before = &state.configuration;
        let restart = next.needing_restart(&state.started);
        if restart != before.needing_restart(&state.started) {
            match restart.is_empty() {
                true => tracing::info!("the keys that need a restart have their values from the start again"),
                false => tracing::warn!("changed, but active only after a restart: {}", restart.join(", ")),
            }
        }
        state.seen = next.file_digest();
        state.configuration = next;
    }

    fn tell(&self, what: impl FnOnce(&dyn Follower)) {
        // There is no follower while the host starts or ends: then no listing can be out of date.
        if let Some(follower) = self.follower.get().and_then(Weak::upgrade) {
            what(&*follower);
        }
    }
}

fn digest_of(file: &Path) -> Option<[u8; 32]> {
    crate::config::read(file)
        .ok()
        .map(|bytes| crate::config::digest(&bytes))
}

#[cfg(test)]
mod tests;
