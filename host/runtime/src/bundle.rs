//! A bundle before and after it was prepared.

use crate::cache::Tag;
use crate::code::Code;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use host_api::CallLimits;
use host_guest::gate::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// A component that is part of the program file: nothing on disk can replace it while this process runs.
#[derive(Clone, Copy)]
pub struct EmbeddedComponent {
    pub bytes: &'static [u8],
    /// Hex SHA-256 of `bytes`, computed when the program was built.
    pub digest: &'static str,
}

impl std::fmt::Debug for EmbeddedComponent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("EmbeddedComponent")
            .field("digest", &self.digest)
            .finish_non_exhaustive()
    }
}

/// The digest stands for the bytes.
impl PartialEq for EmbeddedComponent {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for EmbeddedComponent {}

/// A component file, and what is asked of it before it is compiled. What the operator grants plays no part: that is asked
/// when it is published and at each use of an import, and may change meanwhile.
#[derive(Clone, Debug)]
pub struct BundleSource {
    pub id: String,
    pub component: PathBuf,
    /// Its bytes, if they are in the program; then `component` is only a name for messages.
    pub embedded: Option<EmbeddedComponent>,
    /// The component's folder without links, where that was found out already.
    pub real_folder: Option<PathBuf>,
    /// One of the host's own: its default grants are all that it imports.
    pub bundled: bool,
    /// Hex SHA-256 of the only component that is taken; `None` = whatever lies in the folder.
    pub pin: Option<String>,
    /// Bounds of the listing.
    pub limits: CallLimits,
}

/// A component that passed every check that needs no compiler, ready to be called. Calls in flight keep it alive after it was replaced.
#[derive(Debug)]
pub struct PreparedBundle {
    pub id: String,
    /// Hex SHA-256 of the component.
    pub digest: String,
    /// Full import names with version, in the component's order; instances that carry only types are left out.
    pub imports: Vec<String>,
    pub tools: Vec<Arc<ToolSpec>>,
    pub resources: Vec<Arc<ResourceSpec>>,
    pub prompts: Vec<Arc<PromptSpec>>,
    /// It exports `completions`.
    pub completions: bool,
    /// It exports `events`.
    pub events: bool,
    /// A plain component: its tools are its functions.
    pub plain: bool,
    /// One sentence for each of them that is no tool.
    pub left_out: Vec<String>,
    /// The catalogue looked through just this listing before, and found nothing wrong.
    pub was_found_good: bool,
    /// `None` where it does not come from the cache.
    pub(crate) listing: Option<Tag>,
    pub(crate) identity: Arc<Identity>,
    pub(crate) code: Code,
}

impl PreparedBundle {
    /// Its section alone was read, and the code is still to be compiled.
    pub fn needs_compiling(&self) -> bool {
        self.code.needs_compiling()
    }
}
