//! The output of a guest, which the host writes to its log line by line, up to a limit for each call. Further lines are
//! only counted.

use crate::gate::Identity;
use bytes::Bytes;
use host_api::LogLevel;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};

/// Maximum number of lines that one call of a guest may write to the log.
const LINES: u32 = 200;
/// Maximum number of bytes that one call of a guest may write to the log.
const BYTES: usize = 64 << 10;
/// Maximum bytes of a line that a guest writes to the log; longer lines are truncated.
const LINE: usize = 4 << 10;
/// Maximum number of a guest's last stderr lines that the host stores for the error message after a panic.
const KEPT: usize = 8;
/// Maximum number of characters of the logger name that a guest gives with a log message.
const LOGGER: usize = 100;
/// Maximum bytes that a guest may write to stdout or stderr at once.
const STEP: usize = 64 << 10;

/// The output and log lines of the guest in one call.
#[derive(Clone)]
pub struct GuestOutput(Arc<Shared>);

struct Shared {
    component: Arc<Identity>,
    tool: Arc<str>,
    dropped_in_all: Arc<AtomicU64>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    written: u64,
    lines: u32,
    bytes: usize,
    dropped: u64,
    partial: [Vec<u8>; 2],
    errors: VecDeque<String>,
    /// The line in which a Go program reports why it ended; stored separately, because a long stack trace follows.
    why: Option<String>,
}

/// Prefixes of the line in which a Go program reports why it ended.
const WHY: [&str; 2] = ["panic: ", "fatal error: "];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Channel {
    Out,
    Err,
}

impl GuestOutput {
    /// Creates the output of one call. `dropped_in_all` counts the dropped lines of all calls.
    pub fn new(component: &Arc<Identity>, tool: &Arc<str>, dropped_in_all: Arc<AtomicU64>) -> Self {
        Self(Arc::new(Shared {
            component: Arc::clone(component),
            tool: Arc::clone(tool),
            dropped_in_all,
            state: Mutex::default(),
        }))
    }

