//! Loads the code of a component from the cache, or compiles its file, and links it.
//!
//! Belongs here: the order of the steps, and permits for the compiler. Does not: waiting for the result (`code`), the
//! compiler (`compile`).

use super::image::Image;
use crate::bundle::EmbeddedComponent;
use crate::cache::Cache;
use crate::compile::Compiler;
use crate::engine;
use crate::exports::Exports;
use crate::prepare_error::PrepareError;
use crate::spec::Listing;
use data_encoding::HEXLOWER;
use host_guest::store::CallState;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use wasmtime::component::{Component, InstancePre, Linker};

/// Size of a component in bytes above which its compilation is logged.
const LONG: usize = 1 << 20;

/// A compiled component with resolved imports, from which instances can be created.
pub(crate) struct Linked {
    pub(crate) pre: InstancePre<CallState>,
    pub(crate) image: Image,
    pub(crate) exports: Exports,
    /// Number of slots of the engine's instance pool that one instance of this component uses.
    pub(crate) places: u32,
}

/// The reason why the native code of a component is needed, which determines whether compiling it needs a permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A waiting call needs the code. Compiling it needs one of the few permits that all calls share.
    ByCall,
    /// A task that already has a compile permit needs the code, such as the preparation of bundles.
    InTurn,
}

pub(crate) struct Source {
    pub(crate) compiler: Arc<Compiler>,
    pub(crate) linker: Arc<Linker<CallState>>,
    pub(crate) cache: Option<Arc<Cache>>,
    pub(crate) bundle: String,
    pub(crate) file: PathBuf,
    /// The bytes of a component that is embedded in the host program; `None` if the component is the file `file`.
    pub(crate) embedded: Option<EmbeddedComponent>,
    /// Hex SHA-256 of the component's bytes.
    pub(crate) digest: String,
    /// True if the cache contained the component's native code when the bundle was prepared.
    pub(crate) is_kept: bool,
    /// The component's list of tools, to save in the cache with the code. `None` if the cache already contains it.
    pub(crate) listing: Option<Listing>,
}

enum Found {
    Code(Box<Linked>),
    /// The cache does not contain the native code. Contains the bytes of the component, which must be compiled.
    Bytes(Cow<'static, [u8]>),
}

impl Source {
    pub(super) async fn load(
        self: Arc<Self>,
        wanted: Wanted,
        give_up: CancellationToken,
    ) -> Result<Linked, PrepareError> {
        let source = Arc::clone(&self);
        let bytes = match self.run_blocking(move || source.find_component()).await? {
            Found::Code(linked) => return Ok(*linked),
            Found::Bytes(bytes) => bytes,
        };
        let _turn = match wanted {
            Wanted::InTurn => None,
            Wanted::ByCall => tokio::select! {
                turn = Arc::clone(&self.compiler.turns_of_calls).acquire_owned() => turn.ok(),
                () = give_up.cancelled() => return Err(PrepareError::GivenUp { file: self.file.clone() }),
            },
        };
        let source = Arc::clone(&self);
        self.run_blocking(move || source.compiled(&bytes, &give_up)).await
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PrepareError> + Send + 'static,
    ) -> Result<T, PrepareError> {
        tokio::task::spawn_blocking(work)
            .await
            .unwrap_or_else(|_| Err(self.broke_off()))
    }

    fn find_component(&self) -> Result<Found, PrepareError> {
        let cache = self.cache.as_ref();
        if let Some(component) = cache.and_then(|cache| cache.component(&self.compiler.engine, &self.digest)) {
            return link(&self.linker, &self.file, &component).map(|linked| Found::Code(Box::new(linked)));
        }
        let bytes = match &self.embedded {
            Some(embedded) => Cow::Borrowed(embedded.bytes),
            None => Cow::Owned(self.read()?),
        };
        if self.is_kept {
            tracing::info!(file = %self.file.display(), "compiling a component again");
        }
        Ok(Found::Bytes(bytes))
    }

    fn read(&self) -> Result<Vec<u8>, PrepareError> {
        let bytes = self.compiler.read(&self.file)?;
        match digest(&bytes) == self.digest {
            true => Ok(bytes),
            false => Err(PrepareError::Changed {
                file: self.file.clone(),
            }),
        }
    }

    fn compiled(&self, bytes: &[u8], give_up: &CancellationToken) -> Result<Linked, PrepareError> {
        let component = compile(&self.compiler, &self.bundle, &self.file, bytes, give_up)?;
        let linked = link(&self.linker, &self.file, &component)?;
        if let (Some(cache), Some(listing)) = (&self.cache, &self.listing) {
            cache.keep(&self.digest, listing, &component);
        }
        Ok(linked)
    }

    pub(super) fn broke_off(&self) -> PrepareError {
        PrepareError::BrokeOff {
            file: self.file.clone(),
        }
    }
}

/// Returns the hex SHA-256 of `bytes`.
pub(crate) fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// Compiles a component. Logs a line if it has more than 1 MiB, because compiling takes seconds. Blocks.
pub(crate) fn compile(
    compiler: &Compiler,
    bundle: &str,
    file: &Path,
    bytes: &[u8],
    give_up: &CancellationToken,
) -> Result<Component, PrepareError> {
    if bytes.len() > LONG {
        tracing::info!(bundle, file = %file.display(), "compiling; this may take some seconds");
    }
    let since = Instant::now();
    let component = compiler.compile(file, bytes, give_up)?;
    let took = since.elapsed();
    if took > Duration::from_secs(1) {
        tracing::info!(bundle, ms = took.as_millis(), "compiled");
    }
    Ok(component)
}

/// Resolves the imports of a component, after their check. Fails if an import or export does not match this host.
pub(crate) fn link(linker: &Linker<CallState>, file: &Path, component: &Component) -> Result<Linked, PrepareError> {
    let unlinked = |error: wasmtime::Error| PrepareError::Link {
        file: file.to_owned(),
        reason: link_reason(&error),
    };
    let pre = linker.instantiate_pre(component).map_err(unlinked)?;
    let exports = Exports::from_component(component).map_err(|unfit| PrepareError::unfit_exports(file, unfit))?;
    let places = component
        .resources_required()
        .map_or(1, |needed| engine::places(needed.num_memories, needed.num_tables));
    Ok(Linked {
        pre,
        image: Image::default(),
        exports,
        places,
    })
}

/// Returns the reason of a link error: the missing function and its interface, or else the text of the linker.
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
