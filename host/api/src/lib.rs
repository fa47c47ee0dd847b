//! Plain types and traits that the other crates of the host share.
//!
//! Belongs here: types that several crates use. Does not: I/O, HTTP, wasmtime, JSON-RPC, policy decisions.

pub mod access;
pub mod audit;
pub mod call;
pub mod context;
pub mod deadline;
pub mod descriptor;
pub mod error;
pub mod extra;
pub mod future;
pub mod health;
pub mod identity;
pub mod interface;
pub mod json;
pub mod limits;
pub mod link;
pub mod outcome;
pub mod percent;
pub mod profile;
mod recipients;
pub mod refusal;
pub mod service;
pub mod similar_names;
pub mod target;
mod visible;

pub use access::{Access, AccessTarget, Effect};
pub use audit::{AuditRecord, AuditSink, AuditStage, AuditWriteError, KeyChange, PolicyRecord, PolicySource};
pub use call::{CallId, CallRequest, Caller, Dialect, ReadPurpose};
pub use context::{
    Answer, AskChannel, AskError, AskRequest, CallContext, CallEvent, ClientCapabilities, EventSink, LogLevel,
    Question, QuestionKind,
};
pub use deadline::{Deadline, DeadlineState, Exceeded};
pub use descriptor::{
    Annotations, CatalogView, PromptArgument, PromptDescriptor, ResourceDescriptor, TaskSupport, ToolDescriptor,
};
pub use error::{CallError, ErrorKind};
pub use extra::{Extra, ExtraOf};
pub use future::BoxFuture;
pub use health::{BundleHealth, CoreMetrics, Health, TargetHealth, ToolCounters};
pub use identity::{Identity, Proof};
pub use interface::Interface;
pub use json::{Json, Members, Tree, json_text_end, object_text};
pub use limits::CallLimits;
pub use link::{Arrived, Carrier, Link, LinkService, Sent};
pub use outcome::{
    CallOutcome, Completion, CompletionReference, CompletionRequest, ContentBlock, PromptMessage, PromptOutcome,
    PromptRequest, RenderedPrompt, ResourceBody, ResourceContents, ResourceOutcome, ResourceRequest, ResultExtra, Role,
    ToolOutcome,
};
pub use profile::{Audience, Profile, is_for_agents};
pub use recipients::{Announced, Whose};
pub use refusal::{Refusal, Rule};
pub use service::{HostEvent, HostLine, SessionNews, ToolService};
pub use target::{Source, Target, UnityOfCall};
pub use visible::{deceives, visible, visible_lines};
