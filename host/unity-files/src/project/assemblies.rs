//! Determines which scripts the editor compiles, from assembly definitions and references to them, with their platforms
//! and constraints.
//!
//! This module reads the parts of an `.asmdef` that concern the editor. `unity-scripts` reads the types of the sources.
//!
//! A script belongs to the assembly of the nearest folder with a definition or a reference to one. An assembly only for
//! other platforms, or with a constraint that certainly fails, does not exist in the editor.

use super::AssetIndex;
use super::roots::AssetRoots;
use host_csharp::Symbols;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use unity_yaml::Guid;

/// Maximum size of a definition in bytes; real ones have some hundred bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// Maximum number of assembly definitions and references to them; further ones are not read.
const MAX_FILES: usize = 20_000;

/// Maximum number of characters of a name or constraint in a message.
const MAX_WORD: usize = 80;

/// All assemblies of a project, by their folder.
#[derive(Debug, Default)]
pub struct Assemblies {
    by_folder: BTreeMap<String, usize>,
    all: Vec<Assembly>,
}

/// One assembly, from its definition.
#[derive(Debug)]
pub struct Assembly {
    pub name: String,
    pub in_editor: InEditor,
    /// Whether the assembly is not part of any player.
    pub editor_only: bool,
}

/// Whether the editor compiles the assembly. Reasons are ends of a sentence about the assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InEditor {
    Yes,
    No(String),
    /// A constraint depends on a symbol, and the project's files do not show whether the symbol is defined.
    Unknown(String),
}

impl Assemblies {
    pub(super) fn find(index: &AssetIndex, roots: &AssetRoots, symbols: &Symbols, problems: &mut Vec<String>) -> Self {
        let mut assemblies = Self::default();
        let mut unread: Vec<String> = Vec::new();
        let (mut by_name, mut by_guid) = (HashMap::new(), HashMap::new());
        let (definitions, references) = (index.with_extension("asmdef"), index.with_extension("asmref"));
        let all = definitions.len() + references.len();
        for path in definitions.into_iter().take(MAX_FILES) {
            let read = json(roots, path);
            let Ok(value) = read else {
                unread.extend(read.err());
                continue;
            };
            let at = assemblies.all.len();
            let assembly = Assembly::from_definition(&value, symbols);
            by_name.entry(assembly.name.clone()).or_insert(at);
            by_guid.extend(index.guid(path).map(|guid| (guid, at)));
            assemblies.all.push(assembly);
            assemblies.by_folder.entry(folder_of(path).to_owned()).or_insert(at);
        }
        for path in references
            .into_iter()
            .take(MAX_FILES.saturating_sub(assemblies.all.len()))
        {
            let named = json(roots, path).map(|value| text(&value, "reference").to_owned());
            let known = named.as_deref().map(|name| match name.strip_prefix("GUID:") {
                Some(guid) => Guid::parse(guid).and_then(|guid| by_guid.get(&guid)),
                None => by_name.get(name),
            });
            match known {
                Ok(Some(at)) => {
                    assemblies.by_folder.entry(folder_of(path).to_owned()).or_insert(*at);
                }
                // The assembly can be in an absent package.
                Ok(None) => {}
                Err(reason) => unread.push(reason.clone()),
            }
        }
        if let Some(first) = unread.first() {
            problems.push(format!(
                "{} assembly definitions could not be read, first {first}; their scripts are assumed to be compiled",
                unread.len()
            ));
        }
        if all > MAX_FILES {
            problems.push(format!(
                "only {MAX_FILES} of {all} assembly definitions were read; scripts of the others are assumed to be compiled"
            ));
        }
        assemblies
    }

    /// Returns the assembly of the script at this path; `None` for one of the assemblies that Unity creates itself.
    pub fn find_for_script(&self, script: &str) -> Option<&Assembly> {
        let mut folder = folder_of(script);
        while !folder.is_empty() {
            if let Some(at) = self.by_folder.get(folder) {
                return self.all.get(*at);
            }
            folder = folder_of(folder);
        }
        None
    }

