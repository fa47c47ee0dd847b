//! A Unity in Rust: it speaks the link over a project folder's data, and does wrong where a test wants it to.
//!
//! Belongs here: the peer's side of `PROTOCOL.md`, and scripted faults. Does not: what a test asserts, the package for Unity itself.

mod code;
mod cutting;
mod jobs;
mod link;
mod main_thread;
mod memory;

use anyhow::{Context, Result, anyhow};
pub use cutting::Cutting;
pub use host_bridge::Event;
pub use host_bridge::Function;
use host_bridge::UnityBridge;
pub use host_bridge_live::frames::Call;
use host_bridge_live::frames::{Hello, JournalCopy, Kind, Project, Runtime};
use host_bridge_live::limits::PROTOCOL;
use host_bridge_project::{ProjectBridge, ProjectOptions, WatchMode};
use jobs::Runs;
pub use jobs::TestRuns;
use memory::Memory;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::task::JoinSet;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// What it says it is.
const UNITY: &str = "2022.3.33f1";
const PLATFORM: &str = "LinuxPlayer";

/// Calls and frames that wait, each way: more than a host sends at once.
const WAITING: usize = 1_024;

/// What becomes of a call that reaches the main thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Answer,
    /// Three times it says how far it has come, then it answers.
    Steps,
    /// The link breaks before it begins.
    CutBefore,
    /// It is done, and the link breaks before the answer goes out.
    CutAfter,
    /// It is done, and the link breaks in the middle of the answer.
    Torn,
    /// The scripts reload in the middle of it: its outcome is never known.
    Reload,
    /// The process ends in the middle of it, and another one starts.
    Restart,
    /// It is done, and nothing is said of it.
    Silent,
    /// It is done, and what is said is an answer to something else.
    Lie,
}

/// Asked with the number, from 1, of each call that is about to begin.
pub type Script = Box<dyn Fn(u64, &Call) -> Act + Send + Sync>;

/// How many bytes the connection of that number, from 0, may carry; `None` for all.
pub type Cuts = Box<dyn Fn(u64) -> Option<usize> + Send + Sync>;

/// One Unity with one link at a time. Ends with its last handle.
pub struct Peer {
    shared: Arc<Shared>,
    _tasks: JoinSet<()>,
}

pub(crate) struct Shared {
    bridge: ProjectBridge,
    name: String,
    script: Script,
    cuts: Cuts,
    /// Functions that it does not serve.
    lacks: Vec<Function>,
    /// What its code refers to; empty where it loads none.
    libraries: Vec<PathBuf>,
    /// The test runs that it does; `None` where it runs no tests, like a player.
    test_runs: Option<TestRuns>,
    runs: Runs,
    memory: Mutex<Memory>,
    /// Links made so far.
    links: watch::Sender<u64>,
    /// Connections that were tried so far.
    dialled: watch::Sender<u64>,
    /// Calls that came so far.
    begun: watch::Sender<u64>,
    /// Assemblies that were loaded so far, in all processes.
    loaded: watch::Sender<u64>,
    /// What it sends by itself, over the current link.
    says: broadcast::Sender<OwnMessage>,
}

/// Something that it says by itself.
#[derive(Clone, Debug)]
pub enum OwnMessage {
    Event(Event),
    /// Into its console.
    Line(String),
}

impl Peer {
    /// A player of the project in `folder` that dials each host with a file below `data`, again and again.
    ///
    /// # Errors
    /// The project cannot be opened.
    pub fn start(data: &Path, folder: &Path, script: Script) -> Result<Self> {
        Self::cutting(data, folder, script, Box::new(|_| None))
    }

