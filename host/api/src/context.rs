//! What travels beside a call: where its events go, how it is cancelled, how a person is asked.

use crate::call::CallId;
use crate::future::BoxFuture;
use crate::json::Json;
use crate::target::UnityOfCall;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Severity of a log message, as MCP names them (RFC 5424 without `alert` aliases).
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
    /// MCP's spelling.
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

    /// From MCP's spelling.
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

/// Something a running call says before its result.
#[derive(Clone, Debug)]
pub enum CallEvent {
    /// Strictly increasing `progress`; `total` where it is known.
    Progress {
        progress: f64,
        total: Option<f64>,
        message: Option<String>,
    },
    /// A message for the client's log; `data` is any JSON.
    Log {
        level: LogLevel,
        logger: Option<String>,
        data: Json,
    },
    /// The list of tools, prompts or resources changed through this call.
    ToolsChanged,
    PromptsChanged,
    ResourcesChanged,
    ResourceUpdated {
        uri: String,
    },
    /// The guest asks the transport to close this call's stream now; the result is fetched by resuming.
    CloseStream,
}

impl CallEvent {
    /// True where only the caller could be told, false where every client may be concerned.
    pub fn is_for_its_caller(&self) -> bool {
        match self {
            Self::Progress { .. } | Self::Log { .. } | Self::CloseStream => true,
            Self::ToolsChanged | Self::PromptsChanged | Self::ResourcesChanged | Self::ResourceUpdated { .. } => false,
        }
    }
}

/// Bounded sink of a call's events. A full sink drops and counts; it never blocks the guest.
#[derive(Clone, Debug)]
pub struct EventSink {
    sender: Option<mpsc::Sender<CallEvent>>,
    dropped: Arc<AtomicU64>,
    announcements_only: bool,
}

impl EventSink {
    /// A sink and its reading end; `capacity` events wait at most.
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

    /// For callers that take no events (EditorMCP, the command line). Nothing is counted as dropped: nobody was listening.
    pub fn discard() -> Self {
        Self {
            sender: None,
            dropped: Arc::new(AtomicU64::new(0)),
            announcements_only: false,
        }
    }

    /// The same sink for a caller that hears nothing before its answer (every dialect but MCP): what is for the caller
    /// ends here, takes no room and is not counted; what concerns every client goes on.
    #[must_use]
    pub fn announcements_only(mut self) -> Self {
        self.announcements_only = true;
        self
    }

    /// Hands `event` on; false where it was dropped because the reader lags.
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
            // The reader left: the client is gone or has its answer.
            Err(mpsc::error::TrySendError::Closed(_)) => true,
        }
    }

    /// How many events this sink (and all that share its counter) dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

/// What the client declared it can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientCapabilities {
    pub elicitation_form: bool,
    pub elicitation_url: bool,
    pub sampling: bool,
    pub sampling_tools: bool,
    pub roots: bool,
    /// The client sent a progress token with this call.
    pub progress: bool,
}

/// One question of a guest (or of gate 1) to the person or the application behind the client.
#[derive(Clone, Debug)]
pub struct Question {
    /// The asker's own key; answers come back under it.
    pub key: String,
    pub kind: QuestionKind,
}

/// What MCP lets a server ask.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// `schema` is MCP's restricted form schema.
    Form {
        message: String,
        schema: Json,
    },
    Url {
        message: String,
        url: String,
        id: String,
    },
    /// The parameters of `sampling/createMessage`, as JSON.
    Sampling {
        params: Json,
    },
    Roots,
}

/// The client's answer, as JSON in the form MCP gives for the question's kind.
#[derive(Clone, Debug)]
pub struct Answer {
    pub key: String,
    pub value: Json,
}

/// Questions, and what their answers hang on: answers kept over a retry hold only while this is the same.
#[derive(Clone, Debug)]
pub struct AskRequest {
    pub questions: Vec<Question>,
    /// Hex SHA-256 of the component that asks, or that gate 1 asks for, with the Unity that the call is for where there are several.
    pub digest: String,
    /// Of the policy in force when the question is asked.
    pub policy_revision: u64,
    /// The call changed something already: it cannot be run again from the start.
    pub has_written: bool,
}

/// Why a question was not answered.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum AskError {
    #[error("the client cannot be asked: it did not declare {capability}")]
    Unsupported { capability: &'static str },
    #[error("nobody answered in time")]
    TimedOut,
    #[error("the call was cancelled while it waited for an answer")]
    Cancelled,
    #[error("the client refused the question: {reason}")]
    Refused { reason: String },
}

/// How questions reach the client. One implementation per transport that can ask.
pub trait AskChannel: Send + Sync + 'static {
    /// Asks all questions at once and waits for all answers, which come in the questions' order. The wait is outside the
    /// call's deadline.
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>>;
}

/// Everything a call carries besides its request.
#[derive(Clone)]
pub struct CallContext {
    pub id: CallId,
    pub events: EventSink,
    pub cancel: CancellationToken,
    /// `None` where the transport cannot ask.
    pub ask: Option<Arc<dyn AskChannel>>,
    pub client: ClientCapabilities,
    pub unity: UnityOfCall,
}

impl CallContext {
    /// A context that takes no events and cannot ask: the command line's, and a base for tests.
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
    fn a_sink_for_announcements_ends_what_is_for_the_caller_and_counts_nothing() {
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
        assert!(quiet.emit(CallEvent::ToolsChanged), "there is room for it");
        assert!(!quiet.emit(CallEvent::PromptsChanged), "and for no second one");
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
        assert!(matches!(reader.try_recv(), Ok(CallEvent::ToolsChanged)));
        assert!(reader.try_recv().is_err());
    }
}
