//! The thread that writes a recording, so that no call waits for a disk.
//!
//! Belongs here: the bounded queue, the order of lines. Does not: the recorded data (`recording_bridge`).

use crate::line::{Announcement, Body, CallOut, End, Head, Missed, Named, Present, VERSION};
use crate::packages;
use crate::redaction::LeftOut;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use host_bridge::{BridgeError, Event, Function, LineChain, LogLine, Replied};
use serde_json::value::RawValue;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of entries, and of their estimated bytes, that wait to be written. Further ones are dropped.
const WAITING: usize = 8_192;
const WAITING_BYTES: usize = 64 << 20;
/// Estimated memory in bytes of one entry that waits to be written, without its texts.
const LINE_BYTES: usize = 256;
/// Number of bytes below the size limit of the recording file that are reserved for the file's last line.
const END_BYTES: u64 = 512;

/// The reason why a recording ended before the host did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    #[error("it has reached its limit of {0} bytes; later calls are not recorded")]
    Limit(u64),
    #[error("it cannot be written: {0}; later calls are not recorded")]
    Failed(String),
}

/// An entry in the queue of the recorder. Each entry becomes one line of the recording.
pub(crate) enum Item {
    Now(Vec<Present>),
    Named(Named),
    Call {
        unity: String,
        function: Function,
        /// The arguments of the call as JSON text, without private parts such as code.
        arguments: String,
        outcome: Box<Result<Replied, BridgeError>>,
    },
    Event(Announcement<Event>),
    Log(Announcement<LogLine>),
    /// The number of events that were dropped before the recorder received them.
    Unheard(u64),
}

/// The settings of a recorder: the content of the first line, and the limits.
pub struct RecorderOptions {
    /// The version of the host.
    pub host: String,
    /// The time at which the recording begins, in RFC 3339 format.
    pub made: String,
    /// True if Unity instances can connect to the host; false if a project folder is the only target.
    pub several: bool,
    /// Maximum bytes of the recording file.
    pub limit: u64,
    pub left_out: LeftOut,
}

/// A recorder: it writes entries to a recording on a separate thread, in the order in which they are added.
pub struct Recorder {
    queue: Mutex<Option<SyncSender<Item>>>,
    shared: Arc<Shared>,
    left_out: LeftOut,
    ended: Mutex<Receiver<()>>,
}

#[derive(Default)]
struct Shared {
    /// True while the recording accepts entries; false after it ended.
    is_open: AtomicBool,
    waiting_bytes: AtomicUsize,
    lost: AtomicU64,
}

impl Recorder {
    /// Starts a recording on a new thread. If the recording ends before the host, that thread calls `told` once.
    ///
    /// # Errors
    /// The operating system cannot create a thread.
    pub fn start(
        out: impl Write + Send + 'static,
        options: RecorderOptions,
        told: impl FnOnce(Stopped) + Send + 'static,
    ) -> io::Result<Self> {
        let RecorderOptions { limit, left_out, .. } = options;
        let head = Head {
            version: VERSION,
            host: options.host,
            made: options.made,
            several: options.several,
        };
        let (queue, items) = sync_channel(WAITING);
        let (ends, ended) = sync_channel::<()>(0);
        let shared = Arc::new(Shared {
            is_open: AtomicBool::new(true),
            ..Shared::default()
        });
        let (of_thread, words) = (Arc::clone(&shared), left_out.clone());
        std::thread::Builder::new()
            .name("recording".to_owned())
            .spawn(move || {
                // Dropped last, when the thread ends.
                let _ends = ends;
                let mut file = Lines {
                    out: Box::new(out),
                    chain: LineChain::default(),
                    left_out: words,
                    written: 0,
                    limit,
                };
                let written = file.all(&head, &items, &of_thread);
                of_thread.is_open.store(false, Ordering::Relaxed);
                if let Err(stopped) = written {
                    told(stopped);
                }
            })?;
        Ok(Self {
            queue: Mutex::new(Some(queue)),
            shared,
            left_out,
            ended: Mutex::new(ended),
        })
    }

    pub(crate) fn redaction(&self) -> &LeftOut {
        &self.left_out
    }

    pub(crate) fn is_open(&self) -> bool {
        self.shared.is_open.load(Ordering::Relaxed)
    }

