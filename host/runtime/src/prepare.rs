//! Prepares a component as a `PreparedBundle`: digest, cache, listing, check of imports. Then it compiles and links the
//! component, unless the section contains the listing, so that the code can be compiled later (`code`).
//!
//! Every function here blocks. If the cache contains the component, nothing is compiled. No code of the component runs
//! unless it has no listing section (`prepare/ask.rs`).

use crate::bundle::{BundleSource, PreparedBundle};
use crate::code::{self, Code, Linked, Source};
use crate::export_check::{self, Offered};
use crate::inner::Inner;
use crate::listing::{self, BadListing, Checked};
use crate::outline::Outline;
use crate::plain;
use crate::prepare_error::PrepareError;
use crate::spec::Listing;
use data_encoding::HEXLOWER;
use host_guest::gate::Identity;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

mod ask;

/// Prepares a bundle from the cache or the listing section; `None` if only compiling can give its listing.
pub(crate) fn prepare_uncompiled(inner: &Inner, source: &BundleSource) -> Result<Option<PreparedBundle>, PrepareError> {
    if let Some(kept) = prepare_unread(inner, source)? {
        return Ok(Some(kept));
    }
    let (bytes, digest) = read(inner, source)?;
    match from_cache(inner, source, &digest)? {
        Some(kept) => Ok(Some(kept)),
        None => from_section(inner, source, &bytes, digest),
    }
}

/// Prepares a bundle from the cache without reading its file; `None` if the file may have changed or is not cached.
fn prepare_unread(inner: &Inner, source: &BundleSource) -> Result<Option<PreparedBundle>, PrepareError> {
    // A digest from the operator is compared with the actual file at every start.
    if source.pin.is_some() {
        return Ok(None);
    }
    if let Some(embedded) = &source.embedded {
        return from_cache(inner, source, embedded.digest);
    }
    let most = inner.compiler.max_bytes();
    let known = inner
        .cache
        .as_ref()
        .and_then(|cache| cache.digest(&source.component, most));
    match known {
        Some(digest) => from_cache(inner, source, &digest),
        None => Ok(None),
    }
}

