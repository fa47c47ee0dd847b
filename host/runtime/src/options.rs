//! The settings and metrics of the runtime, and the errors at its start.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of the runtime at its start: folders and limits.
#[derive(Clone, Debug)]
pub struct RuntimeOptions {
    /// Folder of compiled components and of the secret key that authenticates them; `None` disables the cache.
    pub cache_dir: Option<PathBuf>,
    /// Folder of the bundles' key-value stores; `None` keeps the stores in memory only.
    pub state_dir: Option<PathBuf>,
    pub compile: CompileOptions,
    /// Maximum number of concurrent guests, 1 to 4000. The runtime uses fewer if the address space is too small.
    pub max_instances: u32,
    /// Maximum total memory of all guests in bytes, in addition to the limit of each call.
    pub total_memory: usize,
    /// Maximum size of `cache_dir` in bytes. The least recently used entries are removed.
    pub cache_bytes: u64,
}

impl Default for RuntimeOptions {
    fn default() -> Self {
        Self {
            cache_dir: None,
            state_dir: None,
            compile: CompileOptions::default(),
            max_instances: 1000,
            total_memory: 1 << 30,
            cache_bytes: 1 << 30,
        }
    }
}

/// Limits for compiling a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Maximum size of one component in bytes.
    pub max_bytes: u64,
    /// Maximum number of functions of one component, including nested modules.
    pub max_functions: u64,
    /// Maximum time for compiling one component. It has no effect without a `program`.
    pub time: Duration,
    /// The program to run as compiler process, which the host can kill, unlike a thread. `None` compiles in this
    /// process without a time limit, only for tests.
    pub program: Option<CompilerProgram>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            // The largest common components, which are interpreters of languages, have 18 MiB and 30,000 functions.
            max_bytes: 64 << 20,
            max_functions: 100_000,
            time: Duration::from_secs(180),
            program: None,
        }
    }
}

/// The command line of a program that runs `compile_for_host` with its standard input and output. It must be the
/// program of this host, because the engine rejects code that another version compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerProgram {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Gauges and counters of the runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuntimeMetrics {
    /// Number of guests that run now, including those that wait for an imported function.
    pub instances: u64,
    /// Number of guests in `instances` that wait for the user's answer.
    pub parked: u64,
    /// Number of calls that wait because no instance in the engine's pool is free.
    pub waiting: u64,
    /// Current total bytes of the WebAssembly memories and tables of all guests.
    pub memory: u64,
    /// Maximum total bytes of the WebAssembly memories and tables of all guests; growth above it is refused.
    pub memory_limit: u64,
    /// Maximum number of guests that can run at the same time. More calls wait.
    pub capacity: u64,
    /// Number of lines that guests printed but that the host did not log, because of the limit of a call.
    pub guest_lines_dropped: u64,
}

/// The reason why the runtime cannot start.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    #[error("the WebAssembly engine does not start on this machine: {0}")]
    Engine(String),
    #[error("the epoch thread does not start")]
    Ticker(#[source] std::io::Error),
    #[error("the host's imports cannot be linked: {0}")]
    Linker(String),
    /// The system forbids executable memory, e.g. because of systemd's `MemoryDenyWriteExecute=yes`.
    #[error("{0}; {remedy}", remedy = crate::executable::REMEDY)]
    NoExecutableMemory(String),
}
