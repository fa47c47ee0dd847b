//! From a component file to a `PreparedBundle`: digest, cache, import check, compile, link, list.
//!
//! Everything here blocks. With a warm cache nothing is compiled and nothing instantiated.

use crate::bundle::{BundleSource, PreparedBundle};
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
use wasmtime::component::Component;
use wasmtime::component::types::ComponentItem;

/// A compile longer than this says that it runs.
const LONG: usize = 1 << 20;

pub(crate) fn prepare(inner: &Inner, source: &BundleSource) -> Result<PreparedBundle, PrepareError> {
    let file = source.component.as_path();
    let bytes = std::fs::read(file).map_err(|error| PrepareError::Unreadable {
        file: file.to_owned(),
        reason: error.to_string(),
    })?;
    looks_like_a_component(file, &bytes)?;
    let digest = code::digest(&bytes);
    let kept = inner.cache.as_ref().and_then(|cache| cache.listing(&digest));
    let (listing, linked) = match kept {
        Some(listing) => {
            interfaces::check(file, &listing.imports)?;
            (listing, None)
        }
        None => {
            let (listing, linked) = compile_and_list(inner, source, &bytes, &digest)?;
            (listing, Some(linked))
        }
    };
    let from = Source {
        engine: inner.engine.clone(),
        linker: Arc::clone(&inner.linker),
        cache: inner.cache.clone(),
        file: file.to_owned(),
        digest: digest.clone(),
        // Only code that still has to be loaded from the cache can be found damaged, and kept again.
        listing: linked.is_none().then(|| listing.clone()),
    };
    Ok(PreparedBundle {
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
    })
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
) -> Result<(Listing, Linked), PrepareError> {
    let file = source.component.as_path();
    if bytes.len() > LONG {
        tracing::info!(bundle = source.id, file = %file.display(), "compiling; this may take some seconds");
    }
    let since = Instant::now();
    let component = Component::from_binary(&inner.engine, bytes).map_err(|error| PrepareError::Compile {
        file: file.to_owned(),
        reason: without_offsets(&error),
    })?;
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
    let listing = list(inner, source, digest, &linked, imports).map_err(|reason| PrepareError::Listing {
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
) -> Result<Listing, String> {
    let limits = &source.limits;
    let clock = Clock::new(Instant::now(), limits.deadline, limits.compute);
    let context = CallContext::detached();
    let cancel = context.cancel.clone();
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
    let mut store = invoke::new_store(inner, limits, Arc::clone(&clock), None, about, context);
    // Its own small executor: this runs on a blocking thread, with or without the server's around it.
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("no executor: {error}"))?;
    let ended = {
        let _ticks = inner.ticker.running();
        executor.block_on(drive(&clock, &cancel, invoke::enter(&mut store, linked, ListAll)))
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

/// The compiler's words, without the place in the file.
fn without_offsets(error: &wasmtime::Error) -> String {
    let text = error.root_cause().to_string();
    match text.find(" (at offset") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}
