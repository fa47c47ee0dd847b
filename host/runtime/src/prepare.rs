//! From a component file to a `PreparedBundle`: digest, cache, import check, compile, link, list.
//!
//! Everything here blocks. With a warm cache nothing is compiled and nothing instantiated.

use crate::bundle::{BundleSource, PreparedBundle};
use crate::call::OwnResources;
use crate::code::{self, Code, Linked, Source};
use crate::drive::{Ended, drive};
use crate::exports::Missing;
use crate::gate::{About, Identity};
use crate::jobs::{ListAll, Listed};
use crate::prepare_error::PrepareError;
use crate::runtime::Inner;
use crate::spec::Listing;
use crate::store::clock::Clock;
use crate::{failure, interfaces, invoke, listing};
use host_api::{CallContext, Caller, Dialect};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

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
    Arc::new(Identity {
        bundle: source.id.clone(),
        digest: digest.to_owned(),
        bundled: source.bundled,
    })
}

/// Tells a component from a core module and from anything else, by its first eight bytes.
fn looks_like_a_component(file: &Path, bytes: &[u8]) -> Result<(), PrepareError> {
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
    if bytes.len() > LONG {
        tracing::info!(bundle = source.id, file = %file.display(), "compiling; this may take some seconds");
    }
    let since = Instant::now();
    let component = inner.compiler.compile(file, bytes, give_up)?;
    let took = since.elapsed();
    if took > Duration::from_secs(1) {
        tracing::info!(bundle = source.id, ms = took.as_millis(), "compiled");
    }
    let imports = imports(&component);
    interfaces::check(file, &imports)?;
    let linked = code::link(&inner.linker, &component).map_err(|error| match error.downcast::<Missing>() {
        Ok(Missing(reason)) => PrepareError::NoTools {
            file: file.to_owned(),
            reason,
        },
        Err(error) => PrepareError::Link {
            file: file.to_owned(),
            reason: link_reason(&error),
        },
    })?;
    let listing = list(inner, source, digest, &linked, imports, give_up).map_err(|reason| PrepareError::Listing {
        file: file.to_owned(),
        reason,
    })?;
    if let Some(cache) = &inner.cache {
        cache.keep(digest, &listing, &component);
    }
    Ok((listing, linked))
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

/// Asks the component what it has, without a permit.
fn list(
    inner: &Inner,
    source: &BundleSource,
    digest: &str,
    linked: &Linked,
    imports: Vec<String>,
    give_up: &CancellationToken,
) -> Result<Listing, String> {
    let limits = &source.limits;
    let clock = Clock::new(Instant::now(), limits.deadline, limits.compute);
    let context = CallContext {
        cancel: give_up.clone(),
        ..CallContext::detached()
    };
    let about = About {
        caller: Caller {
            dialect: Dialect::CommandLine,
            client: String::new(),
            address: "local".to_owned(),
            session: None,
        },
        component: identity(source, digest),
        tool: "list-tools".to_owned(),
        arguments: String::new(),
        idempotency_key: None,
    };
    let mut store = invoke::new_store(
        inner,
        limits,
        Arc::clone(&clock),
        None,
        about,
        context,
        OwnResources::none(),
    );
    // Its own small executor: this runs on a blocking thread, with or without the server's around it.
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("no executor: {error}"))?;
    let ended = {
        let _ticks = inner.ticker.running();
        executor.block_on(drive(&clock, give_up, invoke::enter(&mut store, linked, ListAll)))
    };
    let Listed {
        tools,
        resources,
        prompts,
    } = match ended {
        Ended::Answered(listed) => {
            store.data().output.finish();
            listed
        }
        ended => {
            let error = failure::explain("listing", &ended, store.data(), limits);
            return Err(match error.detail {
                Some(detail) => format!("{} ({detail})", error.message),
                None => error.message,
            });
        }
    };
    let bad = |error: listing::BadListing| error.to_string();
    Ok(Listing {
        imports,
        tools: listing::tools(tools).map_err(bad)?,
        resources: listing::resources(resources).map_err(bad)?,
        prompts: listing::prompts(prompts).map_err(bad)?,
        completions: linked.exports.complete.is_some(),
        events: linked.exports.handle_event.is_some(),
    })
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
