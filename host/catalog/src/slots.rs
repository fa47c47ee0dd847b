//! What is known of each bundle folder, and what a new look at the folders changes. Pure: no I/O, the caller brings the time.

use crate::claim;
use crate::folders::Candidate;
use crate::manifest::Manifest;
use crate::options::Settings;
use crate::prepare::{Job, Prepared};
use crate::snapshot::Offer;
use crate::standing;
use crate::withdrawn::WithdrawnTool;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::{CancellationToken, DropGuard};

/// A folder whose files vanish is given this long to come back: replacing a bundle is often removing and copying.
pub(crate) const GRACE: Duration = Duration::from_millis(500);

/// One bundle folder.
#[derive(Debug)]
pub(crate) struct Slot<B> {
    pub(crate) folder: PathBuf,
    /// See `Candidate::real`.
    real: PathBuf,
    /// The id it claims, or the folder's name while its manifest can't be read.
    pub(crate) id: String,
    /// What is prepared or was prepared last; a result for any other job is out of date.
    job: Option<Job>,
    pub(crate) preparing: bool,
    /// Its component has to be compiled; dropping this gives that up.
    compiling: Option<DropGuard>,
    /// What is served; survives a version that fails to prepare.
    pub(crate) serving: Option<Arc<Offer<B>>>,
    /// There is no code yet of what is served; dropping this gives up its turn to be compiled.
    pub(crate) awaits_code: Option<DropGuard>,
    /// What was served here until the operator switched it off, or was listed and did not compile, as long as nothing is served in
    /// its place.
    pub(crate) switched_off: Vec<Arc<WithdrawnTool>>,
    pub(crate) problem: Option<String>,
    vanished: Option<Instant>,
}

/// All folders, in the order in which they were first seen.
#[derive(Debug)]
pub(crate) struct Slots<B>(pub(crate) Vec<Slot<B>>);

/// What a look led to.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) jobs: Vec<Job>,
    /// Something is no longer served.
    pub(crate) retired: bool,
    /// Look again after this long.
    pub(crate) look_after: Option<Duration>,
}

