//! From a component file to a `PreparedBundle`: digest, cache, listing, compile, import check, link.
//!
//! Everything here blocks. With a warm cache nothing is compiled. Nothing of a component runs unless it has no section that
//! says what it lists (`prepare/ask.rs`).

use crate::bundle::{BundleSource, PreparedBundle};
use crate::code::{self, Code, Linked, Source};
use crate::exports::Unfit;
use crate::gate::Identity;
use crate::interfaces;
use crate::listing::{self, BadListing, Checked};
use crate::prepare_error::PrepareError;
use crate::runtime::Inner;
use crate::spec::Listing;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

mod ask;

/// A compile longer than this says that it runs.
const LONG: usize = 1 << 20;

/// From the cache; `None` where the component has to be compiled.
pub(crate) fn kept(inner: &Inner, source: &BundleSource) -> Result<Option<PreparedBundle>, PrepareError> {
    let (_, digest) = read(inner, source)?;
    from_cache(inner, source, &digest)
}

/// From the cache, else compiled and listed, until `give_up`.
pub(crate) fn prepare(
    inner: &Inner,
    source: &BundleSource,
    give_up: &CancellationToken,
) -> Result<PreparedBundle, PrepareError> {
    let (bytes, digest) = read(inner, source)?;
    if let Some(kept) = from_cache(inner, source, &digest)? {
        return Ok(kept);
    }
    let (listing, linked) = compile_and_list(inner, source, &bytes, &digest, give_up)?;
    Ok(prepared(inner, source, digest, listing, Some(linked)))
}

fn read(inner: &Inner, source: &BundleSource) -> Result<(Vec<u8>, String), PrepareError> {
    let bytes = inner.compiler.read(&source.component)?;
    looks_like_a_component(&source.component, &bytes)?;
    let digest = code::digest(&bytes);
    // Before anything is made of bytes that the operator did not mean.
    if let Some(pin) = source.pin.as_ref().filter(|pin| **pin != digest) {
        return Err(PrepareError::OtherBytes {
            file: source.component.clone(),
            bundle: source.id.clone(),
            found: digest,
            pin: pin.clone(),
        });
    }
    Ok((bytes, digest))
}

fn from_cache(inner: &Inner, source: &BundleSource, digest: &str) -> Result<Option<PreparedBundle>, PrepareError> {
    let Some(listing) = inner.cache.as_ref().and_then(|cache| cache.listing(digest)) else {
        return Ok(None);
    };
    interfaces::check(&source.component, &listing.imports)?;
    Ok(Some(prepared(inner, source, digest.to_owned(), listing, None)))
}

fn prepared(
    inner: &Inner,
    source: &BundleSource,
    digest: String,
    listing: Listing,
    linked: Option<Linked>,
) -> PreparedBundle {
    let from = Source {
        compiler: Arc::clone(&inner.compiler),
        linker: Arc::clone(&inner.linker),
        cache: inner.cache.clone(),
        file: source.component.clone(),
        digest: digest.clone(),
        // Only code that still has to be loaded from the cache can be found damaged, and kept again.
        listing: linked.is_none().then(|| listing.clone()),
    };
    PreparedBundle {
        identity: identity(source, &digest),
        id: source.id.clone(),
        digest,
        imports: listing.imports,
        tools: listing.tools,
        resources: listing.resources,
        prompts: listing.prompts,
        completions: listing.completions,
        events: listing.events,
        code: Code::new(from, linked),
    }
}

fn identity(source: &BundleSource, digest: &str) -> Arc<Identity> {
    let folder = source.component.parent().map(Path::to_path_buf).unwrap_or_default();
    let real = std::fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone());
    Arc::new(Identity {
        folders: [folder, real],
        bundle: source.id.clone(),
        digest: digest.to_owned(),
        bundled: source.bundled,
    })
}

/// Tells a component from a core module and from anything else, by its first eight bytes.
pub(crate) fn looks_like_a_component(file: &Path, bytes: &[u8]) -> Result<(), PrepareError> {
    let reason = match bytes {
        [b'\0', b'a', b's', b'm', 0x0d, 0, 1, 0, ..] => return Ok(()),
        [b'\0', b'a', b's', b'm', 1, 0, 0, 0, ..] => "it is a core module".to_owned(),
        [b'\0', b'a', b's', b'm', ..] => {
            "it has a version of the binary format that this host does not know".to_owned()
        }
        [] => "it is empty".to_owned(),
        _ => "it does not start like WebAssembly".to_owned(),
    };
    Err(PrepareError::NotAComponent {
        file: file.to_owned(),
        reason,
    })
}

