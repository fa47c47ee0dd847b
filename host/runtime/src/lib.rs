//! Runs tool components: compiles them, caches them, gets their listings and calls their exports.
//!
//! Belongs here: the engine, the cache of compiled components, slots for instances, calling exports and converting
//! their results. Does not: the imports and limits of a running guest (`guest`), the list of bundles (`catalog`),
//! permissions (`policy`).

mod bundle;
mod cache;
mod code;
mod compile;
mod drive;
mod engine;
mod executable;
mod export_check;
mod exports;
mod failure;
mod inner;
mod inspect;
mod instances;
mod invoke;
mod jobs;
mod listing;
mod listing_command;
mod loading;
mod options;
mod outcome;
mod outline;
mod plain;
mod prepare;
mod prepare_error;
mod runtime;
mod sections;
mod shape;
mod spec;
#[cfg(test)]
mod testing;

pub use bundle::{BundleSource, EmbeddedComponent, PreparedBundle};
pub use compile::compile_for_host;
pub use host_guest::call::{
    CompletionQuery, DryRunReport, GuestEvent, GuestEventKind, Invocation, InvocationBase, OwnResources, Plans,
};
pub use host_guest::grants::Grants;
pub use host_guest::rights::{Pieces, Rights};
pub use host_guest::{HostFacts, HostParts};
pub use inspect::{Import, Inspected, InspectedListing, Standing, WithoutGrants, inspect};
pub use listing_command::{ListingError, ask_listing, with_listing};
pub use options::{CompileOptions, CompilerProgram, RuntimeError, RuntimeMetrics, RuntimeOptions};
pub use prepare_error::PrepareError;
pub use runtime::Runtime;
pub use spec::{AnnotationSpec, PromptArgumentSpec, PromptSpec, ResourceSpec, ToolSpec};
