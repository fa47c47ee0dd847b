//! Prepares a bundle folder: reads the listing, checks it, and compiles the component if the listing requires it. Runs
//! on blocking threads.

use crate::bundle_standing::Needs;
use crate::checked_listing::Checked;
use crate::effect_limit;
use crate::folders::{Candidate, Fingerprint};
use crate::id_owners::{OwnedId, Place};
use crate::manifest::{FILE_NAME, Manifest};
use crate::options::Settings;
use crate::schema::Look;
use crate::snapshot::Offer;
use host_api::CallLimits;
use host_api::similar_names::{did_you_mean, nearest};
use host_runtime::{BundleSource, EmbeddedComponent, PrepareError, PreparedBundle, Runtime};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinError;
use tokio_util::sync::CancellationToken;

/// Interval at which the host logs a running compilation.
const SLOW: Duration = Duration::from_secs(1);

/// The input for preparing a bundle folder (reading and compiling it). Equal inputs give equal results, so a folder is
/// prepared again only when its job changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) folder: PathBuf,
    /// The path of the bundle folder with links resolved.
    pub(crate) real: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) bundled: bool,
    pub(crate) embedded: Option<EmbeddedComponent>,
    /// True if the bundle may serve resources under the host's URI scheme.
    pub(crate) own_scheme: bool,
    /// The SHA-256 that the operator requires of the component; `None` if any component is accepted.
    pub(crate) pin: Option<String>,
}

pub(crate) struct Prepared<B> {
    pub(crate) job: Job,
    /// The prepared bundle; the error is one line with the problem and its remedy.
    pub(crate) result: Result<Arc<Offer<B>>, String>,
    pub(crate) took: Duration,
    /// True if the bundle's files changed while the host read them, so that the data may be part of an unfinished copy.
    pub(crate) files_changed: bool,
    /// True if the listing is known, but no compiled code exists yet.
    pub(crate) needs_compiling: bool,
}

/// The result of preparing a bundle without a compiler, from the cache or from the tool list in its component.
pub(crate) enum AtOnce {
    Prepared(Prepared<PreparedBundle>),
    /// The bundle must be compiled first, because only the compiled component can return its listing.
    ToCompile(Job),
}

#[derive(Clone)]
pub(crate) struct LimitedJob {
    pub(crate) job: Job,
    pub(crate) limits: CallLimits,
}

/// The result of preparing a bundle folder: a bundle or a problem, without the input of the preparation.
struct Made {
    result: Result<Arc<Offer<PreparedBundle>>, String>,
    files_changed: bool,
}

impl Made {
    fn problem(problem: String) -> Self {
        Self {
            result: Err(problem),
            files_changed: false,
        }
    }
}

impl Job {
    pub(crate) fn new(candidate: &Candidate, manifest: &Manifest, settings: &Settings) -> Self {
        Self {
            folder: candidate.folder.clone(),
            real: candidate.real.clone(),
            manifest: manifest.clone(),
            fingerprint: candidate.fingerprint.clone(),
            bundled: candidate.bundled,
            embedded: candidate.embedded,
            own_scheme: candidate.own_scheme,
            pin: settings.for_bundle(&manifest.id).digest,
        }
    }

    pub(crate) fn limited(self, settings: &Settings) -> LimitedJob {
        LimitedJob {
            limits: settings.limits_of(&self.manifest.id),
            job: self,
        }
    }

    /// Prepares bundles from the cache or from the tool lists in their components, on one thread. `turns` limits the
    /// threads.
    pub(crate) async fn look_up(jobs: Vec<LimitedJob>, runtime: Runtime, turns: Arc<Semaphore>) -> Vec<AtOnce> {
        let _turn = turns.acquire_owned().await;
        if let Ok(all) = Self::looked_up(jobs.clone(), runtime.clone()).await {
            return all;
        }
        // If one job panics because of a bug of the host, the other jobs do not fail with it.
        let mut all = Vec::new();
        for one in jobs {
            match Self::looked_up(vec![one.clone()], runtime.clone()).await {
                Ok(one) => all.extend(one),
                Err(panicked) => {
                    let job = one.job;
                    let made = job.broke_off(&panicked);
                    all.push(AtOnce::Prepared(job.prepared(made, Instant::now())));
                }
            }
        }
        all
    }

    async fn looked_up(jobs: Vec<LimitedJob>, runtime: Runtime) -> Result<Vec<AtOnce>, JoinError> {
        let look = move |LimitedJob { job, limits }| {
            let started = Instant::now();
            match runtime.prepare_at_once(&job.source(limits)).transpose() {
                None => AtOnce::ToCompile(job),
                Some(told) => {
                    let made = job.offer(&runtime, told);
                    AtOnce::Prepared(job.prepared(made, started))
                }
            }
        };
        tokio::task::spawn_blocking(move || jobs.into_iter().map(look).collect()).await
    }