    pub(crate) fn stdout(&self) -> impl StdoutStream + 'static {
        Printer {
            output: self.clone(),
            channel: Channel::Out,
        }
    }

    pub(crate) fn stderr(&self) -> impl StdoutStream + 'static {
        Printer {
            output: self.clone(),
            channel: Channel::Err,
        }
    }

    /// Returns the number of bytes that the guest printed so far, whether logged or not.
    pub(crate) fn written_bytes(&self) -> u64 {
        self.lock().written
    }

    /// Logs a message of the import `host/log` at its own level, within the same limits as printed lines.
    pub(crate) fn message(&self, level: LogLevel, logger: Option<&str>, text: &str) {
        if level == LogLevel::Debug && !tracing::enabled!(target: "guest", tracing::Level::DEBUG) {
            // The log filters out this level, so the message does not count towards the limit.
            return;
        }
        let mut state = self.lock();
        let logger = logger.map(|name| name.chars().take(LOGGER).collect::<String>());
        self.show(&mut state, level, level.as_str(), logger.as_deref(), text);
    }

    /// Logs the incomplete last lines and the number of dropped lines. Returns the last message on stderr, if any.
    pub fn finish(&self) -> Option<LastWords> {
        let mut state = self.lock();
        for channel in [Channel::Out, Channel::Err] {
            let rest = std::mem::take(&mut state.partial[channel as usize]);
            if !rest.is_empty() {
                self.line(&mut state, channel, &rest);
            }
        }
        if state.dropped > 0 {
            tracing::warn!(target: "guest", bundle = &*self.0.component.bundle, tool = &*self.0.tool, dropped = state.dropped, "further lines of this call are not shown");
        }
        last_words(&state.errors, state.why.as_deref())
    }

    fn write(&self, channel: Channel, bytes: &[u8]) {
        let mut state = self.lock();
        state.written += bytes.len() as u64;
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let mut line = std::mem::take(&mut state.partial[channel as usize]);
            extend_to(&mut line, &rest[..end]);
            self.line(&mut state, channel, &line);
            rest = &rest[end + 1..];
        }
        extend_to(&mut state.partial[channel as usize], rest);
    }

    fn line(&self, state: &mut State, channel: Channel, line: &[u8]) {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        if channel == Channel::Err {
            if state.errors.len() == KEPT {
                state.errors.pop_front();
            }
            let kept: String = text.chars().take(500).collect();
            if state.why.is_none() && WHY.iter().any(|start| text.starts_with(start)) {
                state.why = Some(kept.clone());
            }
            state.errors.push_back(kept);
        }
        let from = if channel == Channel::Err { "stderr" } else { "stdout" };
        self.show(state, LogLevel::Info, from, None, text);
    }

    fn show(&self, state: &mut State, level: LogLevel, from: &str, logger: Option<&str>, text: &str) {
        if state.lines >= LINES || state.bytes + text.len() > BYTES {
            state.dropped += 1;
            self.0.dropped_in_all.fetch_add(1, Ordering::Relaxed);
            return;
        }
        state.lines += 1;
        state.bytes += text.len();
        let (bundle, tool) = (&*self.0.component.bundle, &*self.0.tool);
        match level {
            LogLevel::Debug => tracing::debug!(target: "guest", bundle, tool, from, logger, "{text}"),
            LogLevel::Info | LogLevel::Notice => tracing::info!(target: "guest", bundle, tool, from, logger, "{text}"),
            LogLevel::Warning => tracing::warn!(target: "guest", bundle, tool, from, logger, "{text}"),
            LogLevel::Error | LogLevel::Critical | LogLevel::Alert | LogLevel::Emergency => {
                tracing::error!(target: "guest", bundle, tool, from, logger, "{text}");
            }
        }
    }

    /// Logs a panic with its source position, for the operator. The caller of the tool gets only its message.
    pub fn panicked(&self, words: &LastWords) {
        let (bundle, tool, said) = (&*self.0.component.bundle, &*self.0.tool, &words.said);
        if let Some(place) = &words.place {
            tracing::warn!(target: "guest", bundle, tool, "panicked at {place}: {said}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state stays valid after a panic, which can at worst truncate a line.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Appends bytes to a line, and truncates it at the maximum length of a logged line.
fn extend_to(line: &mut Vec<u8>, bytes: &[u8]) {
    const MARK: &[u8] = " … (cut)".as_bytes();
    let room = LINE.saturating_sub(line.len());
    if bytes.len() <= room {
        line.extend_from_slice(bytes);
    } else if room > 0 {
        line.extend_from_slice(&bytes[..room]);
        line.extend_from_slice(MARK);
    }
}

/// The last message of a guest on stderr.
#[derive(Debug, PartialEq, Eq)]
pub struct LastWords {
    /// The text of the guest's last message, in one line.
    pub said: String,
    /// The source position `file:line:column`; `None` if the message is not a Rust panic with a position.
    pub(crate) place: Option<String>,
}

/// Returns the message of a panic: the line after `panicked at`, else `why`, else the last line without `note: `.
fn last_words(errors: &VecDeque<String>, why: Option<&str>) -> Option<LastWords> {
    let speaks = |line: &&String| !line.starts_with("note: ");
    let panic = errors.iter().enumerate().find_map(|(at, line)| {
        let (_, place) = line.split_once(" panicked at ")?;
        let said = errors.iter().skip(at + 1).find(speaks)?;
        Some(LastWords {
            said: said.clone(),
            place: place.strip_suffix(':').map(str::to_owned),
        })
    });
    panic.or_else(|| {
        let why = why.and_then(|line| WHY.iter().find_map(|start| line.strip_prefix(start)));
        let said = why
            .or_else(|| Some(errors.iter().rev().find(speaks)?.as_str()))?
            .to_owned();
        Some(LastWords { said, place: None })
    })
}

struct Printer {
    output: GuestOutput,
    channel: Channel,
}

impl IsTerminal for Printer {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for Printer {
    fn async_stream(&self) -> Box<dyn tokio::io::AsyncWrite + Send + Sync> {
        Box::new(self.clone_stream())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(self.clone_stream())
    }
}

impl Printer {
    fn clone_stream(&self) -> Self {
        Self {
            output: self.output.clone(),
            channel: self.channel,
        }
    }
}

impl OutputStream for Printer {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        self.output.write(self.channel, &bytes);
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(STEP)
    }
}

#[wasmtime_wasi::async_trait]
impl Pollable for Printer {
    async fn ready(&mut self) {}
}

impl tokio::io::AsyncWrite for Printer {
    fn poll_write(
        self: std::pin::Pin<&mut Self>,
        _context: &mut std::task::Context<'_>,
        bytes: &[u8],
    ) -> std::task::Poll<std::io::Result<usize>> {
        self.output.write(self.channel, bytes);
        std::task::Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(
        self: std::pin::Pin<&mut Self>,
        _context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn poll_shutdown(
        self: std::pin::Pin<&mut Self>,
        _context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<std::io::Result<()>> {
        std::task::Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output() -> (GuestOutput, Arc<AtomicU64>) {
        let dropped = Arc::new(AtomicU64::new(0));
        let component = Arc::new(Identity {
            bundle: "b".into(),
            digest: Arc::default(),
            bundled: true,
            folders: Default::default(),
        });
        (
            GuestOutput::new(&component, &Arc::from("t"), Arc::clone(&dropped)),
            dropped,
        )
    }

    #[test]
    fn counts_dropped_lines_beyond_the_limit() {
        let (output, dropped) = output();
        for _ in 0..LINES + 7 {
            output.write(Channel::Out, b"one line\n");
        }
        assert_eq!(dropped.load(Ordering::Relaxed), 7);
        assert_eq!(output.written_bytes(), u64::from(LINES + 7) * 9);
    }

    #[test]
    fn joins_partial_writes_and_truncates_long_lines() {
        let (output, _) = output();
        output.write(Channel::Err, b"half ");
        output.write(Channel::Err, b"and half\n");
        let said = output.finish().expect("a line");
        assert_eq!((said.said.as_str(), said.place), ("half and half", None));
        output.write(Channel::Out, &vec![b'x'; 1 << 20]);
        assert!(output.lock().partial[0].len() < LINE + 20);
    }

    #[test]
    fn quotes_panic_message_and_location() {
        let (output, _) = output();
        output.write(
            Channel::Err,
            b"\nthread '<unnamed>' panicked at src/lib.rs:3:5:\nno such camera\nnote: run with `RUST_BACKTRACE=1`\n",
        );
        let words = LastWords {
            said: "no such camera".to_owned(),
            place: Some("src/lib.rs:3:5".to_owned()),
        };
        assert_eq!(output.finish(), Some(words));
    }

    #[test]
    fn quotes_go_panic_without_its_stack_trace() {
        let (output, _) = output();
        output.write(Channel::Err, b"panic: tool a: `far` is odd\n\ngoroutine 1 [running]:\n");
        (0..20).for_each(|_| output.write(Channel::Err, b"main.init()\n\t<autogenerated>:1 +0x1\n"));
        let words = LastWords {
            said: "tool a: `far` is odd".to_owned(),
            place: None,
        };
        assert_eq!(output.finish(), Some(words));
    }
}