/// Prepares a bundle from its component's listing section; `None` if it must be compiled. Reports only errors of the
/// section, the imports and the size, because the compiler has better messages for others.
fn from_section(
    inner: &Inner,
    source: &BundleSource,
    bytes: &[u8],
    digest: String,
) -> Result<Option<PreparedBundle>, PrepareError> {
    let file = source.component.as_path();
    let told = listing::in_section(bytes).map_err(|error| bad_listing(file, &error))?;
    inner.compiler.check_size(file, bytes)?;
    let Ok(outline) = Outline::read(bytes) else {
        return Ok(None);
    };
    let listing = match (told, plain::read_plain(bytes, &outline)) {
        // A plain component ignores a listing section, because the functions in it could not be called.
        (_, Some(plain)) => {
            PrepareError::check_served(file, &outline.imports)?;
            plain_listing(file, outline.imports, plain)?
        }
        (Some(told), None) => {
            PrepareError::check_served(file, &outline.imports)?;
            let Ok(offered) = Offered::from_outline(&outline) else {
                return Ok(None);
            };
            whole(file, outline.imports, told, offered)?
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(prepared(inner, source, digest, listing, CodeIs::ToCompile)))
}

/// Prepares a bundle from the cache, or else by compiling and listing it. Fails if `give_up` is cancelled.
pub(crate) fn prepare(
    inner: &Inner,
    source: &BundleSource,
    give_up: &CancellationToken,
) -> Result<PreparedBundle, PrepareError> {
    if let Some(kept) = prepare_unread(inner, source)? {
        return Ok(kept);
    }
    let (bytes, digest) = read(inner, source)?;
    if let Some(kept) = from_cache(inner, source, &digest)? {
        return Ok(kept);
    }
    let (listing, linked) = compile_and_list(inner, source, &bytes, &digest, give_up)?;
    Ok(prepared(
        inner,
        source,
        digest,
        listing,
        CodeIs::Linked(Box::new(linked)),
    ))
}

fn plain_listing(
    file: &Path,
    imports: Vec<String>,
    plain: Result<plain::Plain, BadListing>,
) -> Result<Listing, PrepareError> {
    let plain = plain.map_err(|error| bad_listing(file, &error))?;
    has_tools(file, &plain)?;
    Ok(Listing {
        imports,
        tools: into_arcs(plain.checked.tools),
        plain: true,
        left_out: plain.left_out,
        ..Listing::default()
    })
}

enum CodeIs {
    Linked(Box<Linked>),
    InTheCache,
    ToCompile,
}

fn read(inner: &Inner, source: &BundleSource) -> Result<(Cow<'static, [u8]>, String), PrepareError> {
    let (bytes, digest) = match &source.embedded {
        Some(embedded) => (Cow::Borrowed(embedded.bytes), embedded.digest.to_owned()),
        None => read_file(inner, source)?,
    };
    // This check precedes any use of bytes that the operator did not approve.
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

fn read_file(inner: &Inner, source: &BundleSource) -> Result<(Cow<'static, [u8]>, String), PrepareError> {
    let (bytes, stamp) = inner.compiler.read_stamped(&source.component)?;
    looks_like_a_component(&source.component, &bytes)?;
    let digest: [u8; 32] = Sha256::digest(&bytes).into();
    if let (Some(cache), Some(stamp)) = (&inner.cache, stamp) {
        cache.remember_digest(stamp, digest);
    }
    Ok((Cow::Owned(bytes), HEXLOWER.encode(&digest)))
}

fn from_cache(inner: &Inner, source: &BundleSource, digest: &str) -> Result<Option<PreparedBundle>, PrepareError> {
    let Some(cache) = &inner.cache else { return Ok(None) };
    let Some((listing, tag)) = cache.listing(digest) else {
        return Ok(None);
    };
    PrepareError::check_served(&source.component, &listing.imports)?;
    Ok(Some(PreparedBundle {
        was_found_good: cache.was_found_good(&tag),
        listing: Some(tag),
        ..prepared(inner, source, digest.to_owned(), listing, CodeIs::InTheCache)
    }))
}

fn prepared(inner: &Inner, source: &BundleSource, digest: String, listing: Listing, code: CodeIs) -> PreparedBundle {
    let is_kept = matches!(code, CodeIs::InTheCache);
    let linked = match code {
        CodeIs::Linked(linked) => Some(*linked),
        CodeIs::InTheCache | CodeIs::ToCompile => None,
    };
    let from = Source {
        compiler: Arc::clone(&inner.compiler),
        linker: Arc::clone(&inner.linker),
        cache: inner.cache.clone(),
        bundle: source.id.clone(),
        file: source.component.clone(),
        embedded: source.embedded,
        digest: digest.clone(),
        is_kept,
        listing: linked.is_none().then(|| listing.clone()),
    };
    PreparedBundle {
        was_found_good: false,
        listing: None,
        identity: identity(source, &digest),
        id: source.id.clone(),
        digest,
        imports: listing.imports,
        tools: listing.tools,
        resources: listing.resources,
        prompts: listing.prompts,
        completions: listing.completions,
        events: listing.events,
        plain: listing.plain,
        left_out: listing.left_out,
        code: Code::new(from, linked),
    }
}

fn identity(source: &BundleSource, digest: &str) -> Arc<Identity> {
    let folder = source.component.parent().map(Path::to_path_buf).unwrap_or_default();
    let real = source.real_folder.clone();
    let real = real.unwrap_or_else(|| std::fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone()));
    Arc::new(Identity {
        folders: [folder, real],
        bundle: source.id.as_str().into(),
        digest: digest.into(),
        bundled: source.bundled,
    })
}

pub(crate) fn looks_like_a_component(file: &Path, bytes: &[u8]) -> Result<(), PrepareError> {
    let reason = match bytes {
        [b'\0', b'a', b's', b'm', 0x0d, 0, 1, 0, ..] => return Ok(()),
        [b'\0', b'a', b's', b'm', 1, 0, 0, 0, ..] => "it is a core module".to_owned(),
        [b'\0', b'a', b's', b'm', ..] => {
            "it has a version of the binary format that this host does not know".to_owned()
        }
        [] => "it is empty".to_owned(),
        _ => "its first bytes are not those of WebAssembly".to_owned(),
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
    // This precedes compiling, because an error of the section is found without a compiler.
    let told = listing::in_section(bytes).map_err(|error| bad_listing(file, &error))?;
    let plain = Outline::read(bytes)
        .ok()
        .and_then(|outline| plain::read_plain(bytes, &outline));
    let component = code::compile(&inner.compiler, &source.id, file, bytes, give_up)?;
    let (imports, linked) = link(inner, file, &component)?;
    let listing = match (told, plain) {
        (_, Some(plain)) => plain_listing(file, imports, plain)?,
        (told, None) => {
            let checked = match told {
                Some(told) => told,
                None => ask::listing(inner, source, digest, &linked, give_up)?,
            };
            whole(file, imports, checked, linked.exports.optional_exports())?
        }
    };
    if let Some(cache) = &inner.cache {
        cache.keep(digest, &listing, &component);
    }
    Ok((listing, linked))
}

/// Calls the export `listing` of a component and returns the result as the JSON of a listing section.
pub(crate) fn section(
    inner: &Inner,
    source: &BundleSource,
    give_up: &CancellationToken,
) -> Result<String, PrepareError> {
    let file = source.component.as_path();
    let (bytes, digest) = read(inner, source)?;
    let component = code::compile(&inner.compiler, &source.id, file, &bytes, give_up)?;
    let (_, linked) = link(inner, file, &component)?;
    let checked = ask::listing(inner, source, &digest, &linked, give_up)?;
    listing::json::write(checked).map_err(|error| bad_listing(file, &error))
}

/// Checks and links the imports of a compiled component. Returns their names (without types) and the linked code.
fn link(inner: &Inner, file: &Path, component: &Component) -> Result<(Vec<String>, Linked), PrepareError> {
    let imports = imports(component);
    PrepareError::check_served(file, &imports)?;
    let linked = code::link(&inner.linker, file, component)?;
    Ok((imports, linked))
}

fn has_tools(file: &Path, plain: &plain::Plain) -> Result<(), PrepareError> {
    match plain.checked.tools.is_empty() {
        false => Ok(()),
        true => Err(PrepareError::NoTools {
            file: file.to_owned(),
            reason: plain.left_out.join("; "),
        }),
    }
}

/// Checks that a host would accept the component. `told` are the tools in its listing section, `plain` those of a plain
/// component.
pub(crate) fn check_loadable(
    file: &Path,
    outline: &Outline,
    told: Option<&Checked>,
    plain: Option<&plain::Plain>,
) -> Result<(), PrepareError> {
    PrepareError::check_served(file, &outline.imports)?;
    if let Some(plain) = plain {
        return has_tools(file, plain);
    }
    let offered = Offered::from_outline(outline).map_err(|unfit| PrepareError::unfit_exports(file, unfit))?;
    match told {
        Some(told) => has_what_it_lists(file, told, offered),
        None if export_check::find(outline, "listing").is_some() => Ok(()),
        None => Err(PrepareError::NoListing { file: file.to_owned() }),
    }
}

/// Checks that a component with listed resources or prompts also exports their interfaces.
fn has_what_it_lists(file: &Path, checked: &Checked, offered: Offered) -> Result<(), PrepareError> {
    for (lists, has, export) in [
        (checked.resources.len(), offered.resources, "resources"),
        (checked.prompts.len(), offered.prompts, "prompts"),
    ] {
        if lists > 0 && !has {
            return Err(PrepareError::Listing {
                file: file.to_owned(),
                reason: format!("it lists {lists} {export}, but does not export unity-tools:tool/{export}"),
            });
        }
    }
    Ok(())
}

fn whole(file: &Path, imports: Vec<String>, checked: Checked, offered: Offered) -> Result<Listing, PrepareError> {
    has_what_it_lists(file, &checked, offered)?;
    Ok(Listing {
        imports,
        tools: into_arcs(checked.tools),
        resources: into_arcs(checked.resources),
        prompts: into_arcs(checked.prompts),
        completions: offered.completions,
        events: offered.events,
        ..Listing::default()
    })
}

fn into_arcs<T>(pieces: Vec<T>) -> Vec<Arc<T>> {
    pieces.into_iter().map(Arc::new).collect()
}

pub(crate) fn bad_listing(file: &Path, error: &BadListing) -> PrepareError {
    PrepareError::Listing {
        file: file.to_owned(),
        reason: error.to_string(),
    }
}

/// Returns the names of the imports that need a permission, without those that contain only types.
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
