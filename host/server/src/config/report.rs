//! The output of `--check`: each active value with its source.

use super::keys::KEYS;
use super::layers::{Values, shorten_value};
use super::settings::Settings;
use host_api::profile::STANDARD;
use std::fmt::Write;

/// Formats the output of `--check`: a line for each key in the order of the table, then for each key of a bundle.
pub(super) fn lines(values: &Values, settings: &Settings) -> String {
    let mut text = String::new();
    for key in KEYS {
        if key.name.contains('<') {
            continue;
        }
        match values.set.get(key.name) {
            Some(set) => line(&mut text, key.name, &shorten_value(&set.value), &set.origin.to_string()),
            None => line(&mut text, key.name, &resolve_value(key.name, settings), "default"),
        }
    }
    for (name, set) in values.set.iter().filter(|(name, _)| name.starts_with("bundles.")) {
        let value = match &set.value {
            // The only key whose value is a table: print its keys and values, not only their number.
            table @ toml::Value::Table(_) => table.to_string(),
            other => shorten_value(other),
        };
        line(&mut text, name, &value, &set.origin.to_string());
    }
    text
}

pub(super) fn json(values: &Values, settings: &Settings) -> serde_json::Value {
    let own = KEYS.iter().map(|key| key.name).filter(|name| !name.contains('<'));
    let of_bundles = values.set.keys().map(String::as_str);
    let of_bundles = of_bundles.filter(|name| name.starts_with("bundles."));
    let value = |name: &str| match values.set.get(name) {
        Some(set) => serde_json::json!({"value": set.value, "origin": set.origin.to_string()}),
        // A path in quotes is valid JSON; any other text is only for human readers.
        None => serde_json::json!({
            "value": serde_json::from_str::<String>(&resolve_value(name, settings)).ok(),
            "origin": "default",
        }),
    };
    own.chain(of_bundles)
        .map(|name| (name.to_owned(), value(name)))
        .collect()
}

fn line(text: &mut String, name: &str, value: &str, from: &str) {
    writeln!(text, "{name} = {value}  # {from}").expect("writing to a String cannot fail");
}

/// Returns the active value of an unset configuration key whose default depends on the machine or on another key.
fn resolve_value(name: &str, settings: &Settings) -> String {
    let path = |path: &std::path::Path| format!("{:?}", path.display().to_string());
    match name {
        "server.data-dir" => path(&settings.server.data_dir),
        "server.cache-dir" => settings
            .server
            .cache_dir
            .as_deref()
            .map_or_else(|| "(none)".to_owned(), path),
        "server.discovery-file" => settings
            .server
            .discovery_file
            .as_deref()
            .map_or_else(|| "\"off\"".to_owned(), path),
        "project.scripts-folder" => format!(
            "({:?}, one folder per project)",
            settings.server.data_dir.join("scripts")
        ),
        "audit.file" => path(&settings.audit.file),
        "policy.profile" => format!("{:?}", settings.policy.profile.as_deref().unwrap_or(STANDARD)),
        "policy.tier" => format!("{:?}", settings.policy.current_tier()),
        "project.path" => "(the working directory's project, else the embedded sample)".to_owned(),
        name if name.starts_with("policy.ceiling.") => {
            format!("(as policy.{})", name.trim_start_matches("policy.ceiling."))
        }
        _ => "(not set)".to_owned(),
    }
}
