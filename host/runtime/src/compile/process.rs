//! The compiler in a separate process, which can be killed if it uses too much time or memory.
//!
//! Protocol: the host writes the length and the bytes of the component, and then keeps the pipe open. The compiler
//! writes one byte (`+` or `-`) and then the code, or the error message.

use crate::engine;
use crate::options::CompilerProgram;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Maximum memory of one compiler process, in bytes (Linux only).
const MEMORY: u64 = 2 << 30;
/// Maximum bytes of the compiler's output. Native code is up to five times as large as its component.
const ANSWER: u64 = 2 << 30;
/// Interval at which the host checks whether the compilation was cancelled.
const LOOK: Duration = Duration::from_millis(50);
const DONE: u8 = b'+';
const REFUSED: u8 = b'-';

pub(super) enum Failure {
    NotStarted(io::Error),
    /// The compiler rejected the component as invalid; contains its error message.
    Refused(String),
    /// The compiler process ended without a result, for example after a crash; contains its exit status.
    Broke(String),
    TooSlow,
    GivenUp,
}

/// Compiles `bytes` in a new process, for at most `time`. Blocks until the code is complete or the process has ended.
pub(super) fn compile(
    program: &CompilerProgram,
    bytes: &[u8],
    time: Duration,
    give_up: &CancellationToken,
) -> Result<Vec<u8>, Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut child = Command::new(&program.program)
        .args(&program.arguments)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(Failure::NotStarted)?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let answered = match pipes {
        Some((input, output)) => talk(&mut child, bytes, input, output, time, give_up),
        None => Err(Failure::NotStarted(io::Error::other("it has no pipes"))),
    };
    if answered.is_err() {
        // The process may already have ended.
        let _ = child.kill();
    }
    let status = child.wait();
    let answer = answered?;
    match (answer.split_first(), status) {
        (Some((&DONE, _)), Ok(status)) if status.success() => {
            let mut code = answer;
            code.remove(0);
            Ok(code)
        }
        (Some((&REFUSED, reason)), Ok(status)) if status.success() => {
            Err(Failure::Refused(String::from_utf8_lossy(reason).into_owned()))
        }
        (_, Ok(status)) => Err(Failure::Broke(format!(
            "the compiler ended early ({status}), as it does if a component takes more than {} MiB to compile",
            MEMORY >> 20
        ))),
        (_, Err(error)) => Err(Failure::Broke(format!("the compiler ended early: {error}"))),
    }
}

fn talk(
    child: &mut Child,
    bytes: &[u8],
    mut input: ChildStdin,
    output: ChildStdout,
    time: Duration,
    give_up: &CancellationToken,
) -> Result<Vec<u8>, Failure> {
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let writer = std::thread::Builder::new().spawn_scoped(scope, move || {
            // An error means that the process has ended, which the missing output shows.
            let _ = input.write_all(&(bytes.len() as u64).to_le_bytes());
            let _ = input.write_all(bytes).and_then(|()| input.flush());
            input
        });
        let reader = std::thread::Builder::new().spawn_scoped(scope, move || {
            let mut answer = Vec::new();
            let read = output.take(ANSWER).read_to_end(&mut answer);
            // After a cancellation, the receiver is dropped.
            let _ = sender.send(read.map(|_| answer));
        });
        let answered = match (&writer, reader) {
            (Ok(_), Ok(_)) => wait(&receiver, time, give_up),
            (Err(error), _) => Err(Failure::NotStarted(io::Error::new(error.kind(), error.to_string()))),
            (_, Err(error)) => Err(Failure::NotStarted(error)),
        };
        if answered.is_err() {
            // This breaks the pipes, which ends both threads. The process may already have ended.
            let _ = child.kill();
        }
        answered
    })
}

fn wait(
    receiver: &Receiver<io::Result<Vec<u8>>>,
    time: Duration,
    give_up: &CancellationToken,
) -> Result<Vec<u8>, Failure> {
    let until = Instant::now() + time;
    loop {
        match receiver.recv_timeout(LOOK) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => return Err(Failure::Broke(format!("the compiler's answer cannot be read: {error}"))),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Broke("the compiler gave no answer".to_owned()));
            }
            Err(RecvTimeoutError::Timeout) if give_up.is_cancelled() => return Err(Failure::GivenUp),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(Failure::TooSlow),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Runs as the compiler process: `CompilerProgram` is a program that calls this function. Reads one component from
/// `input` and writes its code to `output`. Exits the process if the host ends.
///
/// # Errors
/// Fails if a pipe breaks, or if the engine cannot start.
pub fn compile_for_host(mut input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    behave();
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let mut bytes = Vec::new();
    input
        .by_ref()
        .take(u64::from_le_bytes(length))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 != u64::from_le_bytes(length) {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    std::thread::Builder::new().spawn(move || {
        // The host sends nothing more, so the end of the stream means that the host has ended.
        let _ = input.read(&mut [0]);
        end();
    })?;
    answer(&bytes, &mut output)
}

pub(super) fn answer(bytes: &[u8], output: &mut impl Write) -> io::Result<()> {
    let engine = engine::for_compiling().map_err(io::Error::other)?;
    match engine.precompile_component(bytes) {
        Ok(code) => {
            output.write_all(&[DONE])?;
            output.write_all(&code)?;
        }
        Err(error) => {
            output.write_all(&[REFUSED])?;
            output.write_all(super::without_offsets(&error).as_bytes())?;
        }
    }
    output.flush()
}

#[expect(clippy::exit, reason = "a compiler without a host has nothing to tidy up")]
fn end() -> ! {
    std::process::exit(3)
}

/// Lowers the priority of this compiler process, and limits its memory so that the machine does not run out of it.
#[cfg(unix)]
fn behave() {
    use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
    let lower = |resource, most: u64| {
        let maximum = getrlimit(resource).maximum.map_or(most, |now| now.min(most));
        let limit = Rlimit {
            current: Some(maximum),
            maximum: Some(maximum),
        };
        // If the system rejects a limit, it stays unchanged; the time limit of the host still applies.
        let _ = setrlimit(resource, limit);
    };
    if cfg!(target_os = "linux") {
        lower(Resource::Data, MEMORY);
    }
    lower(Resource::Core, 0);
    let _ = nice(5);
}

#[cfg(not(unix))]
fn behave() {}
