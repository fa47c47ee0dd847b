//! Lists a component by running it, and writes the listing into the section of a component, which may be another one.
//!
//! Belongs here: those two steps for a program that builds components. Does not: publication (`prepare`).

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

/// The JSON of the section for `component`, from its export `listing`, which runs with every import rejected. Blocks.
///
/// # Errors
/// If it has no such export, or if its listing would be rejected at publication.
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

/// The bytes of `component` with that JSON as its section, instead of an existing one.
///
/// # Errors
/// If the file cannot be read or is not a component.
pub fn with_listing(component: &Path, json: &str) -> Result<Vec<u8>, ListingError> {
    let bytes = compile::read(component, CompileOptions::default().max_bytes)?;
    prepare::looks_like_a_component(component, &bytes)?;
    Ok(listing::section::put(&bytes, json))
}

/// Why there is no listing.
#[derive(Debug, thiserror::Error)]
pub enum ListingError {
    #[error("{0}; {remedy}", remedy = .0.remedy())]
    Component(#[from] PrepareError),
    #[error(transparent)]
    Runtime(#[from] options::RuntimeError),
}