    /// Returns the name of the assembly of the script at this path; `None` for a script of a package without a
    /// definition, which Unity does not compile.
    pub fn name_of(&self, script: &str) -> Option<&str> {
        if let Some(assembly) = self.find_for_script(script) {
            return Some(&assembly.name);
        }
        let rest = script.strip_prefix("Assets/")?;
        let first = ["Plugins/", "Standard Assets/", "Pro Standard Assets/"]
            .iter()
            .any(|folder| rest.starts_with(folder));
        Some(match (self.is_editor_only(script), first) {
            (false, false) => "Assembly-CSharp",
            (false, true) => "Assembly-CSharp-firstpass",
            (true, false) => "Assembly-CSharp-Editor",
            (true, true) => "Assembly-CSharp-Editor-firstpass",
        })
    }

    /// Whether a definition of the project has that assembly name.
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|assembly| assembly.name == name)
    }

    /// Whether a script is not part of any player: it is in an assembly only for the editor, or without assembly in a
    /// folder `Editor`.
    pub fn is_editor_only(&self, script: &str) -> bool {
        match self.find_for_script(script) {
            Some(assembly) => assembly.editor_only,
            None => {
                script.starts_with("Assets/")
                    && folder_of(script)
                        .split('/')
                        .any(|part| part.eq_ignore_ascii_case("editor"))
            }
        }
    }

    /// Returns the reason why the editor does not compile this script, as a sentence without its subject; `None` if it
    /// compiles the script, or if that is unknown.
    pub fn why_not(&self, script: &str) -> Option<String> {
        let assembly = self.find_for_script(script)?;
        match &assembly.in_editor {
            InEditor::No(why) => Some(format!(
                "the assembly {}, which the editor does not compile: {why}",
                assembly.name
            )),
            InEditor::Yes | InEditor::Unknown(_) => None,
        }
    }
}

impl Assembly {
    fn from_definition(definition: &Value, symbols: &Symbols) -> Self {
        let (only, not) = (
            texts(definition, "includePlatforms"),
            texts(definition, "excludePlatforms"),
        );
        let is_editor = |platform: &&str| platform.eq_ignore_ascii_case("Editor");
        let in_editor = if !only.is_empty() && !only.iter().any(is_editor) {
            InEditor::No(format!("it is for {} alone", join_first(&only)))
        } else if only.is_empty() && not.iter().any(is_editor) {
            InEditor::No("it leaves out the editor".to_owned())
        } else {
            constrained(&texts(definition, "defineConstraints"), symbols)
        };
        Self {
            name: short(text(definition, "name")),
            in_editor,
            editor_only: !only.is_empty() && only.iter().all(is_editor),
        }
    }
}

/// Decides whether the editor compiles an assembly with these constraints, which must all be satisfied.
fn constrained(constraints: &[&str], symbols: &Symbols) -> InEditor {
    let mut result = InEditor::Yes;
    for constraint in constraints {
        match symbols.decide(constraint) {
            Some(true) => {}
            Some(false) => return InEditor::No(format!("it wants {}", short(constraint))),
            None => result = InEditor::Unknown(format!("it wants {}", short(constraint))),
        }
    }
    result
}

/// Returns the folder of a path; empty for a path without a `/`.
fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn json(roots: &AssetRoots, path: &str) -> Result<Value, String> {
    let told = |reason: String| format!("{path}: {reason}");
    let bytes = roots
        .read(path, MAX_BYTES)
        .map_err(|problem| told(problem.to_string()))?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(bytes).map_err(|error| told(error.to_string()))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn texts<'a>(value: &'a Value, key: &str) -> Vec<&'a str> {
    let items = value.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).collect()
}

fn short(word: &str) -> String {
    word.chars().take(MAX_WORD).collect()
}

fn join_first(names: &[&str]) -> String {
    const MOST: usize = 3;
    let mut some = names
        .iter()
        .take(MOST)
        .map(|name| short(name))
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MOST {
        some.push_str(&format!(" and {} more", names.len() - MOST));
    }
    some
}

#[cfg(test)]
mod tests;
