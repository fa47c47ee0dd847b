//! The host without listeners: bridge, policy, audit, runtime and catalog, connected.
//!
//! Belongs here: what is opened in which order, where it lies, how it ends. Does not: HTTP (`start`), files' meaning.

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
use crate::served::Served;
use crate::shutdown;
use crate::traffic;
use crate::unsaved::Unsaved;
use crate::usage::Usage;
use anyhow::{Context, Result};
use cache::usable_cache;
use host_api::{AuditSink, ToolService};
use host_bridge::{AuditedBridge, UnityBridge};
use host_bridge_live::trust::{self, Secret};
use host_bridge_live::{Compiling, ExportsFolder, HostName, HostSide};
use host_bridge_project::{ProjectBridge, ProjectOptions, WatchMode};
use host_bridge_replay::{Recorder, RecordingBridge, ReplayBridge};
use host_catalog::{Catalog, CatalogOptions};
use host_policy::PolicyCell;
use host_runtime::{CompileOptions, CompilerProgram, HostParts, Runtime, RuntimeOptions};
use host_unitys::{Folder, Unitys};
use host_wire::Problems;
use host_wire::WireOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use unity_project::project::Links;

/// How long background tasks may take to end.
const LAST_TASKS: Duration = Duration::from_secs(2);

/// An opened host. Ends with `close`; dropping it only asks its tasks to end.
pub struct Core {
    pub bridge: Arc<dyn UnityBridge>,
    /// Where running Unitys may link themselves.
    pub(crate) unitys: Option<Unitys>,
    pub policy: Arc<PolicyCell>,
    pub runtime: Runtime,
    pub catalog: Arc<Catalog>,
    pub(crate) operator: Arc<Operator>,
    /// What the long `/health` shows.
    pub(crate) problems: Problems,
    /// Owns every background task of this host.
    pub tracker: TaskTracker,
    /// Ends them.
    pub shutdown: CancellationToken,
    /// Flushed at the end.
    audit: Arc<dyn AuditSink>,
    /// What stands for Unity, for the log.
    pub(crate) served: Served,
    /// Ended behind everything.
    recorder: Option<Arc<Recorder>>,
    pub(crate) unsaved: Unsaved,
    _sample: Option<Sample>,
}

