//! Converts a compiled WebAssembly core module to a component.
//!
//! Belongs here: encoding a core module and its WIT world as a component. Does not: compiling source code.

use crate::Problem;
use crate::wit::Wit;
use std::path::Path;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

/// The adapter module that lets modules for WASI preview 1 run as components for preview 2.
const ADAPTER: &str = wasi_preview1_component_adapter_provider::WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME;
const ADAPTER_BYTES: &[u8] = wasi_preview1_component_adapter_provider::WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER;

/// Converts the core module in the file `core` to a component, and writes it to the file `made`. The component imports
/// only those parts of the world that its code uses.
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
