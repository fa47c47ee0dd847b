//! Facts about a component file that can be read without compiling or running it.
//!
//! Belongs here: imports, exports, listing, sizes. Does not: their output (the program), the operator's grants.

use crate::options::CompileOptions;
use crate::outline::Outline;
use crate::prepare_error::PrepareError;
use crate::spec::{PromptSpec, ResourceSpec, ToolSpec};
use crate::{code, compile, export_check, listing, plain, prepare, sections};
use host_api::{Effect, Interface};
use host_guest::interfaces;
use std::path::Path;

/// The facts about one component file.
#[derive(Debug)]
pub struct Inspected {
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Hex SHA-256 of the file, which is the value for `[bundles.<id>] digest`.
    pub digest: String,
    /// Imported interfaces in the component's order, without those that contain only types.
    pub imports: Vec<Import>,
    /// Full names of the component's exports with version, e.g. `unity-tools:tool/tools@0.3.0`.
    pub exports: Vec<String>,
    pub listing: InspectedListing,
    /// Sizes of the core modules in bytes, including nested ones.
    pub modules: Vec<u64>,
    /// Size in bytes of the JSON in the section with the component's list of tools. `None` without such a section.
    pub section: Option<u64>,
    /// The reason why a host of this version would reject the component; `None` if only compiling can show a reason.
    pub refused: Option<PrepareError>,
}

/// One imported interface.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// Full name of the interface with version.
    pub name: String,
    pub standing: Standing,
}

/// The permission for an import if the configuration says nothing about it and the bundle is not bundled with the host.
#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    Granted,
    /// The import needs a grant in the configuration.
    NotGranted(Interface),
    /// This version of the host does not support the import and rejects the bundle; contains the reason.
    NotServed(String),
}

/// The source of a component's listing.
#[derive(Debug)]
pub enum InspectedListing {
    /// The component contains its list of tools, resources and prompts in a custom section.
    Section {
        tools: Vec<ToolSpec>,
        resources: Vec<ResourceSpec>,
        prompts: Vec<PromptSpec>,
    },
    /// The component is plain: its functions are its tools. `left_out` contains the other functions, with reasons.
    Plain {
        tools: Vec<ToolSpec>,
        left_out: Vec<String>,
    },
    /// The component has no such section, so the host must call its export `listing`.
    Export,
    /// The component has neither a section with its list of tools nor an export `listing`, so a host rejects it.
    Missing,
}

/// The tools, resources and prompts that clients can use if the operator grants nothing.
#[derive(Debug, PartialEq, Eq)]
pub enum WithoutGrants {
    /// The bundle needs no grant, so clients can use everything.
    NeedsNone,
    /// Clients can use these tools, and all resources and prompts, because they only read.
    Served(Vec<String>),
    /// Clients can use the tools that only read. The component file does not contain their names, because only the
    /// export `listing` or `bundle.toml` declares the effects.
    NotKnown,
    /// Clients cannot use anything of the bundle.
    Nothing,
}

impl Inspected {
    /// Returns the tools, resources and prompts that clients can use if the operator grants nothing.
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

/// Reads the facts about a component file of at most `compile.size` bytes, without running it.
///
/// # Errors
/// Fails if the file is not a valid component, or if its listing section is invalid.
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
