//! Compiles components to native code, with limits on the size, the number of functions, time and memory.
//!
//! Belongs here: the limits, and the choice of process. Does not: the use of the code (`prepare`, `code`), the protocol
//! between host and compiler process (`compile/process.rs`).

use crate::cache::Stamp;
use crate::options::{CompileOptions, CompilerProgram};
use crate::prepare_error::PrepareError;
use crate::{executable, failure};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use wasmtime::Engine;
use wasmtime::component::Component;

mod functions;
mod process;

pub use process::compile_for_host;

pub(crate) struct Compiler {
    pub(crate) engine: Engine,
    options: CompileOptions,
    /// Permits for compilations that calls wait for. Other compilations need no permit from this semaphore.
    pub(crate) turns_of_calls: Arc<Semaphore>,
}

/// Maximum number of concurrent compilations that calls wait for, because each uses much memory and all processors.
const FOR_CALLS: usize = 4;

impl Compiler {
    pub(crate) fn new(engine: Engine, options: CompileOptions) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            engine,
            options,
            turns_of_calls: Arc::new(Semaphore::new(cores.min(FOR_CALLS))),
        }
    }

    pub(crate) fn read(&self, file: &Path) -> Result<Vec<u8>, PrepareError> {
        read(file, self.options.max_bytes)
    }

    /// Reads a component file within the size limit. Also returns its stamp (size and times), if it has one.
    pub(crate) fn read_stamped(&self, file: &Path) -> Result<(Vec<u8>, Option<Stamp>), PrepareError> {
        read_stamped(file, self.options.max_bytes)
    }

    pub(crate) fn max_bytes(&self) -> u64 {
        self.options.max_bytes
    }

    pub(crate) fn check_size(&self, file: &Path, bytes: &[u8]) -> Result<(), PrepareError> {
        check_functions(file, bytes, &self.options)
    }

    /// Compiles the bytes of a component. Fails if it is invalid, exceeds a limit, or `give_up` is cancelled. Blocks.
    pub(crate) fn compile(
        &self,
        file: &Path,
        bytes: &[u8],
        give_up: &CancellationToken,
    ) -> Result<Component, PrepareError> {
        self.check_size(file, bytes)?;
        match &self.options.program {
            Some(program) => self.compile_in_process(program, file, bytes, give_up),
            None => Component::from_binary(&self.engine, bytes).map_err(|error| PrepareError::Compile {
                file: file.to_owned(),
                reason: without_offsets(&error),
            }),
        }
    }

    /// Compiles a component in a process of its own, which this process can kill. Fails if the process cannot start.
    fn compile_in_process(
        &self,
        program: &CompilerProgram,
        file: &Path,
        bytes: &[u8],
        give_up: &CancellationToken,
    ) -> Result<Component, PrepareError> {
        let broke = |reason: String| PrepareError::Compile {
            file: file.to_owned(),
            reason,
        };
        let code = match process::compile(program, bytes, self.options.time, give_up) {
            Ok(code) => code,
            Err(process::Failure::NotStarted(error)) => {
                return Err(PrepareError::CompilerNotStarted {
                    file: file.to_owned(),
                    reason: format!("{}: {error}", program.program.display()),
                });
            }
            Err(process::Failure::Refused(reason) | process::Failure::Broke(reason)) => return Err(broke(reason)),
            Err(process::Failure::TooSlow) => {
                return Err(PrepareError::TooSlow {
                    file: file.to_owned(),
                    limit: failure::plain(self.options.time),
                });
            }
            Err(process::Failure::GivenUp) => return Err(PrepareError::GivenUp { file: file.to_owned() }),
        };
        #[expect(unsafe_code, reason = "wasmtime's only way to load compiled code")]
        // SAFETY: the bytes come through a pipe from a process that this process started from its own program file.
        // That process writes the result of `Engine::precompile_component` for exactly these bytes, and nothing else
        // has that pipe.
        let loaded = unsafe { Component::deserialize(&self.engine, &code) };
        loaded.map_err(|error| match executable::forbidden() {
            Some(reason) => PrepareError::NoExecutableMemory {
                file: file.to_owned(),
                reason,
            },
            None => PrepareError::OtherCompiler {
                file: file.to_owned(),
                reason: without_offsets(&error),
            },
        })
    }
}

pub(crate) fn check_functions(file: &Path, bytes: &[u8], options: &CompileOptions) -> Result<(), PrepareError> {
    let functions = functions::count(bytes);
    if functions > options.max_functions {
        return Err(PrepareError::TooLarge {
            file: file.to_owned(),
            found: format!("has {functions} functions"),
            most: options.max_functions.to_string(),
            key: "compile.functions",
        });
    }
    Ok(())
}

pub(crate) fn read(file: &Path, most: u64) -> Result<Vec<u8>, PrepareError> {
    read_stamped(file, most).map(|(bytes, _)| bytes)
}

/// Reads a component file of at most `most` bytes. Also returns its stamp (size and times); `None` if the file changed
/// while it was read.
pub(crate) fn read_stamped(file: &Path, most: u64) -> Result<(Vec<u8>, Option<Stamp>), PrepareError> {
    let mut bytes = Vec::new();
    let mut stamp = None;
    let read = host_regular_file::open(file).and_then(|(mut open, about)| {
        let length = about.len();
        stamp = Stamp::from_file(&open);
        bytes.reserve_exact(usize::try_from(length.min(most)).unwrap_or_default().saturating_add(1));
        // One byte more than the limit detects a file that grows meanwhile.
        Read::by_ref(&mut open)
            .take(most.saturating_add(1))
            .read_to_end(&mut bytes)?;
        stamp = stamp.filter(|before| Stamp::from_file(&open).as_ref() == Some(before));
        Ok(length.max(bytes.len() as u64))
    });
    match read {
        Ok(length) if length > most => Err(PrepareError::TooLarge {
            file: file.to_owned(),
            found: format!("has {length} bytes"),
            most: format!("{most} bytes"),
            key: "compile.size",
        }),
        Ok(_) => Ok((bytes, stamp)),
        Err(error) => Err(PrepareError::Unreadable {
            file: file.to_owned(),
            reason: error.to_string(),
        }),
    }
}

/// Returns the compiler's error message without the byte offset in the file.
pub(crate) fn without_offsets(error: &wasmtime::Error) -> String {
    let text = error.root_cause().to_string();
    match text.find(" (at offset") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests;
