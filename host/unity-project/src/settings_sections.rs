//! The project's settings as JSON values, in sections such as `physics`.

mod input;
mod kinds;

use crate::expand::{Library, damage_of_asset};
use crate::values::{Known, Writer, asset_reference, layers};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use unity_fields::by_rule;
use unity_files::{AssetProblem, Project};
use unity_yaml::{FileProblem, Node};

/// Names and JSON values of the fields of one settings section (such as `physics`), in the order of the file.
pub type Values = Vec<(String, Value)>;

/// Maximum number of elements of a list in the value of a project setting; further elements are omitted.
const ITEMS: usize = 500;

const SECTIONS: [(&str, &str); 11] = [
    ("build", "EditorBuildSettings"),
    ("layers", "TagManager"),
    ("tags", "TagManager"),
    ("physics", "DynamicsManager"),
    ("physics_2d", "Physics2DSettings"),
    ("time", "TimeManager"),
    ("player", "ProjectSettings"),
    ("quality", "QualitySettings"),
    ("graphics", "GraphicsSettings"),
    ("packages", ""),
    ("input", "InputManager"),
];

/// Returns the names of all settings sections, such as `physics` or `tags`, in a fixed order.
pub fn names() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|(name, _)| *name)
}

/// Returns the path of the settings file of a section such as `physics`, relative to the project; `None` if unknown.
pub fn file_of(section: &str) -> Option<String> {
    let (_, file) = SECTIONS.iter().find(|(name, _)| *name == section)?;
    Some(match *file {
        "" => "Packages/manifest.json".to_owned(),
        file => format!("ProjectSettings/{file}.asset"),
    })
}

/// Reads the project settings of a section such as `physics`: the values, and messages about problems. `None` for an
/// unknown section name. Blocks.
pub fn read(library: &mut Library, section: &str) -> Option<(Values, Vec<String>)> {
    let (name, file) = *SECTIONS.iter().find(|(name, _)| *name == section)?;
    let project = Arc::clone(library.project());
    let mut problems = Vec::new();
    let values = match name {
        "build" => build(&project),
        "layers" => layer_values(&project),
        "tags" => vec![("tags".to_owned(), json!(project.settings.all_tags()))],
        "packages" => packages(&project, &mut problems),
        "physics" | "physics_2d" => {
            let mut values = fields(library, file, &mut problems);
            for (name, value) in &mut values {
                if name == "layerCollisionMatrix" {
                    *value = collisions(&project, value.as_str().unwrap_or_default());
                }
            }
            values
        }
        "input" => input::read(library, file, &mut problems),
        _ => fields(library, file, &mut problems),
    };
    problems.extend(damage(library, file));
    problems.dedup();
    Some((values, problems))
}

/// Checks a project settings file; returns a message for each defect. The values in such a file can be incomplete.
fn damage(library: &mut Library, file: &str) -> Vec<String> {
    if file.is_empty() {
        return Vec::new();
    }
    let path = format!("ProjectSettings/{file}.asset");
    let at = library.project().root().join(&path);
    match library.look_at_file(&path, &at, |_, source| damage_of_asset(source)) {
        Ok(damage) => damage.into_iter().map(|damage| format!("{path}: {damage}")).collect(),
        // If the file does not exist, Unity's defaults apply.
        Err(AssetProblem::Missing) => Vec::new(),
        Err(problem) => vec![format!("{path}: {}", problem.with_remedy())],
    }
}

fn build(project: &Project) -> Values {
    let mut enabled = 0_u32;
    let existing: HashSet<&str> = project
        .scenes
        .iter()
        .filter(|known| known.exists)
        .map(|known| known.path.as_str())
        .collect();
    let rows = project.settings.build.iter().map(|scene| {
        let path = project.index.path(scene.guid).unwrap_or(&scene.path);
        let exists = existing.contains(path);
        // Unity counts only enabled scenes.
        let index = scene.enabled.then(|| {
            enabled += 1;
            enabled - 1
        });
        json!({ "path": path, "enabled": scene.enabled, "build_index": index, "exists": exists })
    });
    vec![("scenes".to_owned(), rows.collect::<Vec<Value>>().into())]
}

fn named_layers(project: &Project) -> impl Iterator<Item = (usize, &String)> {
    let layers = project.settings.layers.iter().enumerate();
    layers.filter(|(_, name)| !name.is_empty())
}

