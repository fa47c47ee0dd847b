//! The context of a call: its event sink, its cancellation, and the channel for questions to the user.

use crate::call::CallId;
use crate::future::BoxFuture;
use crate::json::Json;
use crate::target::UnityOfCall;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Severity of a log message, with the eight level names of MCP (and RFC 5424).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    /// Returns the name of the level in MCP.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// Parses the name of a level in MCP; `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "debug" => Self::Debug,
            "info" => Self::Info,
            "notice" => Self::Notice,
            "warning" => Self::Warning,
            "error" => Self::Error,
            "critical" => Self::Critical,
            "alert" => Self::Alert,
            "emergency" => Self::Emergency,
            _ => return None,
        })
    }
}

/// An event that a running call sends to clients before its result, such as its progress.
#[derive(Clone, Debug)]
pub enum CallEvent {
    /// The progress of the call. `progress` strictly increases; `total` is its value at the end, `None` if unknown.
    Progress {
        progress: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    /// A message for the client's log. `data` is any JSON value.
    Log {
        level: LogLevel,
        logger: Option<String>,
        data: Json,
    },
    /// The call changed the list of tools, so clients must read it again.
    ToolsChanged,
    /// The call changed the list of prompts.
    PromptsChanged,
    /// The call changed the list of resources.
    ResourcesChanged,
    ResourceUpdated {
        uri: String,
    },
    /// The guest asks to close the response stream of this call. A client that resumes the stream gets the result.
    CloseStream,
}

impl CallEvent {
    /// Returns true if only the caller receives the event, false if any client may receive it.
    pub fn is_for_its_caller(&self) -> bool {
        match self {
            Self::Progress { .. } | Self::Log { .. } | Self::CloseStream => true,
            Self::ToolsChanged | Self::PromptsChanged | Self::ResourcesChanged | Self::ResourceUpdated { .. } => false,
        }
    }
}

/// Bounded queue for the events of a call. When it is full, it drops and counts new events and never blocks the guest.
#[derive(Clone, Debug)]
pub struct EventSink {
    sender: Option<mpsc::Sender<CallEvent>>,
    dropped: Arc<AtomicU64>,
    announcements_only: bool,
}

impl EventSink {
    /// Creates a sink with a queue of `capacity` events, and its receiver. `dropped` counts dropped events.
    pub fn bounded(capacity: usize, dropped: Arc<AtomicU64>) -> (Self, mpsc::Receiver<CallEvent>) {
        let (sender, receiver) = mpsc::channel(capacity);
        (
            Self {
                sender: Some(sender),
                dropped,
                announcements_only: false,
            },
            receiver,
        )
    }

    /// Creates a sink that drops all events and does not count them, for EditorMCP and the command line.
    pub fn discard() -> Self {
        Self {
            sender: None,
            dropped: Arc::new(AtomicU64::new(0)),
            announcements_only: false,
        }
    }

    /// Makes this sink drop, without counting, the events that only the caller receives. It is for protocols other than
    /// MCP, which send nothing before the result. Events for every client are still queued.
    #[must_use]
    pub fn announcements_only(mut self) -> Self {
        self.announcements_only = true;
        self
    }

    /// Queues `event`. Returns false if the queue is full and the event was dropped.
    pub fn emit(&self, event: CallEvent) -> bool {
        let Some(sender) = &self.sender else { return true };
        if self.announcements_only && event.is_for_its_caller() {
            return true;
        }
        match sender.try_send(event) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                false
            }
            // The reader is closed: the client disconnected or has its answer.
            Err(mpsc::error::TrySendError::Closed(_)) => true,
        }
    }

    /// Returns the number of dropped events of this sink and of all sinks with the same counter.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// The optional MCP features that the client declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientCapabilities {
    pub elicitation_form: bool,
    pub elicitation_url: bool,
    pub sampling: bool,
    pub sampling_tools: bool,
    pub roots: bool,
    /// True if the client sent a progress token with this call.
    pub progress: bool,
}

