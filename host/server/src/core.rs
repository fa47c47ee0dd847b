//! The host without listeners: connects bridge, policy, audit, runtime and catalog.
//!
//! This module opens the parts in order, selects their paths, and closes them. `start` serves HTTP.

mod bridges;
mod cache;

use crate::audit::AuditFile;
use crate::bundle_folders::Bundles;
pub use crate::bundle_folders::Tools;
use crate::config::{Configuration, Settings, Sources};
use crate::csharp;
use crate::folder_concerns;
use crate::operator::{Editor, Operator};
use crate::places;
use crate::project::{self, Chosen};
use crate::sample::{self, Sample};
use crate::served_target::Served;
use crate::shutdown;
use crate::traffic;
use crate::unsaved_changes::Unsaved;
use crate::usage::Usage;
use anyhow::{Context, Result};
use bridges::{Bridges, with_recorder};
use cache::usable_cache;
use host_api::{AuditSink, ToolService};
use host_bridge::{AuditedBridge, UnityBridge};
use host_bridge_live::{Compiling, ExportsFolder, HostSide};
use host_bridge_project::{ProjectOptions, WatchMode};
use host_bridge_replay::{Recorder, ReplayBridge};
use host_catalog::{Catalog, CatalogOptions};
use host_policy::PolicyCell;
use host_runtime::{CompileOptions, CompilerProgram, HostParts, Runtime, RuntimeOptions};
use host_targets::Targets;
use host_wire::Problems;
use host_wire::WireOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use unity_files::Links;

/// Time limit for background tasks to end when the host closes.
const LAST_TASKS: Duration = Duration::from_secs(2);

/// A running host without network listeners. `close` ends it and waits; dropping it only cancels its tasks.
pub struct Core {
    pub bridge: Arc<dyn UnityBridge>,
    /// The server for connections of running Unity instances; `None` if none may connect.
    pub(crate) targets: Option<Targets>,
    pub policy: Arc<PolicyCell>,
    pub runtime: Runtime,
    pub catalog: Arc<Catalog>,
    pub(crate) operator: Arc<Operator>,
    /// The problems that the detailed `/health` response lists.
    pub(crate) problems: Problems,
    /// Tracks every background task of this host, so that `close` can wait for all of them.
    pub tracker: TaskTracker,
    /// The token that ends the background tasks when it is cancelled.
    pub shutdown: CancellationToken,
    audit: Arc<dyn AuditSink>,
    pub(crate) served: Served,
    /// The recording that this host writes, which `close` completes last; `None` if it records nothing.
    recorder: Option<Arc<Recorder>>,
    pub(crate) unsaved: Unsaved,
    _sample: Option<Sample>,
}

impl Core {
    /// Opens all parts of the host. The project and the bundles continue to load in the background.
    pub async fn open(read: &Configuration, sources: &Sources, tools: &Tools) -> Result<Self> {
        shutdown::survive_the_file_size_limit().context("cannot wait for signals")?;
        report(read, sources);
        let settings = read.settings.clone();
        let bundles = Bundles::from_flags(tools)?;
        let catalog_options = CatalogOptions {
            folders: bundles.folders,
            embedded: bundles.embedded,
            bundles: settings.bundles.clone(),
            limits: settings.limits,
            watch: bundle_watch(settings.project.watch),
            id_owners: Some(settings.server.data_dir.join("bundle-ids.json")),
        };
        let (working_dir, compiler) = (sources.working_dir.clone(), tools.compiler.clone());
        let problems = Problems::default();
        let known = problems.clone();
        let (mut prepared, catalog_options) = tokio::task::spawn_blocking(move || {
            known_profile(&settings, &catalog_options)?;
            let prepared = Prepared::make(&settings, &working_dir, compiler, &known)?;
            anyhow::Ok((prepared, catalog_options))
        })
        .await
        .context("opening the host was interrupted")??;
        let settings = &read.settings;
        let tracker = TaskTracker::new();
        let shutdown = CancellationToken::new();
        let policy = Arc::new(PolicyCell::new(settings.policy.clone()));
        let save_taken_back = Arc::new(AtomicBool::new(false));
        let options = project_options(&prepared, settings, &save_taken_back);
        let Bridges {
            answering,
            targets,
            folder,
        } = Bridges::open(&mut prepared, settings, &options, &tracker, &shutdown)?;
        let audit: Arc<dyn AuditSink> = Arc::new(prepared.audit.with_problems(problems.clone()));
        if let (Some(targets), Some(compiling)) = (&targets, prepared.compiling) {
            let data = &settings.server.data_dir;
            targets.help_with(HostSide {
                compiling,
                scripts: Arc::new(csharp::scripts(&prepared.scripts, &options.root, data, &policy, &audit)),
                exports: ExportsFolder::new(&data.join("exports")),
            });
        }
        if let Some(folder) = &folder {
            let folder = Arc::clone(folder);
            tracker.spawn(folder_concerns::follow(folder, problems.clone(), shutdown.clone()));
        }
        let recorder = prepared.recorder.map(Arc::new);
        let answering = match &recorder {
            Some(recorder) => with_recorder(answering, recorder, &tracker, &shutdown),
            None => answering,
        };
        let bridge: Arc<dyn UnityBridge> = Arc::new(AuditedBridge::new(answering, Arc::clone(&audit)));
        let operator = Operator::new(read.clone(), sources.clone(), Arc::clone(&policy), Arc::clone(&audit));
        let operator = Arc::new(operator.with_problems(problems.clone()).holding_saves(save_taken_back));
        let parts = HostParts {
            bridge: Arc::clone(&bridge),
            policy: Arc::clone(&policy),
            audit: Arc::clone(&audit),
            policy_editor: Arc::new(Editor(Arc::clone(&operator))),
        };
        let runtime = Runtime::new(prepared.runtime, parts).context("cannot start the engine for tools")?;
        let kept_audit = Arc::clone(&audit);
        let catalog = Catalog::start(
            catalog_options,
            runtime.clone(),
            Arc::clone(&policy),
            Arc::clone(&bridge),
            audit,
            tracker.clone(),
            shutdown.clone(),
        );
        operator.followed_by(&catalog);
        Ok(Self {
            bridge,
            targets,
            policy,
            runtime,
            catalog,
            operator,
            problems,
            tracker,
            shutdown,
            audit: kept_audit,
            served: prepared.served,
            recorder,
            unsaved: Unsaved::new(folder),
            _sample: prepared.sample,
        })
    }

