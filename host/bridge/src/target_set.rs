//! The interface of a bridge that has several targets.
//!
//! Belongs here: queries about all targets. Does not: the target of one call and queries about it (`unity_bridge`).

use crate::model::TargetRow;
use crate::wish::Wish;
use host_api::SessionNews;
use std::path::PathBuf;
use std::sync::Arc;

/// Access to the targets of a bridge that has several.
pub trait Several: Send + Sync {
    fn targets(&self) -> Vec<TargetRow>;

    /// Returns the id of the target that serves the target request `wish`, so that its caller receives only the events
    /// of this target. `None` means all events; an empty text means that the named target does not exist.
    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>>;

    /// Returns true if the target depends on the root folders of the session's client, and these are not known yet.
    fn wants_roots(&self, wish: &Wish) -> bool;

    /// Sets the root folders of the session's client; empty if the client sends none.
    fn has_roots(&self, wish: &Wish, roots: &[PathBuf]);

    /// Returns why the target that serves `wish` rejects changes for some seconds: the editor of its project folder links
    /// again, or proves that it has the folder open. `None` if nothing of this kind is expected.
    fn unsettled(&self, wish: &Wish) -> Option<&'static str>;

    /// Notifies the bridge that a session changed its root folders or ended; the session may have chosen a target.
    fn session_news(&self, session: &str, news: SessionNews);

    /// Returns sentences about recent changes of the source (folder or editor) that serves a project, oldest first.
    fn switches(&self) -> Vec<String>;
}
