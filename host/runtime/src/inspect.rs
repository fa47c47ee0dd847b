//! Facts about a component file that need neither compiling nor running it.
//!
//! Belongs here: imports, exports, listing, sizes. Does not: how they are shown (the program), the operator's grants.

use crate::options::CompileOptions;
use crate::outline::Outline;
use crate::prepare_error::PrepareError;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use crate::{code, compile, export_check, listing, plain, prepare, sections};
use host_api::{Effect, Interface};
use host_guest::interfaces;
use std::path::Path;

/// The facts about one component.
#[derive(Debug)]
pub struct Inspected {
    /// Bytes of the file.
    pub bytes: u64,
    /// Hex SHA-256, the value for `[bundles.<id>] digest`.
    pub digest: String,
    /// Imported interfaces in the component's order, without those that have no functions.
    pub imports: Vec<Import>,
    /// Full names of the exports, with version.
    pub exports: Vec<String>,
    pub listing: InspectedListing,
    /// Sizes in bytes of the core modules, including nested ones.
    pub modules: Vec<u64>,
    /// Bytes of the JSON in the listing section; `None` if there is no section.
    pub section: Option<u64>,
    /// Why a host of this version would reject it, as far as that is known without compiling it.
    pub refused: Option<PrepareError>,
}

/// One imported interface.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// Full name with version.
    pub name: String,
    pub standing: Standing,
}

/// Whether a bundle that is not a bundled tool may use an import without any configuration.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    Granted,
    /// The import needs a grant in the configuration.
    NotGranted(Interface),
    /// No host of this version serves the import; contains the reason. The host rejects the bundle.
    NotServed(String),
}

/// Where the listing of a component comes from.
#[derive(Debug)]
pub enum InspectedListing {
    /// The listing is in the component's section.
    Section {
        tools: Vec<ToolSpec>,
        resources: Vec<ResourceSpec>,
        prompts: Vec<PromptSpec>,
    },
    /// A plain component. Its functions are its tools; the others are listed with the reason why they are not tools.
    Plain {
        tools: Vec<ToolSpec>,
        left_out: Vec<String>,
    },
    /// The component has no section: the host must run its export `listing`.
    Export,
    /// The component has neither a section nor an export `listing` of this version: a host rejects it.
    Missing,
}

/// Which pieces of a bundle are served without any grant, for a bundle that is not a bundled tool.
#[derive(Debug, PartialEq, Eq)]
pub enum WithoutGrants {
    /// The bundle needs no grant, so all its pieces are served.
    NeedsNone,
    /// These tools, and the resources and prompts, are served, because they only read.
    Served(Vec<String>),
    /// The read-only tools are served, but this file does not contain which these are: the listing (or `bundle.toml`)
    /// declares it.
    NotKnown,
    /// The bundle is not served at all.
    Nothing,
}

impl Inspected {
    /// Returns which pieces are served if the operator grants nothing.
    pub fn without_grants(&self) -> WithoutGrants {
        if !self
            .imports
            .iter()
            .any(|import| matches!(import.standing, Standing::NotGranted(_)))
        {
            return WithoutGrants::NeedsNone;
        }
        let (tools, others) = match &self.listing {
            InspectedListing::Section {
                tools,
                resources,
                prompts,
            } => (tools, resources.len() + prompts.len()),
            InspectedListing::Plain { .. } | InspectedListing::Export => return WithoutGrants::NotKnown,
            InspectedListing::Missing => return WithoutGrants::Nothing,
        };
        let reads = tools.iter().filter(|tool| tool.effect == Effect::Read);
        let reads: Vec<String> = reads.map(|tool| tool.name.clone()).collect();
        match reads.is_empty() && others == 0 {
            true => WithoutGrants::Nothing,
            false => WithoutGrants::Served(reads),
        }
    }
}

/// Inspects a component file of at most `compile.size` bytes. Runs nothing.
///
/// # Errors
/// If the file is not a valid component, or if its listing section is invalid.
pub fn inspect(file: &Path) -> Result<Inspected, PrepareError> {
    let bytes = compile::read(file, CompileOptions::default().max_bytes)?;
    prepare::looks_like_a_component(file, &bytes)?;
    let listed = listing::in_section(&bytes).map_err(|error| prepare::bad_listing(file, &error))?;
    let section = listing::section::find(&bytes)
        .ok()
        .flatten()
        .map(|json| json.len() as u64);
    let outline = Outline::read_validated(&bytes).map_err(|reason| PrepareError::NotAComponent {
        file: file.to_owned(),
        reason,
    })?;
    let plain = plain::read_plain(&bytes, &outline).transpose();
    let plain = plain.map_err(|error| prepare::bad_listing(file, &error))?;
    let judged = compile::check_functions(file, &bytes, &CompileOptions::default())
        .and_then(|()| prepare::check_loadable(file, &outline, listed.as_ref(), plain.as_ref()));
    let has_export = export_check::find(&outline, "listing").is_some();
    let Outline { imports, exports, .. } = outline;
    Ok(Inspected {
        bytes: bytes.len() as u64,
        digest: code::digest(&bytes),
        imports: imports.into_iter().map(import_standing).collect(),
        exports,
        listing: match (listed, plain) {
            (_, Some(plain)) => InspectedListing::Plain {
                tools: plain.checked.tools,
                left_out: plain.left_out,
            },
            (Some(listed), None) => InspectedListing::Section {
                tools: listed.tools,
                resources: listed.resources,
                prompts: listed.prompts,
            },
            (None, None) if has_export => InspectedListing::Export,
            (None, None) => InspectedListing::Missing,
        },
        modules: modules(&bytes),
        section,
        refused: judged.err(),
    })
}

fn import_standing(name: String) -> Import {
    let one = std::slice::from_ref(&name);
    let standing = match (interfaces::check(one), Interface::from_name(&name)) {
        (Err(not_served), _) => Standing::NotServed(not_served.reason),
        (Ok(()), Some(interface)) if !interface.is_default() => Standing::NotGranted(interface),
        (Ok(()), _) => Standing::Granted,
    };
    Import { name, standing }
}

fn modules(bytes: &[u8]) -> Vec<u64> {
    let mut found = Vec::new();
    let mut parts = vec![bytes];
    while let Some(part) = parts.pop() {
        for section in sections::read_sections(part) {
            match section.id {
                sections::CORE_MODULE => found.push(section.contents.len() as u64),
                sections::COMPONENT => parts.push(section.contents),
                _ => {}
            }
        }
    }
    found
}
