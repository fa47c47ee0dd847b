//! A bundle before and after its preparation.

use crate::cache::Tag;
use crate::code::Code;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use host_api::CallLimits;
use host_guest::gate::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// A component inside the program file: nothing on disk can replace it while this process runs.
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

/// Equal digests mean equal bytes.
impl PartialEq for EmbeddedComponent {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for EmbeddedComponent {}

/// A component file, and its requirements before it is compiled. Grants of the operator are not part of this: they are
/// checked at publication and at each import call, and may change meanwhile.
#[derive(Clone, Debug)]
pub struct BundleSource {
    pub id: String,
    pub component: PathBuf,
    /// Its bytes, if they are in the program; then `component` is only a name for messages.
    pub embedded: Option<EmbeddedComponent>,
    /// The component's folder with links resolved, if that is already known.
    pub real_folder: Option<PathBuf>,
    /// A bundled tool: its default grants are all its imports.
    pub bundled: bool,
    /// Hex SHA-256 of the only accepted component; `None` = any component in the folder.
    pub pin: Option<String>,
    /// Limits of the listing.
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
    /// It exports `completions`.
    pub completions: bool,
    /// It exports `events`.
    pub events: bool,
    /// A plain component: its functions are its tools.
    pub plain: bool,
    /// One sentence for each function that is not a tool.
    pub left_out: Vec<String>,
    /// The catalog checked this exact listing before and found no error.
    pub was_found_good: bool,
    /// `None` if it does not come from the cache.
    pub(crate) listing: Option<Tag>,
    pub(crate) identity: Arc<Identity>,
    pub(crate) code: Code,
}

impl PreparedBundle {
    /// Only its listing section was read; the code is not compiled yet.
    pub fn needs_compiling(&self) -> bool {
        self.code.needs_compiling()
    }
}
