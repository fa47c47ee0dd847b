//! Makes a component from a compiled core module.
//!
//! Belongs here: encoding a core module with its world as a component. Does not: compiling.

use crate::Problem;
use crate::wit::Wit;
use std::path::Path;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

/// The adapter that turns modules for WASI preview 1 into components for preview 2.
const ADAPTER: &str = wasi_preview1_component_adapter_provider::WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME;
const ADAPTER_BYTES: &[u8] = wasi_preview1_component_adapter_provider::WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER;

/// Writes the component file `made`, encoded from the core module in the file `core`. The component imports only those
/// parts of the world that its code uses.
pub(crate) fn make(wit: &Wit, core: &Path, made: &Path) -> Result<(), Problem> {
    let mut module = std::fs::read(core).map_err(Problem::file(core))?;
    let encoded =
        embed_component_metadata(&mut module, &wit.resolve, wit.world, StringEncoding::UTF8, false).and_then(|()| {
            let mut encoder = ComponentEncoder::default();
            encoder.module(&module)?.adapter(ADAPTER, ADAPTER_BYTES)?;
            // The adapter allocates with the module's `cabi_realloc`: Go would treat memory that the adapter grew as
            // its heap.
            encoder.encode()
        });
    let bytes = encoded.map_err(|why| Problem::Core {
        file: core.to_owned(),
        why: format!("{why:#}"),
    })?;
    std::fs::write(made, bytes).map_err(Problem::file(made))
}
