//! A component's code, linked; loaded at the first call where the listing came from the cache.

use crate::cache::Cache;
use crate::compile::Compiler;
use crate::engine;
use crate::exports::Exports;
use crate::prepare_error::PrepareError;
use crate::spec::Listing;
use crate::store::CallState;
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;
use wasmtime::component::{Component, InstancePre, Linker};

/// Ready to instantiate.
pub(crate) struct Linked {
    pub(crate) pre: InstancePre<CallState>,
    pub(crate) exports: Exports,
    /// Places that one instance takes in the pool.
    pub(crate) places: u32,
}

/// Where the code comes from.
pub(crate) struct Source {
    pub(crate) compiler: Arc<Compiler>,
    pub(crate) linker: Arc<Linker<CallState>>,
    pub(crate) cache: Option<Arc<Cache>>,
    pub(crate) file: PathBuf,
    /// Hex SHA-256.
    pub(crate) digest: String,
    /// Kept again with the code, where the cache lost that.
    pub(crate) listing: Option<Listing>,
}

/// One component's code.
pub(crate) struct Code {
    source: Arc<Source>,
    linked: OnceCell<Arc<Linked>>,
}

impl std::fmt::Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Code")
            .field("file", &self.source.file)
            .field("loaded", &self.linked.initialized())
            .finish_non_exhaustive()
    }
}

/// Why the code of a listed component is not there.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unavailable(String);

impl Code {
    /// `linked` is `None` where the code lies in the cache and nobody has called it yet.
    pub(crate) fn new(source: Source, linked: Option<Linked>) -> Self {
        Self {
            source: Arc::new(source),
            linked: OnceCell::new_with(linked.map(Arc::new)),
        }
    }

    /// The code; the first call waits for it to be loaded on a blocking thread.
    pub(crate) async fn get(&self) -> Result<&Arc<Linked>, Unavailable> {
        if let Some(linked) = self.linked.get() {
            return Ok(linked);
        }
        self.linked
            .get_or_try_init(|| async {
                let source = Arc::clone(&self.source);
                let loaded = tokio::task::spawn_blocking(move || source.load()).await;
                loaded.unwrap_or_else(|_| Err(Unavailable("loading its code broke off".to_owned())))
            })
            .await
    }
}

impl Source {
    /// From the cache, or compiled again where the cache lost it. Blocks.
    fn load(&self) -> Result<Arc<Linked>, Unavailable> {
        let kept = self
            .cache
            .as_ref()
            .and_then(|cache| cache.component(&self.compiler.engine, &self.digest));
        let component = match kept {
            Some(component) => component,
            None => self.compile_again()?,
        };
        let linked = link(&self.linker, &component).map_err(|error| Unavailable(format!("{error:#}")))?;
        Ok(Arc::new(linked))
    }

    fn compile_again(&self) -> Result<Component, Unavailable> {
        let file = self.file.display();
        let unavailable = |error: PrepareError| Unavailable(error.to_string());
        let bytes = self.compiler.read(&self.file).map_err(unavailable)?;
        if digest(&bytes) != self.digest {
            return Err(Unavailable(format!(
                "{file} has changed and its new version is not published yet"
            )));
        }
        tracing::info!(%file, "compiling a component again");
        let component = self
            .compiler
            .compile(&self.file, &bytes, &CancellationToken::new())
            .map_err(unavailable)?;
        if let (Some(cache), Some(listing)) = (&self.cache, &self.listing) {
            cache.keep(&self.digest, listing, &component);
        }
        Ok(component)
    }
}

/// Hex SHA-256.
pub(crate) fn digest(bytes: &[u8]) -> String {
    crate::cache::hex(&Sha256::digest(bytes))
}

/// Links a component whose imports were checked.
pub(crate) fn link(linker: &Linker<CallState>, component: &Component) -> wasmtime::Result<Linked> {
    let pre = linker.instantiate_pre(component)?;
    let exports = Exports::of(component)?;
    let places = component
        .resources_required()
        .map_or(1, |needed| engine::places(needed.num_memories, needed.num_tables));
    Ok(Linked { pre, exports, places })
}
