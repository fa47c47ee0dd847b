//! A bundle's folder, whatever its bytes are, taken through what the host does with one: manifest, bounds, compiler, import
//! check, listing, schemas, publication.
//!
//! Belongs here: a small component that is right, and a catalog over one folder. Does not: the damage (`mutate.rs`).

use anyhow::{Context, Result};
use host_api::{BundleHealth, CallLimits, ToolService};
use host_catalog::{BundleFolder, Catalog, CatalogOptions, WatchMode};
use host_runtime::{CompileOptions, CompilerProgram, HostParts, Runtime, RuntimeOptions};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The manifest of `component`.
pub const MANIFEST: &str = "id = \"damaged\"\ncomponent = \"damaged.wasm\"\nversion = \"1.2.3\"\ntitle = \"A bundle\"\n\
    description = \"As small as one can be.\"\nlicense = \"MIT\"\ngroups = [\"one\", \"two\"]\nmin-host = \"0.1.0\"\n";

/// Bytes of a component, at most.
pub const MAX_BYTES: u64 = 512 << 10;
/// Functions of a component, at most.
pub const MAX_FUNCTIONS: u64 = 4000;

/// A component with one tool, `ping`, that imports nothing and compiles in a millisecond. `wit` is the contract's folder.
///
/// # Errors
/// Where the contract is none, or this module does not fit it any more.
pub fn small(wit: &Path) -> Result<Vec<u8>> {
    let mut resolve = Resolve::default();
    resolve.push_dir(wit)?;
    let text = "package fuzz:guest;\nworld guest { include unity-tools:tool/bundle-listed@0.3.0; }\n";
    let package = resolve.push_str("guest.wit", text)?;
    let world = resolve.select_world(&[package], Some("guest"))?;
    let mut module = wat::parse_str(module())?;
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false)?;
    ComponentEncoder::default().validate(true).module(&module)?.encode()
}

/// A component of so many functions and nothing else.
///
/// # Errors
/// Never: its text is right.
pub fn crowd(functions: u64) -> Result<Vec<u8>> {
    let functions = "(func)".repeat(usize::try_from(functions)?);
    Ok(wat::parse_str(format!("(component (core module {functions}))"))?)
}

/// The answer of `list-tools` is at 1024 and points to one record at 1100: name, empty texts, schema `{}`.
fn module() -> String {
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|word| word.to_le_bytes()).collect() };
    let escaped = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("\\{byte:02x}")).collect() };
    let mut record = words(&[4112, 4]);
    record.resize(84, 0);
    record.extend(words(&[4128, 38]));
    record.resize(132, 0);
    format!(
        r#"(module
            (memory (export "memory") 2)
            (global $top (mut i32) (i32.const 65536))
            (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (local $at i32)
                (local.set $at (global.get $top))
                (global.set $top (i32.and (i32.add (i32.add (global.get $top) (local.get 3)) (i32.const 15)) (i32.const -16)))
                local.get $at)
            (data (i32.const 4112) "ping")
            (data (i32.const 4128) "{{\22type\22:\22object\22,\22maxProperties\22:1234}}")
            (data (i32.const 1024) "{pointer}")
            (data (i32.const 1100) "{record}")
            (func (export "unity-tools:tool/listing@0.3.0#list-tools") (result i32) i32.const 1024)
            (func (export "unity-tools:tool/listing@0.3.0#list-resources") (result i32) i32.const 2048)
            (func (export "unity-tools:tool/listing@0.3.0#list-prompts") (result i32) i32.const 2048)
            (func (export "unity-tools:tool/tools@0.3.0#call-tool")
                (param i32 i32 i32 i32) (result i32) i32.const 2048))"#,
        pointer = escaped(&words(&[1100, 1])),
        record = escaped(&record),
    )
}

/// A host's parts below its listeners, without a cache: every folder is compiled.
pub struct Loader {
    runtime: Runtime,
    parts: HostParts,
}

impl Loader {
    /// `compiler` compiles in a process of its own, as a serving host does; `None` = this process does.
    ///
    /// # Errors
    /// Where the engine does not start.
    pub fn new(compiler: Option<CompilerProgram>) -> Result<Self> {
        let parts = HostParts::reaching_nothing();
        let options = RuntimeOptions {
            compile: CompileOptions {
                max_bytes: MAX_BYTES,
                max_functions: MAX_FUNCTIONS,
                program: compiler,
                ..CompileOptions::default()
            },
            max_instances: 16,
            ..RuntimeOptions::default()
        };
        Ok(Self {
            runtime: Runtime::new(options, parts.clone()).context("the engine does not start")?,
            parts,
        })
    }

    /// What becomes of the bundle in `folder`, once that is decided.
    ///
    /// # Errors
    /// Where it is never decided, or what decides it does not end.
    pub async fn load(&self, folder: &Path, patience: Duration) -> Result<Vec<BundleHealth>> {
        let (tracker, shutdown) = (TaskTracker::new(), CancellationToken::new());
        let options = CatalogOptions {
            folders: vec![BundleFolder {
                path: folder.to_path_buf(),
                bundled: false,
            }],
            limits: CallLimits {
                // Damaged code may well never end.
                compute: Duration::from_millis(50),
                ..CallLimits::default()
            },
            watch: WatchMode::Off,
            ..CatalogOptions::default()
        };
        let catalog = Catalog::start(
            options,
            self.runtime.clone(),
            Arc::clone(&self.parts.policy),
            Arc::clone(&self.parts.bridge),
            Arc::clone(&self.parts.audit),
            tracker.clone(),
            shutdown.clone(),
        );
        let ready = tokio::time::timeout(patience, catalog.ready()).await;
        let bundles = catalog.health().bundles;
        shutdown.cancel();
        tracker.close();
        ready.context("it is never decided")?;
        tokio::time::timeout(patience, tracker.wait())
            .await
            .context("the catalog does not end")?;
        Ok(bundles)
    }
}