impl<B> Slots<B> {
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// Takes in what a look at the folders found.
    pub(crate) fn look(&mut self, candidates: &[Candidate], settings: &Settings, now: Instant) -> Changes {
        let mut changes = Changes::default();
        self.retire(candidates, now, &mut changes);
        self.switch_off(settings, &mut changes);
        for candidate in candidates {
            let at = self.slot_of(candidate);
            match &candidate.manifest {
                Err(error) => {
                    let problem = format!("{error}; correct the file, it is read again at once");
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

    /// What the operator switched off, or gave the id of to another folder, is served no longer, whatever lies in its folder now.
    fn switch_off(&mut self, settings: &Settings, changes: &mut Changes) {
        for slot in &mut self.0 {
            let Some(own) = slot.serving.as_ref().map(|offer| settings.of(&offer.id)) else {
                continue;
            };
            let named = own.folder.as_ref();
            let rule = if !own.enabled {
                standing::ENABLED
            } else if named.is_some_and(|named| !claim::lies_in(&slot.folder, &slot.real, named)) {
                standing::FOLDER
            } else {
                continue;
            };
            if let Some(offer) = slot.serving.take() {
                slot.awaits_code = None;
                tracing::info!(bundle = %offer.id, folder = %slot.folder.display(), rule, "retired by the operator");
                slot.switched_off = WithdrawnTool::of(&offer.id, &offer.digest, &offer.checked.tools, rule, None);
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
        if !settings.of(&manifest.id).enabled {
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

    /// Who has `id` but for the slot at `at`: whoever serves it, else whoever was seen first. Where the operator names a folder,
    /// only who lies in it counts.
    fn holder(&self, at: usize, id: &str, settings: &Settings) -> Option<PathBuf> {
        let named = settings.of(id).folder;
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

    /// Takes in what came of a job. False where it is out of date.
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

    /// The job has to be compiled; what it is told by once nobody wants that any more. `None` where it is out of date.
    pub(crate) fn compile(&mut self, job: &Job) -> Option<CancellationToken> {
        let slot = self.0.iter_mut().find(|slot| slot.job.as_ref() == Some(job))?;
        let give_up = CancellationToken::new();
        slot.compiling = Some(give_up.clone().drop_guard());
        Some(give_up)
    }

    /// What was prepared for the job is served and has to be compiled; what that is told by once nobody wants it any more.
    pub(crate) fn await_code(&mut self, offer: &Arc<Offer<B>>) -> Option<CancellationToken> {
        let slot = self.0.iter_mut().find(|slot| slot.serves(offer))?;
        let give_up = CancellationToken::new();
        slot.awaits_code = Some(give_up.clone().drop_guard());
        Some(give_up)
    }

    /// Takes in what came of compiling what is listed. True where it is served no longer.
    pub(crate) fn compiled(&mut self, offer: &Arc<Offer<B>>, result: Result<(), String>) -> bool {
        let Some(slot) = self.0.iter_mut().find(|slot| slot.serves(offer)) else {
            return false;
        };
        slot.awaits_code = None;
        let Err(problem) = result else {
            tracing::info!(bundle = %slot.id, digest = %offer.digest, "compiled");
            return false;
        };
        slot.serving = None;
        slot.switched_off = WithdrawnTool::of(
            &offer.id,
            &offer.digest,
            &offer.checked.tools,
            standing::BROKEN,
            Some(&problem),
        );
        slot.fail(problem);
        true
    }

    /// The job is for a slot that serves code that runs, which goes on until there is other code.
    pub(crate) fn has_code(&self, job: &Job) -> bool {
        let slot = self.0.iter().find(|slot| slot.job.as_ref() == Some(job));
        slot.is_some_and(|slot| slot.serving.is_some() && slot.awaits_code.is_none())
    }

    /// Whether another folder claims the id of the job.
    pub(crate) fn is_contested(&self, job: &Job) -> bool {
        let id = &job.manifest.id;
        self.0.iter().any(|slot| slot.id == *id && slot.folder != job.folder)
    }

    /// Nothing waits for a compiler, nor to be prepared.
    pub(crate) fn all_compiled(&self) -> bool {
        self.0.iter().all(|slot| !slot.preparing && slot.awaits_code.is_none())
    }

    /// Nothing is being prepared.
    pub(crate) fn idle(&self) -> bool {
        self.0.iter().all(|slot| !slot.preparing)
    }

    /// One of the host's own bundles is being prepared, or compiled.
    pub(crate) fn own_come_first(&self) -> bool {
        let waits = |slot: &Slot<B>| slot.preparing || slot.awaits_code.is_some();
        self.0.iter().any(|slot| slot.is_own() && waits(slot))
    }

    /// Nothing is being prepared but bundles of others that have to be compiled, which may take long.
    pub(crate) fn idle_but_for_foreign_compiles(&self) -> bool {
        let foreign_compile =
            |slot: &Slot<B>| slot.compiling.is_some() && slot.job.as_ref().is_some_and(|job| !job.bundled);
        self.0.iter().all(|slot| !slot.preparing || foreign_compile(slot))
    }
}

impl<B> Slot<B> {
    /// One of the host's own is prepared there, or was.
    pub(crate) fn is_own(&self) -> bool {
        self.job.as_ref().is_some_and(|job| job.bundled)
    }

    fn serves(&self, offer: &Arc<Offer<B>>) -> bool {
        self.serving.as_ref().is_some_and(|served| Arc::ptr_eq(served, offer))
    }

    fn stop(&mut self) {
        self.job = None;
        self.preparing = false;
        self.compiling = None;
    }

    /// Keeps the reason; said once, not at every look.
    fn fail(&mut self, problem: String) {
        if self.problem.as_ref() != Some(&problem) {
            let pin = self.job.as_ref().and_then(|job| job.pin.as_ref());
            let still = match &self.serving {
                None => "",
                // What the operator pinned is asked of what is served, too.
                Some(offer) if pin.is_some_and(|pin| *pin != offer.digest) => {
                    "; what was served before is not of that `digest` either and is served no longer"
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
