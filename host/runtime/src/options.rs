//! What the runtime is given at start, and what it shows of itself.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Where things lie and how many guests may run at once.
#[derive(Clone, Debug)]
pub struct RuntimeOptions {
    /// Folder of compiled components and of the key that seals them; `None` = none is kept.
    pub cache_dir: Option<PathBuf>,
    /// Folder of the bundles' key-value stores; `None` = kept in memory only.
    pub state_dir: Option<PathBuf>,
    pub compile: CompileOptions,
    /// Guests at once, at most. Fewer where the machine's address space holds fewer. 1 to 4000.
    pub max_instances: u32,
    /// Bytes that all guests may hold at once, beside the bound on each.
    pub total_memory: usize,
    /// Size of `cache_dir` in bytes, oldest entries out.
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

/// What a component may ask of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// Bytes of one component, at most.
    pub max_bytes: u64,
    /// Functions of one component, those of nested modules included, at most.
    pub max_functions: u64,
    /// How long compiling one component may take. Enforced only with a `program`.
    pub time: Duration,
    /// A process can be ended, a compile on a thread of this process cannot. `None` = compile in this process without the
    /// time limit, for hosts inside tests; the program always sets it.
    pub program: Option<CompilerProgram>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            // The largest ordinary components, interpreters of whole languages, have 18 MiB and 30,000 functions.
            max_bytes: 64 << 20,
            max_functions: 100_000,
            time: Duration::from_secs(180),
            program: None,
        }
    }
}

/// How a program is started that runs `compile_for_host` on its standard input and output: this host's own program, since
/// code of another version is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerProgram {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Gauges and counters of the runtime.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuntimeMetrics {
    /// Guests that run or wait for the host now.
    pub instances: u64,
    /// Of these, waiting for a person's answer.
    pub parked: u64,
    /// Calls that wait for a free instance.
    pub waiting: u64,
    /// Bytes of memories and tables that guests hold.
    pub memory: u64,
    /// Bytes that they may hold.
    pub memory_limit: u64,
    /// Guests at once, at most.
    pub capacity: u64,
    /// Lines that guests printed beyond their bound.
    pub guest_lines_dropped: u64,
}

/// The engine cannot run at all.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    #[error("the WebAssembly engine does not start on this machine: {0}")]
    Engine(String),
    #[error("the epoch thread does not start")]
    Ticker(#[source] std::io::Error),
    #[error("the host's imports cannot be linked: {0}")]
    Linker(String),
    /// For example systemd's `MemoryDenyWriteExecute=yes`.
    #[error("{0}; {remedy}", remedy = crate::executable::REMEDY)]
    NoExecutableMemory(String),
}
