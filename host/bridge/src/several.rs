//! What a bridge is asked that stands for several Unitys.
//!
//! Belongs here: those questions. Does not: the one that a call goes to (`UnityBridge::of_call`), what one is asked (`unity_bridge`).

use crate::model::UnityRow;
use crate::wish::Wish;
use host_api::SessionNews;
use std::path::PathBuf;
use std::sync::Arc;

/// The Unitys that a bridge stands for.
pub trait Several: Send + Sync {
    /// All of them.
    fn unitys(&self) -> Vec<UnityRow>;

    /// The id of the one whose events whoever makes such a wish hears: the one that their calls go to. `None` where everybody hears
    /// all; an empty text where they name nobody who is here.
    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>>;

    /// Whether the root folders of that session's client would choose among them, and are not known.
    fn wants_roots(&self, wish: &Wish) -> bool;

    /// Those folders; none where the client tells none.
    fn has_roots(&self, wish: &Wish, roots: &[PathBuf]);

    /// What became of a session that chose, or may have.
    fn session_news(&self, session: &str, news: SessionNews);

    /// What lately came to answer in another's place, oldest first, as sentences.
    fn switches(&self) -> Vec<String>;
}