/// One question to the user or to the client application, from a guest or from gate 1 (the policy check of calls).
#[derive(Clone, Debug)]
pub struct Question {
    /// The key of the question, unique within its call. The answer to the question has the same key.
    pub key: String,
    pub kind: QuestionKind,
}

/// The kinds of requests to the client that MCP allows a server.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// A form for the user; `schema` is MCP's restricted JSON Schema for forms.
    Form {
        message: String,
        schema: Json,
    },
    Url {
        message: String,
        url: String,
        id: String,
    },
    /// A request to the client's model; `params` are the parameters of `sampling/createMessage`.
    Sampling {
        params: Json,
    },
    Roots,
}

/// The client's answer to one question, as the JSON that MCP defines for this kind of question.
#[derive(Clone, Debug)]
pub struct Answer {
    pub key: String,
    pub value: Json,
}

/// Questions, with the state that their answers depend on. The host discards stored answers when this state changes.
#[derive(Clone, Debug)]
pub struct AskRequest {
    pub questions: Vec<Question>,
    /// Hex SHA-256 of the WebAssembly component of the called tool. With several targets, the id of the call's target
    /// is appended.
    pub digest: String,
    pub policy_revision: u64,
    /// True if the call already changed something, so that the host cannot run it again from the start.
    pub has_written: bool,
}

/// The reason why a question has no answer.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum AskError {
    #[error("cannot ask the client: it did not declare {capability}")]
    Unsupported { capability: &'static str },
    #[error("no answer arrived in time")]
    TimedOut,
    #[error("the call was cancelled while it waited for an answer")]
    Cancelled,
    #[error("the client refused the question: {reason}")]
    Refused { reason: String },
}

/// A channel that sends questions to the client. Each transport that can ask the user has one implementation.
pub trait AskChannel: Send + Sync + 'static {
    /// Sends all questions at once and waits for the answers, which are in the order of the questions. The waiting time
    /// does not count towards the deadline of the call. Fails if an answer is missing.
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>>;
}

/// The environment of one running call: its id, event queue, cancellation signal, client and target.
#[derive(Clone)]
pub struct CallContext {
    pub id: CallId,
    pub events: EventSink,
    pub cancel: CancellationToken,
    /// The channel for questions; `None` if the transport cannot ask the user.
    pub ask: Option<Arc<dyn AskChannel>>,
    pub client: ClientCapabilities,
    pub unity: UnityOfCall,
}

impl CallContext {
    /// Creates a context without events, questions and target, for the command line and for tests.
    pub fn detached() -> Self {
        Self {
            id: CallId::next(),
            events: EventSink::discard(),
            cancel: CancellationToken::new(),
            ask: None,
            client: ClientCapabilities::default(),
            unity: UnityOfCall::default(),
        }
    }
}

impl std::fmt::Debug for CallContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallContext")
            .field("id", &self.id)
            .field("client", &self.client)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcement_sink_discards_caller_events_without_counting_drops() {
        let dropped = Arc::new(AtomicU64::new(0));
        let (sink, mut reader) = EventSink::bounded(1, Arc::clone(&dropped));
        let quiet = sink.clone().announcements_only();
        for _ in 0..10 {
            let progress = CallEvent::Progress {
                progress: 1.0,
                total: None,
                message: None,
            };
            assert!(quiet.emit(progress) && quiet.emit(CallEvent::CloseStream));
        }
        assert_eq!(dropped.load(Ordering::Relaxed), 0);
        assert!(quiet.emit(CallEvent::ToolsChanged), "the first event has space");
        assert!(!quiet.emit(CallEvent::PromptsChanged), "the second event has no space");
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
        assert!(matches!(reader.try_recv(), Ok(CallEvent::ToolsChanged)));
        assert!(reader.try_recv().is_err());
    }
}