fn layer_values(project: &Project) -> Values {
    let rows: Vec<Value> = named_layers(project)
        .map(|(number, name)| json!({ "number": number, "name": name }))
        .collect();
    vec![("layers".to_owned(), rows.into())]
}

fn packages(project: &Project, problems: &mut Vec<String>) -> Values {
    let settings = &project.settings;
    if !settings.packages_known {
        problems.push("Packages/manifest.json could not be read, so packages can be missing here".to_owned());
    }
    let absent: HashSet<&str> = project.absent.names().iter().map(String::as_str).collect();
    let rows = settings.packages.iter().map(|(name, version)| {
        // Unity's modules are engine code without files.
        let here = if name.starts_with("com.unity.modules.") {
            Value::Null
        } else {
            json!(!absent.contains(name.as_str()))
        };
        json!({ "name": name, "version": version, "here": here })
    });
    vec![("packages".to_owned(), rows.collect::<Vec<Value>>().into())]
}

/// Returns the fields of the only document in a settings file, without Unity's internal fields.
fn fields(library: &mut Library, file: &str, problems: &mut Vec<String>) -> Values {
    let path = format!("ProjectSettings/{file}.asset");
    let project = Arc::clone(library.project());
    let at = project.root().join(&path);
    let mut cut = Vec::new();
    let read = library.look_at_file(&path, &at, |library, source| {
        let library: &Library = library;
        let mut values = Values::new();
        let Some((_, document)) = source.documents().next() else {
            return Err(AssetProblem::Text(FileProblem::NoDocuments));
        };
        let known = Known {
            project: &project,
            kinds: &|names| kinds::field_kind(file, names),
            kinds_of_class: &|_, _| None,
            is_script: false,
            tree: &Node::EMPTY,
            refer: &|reference, target| match reference.guid {
                _ if reference.file_id == 0 => Value::Null,
                guid if guid.is_none() => json!({ "ref": path, "sub": reference.file_id.to_string() }),
                _ => asset_reference(library, reference, target),
            },
        };
        for field in document.fields() {
            if matches!(field.key(), "m_ObjectHideFlags" | "serializedVersion") {
                continue;
            }
            let name = csharp(field.key());
            let value = match field.node() {
                Ok(node) => {
                    let mut writer = Writer::new(known, ITEMS);
                    let value = writer.field_of_form(field.key(), &node);
                    cut.extend(writer.is_cut().then(|| name.clone()));
                    value
                }
                Err(problem) => json!({ "unreadable": problem.to_string() }),
            };
            values.push((name, value));
        }
        Ok(values)
    });
    if !cut.is_empty() {
        problems.push(format!("values that are shown in part: {}", cut.join(", ")));
    }
    match read.and_then(|values| values) {
        Ok(values) => values,
        Err(problem) => {
            problems.push(format!("{path}: {}", problem.with_remedy()));
            Values::new()
        }
    }
}

/// Returns the C# name of a settings field: `gravity` from `m_Gravity`, or the different name in Unity's scripting API.
fn csharp(key: &str) -> String {
    match key {
        "Fixed Timestep" => return "fixedDeltaTime".to_owned(),
        "Maximum Allowed Timestep" => return "maximumDeltaTime".to_owned(),
        "Maximum Particle Timestep" => return "maximumParticleDeltaTime".to_owned(),
        _ => {}
    }
    by_rule(key).unwrap_or_else(|| key.to_owned())
}

/// Returns the labels of the layers with which each layer collides, or numbers for layers without a name. Layers
/// without a name that collide with all layers are omitted. `matrix` has 32 rows of 32 bits, each as four bytes in
/// hexadecimal digits, the lowest byte first.
fn collisions(project: &Project, matrix: &str) -> Value {
    let row = |at: usize| {
        let digits = matrix.get(at * 8..at * 8 + 8)?;
        Some(u32::from_str_radix(digits, 16).ok()?.swap_bytes())
    };
    let mut table = Map::new();
    for at in 0..32 {
        let Some(bits) = row(at) else {
            return json!(matrix);
        };
        let label = project.settings.layer_label(at);
        if label.is_some() || bits != u32::MAX {
            table.insert(label.unwrap_or_else(|| at.to_string()), layers(project, bits));
        }
    }
    table.into()
}

#[cfg(test)]
mod tests;