fn compile_and_list(
    inner: &Inner,
    source: &BundleSource,
    bytes: &[u8],
    digest: &str,
    give_up: &CancellationToken,
) -> Result<(Listing, Linked), PrepareError> {
    let file = source.component.as_path();
    // Before anything is compiled: what is wrong with it needs no compiler to be found.
    let told = listing::in_section(bytes).map_err(|error| bad_listing(file, &error))?;
    let component = compile(inner, source, bytes, give_up)?;
    let (imports, linked) = link(inner, file, &component)?;
    let checked = match told {
        Some(told) => told,
        None => ask::listing(inner, source, digest, &linked, give_up)?,
    };
    let listing = whole(file, imports, checked, &linked)?;
    if let Some(cache) = &inner.cache {
        cache.keep(digest, &listing, &component);
    }
    Ok((listing, linked))
}

/// The JSON of a section for the component, from what its export `listing` says.
pub(crate) fn section(
    inner: &Inner,
    source: &BundleSource,
    give_up: &CancellationToken,
) -> Result<String, PrepareError> {
    let file = source.component.as_path();
    let (bytes, digest) = read(inner, source)?;
    let component = compile(inner, source, &bytes, give_up)?;
    let (_, linked) = link(inner, file, &component)?;
    let checked = ask::listing(inner, source, &digest, &linked, give_up)?;
    listing::json::write(checked).map_err(|error| bad_listing(file, &error))
}

fn compile(
    inner: &Inner,
    source: &BundleSource,
    bytes: &[u8],
    give_up: &CancellationToken,
) -> Result<Component, PrepareError> {
    let file = source.component.as_path();
    if bytes.len() > LONG {
        tracing::info!(bundle = source.id, file = %file.display(), "compiling; this may take some seconds");
    }
    let since = Instant::now();
    let component = inner.compiler.compile(file, bytes, give_up)?;
    let took = since.elapsed();
    if took > Duration::from_secs(1) {
        tracing::info!(bundle = source.id, ms = took.as_millis(), "compiled");
    }
    Ok(component)
}

/// Its imports that give a right, all served, and its code linked.
fn link(inner: &Inner, file: &Path, component: &Component) -> Result<(Vec<String>, Linked), PrepareError> {
    let imports = imports(component);
    interfaces::check(file, &imports)?;
    let linked = code::link(&inner.linker, component).map_err(|error| match error.downcast::<Unfit>() {
        Ok(Unfit::NoTools(reason)) => PrepareError::NoTools {
            file: file.to_owned(),
            reason,
        },
        Ok(Unfit::Export(reason)) => PrepareError::Export {
            file: file.to_owned(),
            reason,
        },
        Err(error) => PrepareError::Link {
            file: file.to_owned(),
            reason: link_reason(&error),
        },
    })?;
    Ok((imports, linked))
}

/// What is listed has to be there to be used, as far as that can be told without running it.
fn whole(file: &Path, imports: Vec<String>, checked: Checked, linked: &Linked) -> Result<Listing, PrepareError> {
    let exports = &linked.exports;
    for (lists, has, export) in [
        (checked.resources.len(), exports.read_resource.is_some(), "resources"),
        (checked.prompts.len(), exports.get_prompt.is_some(), "prompts"),
    ] {
        if lists > 0 && !has {
            return Err(PrepareError::Listing {
                file: file.to_owned(),
                reason: format!("it lists {lists} {export}, but does not export unity-tools:tool/{export}"),
            });
        }
    }
    Ok(Listing {
        imports,
        tools: checked.tools,
        resources: checked.resources,
        prompts: checked.prompts,
        completions: exports.complete.is_some(),
        events: exports.handle_event.is_some(),
    })
}

pub(crate) fn bad_listing(file: &Path, error: &BadListing) -> PrepareError {
    PrepareError::Listing {
        file: file.to_owned(),
        reason: error.to_string(),
    }
}

/// Names of the imports that give a right. Instances that carry only types give none.
fn imports(component: &Component) -> Vec<String> {
    let engine = component.engine();
    let kind = component.component_type();
    let only_types = |item: &ComponentItem| match item {
        ComponentItem::ComponentInstance(instance) => instance
            .exports(engine)
            .all(|(_, export)| matches!(export.ty, ComponentItem::Type(_))),
        ComponentItem::Type(_) => true,
        _ => false,
    };
    kind.imports(engine)
        .filter(|(_, import)| !only_types(&import.ty))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// A function that a served interface does not have yet is named; anything else is in the linker's words.
fn link_reason(error: &wasmtime::Error) -> String {
    let text = format!("{error:#}");
    let mut quoted = text.split('`').skip(1).step_by(2);
    match (quoted.next(), quoted.next()) {
        (Some(interface), Some(function)) if text.contains("implementation is missing") => {
            format!("it needs `{function}` of {interface}, which this host version does not have")
        }
        _ => text,
    }
}
