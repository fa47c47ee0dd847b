//! The description of a bundle before its preparation ([`BundleSource`]) and after it ([`PreparedBundle`]).

use crate::cache::Tag;
use crate::code::Code;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use host_api::CallLimits;
use host_guest::gate::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// A component that is contained in the program file. No file on disk can replace it while this process runs.
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

/// Compares digests: equal digests mean equal bytes.
impl PartialEq for EmbeddedComponent {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for EmbeddedComponent {}

/// A component file and its requirements before preparation. It does not contain the operator's grants: these may
/// change later, and are checked at publication and at each import call.
#[derive(Clone, Debug)]
pub struct BundleSource {
    pub id: String,
    pub component: PathBuf,
    /// The component's bytes, if the program contains them; then `component` is only a name for messages.
    pub embedded: Option<EmbeddedComponent>,
    /// The component's folder with symbolic links resolved; `None` if it has not been resolved yet.
    pub real_folder: Option<PathBuf>,
    /// True for a bundled tool, whose default grants are all its imports.
    pub bundled: bool,
    /// Hex SHA-256 of the only accepted component; `None` = any component in the folder.
    pub pin: Option<String>,
    /// Limits for the run that returns the component's listing.
    pub limits: CallLimits,
}

/// A component that passed every check that needs no compiler, ready to be called. Running calls keep it alive after it
/// was replaced.
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
    /// True if the component exports `completions`.
    pub completions: bool,
    /// True if the component exports `events`.
    pub events: bool,
    /// True for a plain component, whose exported functions are its tools.
    pub plain: bool,
    /// For a plain component: one sentence for each exported function that is not a tool, with the reason.
    pub left_out: Vec<String>,
    /// The catalog checked this exact listing before and found no error.
    pub was_found_good: bool,
    /// Identifies the cached listing; `None` if the listing does not come from the cache.
    pub(crate) listing: Option<Tag>,
    pub(crate) identity: Arc<Identity>,
    pub(crate) code: Code,
}

impl PreparedBundle {
    /// Returns true if only the listing section was read, so that the code must still be compiled.
    pub fn needs_compiling(&self) -> bool {
        self.code.needs_compiling()
    }
}
