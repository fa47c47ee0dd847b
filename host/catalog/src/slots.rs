//! The state of each bundle folder, and the changes that a new scan of the folders causes. Pure: no I/O; the caller
//! passes the time.

use crate::claim;
use crate::folders::Candidate;
use crate::manifest::Manifest;
use crate::options::Settings;
use crate::prepare::{Job, Prepared};
use crate::snapshot::Offer;
use crate::withdrawn_tools::WithdrawnTool;
use host_api::Rule;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Time for which a bundle folder may be missing before its bundle is no longer served. Bundles are often replaced by
/// removing and copying.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(crate) struct Slot<B> {
    pub(crate) folder: PathBuf,
    /// The path of the bundle folder with links resolved.
    real: PathBuf,
    /// The bundle id that the folder claims, or the folder's name while its manifest cannot be read.
    pub(crate) id: String,
    /// The input of the current or last preparation of this folder; `None` if there is none. A result for any other
    /// input is outdated.
    job: Option<Job>,
    pub(crate) preparing: bool,
    /// Guard that cancels the compilation of the component when it is dropped; `None` if no compilation is needed.
    compiling: Option<DropGuard>,
    /// The bundle version that the folder serves; `None` if it serves nothing. It remains if preparing a new version
    /// fails.
    pub(crate) serving: Option<Arc<Offer<B>>>,
    /// Guard that cancels the compilation of the served bundle's code when it is dropped; `None` if the code exists.
    pub(crate) awaits_code: Option<DropGuard>,
    /// The tools that are no longer served, because the operator switched off their bundle or it did not compile.
    /// Cleared when the folder serves an offer again.
    pub(crate) switched_off: Vec<Arc<WithdrawnTool>>,
    pub(crate) problem: Option<String>,
    vanished: Option<Instant>,
}

/// The state of all bundle folders, in the order in which the folders were first seen.
#[derive(Debug)]
pub(crate) struct Slots<B>(pub(crate) Vec<Slot<B>>);

/// The changes that a scan of the bundle folders causes: the folders to prepare, and whether a bundle is gone.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) jobs: Vec<Job>,
    /// True if at least one bundle is no longer served.
    pub(crate) retired: bool,
    pub(crate) look_after: Option<Duration>,
}

