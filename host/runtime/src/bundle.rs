//! A bundle before its preparation ([`BundleSource`]) and after it ([`PreparedBundle`]).

use crate::cache::Tag;
use crate::code::Code;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use host_api::CallLimits;
use host_guest::gate::Identity;
use std::path::PathBuf;
use std::sync::Arc;

/// A component that is embedded in the host program, so no file on disk can replace it while the process runs.
#[derive(Clone, Copy)]
pub struct EmbeddedComponent {
    pub bytes: &'static [u8],
    /// Hex SHA-256 of `bytes`, computed when the host program was built.
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

/// Compares two components by their digests only, because equal digests mean equal bytes.
impl PartialEq for EmbeddedComponent {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for EmbeddedComponent {}

/// The input for preparing a bundle's component for calls: its file, its limits and its identity. It does not contain
/// the operator's grants, which may change later and are checked at publication and at each import call.
#[derive(Clone, Debug)]
pub struct BundleSource {
    pub id: String,
    pub component: PathBuf,
    /// The component's bytes if they are part of the host program, in which case the path `component` is only a name.
    /// `None` if the host reads the file `component`.
    pub embedded: Option<EmbeddedComponent>,
    /// The component's folder with resolved symbolic links; `None` if they are not resolved yet.
    pub real_folder: Option<PathBuf>,
    /// True for a tool that is bundled with the host. By default, it gets all its imports.
    pub bundled: bool,
    /// Hex SHA-256 of the only component file that the bundle may use (its setting `digest`); `None` accepts any file.
    pub pin: Option<String>,
    /// Limits for running the component when the host asks it for its list of tools, resources and prompts.
    pub limits: CallLimits,
}

/// A component that passed every check that needs no compiler, ready for calls. Running calls keep it alive after a
/// newer version replaced it.
#[derive(Debug)]
pub struct PreparedBundle {
    pub id: String,
    /// Hex SHA-256 of the component.
    pub digest: String,
    /// Full names of the imports with version, in the component's order, without instances that contain only types.
    pub imports: Vec<String>,
    pub tools: Vec<Arc<ToolSpec>>,
    pub resources: Vec<Arc<ResourceSpec>>,
    pub prompts: Vec<Arc<PromptSpec>>,
    /// True if the component exports the interface `completions`, which suggests argument values.
    pub completions: bool,
    /// True if the component exports the interface `events`, so the host sends it events.
    pub events: bool,
    /// True for a plain component: one whose exported functions are its tools.
    pub plain: bool,
    /// For a plain component, a sentence for each exported function that is not a tool, with the reason.
    pub left_out: Vec<String>,
    /// True if an earlier check of exactly this list of tools, resources and prompts found no error.
    pub was_found_good: bool,
    /// The id of this component's list of tools in the cache; `None` if the list was not read from the cache.
    pub(crate) listing: Option<Tag>,
    pub(crate) identity: Arc<Identity>,
    pub(crate) code: Code,
}

impl PreparedBundle {
    /// Returns true if the component still must be compiled before a call, because the host read only the section with
    /// its list of tools.
    pub fn needs_compiling(&self) -> bool {
        self.code.needs_compiling()
    }
}
