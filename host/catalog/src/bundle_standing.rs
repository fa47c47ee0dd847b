//! Decides which part of a prepared bundle the operator's current settings allow. Pure; computed for each snapshot.
//!
//! It also explains missing grants. The runtime's gate enforces grants; `host_runtime::Grants` defines their rules.

use crate::checked_listing::{Checked, CheckedTool};
use crate::options::BundleSettings;
use host_api::{Effect, Interface, Rule};
use host_bridge::Function;
use host_runtime::Grants;
use std::path::PathBuf;
use std::sync::Arc;

/// The identity of a bundle and the interfaces that it imports, to check whether the operator granted enough imports.
#[derive(Clone, Debug, Default)]
pub(crate) struct Needs {
    /// Path of the WebAssembly component of the bundle, for messages.
    pub(crate) file: PathBuf,
    pub(crate) bundled: bool,
    /// SHA-256 of the WebAssembly component, in hexadecimal.
    pub(crate) digest: String,
    /// Full names of the imported WIT interfaces, with their versions.
    pub(crate) imports: Vec<String>,
}

impl Needs {
    /// Returns the imported functions that change something in Unity. Empty if the bundle also imports functions that
    /// change something in the host.
    pub(crate) fn changes(&self) -> Vec<Function> {
        let interfaces: Vec<Interface> = self
            .imports
            .iter()
            .filter_map(|import| Interface::from_name(import))
            .collect();
        if interfaces.contains(&Interface::State) || interfaces.contains(&Interface::PolicyEdit) {
            return Vec::new();
        }
        let may = |function: &Function| match function {
            // The picture is written through a separate import.
            Function::Screenshot => interfaces.contains(&Interface::ScreenshotSave),
            // Whether this changes something depends on whether a game runs.
            Function::OpenScene => interfaces.contains(&Interface::Scenes),
            other => other.effect().changes_something() && interfaces.contains(&other.interface()),
        };
        Function::ALL.iter().copied().filter(may).collect()
    }
}

/// The part of one bundle that may be published under the current settings.
#[derive(Debug)]
pub(crate) enum Standing<'a> {
    /// A part of the bundle is served: `tools`, and all resources and prompts. `note` says what is left out, and `remedy`
    /// contains the setting that would enable the withdrawn tools.
    Served {
        tools: Vec<&'a Arc<CheckedTool>>,
        withdrawn: Vec<&'a Arc<CheckedTool>>,
        remedy: Option<String>,
        note: Option<String>,
    },
    /// The bundle is rejected and nothing of it is served. Contains the rule that rejects it, the reason for the operator,
    /// and the setting that would enable the bundle. The setting names no path of this machine, so that callers may see it.
    Refused {
        rule: Rule,
        reason: String,
        remedy: Option<String>,
    },
    /// The bundle is switched off, or it is a bundled tool without a grant, so that nothing of it is served. Contains
    /// the rule, and the setting that would change this.
    Off { rule: Rule, remedy: String },
}

/// Decides which part of the bundle `id` is served. If only imports that change something are not granted, the tools
/// with the effect `read` are served: they do not need these imports. If any other import is not granted, nothing is
/// served, because it is unknown which tools need it.
pub(crate) fn decide<'a>(id: &str, needs: &Needs, checked: &'a Checked, settings: &BundleSettings) -> Standing<'a> {
    if !settings.enabled {
        return Standing::Off {
            rule: Rule::BundlesEnabled,
            remedy: format!("its bundle is switched off: `[bundles.{id}] enabled = false`"),
        };
    }
    if let Some(pin) = settings.digest.as_ref().filter(|pin| **pin != needs.digest) {
        let reason = format!(
            "bundle `{id}` was prepared from a component with the SHA-256 {}, but `[bundles.{id}] digest` is {pin}; put the \
             component of that digest into its folder",
            needs.digest
        );
        return Standing::Refused {
            rule: Rule::BundlesDigest,
            reason,
            remedy: None,
        };
    }
    let missing = settings.grants.missing(needs.bundled, &needs.imports);
    if missing.is_empty() {
        return Standing::Served {
            tools: checked.tools.iter().collect(),
            withdrawn: Vec::new(),
            remedy: None,
            note: None,
        };
    }
    if needs.bundled && missing.iter().all(|one| !one.is_default_of_bundled()) {
        return Standing::Off {
            rule: Rule::BundlesGrants,
            remedy: grant_hint(id, needs, &missing, settings),
        };
    }
    let (reads, changes): (Vec<_>, Vec<_>) = checked.tools.iter().partition(|tool| tool.spec.effect == Effect::Read);
    let nothing_left = reads.is_empty() && checked.resources.is_empty() && checked.prompts.is_empty();
    let reason = not_granted(id, needs, &missing, settings);
    let remedy = Some(grant_hint(id, needs, &missing, settings));
    if nothing_left || !missing.iter().all(|one| one.only_changes()) {
        return Standing::Refused {
            rule: Rule::BundlesGrants,
            reason,
            remedy,
        };
    }
    let note = if changes.is_empty() {
        reason
    } else {
        format!("{} not served: {reason}", name_tools(&changes))
    };
    Standing::Served {
        tools: reads,
        withdrawn: changes,
        remedy,
        note: Some(note),
    }
}

/// Returns the message that names the imports to grant to a bundle that lacks grants. A list in the configuration
/// replaces all default grants, so the message then lists all imports.
fn grant_hint(id: &str, needs: &Needs, missing: &[Interface], settings: &BundleSettings) -> String {
    let of_list = Grants::Beyond(Vec::new()).missing(needs.bundled, &needs.imports);
    let wanted = match settings.grants {
        Grants::Default => &of_list,
        _ => missing,
    };
    let imports: Vec<String> = missing.iter().map(|one| format!("{one} ({})", one.allows())).collect();
    format!(
        "its bundle `{id}` is not granted {}; {}",
        imports.join(" and "),
        settings.grants.remedy(id, wanted)
    )
}

fn not_granted(id: &str, needs: &Needs, missing: &[Interface], settings: &BundleSettings) -> String {
    let imports: Vec<String> = missing.iter().map(|one| format!("{one} ({})", one.allows())).collect();
    format!(
        "{} imports {}, which bundle `{id}` is not granted; {}",
        needs.file.display(),
        imports.join(" and "),
        settings.grants.remedy(id, missing)
    )
}

/// Returns subject and verb of a sentence about tools, such as `tool `A` is` or `tools `A`, `B` and 5 more are`.
fn name_tools(tools: &[&Arc<CheckedTool>]) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = tools
        .iter()
        .take(MOST)
        .map(|tool| format!("`{}`", tool.spec.name))
        .collect();
    let names = names.join(", ");
    match tools.len() {
        1 => format!("tool {names} is"),
        count if count > MOST => format!("tools {names} and {} more are", count - MOST),
        _ => format!("tools {names} are"),
    }
}