    /// Logs the number of unsaved changes, and waits until clients received this line. Called before the streams end.
    pub(crate) async fn tell_unsaved(&self) {
        self.unsaved.log().await;
        self.catalog.wait_until_settled().await;
    }

    /// Ends the background tasks, waits for them, and completes the audit file and the recording.
    pub async fn close(self) {
        self.unsaved.log().await;
        self.shutdown.cancel();
        self.tracker.close();
        if tokio::time::timeout(LAST_TASKS, self.tracker.wait()).await.is_err() {
            tracing::warn!(
                tasks = self.tracker.len(),
                "background tasks did not end in time and are abandoned"
            );
        }
        let (audit, recorder) = (self.audit.clone(), self.recorder.clone());
        let last = move || {
            audit.flush();
            recorder.as_deref().inspect(|recorder| traffic::finish(recorder));
        };
        if tokio::task::spawn_blocking(last).await.is_err() {
            tracing::error!("counted refusals were not written to the audit file, or the recording was not closed");
        }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

fn report(read: &Configuration, sources: &Sources) {
    tracing::info!(file = %sources.shown_file(), "the configuration file");
    if let Some(left_out) = &sources.left_out {
        tracing::warn!("configuration: {}", left_out.warning());
    }
    if read.settings.persist && sources.file.is_none() {
        tracing::warn!(
            "`policy.persist` is true, but no configuration file is in use, so calls cannot change the policy; \
             start with `--config FILE`"
        );
    }
    for warning in read.warnings() {
        tracing::warn!("configuration: {warning}");
    }
}

fn project_options(prepared: &Prepared, settings: &Settings, save_taken_back: &Arc<AtomicBool>) -> ProjectOptions {
    let project = &settings.project;
    ProjectOptions {
        root: prepared.project.clone(),
        open: project.open.clone(),
        watch: project.watch,
        links: match project.follow_links {
            true => Links::Follow,
            false => Links::Stay,
        },
        screen: Some(project.screen),
        scripts_folder: Some(prepared.scripts.clone()),
        editor_log: project.editor_log.clone(),
        index_folder: prepared.indexes.clone(),
        allow_save: project.allow_save,
        save_taken_back: Arc::clone(save_taken_back),
        is_sample: prepared.sample.is_some(),
        backup_folder: Some(prepared.backups.clone()),
        journal_folder: project.keeps_edits.then(|| prepared.edits.clone()),
        memory: project.memory,
    }
}

/// The result of the blocking preparation of a host: created folders, opened files, and the chosen project.
struct Prepared {
    served: Served,
    audit: AuditFile,
    project: PathBuf,
    scripts: PathBuf,
    indexes: Option<PathBuf>,
    /// The folder for copies of scene files, which the bridge creates before a save.
    backups: PathBuf,
    /// The folder for the edit journal, which stores unsaved changes of the project.
    edits: PathBuf,
    sample: Option<Sample>,
    runtime: RuntimeOptions,
    /// The C# compiler; `None` if running Unity instances are not served.
    compiling: Option<Compiling>,
    /// The recording that answers all commands instead of a target; `None` if `unity.replay` is not set.
    replay: Option<ReplayBridge>,
    recorder: Option<Recorder>,
}

impl Prepared {
    fn make(
        settings: &Settings,
        working_dir: &Path,
        compiler: Option<CompilerProgram>,
        problems: &Problems,
    ) -> Result<Self> {
        let replay = traffic::replay(settings, working_dir, problems)?;
        let data = &settings.server.data_dir;
        places::create_private_folder(data)
            .with_context(|| format!("cannot use `server.data-dir` {}", data.display()))?;
        places::check_data_folder(data)
            .map_err(|why| anyhow::anyhow!("cannot use `server.data-dir` {}: {why}", data.display()))?;
        let cache = usable_cache(settings.server.cache_dir.as_deref());
        let audit = AuditFile::open(&settings.audit).with_context(|| {
            format!(
                "cannot write `audit.file` {}, and no write may run without an audit line",
                settings.audit.file.display()
            )
        })?;
        let (served, (project, id, sample)) = match &settings.traffic.replay {
            // Opens no folder.
            Some(file) => (
                Served::Recording(file.clone()),
                (PathBuf::new(), "replay".to_owned(), None),
            ),
            None => {
                let chosen = project::choose(&settings.project, working_dir)?;
                let folder = lay_out_project(&chosen, cache.as_deref())?;
                let with_games = settings.live;
                (Served::Project { chosen, with_games }, folder)
            }
        };
        let compiling = match settings.live && replay.is_none() {
            true => Some(csharp::prepare(&settings.csharp, data)?),
            false => None,
        };
        let recorder = traffic::record(settings, &project, problems)?;
        Ok(Self {
            served,
            replay,
            recorder,
            audit,
            compiling,
            project,
            backups: data.join("backups").join(&id),
            edits: data.join("edits").join(&id),
            scripts: settings
                .project
                .scripts_folder
                .clone()
                .unwrap_or_else(|| data.join("scripts").join(id)),
            indexes: cache.as_deref().map(|folder| folder.join("references")),
            sample,
            runtime: RuntimeOptions {
                cache_dir: cache.map(|folder| folder.join("components")),
                state_dir: Some(data.join("state")),
                compile: CompileOptions {
                    max_bytes: settings.compile.size,
                    max_functions: settings.compile.functions,
                    time: settings.compile.time,
                    program: compiler,
                },
                total_memory: settings.total_memory,
                max_instances: guests(settings.server.max_in_flight),
                ..RuntimeOptions::default()
            },
        })
    }
}

/// Returns for how many guests the start reserves memory: all calls that can run or wait. More would slow the start.
fn guests(in_flight: usize) -> u32 {
    let most = RuntimeOptions::default().max_instances;
    let calls = in_flight.saturating_add(WireOptions::default().max_parked);
    u32::try_from(calls).map_or(most, |calls| calls.min(most))
}

/// Fails if `policy.profile` contains an unknown name, because the host would then list no tools. Blocks the thread.
fn known_profile(settings: &Settings, options: &CatalogOptions) -> Result<()> {
    let profile = settings.policy.profile.as_deref().unwrap_or_default();
    match host_catalog::unknown_profile(profile, options) {
        Some(problem) => Err(Usage(format!("`policy.profile` is {profile:?}: {problem}")).into()),
        None => Ok(()),
    }
}

/// Prepares the project: returns its folder, its id in the data folder, and the sample if it is served.
fn lay_out_project(chosen: &Chosen, cache: Option<&Path>) -> Result<(PathBuf, String, Option<Sample>)> {
    Ok(match chosen {
        Chosen::Folder(folder) => (folder.clone(), project::id(folder), None),
        Chosen::Sample | Chosen::SampleInstead(_) => {
            let sample = sample::lay_out(cache)?;
            // The folder of the sample is named by its content; its scripts must survive a new version.
            (sample.folder.clone(), "sample".to_owned(), Some(sample))
        }
    })
}

/// Returns the watch mode for bundles: polling if the project is polled (no change events), otherwise `Auto`.
fn bundle_watch(project: WatchMode) -> host_catalog::WatchMode {
    match project {
        WatchMode::Poll => host_catalog::WatchMode::Poll,
        // Only the project's watch is switched off; bundles still reload.
        WatchMode::Auto | WatchMode::Off => host_catalog::WatchMode::Auto,
    }
}
