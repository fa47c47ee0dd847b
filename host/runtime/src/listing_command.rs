//! Gets the listing of a component by running it, and writes a listing into the section of a component.
//!
//! Belongs here: these two steps, for programs that build components. Does not: publishing a bundle (`prepare`).

use crate::bundle::BundleSource;
use crate::compile;
use crate::options::{CompileOptions, RuntimeOptions};
use crate::prepare_error::PrepareError;
use crate::runtime::Runtime;
use crate::{listing, options, prepare};
use host_api::CallLimits;
use host_guest::HostParts;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Calls the export `listing` of `component` and returns its result as the JSON of a listing section. Rejects every
/// import call of the component. Blocks.
///
/// # Errors
/// Fails if the component has no such export, or if its listing is invalid.
pub fn ask_listing(component: &Path, compile: CompileOptions) -> Result<String, ListingError> {
    let options = RuntimeOptions {
        compile,
        max_instances: 1,
        ..RuntimeOptions::default()
    };
    let runtime = Runtime::new(options, HostParts::reaching_nothing())?;
    let source = BundleSource {
        id: "listing".to_owned(),
        component: component.to_owned(),
        embedded: None,
        real_folder: None,
        bundled: false,
        pin: None,
        limits: CallLimits::default(),
    };
    Ok(runtime.section(&source, &CancellationToken::new())?)
}

/// Returns the bytes of `component` with `json` as its listing section, which replaces an existing one.
///
/// # Errors
/// Fails if the file cannot be read or is not a component.
pub fn with_listing(component: &Path, json: &str) -> Result<Vec<u8>, ListingError> {
    let bytes = compile::read(component, CompileOptions::default().max_bytes)?;
    prepare::looks_like_a_component(component, &bytes)?;
    Ok(listing::section::put(&bytes, json))
}

/// The reason why the listing of a component is not available.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    #[error("{0}; {remedy}", remedy = .0.remedy())]
    Component(#[from] PrepareError),
    #[error(transparent)]
    Runtime(#[from] options::RuntimeError),
}
