//! The names of the guests that only tests load, in one place.
//!
//! Belongs here: bundle ids and tool names of `tests/fixtures/guests`. Does not: what a test does with them.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tests_support::paths;

/// Writes a bundle folder: `bundle.toml` for `id` and the component's bytes.
pub(crate) fn write_bundle(folder: &Path, id: &str, component: &[u8]) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{id}.wasm")), component)?;
    let manifest = format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\n");
    std::fs::write(folder.join("bundle.toml"), manifest).context("cannot write bundle.toml")
}

/// The bytes of a fixture's component.
pub(crate) fn component(id: &str) -> Result<Vec<u8>> {
    let file = paths::component_of(&paths::fixture_bundle(id)?)?;
    std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// Puts `bytes` in the place of `file` in one step, as a build tool does.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let fresh: PathBuf = file.with_extension("fresh");
    std::fs::write(&fresh, bytes)?;
    std::fs::rename(&fresh, file).with_context(|| format!("cannot replace {}", file.display()))
}

/// One small tool for each thing that a guest can do, well or badly.
pub(crate) const ECHO: &str = "echo";
/// What the official conformance suite asks for.
pub(crate) const CONFORMANCE: &str = "conformance";

/// Reports progress as often as requested, then answers with a text.
pub(crate) const STEPS: &str = "steps";

pub(crate) fn steps_arguments() -> serde_json::Value {
    serde_json::json!({ "count": 4 })
}

/// Sleeps for ever, a millisecond at a time.
pub(crate) const SLEEP_LOOP: &str = "sleep_loop";
/// Computes for ever.
pub(crate) const SPIN: &str = "spin";

/// Tools that declare `read` and write.
pub(crate) const LIAR: &str = "liar";
/// What they write through, as `grants` says it: only gate 2 is left to stop them.
pub(crate) const LIAR_GRANTS: &str = r#"["unity-tools:unity/time-scale-edit", "unity-tools:unity/objects-edit", "unity-tools:unity/objects-create", "unity-tools:unity/edits-edit"]"#;
/// Imports an interface without a grant.
pub(crate) const UNGRANTED: &str = "ungranted";
/// Lists schemas that cost and answers what does not fit them.
pub(crate) const UNFIT: &str = "unfit";
/// Exports resources, prompts, completions and events.
pub(crate) const RESOURCES_PROMPTS: &str = "resources-prompts";
/// Built for another version of the contract.
pub(crate) const OLD_WORLD: &str = "old-world";

/// Two builds of one bundle.
pub(crate) const SWAPS: [&str; 2] = ["swap-a", "swap-b"];
/// Their one tool, and what it answers in each.
pub(crate) const VERSION_TOOL: &str = "version";
pub(crate) const VERSION_WORDS: [&str; 2] = ["a", "b"];
