//! From a folder to an offer: compile, list, check. Runs beside the async workers.

use crate::checked::Checked;
use crate::folders::{Candidate, Fingerprint};
use crate::manifest::Manifest;
use crate::snapshot::Offer;
use crate::standing::Needs;
use host_api::CallLimits;
use host_runtime::{BundleSource, PreparedBundle, Runtime};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// A preparation that takes longer says so.
const SLOW: Duration = Duration::from_secs(1);

/// What is prepared. Equal jobs give equal results, so a folder is prepared again only when this differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) folder: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) bundled: bool,
}

/// What came of a job.
pub(crate) struct Prepared<B> {
    pub(crate) job: Job,
    /// A bundle, or what is wrong and what to do, in one line.
    pub(crate) result: Result<Arc<Offer<B>>, String>,
    pub(crate) took: Duration,
    /// The files changed while they were read: what was read may be half of a copy.
    pub(crate) files_changed: bool,
}

impl Job {
    pub(crate) fn new(candidate: &Candidate, manifest: &Manifest) -> Self {
        Self {
            folder: candidate.folder.clone(),
            manifest: manifest.clone(),
            fingerprint: candidate.fingerprint.clone(),
            bundled: candidate.bundled,
        }
    }

    /// Prepares on a blocking thread, as many at once as `cores` has permits.
    pub(crate) async fn run(
        self,
        runtime: Runtime,
        limits: CallLimits,
        cores: Arc<Semaphore>,
    ) -> Prepared<PreparedBundle> {
        let _core = cores.acquire_owned().await;
        let (id, file) = (self.manifest.id.clone(), self.folder.join(&self.manifest.component));
        let started = Instant::now();
        let job = self.clone();
        let mut work = tokio::task::spawn_blocking(move || job.prepare(&runtime, limits));
        let finished = loop {
            tokio::select! {
                finished = &mut work => break finished,
                () = tokio::time::sleep(SLOW) => tracing::info!(
                    bundle = %id,
                    file = %file.display(),
                    seconds = started.elapsed().as_secs(),
                    "still compiling; what is published keeps serving"
                ),
            }
        };
        let (result, files_changed) = finished.unwrap_or_else(|panicked| {
            (
                Err(format!("{}: preparing it failed: {panicked}", file.display())),
                false,
            )
        });
        Prepared {
            job: self,
            result,
            took: started.elapsed(),
            files_changed,
        }
    }

    fn prepare(&self, runtime: &Runtime, limits: CallLimits) -> (Result<Arc<Offer<PreparedBundle>>, String>, bool) {
        let source = BundleSource {
            id: self.manifest.id.clone(),
            component: self.folder.join(&self.manifest.component),
            bundled: self.bundled,
            limits,
        };
        let needs = |imports: &[String]| Needs {
            file: source.component.clone(),
            bundled: self.bundled,
            imports: imports.to_vec(),
        };
        let result = runtime
            .prepare(&source)
            .map_err(|error| format!("{error}; {}", error.remedy()))
            .map(|bundle| {
                Arc::new(Offer {
                    id: bundle.id.clone(),
                    digest: bundle.digest.clone(),
                    groups: self.manifest.groups.clone(),
                    completions: bundle.completions,
                    needs: needs(&bundle.imports),
                    checked: Checked::new(&bundle.tools, &bundle.resources, &bundle.prompts),
                    code: bundle,
                })
            });
        let now = Fingerprint::of(&self.folder, Some(&self.manifest.component));
        (result, now != self.fingerprint)
    }
}