impl Core {
    /// Opens all parts. The project and the bundles go on loading in the background.
    pub async fn open(read: &Configuration, sources: &Sources, tools: &Tools) -> Result<Self> {
        shutdown::survive_the_file_size_limit().context("signals cannot be awaited")?;
        tracing::info!(file = %sources.shown_file(), "the configuration file");
        if let Some(left_out) = &sources.left_out {
            tracing::warn!("configuration: {}", left_out.warning());
        }
        if read.settings.persist && sources.file.is_none() {
            tracing::warn!(
                "`policy.persist` is true, but no configuration file is in use, so changes of the policy over the wire are \
                 refused; start with `--config FILE`"
            );
        }
        for warning in read.warnings() {
            tracing::warn!("configuration: {warning}");
        }
        let settings = read.settings.clone();
        let bundles = Bundles::of(tools)?;
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
        let (prepared, catalog_options) = tokio::task::spawn_blocking(move || {
            known_profile(&settings, &catalog_options)?;
            let prepared = Prepared::make(&settings, &working_dir, compiler, &known)?;
            anyhow::Ok((prepared, catalog_options))
        })
        .await
        .context("opening the host was cut off")??;
        let settings = &read.settings;
        let tracker = TaskTracker::new();
        let shutdown = CancellationToken::new();
        let policy = Arc::new(PolicyCell::new(settings.policy.clone()));
        let audit: Arc<dyn AuditSink> = Arc::new(prepared.audit.telling(problems.clone()));
        let save_taken_back = Arc::new(AtomicBool::new(false));
        let root = prepared.project;
        let options = ProjectOptions {
            root: root.clone(),
            open: settings.project.open.clone(),
            watch: settings.project.watch,
            links: match settings.project.follow_links {
                true => Links::Follow,
                false => Links::Stay,
            },
            screen: Some(settings.project.screen),
            scripts_folder: Some(prepared.scripts.clone()),
            editor_log: settings.project.editor_log.clone(),
            index_folder: prepared.indexes,
            allow_save: settings.project.allow_save,
            save_taken_back: Arc::clone(&save_taken_back),
            is_sample: prepared.sample.is_some(),
            backup_folder: Some(prepared.backups),
            journal_folder: settings.project.keeps_edits.then_some(prepared.edits),
            memory: settings.project.memory,
        };
        let mut folder_bridge = None;
        let mut opened = || {
            let opened = ProjectBridge::open(options.clone()).context("the project's thread does not start")?;
            let opened = Arc::new(opened);
            folder_bridge = Some(Arc::clone(&opened));
            anyhow::Ok(opened)
        };
        let (unitys, answering): (_, Arc<dyn UnityBridge>) = if let Some(replay) = prepared.replay {
            (None, Arc::new(replay))
        } else if settings.live {
            // The sample is nobody's project: beside a game it would only be mistaken for one.
            let folder = match prepared.sample {
                Some(_) => None,
                None => Some(Folder {
                    bridge: opened()?,
                    root: root.clone(),
                }),
            };
            let unitys = unitys(folder, &tracker, &shutdown)?;
            if let Some(compiling) = prepared.compiling {
                let data = &settings.server.data_dir;
                unitys.help_with(HostSide {
                    compiling,
                    scripts: Arc::new(csharp::scripts(&prepared.scripts, &root, data, &policy, &audit)),
                    exports: ExportsFolder::new(&data.join("exports")),
                });
            }
            (Some(unitys.clone()), Arc::new(unitys))
        } else {
            (None, opened()?)
        };
        if let Some(folder) = &folder_bridge {
            let folder = Arc::clone(folder);
            tracker.spawn(folder_concerns::follow(folder, problems.clone(), shutdown.clone()));
        }
        let recorder = prepared.recorder.map(Arc::new);
        let answering = match &recorder {
            Some(recorder) => recorded(answering, recorder, &tracker, &shutdown),
            None => answering,
        };
        let bridge: Arc<dyn UnityBridge> = Arc::new(AuditedBridge::new(answering, Arc::clone(&audit)));
        let operator = Operator::new(read.clone(), sources.clone(), Arc::clone(&policy), Arc::clone(&audit));
        let operator = Arc::new(operator.telling(problems.clone()).holding_saves(save_taken_back));
        let parts = HostParts {
            bridge: Arc::clone(&bridge),
            policy: Arc::clone(&policy),
            audit: Arc::clone(&audit),
            policy_editor: Arc::new(Editor(Arc::clone(&operator))),
        };
        let runtime = Runtime::new(prepared.runtime, parts).context("the tools' engine does not start")?;
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
            unitys,
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
            unsaved: Unsaved::of(folder_bridge),
            _sample: prepared.sample,
        })
    }

    /// Logs how much is unsaved, and hands that on to the streams of clients, which end after it.
    pub(crate) async fn tell_unsaved(&self) {
        self.unsaved.log().await;
        self.catalog.settled().await;
    }

    /// Ends the background tasks and waits for them.
    pub async fn close(self) {
        self.unsaved.log().await;
        self.shutdown.cancel();
        self.tracker.close();
        if tokio::time::timeout(LAST_TASKS, self.tracker.wait()).await.is_err() {
            tracing::warn!(
                tasks = self.tracker.len(),
                "background tasks did not end in time and are left behind"
            );
        }
        let (audit, recorder) = (self.audit.clone(), self.recorder.clone());
        let last = move || {
            audit.flush();
            recorder.as_deref().inspect(|recorder| traffic::finish(recorder));
        };
        if tokio::task::spawn_blocking(last).await.is_err() {
            tracing::error!("counted refusals were not written to the audit file, or the recording was not ended");
        }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

/// The same bridge, with all that goes to it and comes from it written down.
fn recorded(
    answering: Arc<dyn UnityBridge>,
    recorder: &Arc<Recorder>,
    tracker: &TaskTracker,
    shutdown: &CancellationToken,
) -> Arc<dyn UnityBridge> {
    let recording = RecordingBridge::new(answering, Arc::clone(recorder));
    tracker.spawn(recording.follow(shutdown.clone()));
    Arc::new(recording)
}

/// A door for running Unitys, with a secret and a name of this run.
fn unitys(folder: Option<Folder>, tracker: &TaskTracker, shutdown: &CancellationToken) -> Result<Unitys> {
    let host = HostName {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        run: trust::nonce()?.split_off(48),
    };
    Ok(Unitys::new(
        host,
        Secret::draw()?,
        folder,
        tracker.clone(),
        shutdown.clone(),
    ))
}

/// What blocking preparation gives: folders made, files opened, the project chosen.
struct Prepared {
    served: Served,
    audit: AuditFile,
    project: PathBuf,
    scripts: PathBuf,
    indexes: Option<PathBuf>,
    /// Files as they were before they were saved.
    backups: PathBuf,
    /// Changes that are not saved.
    edits: PathBuf,
    sample: Option<Sample>,
    runtime: RuntimeOptions,
    /// Where running Unitys are served.
    compiling: Option<Compiling>,
    /// Answers in the place of all others.
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
            .with_context(|| format!("`server.data-dir` {} cannot be used", data.display()))?;
        places::check_data_folder(data)
            .map_err(|why| anyhow::anyhow!("`server.data-dir` {} cannot be used: {why}", data.display()))?;
        let cache = usable_cache(settings.server.cache_dir.as_deref());
        let audit = AuditFile::open(&settings.audit).with_context(|| {
            format!(
                "`audit.file` {} cannot be written, and no write may go unrecorded",
                settings.audit.file.display()
            )
        })?;
        let (served, (project, id, sample)) = match &settings.traffic.replay {
            // No folder is opened.
            Some(file) => (
                Served::Recording(file.clone()),
                (PathBuf::new(), "replay".to_owned(), None),
            ),
            None => {
                let chosen = project::choose(&settings.project, working_dir)?;
                let folder = laid_out(&chosen, cache.as_deref())?;
                let with_games = settings.live;
                (Served::Project { chosen, with_games }, folder)
            }
        };
        let compiling = (settings.live && replay.is_none())
            .then(|| csharp::prepare(&settings.csharp, data))
            .transpose()?;
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

/// Room for guests, which is set up at start and costs it: as many as calls can be in flight or wait for a person.
fn guests(in_flight: usize) -> u32 {
    let most = RuntimeOptions::default().max_instances;
    let calls = in_flight.saturating_add(WireOptions::default().max_parked);
    u32::try_from(calls).map_or(most, |calls| calls.min(most))
}

/// A misspelt profile would list nothing, and look as if there were no tools. Blocking.
fn known_profile(settings: &Settings, options: &CatalogOptions) -> Result<()> {
    let profile = settings.policy.profile.as_deref().unwrap_or_default();
    match host_catalog::unknown_profile(profile, options) {
        Some(problem) => Err(Usage(format!("`policy.profile` is {profile:?}: {problem}")).into()),
        None => Ok(()),
    }
}

/// The project's folder, its name below the data folder, and the sample where it is that.
fn laid_out(chosen: &Chosen, cache: Option<&Path>) -> Result<(PathBuf, String, Option<Sample>)> {
    Ok(match chosen {
        Chosen::Folder(folder) => (folder.clone(), project::id(folder), None),
        Chosen::Sample | Chosen::SampleInstead(_) => {
            let sample = sample::lay_out(cache)?;
            // Its folder is named by content; its scripts outlive a new version.
            (sample.folder.clone(), "sample".to_owned(), Some(sample))
        }
    })
}

/// Where a project's change events do not arrive, those of bundles do not either.
fn bundle_watch(project: WatchMode) -> host_catalog::WatchMode {
    match project {
        WatchMode::Poll => host_catalog::WatchMode::Poll,
        // Switched off for a project that must not be looked at again; bundles still reload.
        WatchMode::Auto | WatchMode::Off => host_catalog::WatchMode::Auto,
    }
}
