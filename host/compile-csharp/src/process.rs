//! Runs a compiler as a separate process, with limits on time, memory and output, and without the host's environment.

use crate::compilers::Compiler;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

/// Maximum time for one run of the compiler, which is then killed.
const TIME: Duration = Duration::from_secs(30);
/// Maximum size in bytes of the heap that the compiler's runtime allows (.NET or Mono). The Linux memory limit of the
/// process is four times as high.
const HEAP: u64 = 768 << 20;
/// Maximum number of bytes that are read from each output stream of the compiler. Further output is discarded.
const PRINTED: u64 = 256 << 10;
/// Maximum size in bytes of one file that the compiler writes. Linux lets a write beyond it fail.
#[cfg(target_os = "linux")]
const WRITTEN: u64 = 64 << 20;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("the compiler cannot be started: {0}")]
    NotStarted(io::Error),
    #[error("the compiler took longer than {} s and was killed", TIME.as_secs())]
    TooSlow,
    #[error("the output of the compiler cannot be read: {0}")]
    Unread(io::Error),
}

/// Runs the compiler in `folder` with a text that becomes its file of arguments. Returns its success and its output.
pub(crate) async fn run(compiler: &Compiler, folder: &Path, arguments: &str) -> Result<(bool, String), Failure> {
    let mut command = Command::new(&compiler.program);
    command.args(&compiler.arguments);
    // `-noconfig` has no effect in a file of arguments. Without it the compiler reads the configuration file beside it.
    command
        .args(["-noconfig", arguments])
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    for place in ["HOME", "TMPDIR", "TEMP", "TMP", "DOTNET_CLI_HOME"] {
        command.env(place, folder);
    }
    command.env("DOTNET_GCHeapHardLimit", format!("{HEAP:x}"));
    command
        .env("DOTNET_EnableDiagnostics", "0")
        .env("DOTNET_EnableWriteXorExecute", "0");
    command.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    command.env("MONO_GC_PARAMS", format!("max-heap-size={}m", HEAP >> 20));
    #[cfg(windows)]
    for needed in ["SystemRoot", "SystemDrive"] {
        // Without these variables no program of this system finds its libraries.
        command.envs(std::env::var_os(needed).map(|value| (needed, value)));
    }
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn().map_err(Failure::NotStarted)?;
    let mut group = Group(child.id());
    group.limit();
    let printed = (read(child.stdout.take()), read(child.stderr.take()));
    let ran = tokio::time::timeout(TIME, async {
        let (out, error) = tokio::join!(printed.0, printed.1);
        let (out, error) = (out.map_err(Failure::Unread)?, error.map_err(Failure::Unread)?);
        let status = child.wait().await.map_err(Failure::Unread)?;
        Ok((status.success(), format!("{out}\n{error}")))
    });
    let ran = ran.await.unwrap_or(Err(Failure::TooSlow));
    if ran.is_ok() {
        group.forget();
    }
    ran
}

async fn read(pipe: Option<impl AsyncRead + Unpin>) -> io::Result<String> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        (&mut pipe).take(PRINTED).read_to_end(&mut bytes).await?;
        // Further output is discarded, so that the compiler does not block on it.
        tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The process group of the compiler. Dropping this value kills the group.
struct Group(Option<u32>);

impl Group {
    /// Forgets the process group after the compiler has ended, so that drop kills no other process with the same id.
    fn forget(&mut self) {
        self.0 = None;
    }
}

#[cfg(unix)]
impl Group {
    fn pid(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(i32::try_from(self.0?).ok()?)
    }

    /// Limits the compiler's memory and written files in Linux. A limit that the system rejects stays unchanged.
    #[cfg(target_os = "linux")]
    fn limit(&self) {
        use rustix::process::{Resource, Rlimit, prlimit};
        for (resource, most) in [
            (Resource::Data, 4 * HEAP),
            (Resource::Fsize, WRITTEN),
            (Resource::Core, 0),
        ] {
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            let _ = prlimit(self.pid(), resource, limit);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn limit(&self) {}
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.pid() {
            // In most cases the group has already ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
impl Group {
    fn limit(&self) {
        let _ = self.0;
    }
}
