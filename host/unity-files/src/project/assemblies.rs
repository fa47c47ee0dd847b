//! Determines which scripts the editor compiles, from assembly definitions and references to them, with their platforms
//! and constraints.
//!
//! A script belongs to the assembly of the nearest folder with a definition or a reference to one. The editor does not
//! compile an assembly that is only for other platforms, or has a constraint that is certainly not satisfied.

use super::AssetIndex;
use super::roots::AssetRoots;
use host_csharp::Symbols;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use unity_yaml::Guid;

/// Maximum size in bytes of an assembly definition; a larger file is not read. Real ones have a few hundred bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// Maximum number of assembly definitions and references to them; further ones are not read.
const MAX_FILES: usize = 20_000;

/// Maximum number of characters of an assembly name or a constraint in a message; the rest is cut off.
const MAX_WORD: usize = 80;

/// All assemblies that the project's files define, by folder.
#[derive(Debug, Default)]
pub struct Assemblies {
    by_folder: BTreeMap<String, usize>,
    all: Vec<Assembly>,
}

/// One assembly, as its definition (`.asmdef`) describes it.
#[derive(Debug)]
pub struct Assembly {
    pub name: String,
    pub in_editor: InEditor,
    /// True if the assembly is only for the editor, so that no player contains it.
    pub editor_only: bool,
}

/// The answer to whether the editor compiles an assembly. Each reason is the end of a sentence about the assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InEditor {
    Yes,
    No(String),
    /// The editor compiles it only if a symbol is defined, and the project's files do not show whether it is.
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

    /// Returns the assembly of the script at this path; `None` without a definition (Unity then creates the assembly).
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

    /// Returns true if an assembly definition of the project has that name.
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|assembly| assembly.name == name)
    }

    /// Returns true if no player contains the script: its assembly is only for the editor, or it has no assembly
    /// definition and is in a folder `Editor`.
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

    /// Returns a phrase that names the script's assembly and the reason why the editor does not compile it. `None` if
    /// the editor compiles the script, or if that is unknown.
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

/// Decides whether the editor compiles an assembly with these `defineConstraints`, which must all be satisfied.
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

/// Returns the path of the folder that contains `path`; empty for a path without a `/`.
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
