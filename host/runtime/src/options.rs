//! The runtime's settings at start, its metrics, and the errors of its start.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The folders of the runtime, and how many guests may run at once.
#[derive(Clone, Debug)]
pub struct RuntimeOptions {
    /// Folder of compiled components and of the key that seals them; `None` = nothing is cached.
    pub cache_dir: Option<PathBuf>,
    /// Folder of the bundles' key-value stores; `None` = kept in memory only.
    pub state_dir: Option<PathBuf>,
    pub compile: CompileOptions,
    /// Maximum number of concurrent guests; fewer if the machine's address space is too small. 1 to 4000.
    pub max_instances: u32,
    /// Maximum bytes of all guests together, in addition to the limit of each.
    pub total_memory: usize,
    /// Maximum size of `cache_dir` in bytes; the oldest entries are evicted.
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
    /// Maximum bytes of one component.
    pub max_bytes: u64,
    /// Maximum functions of one component, including nested modules.
    pub max_functions: u64,
    /// Maximum time for compiling one component. Enforced only with a `program`.
    pub time: Duration,
    /// The program to run as compiler process. A process can be killed, a thread of this process cannot. `None` =
    /// compile in this process without the time limit, for hosts inside tests; the program always sets it.
    pub program: Option<CompilerProgram>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            // The largest common components, interpreters of whole languages, have 18 MiB and 30,000 functions.
            max_bytes: 64 << 20,
            max_functions: 100_000,
            time: Duration::from_secs(180),
            program: None,
        }
    }
}

/// The command line of a program that runs `compile_for_host` on its standard input and output. It must be this host's
/// own program, because the engine rejects code that another version compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerProgram {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Gauges and counters of the runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuntimeMetrics {
    /// Guests that currently run or wait for the host.
    pub instances: u64,
    /// Guests among `instances` that wait for the user's answer.
    pub parked: u64,
    /// Calls that wait for a free instance.
    pub waiting: u64,
    /// Current bytes of the memories and tables of all guests.
    pub memory: u64,
    /// Maximum of `memory` in bytes.
    pub memory_limit: u64,
    /// Maximum number of guests that can run or wait for the host at the same time: the limit of `instances`.
    pub capacity: u64,
    /// Lines that guests printed beyond the limit of their call and that were not logged, since the start.
    pub guest_lines_dropped: u64,
}

/// Why the runtime cannot start.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    #[error("the WebAssembly engine does not start on this machine: {0}")]
    Engine(String),
    #[error("the epoch thread does not start")]
    Ticker(#[source] std::io::Error),
    #[error("the host's imports cannot be linked: {0}")]
    Linker(String),
    /// The system forbids executable memory, for example systemd's `MemoryDenyWriteExecute=yes`.
    #[error("{0}; {remedy}", remedy = crate::executable::REMEDY)]
    NoExecutableMemory(String),
}
