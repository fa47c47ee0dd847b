//! The operator's settings for the catalog. The server parses the configuration file.

use host_api::CallLimits;
use host_policy::Piece;
use host_runtime::{EmbeddedComponent, Grants, Pieces, Rights};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder that contains one bundle or several bundles, as the operator specified it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFolder {
    /// The path of one bundle (the folder contains `bundle.toml`) or of a folder of bundles.
    pub path: PathBuf,
    /// True if the folder contains bundled tools, which get grants for all imports that they need.
    pub bundled: bool,
}

/// A bundled tool that is embedded in the program file, so that no folder is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbeddedBundle {
    /// The name of the folder from which the bundle was built, which is also its id.
    pub folder: &'static str,
    /// The text of the bundle's `bundle.toml`.
    pub manifest: &'static str,
    pub component: EmbeddedComponent,
}

impl EmbeddedBundle {
    /// Returns a name of the folder for messages. No folder of a file system has this path.
    pub(crate) fn shown_folder(&self) -> PathBuf {
        Path::new("(in this program)").join(self.folder)
    }
}

/// The settings of one bundle in the table `[bundles.<id>]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleSettings {
    /// True if the bundle is prepared and served.
    pub enabled: bool,
    /// The WIT interfaces that the operator allows the bundle to import.
    pub grants: Grants,
    /// The required SHA-256 of the component in hexadecimal; `None` if any component in the folder is served.
    pub digest: Option<String>,
    /// The only folder with a bundle that may have this id; `None` for the folder that was first served under the id.
    pub folder: Option<PathBuf>,
    /// Names of the only tools that are served; empty to serve all tools.
    pub tools_allow: Vec<String>,
    /// Names of tools and prompts, and listed URIs of resources, that are not served.
    pub tools_deny: Vec<String>,
    /// Limits of the bundle's calls; `None` to use the general limits.
    pub limits: Option<CallLimits>,
}

impl Default for BundleSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            grants: Grants::Default,
            digest: None,
            folder: None,
            tools_allow: Vec::new(),
            tools_deny: Vec::new(),
            limits: None,
        }
    }
}

impl BundleSettings {
    /// True if `tools_allow` and `tools_deny` permit this tool, resource or prompt. A tool matches by its name or
    /// portable name in any letter case. A resource or prompt matches as listed; `tools_allow` does not affect them.
    pub(crate) fn allows(&self, piece: &Piece) -> bool {
        match piece {
            // Checked at each use of an import; most bundles have no such list.
            _ if self.tools_allow.is_empty() && self.tools_deny.is_empty() => true,
            Piece::Tool(name) => {
                let tool = crate::names::key(name);
                let named = |list: &[String]| list.iter().any(|name| crate::names::key(name) == tool);
                (self.tools_allow.is_empty() || named(&self.tools_allow)) && !named(&self.tools_deny)
            }
            Piece::Resource(name) | Piece::Prompt(name) => !self.tools_deny.contains(name),
            Piece::Bundle => true,
        }
    }
}

/// The way in which the host detects changes of bundles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchMode {
    /// The host uses change events, or scans every two seconds on file systems without events.
    #[default]
    Auto,
    /// The host scans the bundle folders every two seconds.
    Poll,
    /// No detection. The host scans the folders only at start.
    Off,
}

/// All settings with which the catalog (the service for bundles and their tools) starts.
#[derive(Clone, Debug, Default)]
pub struct CatalogOptions {
    /// Folders with bundles, in order: if two bundles claim the same id or tool name at start, the earlier folder wins.
    pub folders: Vec<BundleFolder>,
    /// The bundled tools that are embedded in the program file; they come before those in `folders`.
    pub embedded: &'static [EmbeddedBundle],
    pub bundles: BTreeMap<String, BundleSettings>,
    pub limits: CallLimits,
    pub watch: WatchMode,
    /// The file that stores which folder owns a bundle id; `None` to keep the owners only in memory.
    pub id_owners: Option<PathBuf>,
}

/// The settings of bundles and limits of calls, which a reload of the configuration replaces.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settings {
    pub(crate) bundles: BTreeMap<String, BundleSettings>,
    pub(crate) limits: CallLimits,
}

impl Settings {
    pub(crate) fn for_bundle(&self, bundle: &str) -> BundleSettings {
        self.bundles.get(bundle).cloned().unwrap_or_default()
    }

    /// Returns the settings of each bundle that can revoke permissions. They also apply to running calls.
    pub(crate) fn rights(&self) -> BTreeMap<String, Rights> {
        let rights = |settings: &BundleSettings| Rights {
            enabled: settings.enabled,
            digest: settings.digest.clone(),
            folder: settings.folder.clone(),
            grants: settings.grants.clone(),
            pieces: {
                let settings = settings.clone();
                Pieces::new(move |piece| settings.allows(piece))
            },
        };
        self.bundles
            .iter()
            .map(|(id, settings)| (id.clone(), rights(settings)))
            .collect()
    }

    pub(crate) fn limits_of(&self, bundle: &str) -> CallLimits {
        self.bundles
            .get(bundle)
            .and_then(|settings| settings.limits)
            .unwrap_or(self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_allowed_and_denied_names_in_either_spelling() {
        let settings = |allow: &[&str], deny: &[&str]| BundleSettings {
            tools_allow: allow.iter().map(|&name| name.to_owned()).collect(),
            tools_deny: deny.iter().map(|&name| name.to_owned()).collect(),
            ..BundleSettings::default()
        };
        let tool = Piece::Tool("scene.dump".to_owned());
        assert!(settings(&[], &[]).allows(&tool));
        assert!(settings(&["scene_dump"], &[]).allows(&tool));
        assert!(!settings(&["other"], &[]).allows(&tool));
        assert!(!settings(&["scene.dump"], &["Scene_Dump"]).allows(&tool));
        let prompt = Piece::Prompt("scene.dump".to_owned());
        assert!(settings(&["other"], &["Scene_Dump"]).allows(&prompt));
        assert!(!settings(&[], &["scene.dump"]).allows(&prompt));
    }
}
