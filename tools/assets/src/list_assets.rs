//! The tool `list_assets`, which lists the project's files by kind, folder and name.

use crate::shared::page;
use unity_tools::prelude::*;
use unity_tools::unity::assets::{self, Order, Request};

// The sort keys.
#[input]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum By {
    #[default]
    #[serde(rename = "path")]
    Path,
    #[serde(rename = "-bytes")]
    Bytes,
}

/// One asset that the tool `list_assets` found.
#[output]
pub(crate) struct Row {
    path: String,
    guid: String,
    kind: String,
    bytes: u64,
    /// Type of a ScriptableObject; else absent.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
}

/// One page of assets, which the tool `list_assets` returns.
#[output]
pub(crate) struct Answer {
    total: u32,
    /// True if more may match: files are unchecked or unreadable.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    total_so_far: bool,
    /// True if no rows follow and the whole project was searched.
    complete: bool,
    /// Total bytes of all matching assets.
    bytes: u64,
    rows: Vec<Row>,
    /// `cursor` of the next page, or null.
    next: Option<String>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// List asset files by kind, folder and name. For one asset call asset_info; for objects in scenes and prefabs
/// find_objects.
#[tool(category = "project", needs = Scene)]
pub(crate) fn list_assets(
    /// E.g. `Prefab`, `Texture`, `MonoScript`, or a ScriptableObject type such as `Game.Item`.
    kind: Option<String>,
    /// Below this folder, e.g. `Assets/Prefabs`.
    folder: Option<String>,
    /// Glob, e.g. `*Door*.prefab`.
    name: Option<String>,
    /// `-bytes` puts the largest first.
    #[default]
    order: By,
    #[default] limit: Limit<50, 500>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let found = assets::list_assets(&Request {
        kind,
        folder,
        name: name.clone(),
        order: match order {
            By::Path => Order::Path,
            By::Bytes => Order::Bytes,
        },
        page: page(limit.get(), cursor, max_bytes),
    })?;
    let rows = found.rows.into_iter().map(|asset| Row {
        path: asset.path,
        guid: asset.guid,
        kind: asset.kind,
        bytes: asset.bytes,
        type_name: asset.type_name,
    });
    let is_none = found.total == 0 && found.complete;
    let notes = name.filter(|_| is_none).and_then(|name| unlikely(&name));
    let notes: Vec<String> = notes.into_iter().collect();
    Ok(Reply::new(Answer {
        total: found.total,
        total_so_far: !found.complete,
        complete: found.complete && found.next.is_none(),
        bytes: found.bytes,
        rows: rows.collect(),
        next: found.next,
        notes,
    }))
}

/// Returns a hint about the reason why no file matches the name; `None` if there is no hint.
fn unlikely(name: &str) -> Option<String> {
    if name.contains('/') {
        let why = "`name` is compared with the file's name alone: give its folder as `folder`";
        return Some(why.to_owned());
    }
    if name.contains(['*', '?', '.']) {
        return None;
    }
    Some(format!(
        "no file is called {name:?}: a file's name has an extension, so try \"{name}.*\" or \"*{name}*\""
    ))
}

#[cfg(test)]
mod tests {
    use super::unlikely;

    #[test]
    fn explains_name_filter_that_can_match_no_file() {
        for (name, told) in [
            ("Boss", Some("\"Boss.*\"")),
            ("Assets/*.mat", Some("as `folder`")),
            ("Boss.prefab", None),
            ("*Boss*", None),
            ("Bos?", None),
        ] {
            let why = unlikely(name);
            assert_eq!(why.is_some(), told.is_some(), "{name}");
            assert!(why.unwrap_or_default().contains(told.unwrap_or_default()), "{name}");
        }
    }
}
