//! C# that a caller gives, made into a small assembly outside Unity: by a compiler that is found on this machine, in a process of its own.
//!
//! Belongs here: finding compilers and running one within limits, what is put around a snippet, its errors in the caller's lines, the
//! assemblies that it refers to. Does not: links, sessions of a Unity, policy, and running what was made, which only Unity does.

mod compilers;
mod diagnostics;
mod guards;
mod hook;
mod made;
mod page;
mod process;
mod references;
mod snippet;
mod statements;
mod tokens;

pub use compilers::{Compiler, Language, Places, find};
pub use diagnostics::Diagnostic;
pub use hook::{HOOK, compile_hook};
pub use made::{Asked, ENTRY, METHOD, Made, Problem, Ran, Variable, compile, told};
pub use references::{NotKept, References};

/// How long a snippet may keep Unity's main thread without a pause.
pub const LONGEST: std::time::Duration = std::time::Duration::from_secs(5);

/// Bytes of a snippet's text.
pub const MAX_SOURCE: usize = 262_144;