    /// Adds an entry to the recorder's queue without waiting. If the queue is full, the entry is dropped and counted.
    pub(crate) fn put(&self, item: Item) {
        if !self.is_open() {
            return;
        }
        let weight = item.weight();
        let before = self.shared.waiting_bytes.fetch_add(weight, Ordering::Relaxed);
        // An entry is always accepted if the queue is empty, whatever its size.
        let has_room = before == 0 || before + weight <= WAITING_BYTES;
        let is_put = has_room && self.queue().as_ref().is_some_and(|queue| queue.try_send(item).is_ok());
        if !is_put {
            self.shared.waiting_bytes.fetch_sub(weight, Ordering::Relaxed);
            self.shared.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Ends the recording: waits until the thread has written the queue and the last line. Returns false if this takes
    /// longer than `patience`. Blocks the calling thread.
    pub fn finish(&self, patience: Duration) -> bool {
        drop(self.queue().take());
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.recv_timeout(patience) != Err(RecvTimeoutError::Timeout)
    }

    fn queue(&self) -> MutexGuard<'_, Option<SyncSender<Item>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}

impl Item {
    fn weight(&self) -> usize {
        LINE_BYTES
            + match self {
                Self::Call { arguments, outcome, .. } => {
                    arguments.len() + outcome.as_ref().as_ref().map_or(LINE_BYTES, Replied::weight)
                }
                Self::Log(line) => line.what.message.len(),
                _ => 0,
            }
    }
}

/// The output file with the lines that were written so far.
struct Lines {
    out: Box<dyn Write + Send>,
    chain: LineChain,
    left_out: LeftOut,
    written: u64,
    limit: u64,
}

impl Lines {
    /// Writes the whole recording: the first line, all entries until the queue is closed, and the last line.
    fn all(&mut self, head: &Head, items: &Receiver<Item>, shared: &Shared) -> Result<(), Stopped> {
        self.body(&Body::Head(head))?;
        let mut told = 0;
        for item in items {
            shared.waiting_bytes.fetch_sub(item.weight(), Ordering::Relaxed);
            self.write_lost(shared, &mut told)?;
            self.item(item)?;
        }
        self.write_lost(shared, &mut told)?;
        let end = End {
            complete: told == 0,
            why: (told > 0).then(|| format!("{told} lines were lost because they came faster than they were written")),
        };
        self.last(&end)
    }

    fn write_lost(&mut self, shared: &Shared, told: &mut u64) -> Result<(), Stopped> {
        let lost = shared.lost.load(Ordering::Relaxed);
        if lost == *told {
            return Ok(());
        }
        let lines = lost - std::mem::replace(told, lost);
        self.body(&Body::Missed(&Missed { lines, events: 0 }))
    }

    fn item(&mut self, item: Item) -> Result<(), Stopped> {
        match item {
            Item::Now(mut targets) => {
                for one in &mut targets {
                    packages::redact_packages(&mut one.project.packages, &self.left_out);
                }
                self.body(&Body::Now(&targets))
            }
            Item::Named(named) => self.body(&Body::Named(&named)),
            Item::Event(event) => self.body(&Body::Event(&event)),
            Item::Log(line) => self.body(&Body::Log(&line)),
            Item::Unheard(events) => self.body(&Body::Missed(&Missed { lines: 0, events })),
            Item::Call {
                unity,
                function,
                arguments,
                outcome,
            } => {
                let args = RawValue::from_string(arguments).map_err(|error| Stopped::Failed(error.to_string()))?;
                let (replied, error) = match *outcome {
                    Ok(replied) => (Some(replied), None),
                    Err(error) => (None, Some(error)),
                };
                let (reply, png) = match replied {
                    Some(Replied { mut reply, diagnostics }) => {
                        packages::redact_reply(&mut reply, &self.left_out);
                        let (reply, png) = reply.split();
                        let written = Replied { reply, diagnostics }.to_json();
                        (Some(written.map_err(|error| Stopped::Failed(error.to_string()))?), png)
                    }
                    None => (None, None),
                };
                self.body(&Body::Call(CallOut {
                    unity: &unity,
                    function: function.method(),
                    args: &args,
                    reply: reply.as_deref(),
                    error: error.as_ref(),
                    png: png.map(|png| STANDARD.encode(png)),
                }))
            }
        }
    }

    fn body(&mut self, body: &Body<'_>) -> Result<(), Stopped> {
        let text = serde_json::to_string(body).map_err(|error| Stopped::Failed(error.to_string()))?;
        let text = self.left_out.redact_json(text);
        let room = self.limit.saturating_sub(self.written + END_BYTES);
        // A little more than the checksum needs.
        if text.len() as u64 + 64 > room {
            self.last(&End {
                complete: false,
                why: Some(format!("it had reached its limit of {} bytes", self.limit)),
            })?;
            return Err(Stopped::Limit(self.limit));
        }
        self.line(&text)
    }

    fn last(&mut self, end: &End) -> Result<(), Stopped> {
        let text = serde_json::to_string(&Body::End(end)).map_err(|error| Stopped::Failed(error.to_string()))?;
        self.line(&text)?;
        self.out.flush().map_err(|error| Stopped::Failed(error.to_string()))
    }

    /// Writes one line with its checksum in one call, so that a killed host leaves at most one incomplete line.
    fn line(&mut self, body: &str) -> Result<(), Stopped> {
        let mut line = self.chain.close(body);
        line.push('\n');
        let written = self.out.write_all(line.as_bytes());
        written.map_err(|error| Stopped::Failed(error.to_string()))?;
        self.written += line.len() as u64;
        Ok(())
    }
}