    /// Compiles a bundle and reads its tool list on a blocking thread. `turns` limits concurrent compilations.
    pub(crate) async fn compile(
        self,
        runtime: Runtime,
        limits: CallLimits,
        turns: Arc<Semaphore>,
        give_up: CancellationToken,
    ) -> Prepared<PreparedBundle> {
        let _turn = tokio::select! {
            turn = turns.acquire_owned() => turn,
            () = give_up.cancelled() => return self.prepared(Made::problem("given up".to_owned()), Instant::now()),
        };
        let started = Instant::now();
        let job = self.clone();
        let work = tokio::task::spawn_blocking(move || {
            let bundle = runtime.prepare(&job.source(limits), &give_up);
            job.offer(&runtime, bundle)
        });
        let finished = self.report_while(work).await;
        let made = finished.unwrap_or_else(|panicked| self.broke_off(&panicked));
        self.prepared(made, started)
    }

    /// Compiles the component of a bundle with known tools, unless a call already compiles it: then waits for that
    /// compilation. Returns `None` when `give_up` is cancelled.
    pub(crate) async fn compile_listed(
        &self,
        bundle: &PreparedBundle,
        runtime: &Runtime,
        turns: Arc<Semaphore>,
        give_up: CancellationToken,
    ) -> Option<Result<(), String>> {
        let compiled = async {
            let _turn = turns.acquire_owned().await;
            self.report_while(runtime.compile(bundle)).await
        };
        let compiled = tokio::select! {
            compiled = compiled => compiled,
            () = give_up.cancelled() => return None,
        };
        Some(compiled.map_err(|error| format!("{error}; {}", error.remedy())))
    }

    async fn report_while<T>(&self, work: impl Future<Output = T>) -> T {
        let started = Instant::now();
        tokio::pin!(work);
        loop {
            tokio::select! {
                finished = &mut work => return finished,
                () = tokio::time::sleep(SLOW) => tracing::info!(
                    bundle = %self.manifest.id,
                    file = %self.folder.join(&self.manifest.component).display(),
                    seconds = started.elapsed().as_secs(),
                    "still compiling; the published version stays in service"
                ),
            }
        }
    }

    fn prepared(self, made: Made, started: Instant) -> Prepared<PreparedBundle> {
        Prepared {
            job: self,
            needs_compiling: made.result.as_ref().is_ok_and(|offer| offer.code.needs_compiling()),
            result: made.result,
            took: started.elapsed(),
            files_changed: made.files_changed,
        }
    }

    fn broke_off(&self, panicked: &JoinError) -> Made {
        let file = self.folder.join(&self.manifest.component);
        Made::problem(format!("{}: cannot prepare the bundle: {panicked}", file.display()))
    }

    pub(crate) fn owned(&self) -> OwnedId {
        OwnedId {
            id: self.manifest.id.clone(),
            place: Place::from_folder(&self.folder, self.bundled),
        }
    }

    fn source(&self, limits: CallLimits) -> BundleSource {
        BundleSource {
            id: self.manifest.id.clone(),
            component: self.folder.join(&self.manifest.component),
            embedded: self.embedded,
            real_folder: Some(self.real.clone()),
            bundled: self.bundled,
            pin: self.pin.clone(),
            limits,
        }
    }

    fn checked(&self, runtime: &Runtime, bundle: &PreparedBundle) -> Checked {
        let (tools, without_effect) = effect_limit::narrow(&bundle.tools, &self.manifest.tools, bundle.plain);
        let look = if bundle.was_found_good {
            Look::Known
        } else {
            Look::Whole
        };
        let all = Checked::new(&tools, &bundle.resources, &bundle.prompts, &self.manifest.tools, look);
        if look == Look::Whole && all.problems.is_empty() {
            runtime.found_good(bundle);
        }
        let mut checked = if self.own_scheme { all } else { all.foreign() };
        checked.remarks.extend(bundle.left_out.iter().cloned());
        checked.problems.extend(without_effect);
        let has = |name: &str| bundle.tools.iter().any(|tool| tool.name == name);
        for name in self.manifest.tools.keys().filter(|name| !has(name)) {
            let near = nearest(name, bundle.tools.iter().map(|tool| tool.name.as_str()));
            let meant = did_you_mean(near.map(|near| format!("`{near}`"))).unwrap_or_default();
            checked.problems.push(format!(
                "`[tools.{name}]` in {FILE_NAME} is without effect, since the component lists no such tool; {meant}"
            ));
        }
        checked
    }

    fn offer(&self, runtime: &Runtime, bundle: Result<Arc<PreparedBundle>, PrepareError>) -> Made {
        let result = bundle
            .map_err(|error| format!("{error}; {}", error.remedy()))
            .map(|bundle| {
                Arc::new(Offer {
                    id: bundle.id.clone(),
                    digest: bundle.digest.clone(),
                    groups: self.manifest.groups.clone(),
                    guide: self.manifest.guide.clone(),
                    tools: self.manifest.tools.clone(),
                    completions: bundle.completions,
                    needs: Needs {
                        file: self.folder.join(&self.manifest.component),
                        bundled: self.bundled,
                        digest: bundle.digest.clone(),
                        imports: bundle.imports.clone(),
                    },
                    checked: self.checked(runtime, &bundle),
                    code: bundle,
                })
            });
        let changed = || Fingerprint::take(&self.folder, Some(&self.manifest.component)) != self.fingerprint;
        Made {
            result,
            files_changed: self.embedded.is_none() && changed(),
        }
    }
}