    /// The same, and it loads code, which refers to these assemblies.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_code(data: &Path, folder: &Path, script: Script, libraries: Vec<PathBuf>) -> Result<Self> {
        Self::open(data, folder, script, Box::new(|_| None), libraries, Vec::new(), None)
    }

    /// The same, over connections that break.
    ///
    /// # Errors
    /// As `start`.
    pub fn cutting(data: &Path, folder: &Path, script: Script, cuts: Cuts) -> Result<Self> {
        Self::open(data, folder, script, cuts, Vec::new(), Vec::new(), None)
    }

    /// The same, and it does not serve these functions.
    ///
    /// # Errors
    /// As `start`.
    pub fn start_without(data: &Path, folder: &Path, script: Script, lacks: Vec<Function>) -> Result<Self> {
        Self::open(data, folder, script, Box::new(|_| None), Vec::new(), lacks, None)
    }

    /// An editor that runs tests in this way.
    ///
    /// # Errors
    /// As `start`.
    pub fn with_test_runs(data: &Path, folder: &Path, runs: TestRuns) -> Result<Self> {
        let script = Box::new(|_, _: &_| Act::Answer);
        Self::open(
            data,
            folder,
            script,
            Box::new(|_| None),
            Vec::new(),
            Vec::new(),
            Some(runs),
        )
    }

    fn open(
        data: &Path,
        folder: &Path,
        script: Script,
        cuts: Cuts,
        libraries: Vec<PathBuf>,
        lacks: Vec<Function>,
        test_runs: Option<TestRuns>,
    ) -> Result<Self> {
        let options = ProjectOptions {
            watch: WatchMode::Off,
            ..ProjectOptions::new(folder)
        };
        let name = folder.file_name().context("a folder with a name")?.to_string_lossy();
        let shared = Arc::new(Shared {
            bridge: ProjectBridge::open(options)?,
            name: name.into_owned(),
            script,
            cuts,
            lacks,
            libraries,
            test_runs,
            runs: Runs::default(),
            memory: Mutex::new(Memory::new()?),
            links: watch::Sender::new(0),
            dialled: watch::Sender::new(0),
            begun: watch::Sender::new(0),
            loaded: watch::Sender::new(0),
            says: broadcast::Sender::new(64),
        });
        let (jobs, work) = mpsc::channel(WAITING);
        let mut tasks = JoinSet::new();
        tasks.spawn(main_thread::run(Arc::clone(&shared), work));
        let hosts: PathBuf = data.join("hosts");
        tasks.spawn(link::run(Arc::clone(&shared), hosts, jobs));
        Ok(Self { shared, _tasks: tasks })
    }

    /// Sends that over the current link.
    ///
    /// # Errors
    /// There is no link.
    pub fn say(&self, said: OwnMessage) -> Result<()> {
        self.shared.says.send(said).map_err(|_| anyhow!("there is no link"))?;
        Ok(())
    }

    /// Waits until so many links were made.
    ///
    /// # Errors
    /// They did not within a minute.
    pub async fn wait_for_links(&self, links: u64) -> Result<()> {
        let mut stood = self.shared.links.subscribe();
        let enough = stood.wait_for(|stood| *stood >= links);
        tokio::time::timeout(LONG, enough).await.context("no link was made")??;
        Ok(())
    }

    /// Waits until so many connections were tried.
    ///
    /// # Errors
    /// They were not within a minute.
    pub async fn wait_for_connections(&self, connections: u64) -> Result<()> {
        let mut tried = self.shared.dialled.subscribe();
        let enough = tried.wait_for(|tried| *tried >= connections);
        tokio::time::timeout(LONG, enough)
            .await
            .context("too few were tried")??;
        Ok(())
    }

    /// Waits until so many calls reached the main thread.
    ///
    /// # Errors
    /// They did not within a minute.
    pub async fn wait_for_calls(&self, calls: u64) -> Result<()> {
        let mut begun = self.shared.begun.subscribe();
        let enough = begun.wait_for(|begun| *begun >= calls);
        tokio::time::timeout(LONG, enough).await.context("no call came")??;
        Ok(())
    }

    /// Waits until so many assemblies were loaded, in all processes.
    ///
    /// # Errors
    /// They were not within a minute.
    pub async fn wait_for_loads(&self, assemblies: u64) -> Result<()> {
        let mut loaded = self.shared.loaded.subscribe();
        let enough = loaded.wait_for(|loaded| *loaded >= assemblies);
        tokio::time::timeout(LONG, enough)
            .await
            .context("too little code came")??;
        Ok(())
    }

    /// Assemblies that were loaded so far, in all processes.
    pub fn load_count(&self) -> u64 {
        *self.shared.loaded.borrow()
    }

    /// Test runs that were cancelled.
    pub fn cancelled_runs(&self) -> usize {
        self.shared.runs.cancelled_count()
    }

    /// Links made so far.
    pub fn links(&self) -> u64 {
        *self.shared.links.borrow()
    }

    /// Keys of writes that were done more than once.
    pub fn doubled_keys(&self) -> Vec<String> {
        self.shared.memory().doubled_keys()
    }

    /// Writes that were done.
    pub fn write_count(&self) -> usize {
        self.shared.memory().write_count()
    }
}

impl Shared {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hello(&self, nonce: String) -> Hello {
        let memory = self.memory();
        let functions = Function::supported_by(&self.bridge.capabilities());
        let served = functions.iter().filter(|function| !self.lacks.contains(function));
        let mut functions: Vec<String> = served.map(|function| function.method().to_owned()).collect();
        let mut capabilities = vec!["scene".to_owned(), "scene-edit".to_owned()];
        if !self.libraries.is_empty() {
            functions.extend(code::FUNCTIONS.map(str::to_owned));
            capabilities.push("code".to_owned());
        }
        if self.test_runs.is_some() {
            functions.extend(jobs::FUNCTIONS.map(str::to_owned));
            capabilities.push("editor-run".to_owned());
        }
        Hello {
            protocol: PROTOCOL,
            package: "0.1.0".to_owned(),
            unity: UNITY.to_owned(),
            runtime: Runtime::Mono,
            kind: match self.test_runs {
                Some(_) => Kind::Editor,
                None => Kind::Player,
            },
            platform: PLATFORM.to_owned(),
            pid: std::process::id(),
            started: None,
            project: Project {
                name: self.name.clone(),
                company: "Tests".to_owned(),
                version: "1.0".to_owned(),
                path: None,
            },
            instance: memory.instance.clone(),
            epoch: memory.epoch,
            functions,
            capabilities,
            state: host_bridge::Activity::Playing,
            journal: JournalCopy {
                oldest: 1,
                next: memory.next,
                entries: memory.states(),
            },
            nonce,
        }
    }
}
