//! Compiles C# code from a caller to a small assembly, with a compiler that runs as a separate process outside Unity.
//!
//! It finds compilers, runs one within limits, and maps its errors to the caller's lines. It contains no links, Unity
//! sessions or policy, and it never runs an assembly: only Unity does.

mod assembly_build;
mod compilers;
mod diagnostics;
mod guards;
mod hook;
mod page;
mod process;
mod references;
mod snippet;
mod statements;
mod tokens;

pub use assembly_build::{Asked, ENTRY, METHOD, Made, Problem, Ran, Reference, Variable, compile, parse_result};
pub use compilers::{Compiler, Language, Places, find};
pub use diagnostics::Diagnostic;
pub use hook::{HOOK, compile_hook};
pub use references::{NotKept, References};

/// Maximum time for which a snippet may block Unity's main thread without a pause. Then it is stopped with an error.
pub const LONGEST: std::time::Duration = std::time::Duration::from_secs(5);

/// Maximum size in bytes of the source text of a snippet or hook. A longer one is rejected.
pub const MAX_SOURCE: usize = 262_144;