impl<B> Slots<B> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn look(&mut self, candidates: &[Candidate], settings: &Settings, now: Instant) -> Changes {
        let mut changes = Changes::default();
        self.retire(candidates, now, &mut changes);
        self.switch_off(settings, &mut changes);
        for candidate in candidates {
            let at = self.slot_of(candidate);
            match &candidate.manifest {
                Err(error) => {
                    let problem = format!("{error}; correct the file, the host reads it again immediately");
                    let slot = &mut self.0[at];
                    slot.stop();
                    slot.fail(problem);
                }
                Ok(manifest) => self.claim(at, candidate, manifest, settings, &mut changes),
            }
        }
        changes
    }

    fn retire(&mut self, candidates: &[Candidate], now: Instant, changes: &mut Changes) {
        self.0.retain_mut(|slot| {
            if candidates.iter().any(|candidate| candidate.folder == slot.folder) {
                slot.vanished = None;
                return true;
            }
            let since = *slot.vanished.get_or_insert(now);
            if now.duration_since(since) < GRACE {
                changes.look_after = Some(GRACE);
                return true;
            }
            tracing::info!(bundle = %slot.id, folder = %slot.folder.display(), "retired: its files are gone");
            changes.retired = true;
            false
        });
    }

    /// Stops serving each bundle that the operator switched off, or that lost its id to a folder named by the operator.
    fn switch_off(&mut self, settings: &Settings, changes: &mut Changes) {
        for slot in &mut self.0 {
            let Some(own) = slot.serving.as_ref().map(|offer| settings.for_bundle(&offer.id)) else {
                continue;
            };
            let named = own.folder.as_ref();
            let (rule, setting) = if !own.enabled {
                (Rule::BundlesEnabled, "is switched off: `enabled = false`")
            } else if named.is_some_and(|named| !claim::lies_in(&slot.folder, &slot.real, named)) {
                (Rule::BundlesFolder, "is served from another folder: `folder`")
            } else {
                continue;
            };
            if let Some(offer) = slot.serving.take() {
                slot.awaits_code = None;
                tracing::info!(bundle = %offer.id, folder = %slot.folder.display(), rule = rule.id(), "retired by the operator");
                let (id, tools) = (&offer.id, &offer.checked.tools);
                let remedy = format!("its bundle `{id}` {setting} in `[bundles.{id}]`");
                slot.switched_off = WithdrawnTool::withdraw(id, &offer.digest, tools, rule, Some(&remedy));
                changes.retired = true;
            }
        }
    }

    fn slot_of(&mut self, candidate: &Candidate) -> usize {
        if let Some(at) = self.0.iter().position(|slot| slot.folder == candidate.folder) {
            self.0[at].real.clone_from(&candidate.real);
            return at;
        }
        let name = candidate.folder.file_name().unwrap_or(candidate.folder.as_os_str());
        self.0.push(Slot {
            folder: candidate.folder.clone(),
            real: candidate.real.clone(),
            id: name.to_string_lossy().into_owned(),
            job: None,
            preparing: false,
            compiling: None,
            serving: None,
            awaits_code: None,
            switched_off: Vec::new(),
            problem: None,
            vanished: None,
        });
        self.0.len() - 1
    }

    fn claim(
        &mut self,
        at: usize,
        candidate: &Candidate,
        manifest: &Manifest,
        settings: &Settings,
        changes: &mut Changes,
    ) {
        let taken = || {
            let holder = self.holder(at, &manifest.id, settings)?;
            Some(format!(
                "{}: bundle id `{}` is taken by {}; give one of them another `id`, or remove one",
                candidate.folder.display(),
                manifest.id,
                holder.display()
            ))
        };
        if let Some(problem) = claim::problem(candidate, manifest, settings).or_else(taken) {
            let slot = &mut self.0[at];
            slot.id.clone_from(&manifest.id);
            slot.stop();
            return slot.fail(problem);
        }
        let slot = &mut self.0[at];
        slot.id.clone_from(&manifest.id);
        if !settings.for_bundle(&manifest.id).enabled {
            slot.stop();
            slot.problem = None;
            return;
        }
        let job = Job::new(candidate, manifest, settings);
        if slot.job.as_ref() != Some(&job) {
            slot.stop();
            slot.job = Some(job.clone());
            slot.preparing = true;
            changes.jobs.push(job);
        }
    }

    /// Returns the folder that serves the bundle id `id`, otherwise the first folder that claims it; `None` if there is
    /// none. Ignores the folder at index `at`. If the operator names a folder for the id, only this folder counts.
    fn holder(&self, at: usize, id: &str, settings: &Settings) -> Option<PathBuf> {
        let named = settings.for_bundle(id).folder;
        let counts = |slot: &Slot<B>| {
            let lies_there = |named: &PathBuf| claim::lies_in(&slot.folder, &slot.real, named);
            named.as_ref().is_none_or(lies_there)
        };
        let serves = |slot: &Slot<B>| slot.serving.as_ref().is_some_and(|offer| offer.id == id);
        let others = || {
            let all = self.0.iter().enumerate();
            all.filter(|(other, slot)| *other != at && counts(slot))
        };
        if let Some((_, slot)) = others().find(|(_, slot)| serves(slot)) {
            return Some(slot.folder.clone());
        }
        if serves(&self.0[at]) {
            return None;
        }
        let first =
            others().find(|(other, slot)| *other < at && slot.job.as_ref().is_some_and(|job| job.manifest.id == id));
        first.map(|(_, slot)| slot.folder.clone())
    }

    /// Applies the result of preparing a bundle folder. Returns false if the folder changed since, so that it is
    /// outdated.
    pub(crate) fn finish(&mut self, prepared: Prepared<B>) -> bool {
        let Some(slot) = self.0.iter_mut().find(|slot| slot.job.as_ref() == Some(&prepared.job)) else {
            return false;
        };
        slot.preparing = false;
        slot.compiling = None;
        match prepared.result {
            Ok(offer) => {
                slot.serving = Some(offer);
                slot.awaits_code = None;
                slot.switched_off.clear();
                slot.problem = None;
            }
            Err(problem) => slot.fail(problem),
        }
        true
    }

    /// Returns a token that is cancelled when compiling the folder's bundle is no longer needed; `None` if the job is
    /// outdated.
    pub(crate) fn compile(&mut self, job: &Job) -> Option<CancellationToken> {
        let slot = self.0.iter_mut().find(|slot| slot.job.as_ref() == Some(job))?;
        let give_up = CancellationToken::new();
        slot.compiling = Some(give_up.clone().drop_guard());
        Some(give_up)
    }

    /// Returns a token that is cancelled when a served bundle no longer needs code; `None` if it is not served.
    pub(crate) fn await_code(&mut self, offer: &Arc<Offer<B>>) -> Option<CancellationToken> {
        let slot = self.0.iter_mut().find(|slot| slot.is_serving(offer))?;
        let give_up = CancellationToken::new();
        slot.awaits_code = Some(give_up.clone().drop_guard());
        Some(give_up)
    }

    /// Applies the result of compiling a served bundle. Returns true if the bundle is therefore no longer served.
    pub(crate) fn compiled(&mut self, offer: &Arc<Offer<B>>, result: Result<(), String>) -> bool {
        let Some(slot) = self.0.iter_mut().find(|slot| slot.is_serving(offer)) else {
            return false;
        };
        slot.awaits_code = None;
        let Err(problem) = result else {
            tracing::info!(bundle = %slot.id, digest = %offer.digest, "compiled");
            return false;
        };
        slot.serving = None;
        slot.switched_off = WithdrawnTool::withdraw(
            &offer.id,
            &offer.digest,
            &offer.checked.tools,
            Rule::BundleBroken,
            Some(&problem),
        );
        slot.fail(problem);
        true
    }

    /// True if the bundle folder with this preparation input serves compiled code, even while new code is compiled.
    pub(crate) fn has_code(&self, job: &Job) -> bool {
        let slot = self.0.iter().find(|slot| slot.job.as_ref() == Some(job));
        slot.is_some_and(|slot| slot.serving.is_some() && slot.awaits_code.is_none())
    }

    /// True if another folder claims the same bundle id as the folder of this preparation input.
    pub(crate) fn is_contested(&self, job: &Job) -> bool {
        let id = &job.manifest.id;
        self.0.iter().any(|slot| slot.id == *id && slot.folder != job.folder)
    }

    /// True if no bundle is being prepared and every served bundle has compiled code.
    pub(crate) fn all_compiled(&self) -> bool {
        self.0.iter().all(|slot| !slot.preparing && slot.awaits_code.is_none())
    }

    pub(crate) fn idle(&self) -> bool {
        self.0.iter().all(|slot| !slot.preparing)
    }

    /// True if a bundled tool is being prepared or compiled. Other bundles wait until this ends.
    pub(crate) fn own_come_first(&self) -> bool {
        let waits = |slot: &Slot<B>| slot.preparing || slot.awaits_code.is_some();
        self.0.iter().any(|slot| slot.is_own() && waits(slot))
    }

    /// True if no bundle is being prepared, apart from compilations of bundles that are not the host's own.
    pub(crate) fn idle_but_for_foreign_compiles(&self) -> bool {
        let foreign_compile =
            |slot: &Slot<B>| slot.compiling.is_some() && slot.job.as_ref().is_some_and(|job| !job.bundled);
        self.0.iter().all(|slot| !slot.preparing || foreign_compile(slot))
    }
}

impl<B> Slot<B> {
    pub(crate) fn is_own(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.bundled)
    }

    fn is_serving(&self, offer: &Arc<Offer<B>>) -> bool {
        self.serving.as_ref().is_some_and(|served| Arc::ptr_eq(served, offer))
    }

    fn stop(&mut self) {
        self.job = None;
        self.preparing = false;
        self.compiling = None;
    }

    fn fail(&mut self, problem: String) {
        if self.problem.as_ref() != Some(&problem) {
            let pin = self.job.as_ref().and_then(|job| job.pin.as_ref());
            let still = match &self.serving {
                None => "",
                // The digest set by the operator applies to the served version, too.
                Some(offer) if pin.is_some_and(|pin| *pin != offer.digest) => {
                    "; the previous version does not have that `digest` either and is no longer served"
                }
                Some(_) => "; the version before it keeps serving",
            };
            tracing::warn!(bundle = %self.id, folder = %self.folder.display(), "not published: {problem}{still}");
            self.problem = Some(problem);
        }
    }
}

#[cfg(test)]
mod tests;
