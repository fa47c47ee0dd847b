//! Runs tool components: the only crate that names wasmtime.
//!
//! Belongs here: engine, limits, the store of compiled components, bindings, one file for each imported interface, and
//! gate 2 before every use of Unity. Does not: which bundles there are (`catalog`), who may do what (`policy`), how Unity
//! is reached (`bridge-*`).

mod ask_rate;
mod bindings;
mod bundle;
mod cache;
mod call;
mod code;
mod compile;
mod drive;
mod engine;
mod exports;
mod failure;
mod fault;
mod form_texts;
mod gate;
mod grants;
mod guest_memory;
mod host_side;
mod imports;
mod inspect;
mod instances;
mod interfaces;
mod invoke;
mod jobs;
mod listing;
mod listing_command;
mod loading;
mod notes;
mod offered;
mod options;
mod outcome;
mod outline;
mod plain;
mod prepare;
mod prepare_error;
mod questions;
mod reaching_nothing;
mod rights;
mod runtime;
mod sections;
mod shape;
mod spec;
mod state;
mod store;
#[cfg(test)]
mod testing;
mod wasi;

pub use bundle::{BundleSource, PreparedBundle};
pub use call::{CompletionQuery, GuestEvent, GuestEventKind, Invocation, InvocationBase, OwnResources, Plans, Told};
pub use compile::compile_for_host;
pub use grants::Grants;
pub use inspect::{Import, Inspected, InspectedListing, Standing, inspect};
pub use listing_command::{ListingError, ask_listing, with_listing};
pub use options::{
    CompileOptions, CompilerProgram, HostFacts, HostParts, RuntimeError, RuntimeMetrics, RuntimeOptions,
};
pub use prepare_error::PrepareError;
pub use rights::{Pieces, Rights};
pub use runtime::Runtime;
pub use spec::{AnnotationSpec, PromptArgumentSpec, PromptSpec, ResourceSpec, ToolSpec};
