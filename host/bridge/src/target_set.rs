//! The interface of a bridge that has several targets.
//!
//! Belongs here: questions about all targets. Does not: the target of one call (`UnityBridge::resolve_target`), questions
//! about one target (`unity_bridge`).

use crate::model::TargetRow;
use crate::wish::Wish;
use host_api::SessionNews;
use std::path::PathBuf;
use std::sync::Arc;

/// The targets of a bridge.
pub trait Several: Send + Sync {
    /// All targets.
    fn targets(&self) -> Vec<TargetRow>;

    /// The id of the target whose events a caller with this wish receives, which is the target of its calls. `None` if
    /// everyone receives all events; an empty text if the wish names a target that does not exist.
    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>>;

    /// Whether the root folders of the session's client would choose among the targets, and are unknown.
    fn wants_roots(&self, wish: &Wish) -> bool;

    /// Sets those folders; empty if the client sends none.
    fn has_roots(&self, wish: &Wish, roots: &[PathBuf]);

    /// Reports news about a session that chose a target, or may have chosen one.
    fn session_news(&self, session: &str, news: SessionNews);

    /// Sentences about recent changes of the answering target (folder or editor), oldest first.
    fn switches(&self) -> Vec<String>;
}
