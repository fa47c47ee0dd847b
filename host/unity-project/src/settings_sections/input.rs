//! The settings section `input`: the axes of the old Input Manager, and the `.inputactions` assets of the Input System.

use super::{Values, fields};
use crate::expand::Library;
use host_api::Tree;
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum size in bytes of an `.inputactions` asset; the actions of a larger one are not read.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// Maximum number of `.inputactions` assets in one result; further ones are omitted.
const MAX_ASSETS: usize = 50;

pub(super) fn read(library: &mut Library, file: &str, problems: &mut Vec<String>) -> Values {
    let player = fields(library, "ProjectSettings", &mut Vec::new());
    let handler = player.into_iter().find(|(name, _)| name == "activeInputHandler");
    let handler = handler.map_or(Value::Null, |(_, number)| match number.as_i64() {
        Some(0) => json!("Input Manager"),
        Some(1) => json!("Input System"),
        Some(2) => json!("Both"),
        _ => number,
    });
    let mut values = vec![("activeInputHandler".to_owned(), handler)];
    values.extend(fields(library, file, problems));
    let project = Arc::clone(library.project());
    let assets = project.index.with_extension("inputactions");
    let left_out = assets.len().saturating_sub(MAX_ASSETS);
    if left_out > 0 {
        problems.push(format!("{left_out} more .inputactions assets are left out"));
    }
    let mut rows = Vec::new();
    for path in assets.into_iter().take(MAX_ASSETS) {
        let read = project.roots().locate(path).and_then(|at| {
            library.look_at_bytes(&at, MAX_BYTES, |_, bytes| {
                serde_json::from_slice::<Tree>(&bytes).map(|Tree(asset)| maps(&asset))
            })
        });
        match read {
            Ok(Ok(maps)) => rows.push(json!({ "path": path, "maps": maps })),
            Ok(Err(problem)) => problems.push(format!("{path} is not valid JSON: {problem}")),
            Err(problem) => problems.push(format!("{path}: {}", problem.with_remedy())),
        }
    }
    values.push(("actions".to_owned(), rows.into()));
    values
}

/// Returns the action maps of an `.inputactions` asset with their actions, each with the paths of its bindings.
fn maps(asset: &Value) -> Value {
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let maps = list(asset, "maps").into_iter().map(|map| {
        let bindings = list(&map, "bindings");
        let actions = list(&map, "actions").into_iter().map(|action| {
            let name = text(&action, "name");
            let own = bindings.iter().filter(|binding| text(binding, "action") == name);
            // The path of a composite binding is the name of its kind; the bindings of its parts follow it.
            let paths = own
                .map(|binding| text(binding, "path"))
                .filter(|path| path.starts_with('<'));
            let paths: Vec<String> = paths.collect();
            json!({ "name": name, "type": text(&action, "type"), "bindings": paths })
        });
        json!({ "name": text(&map, "name"), "actions": actions.collect::<Vec<Value>>() })
    });
    maps.collect::<Vec<Value>>().into()
}
