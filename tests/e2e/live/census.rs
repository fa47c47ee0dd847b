//! Every value of every component of a real game, compared with what the game's own code finds there.

use super::player::object;
use super::query::frozen_game;
use super::rebuilding::all;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// The parts of a value, as the game's own listing writes them.
fn parts(value: &Value, paths: &HashMap<String, String>) -> Vec<String> {
    let text = |text: &str| vec![format!("'{}", escape_uri(text))];
    match value {
        Value::String(told) => text(told),
        Value::Array(items) => items.iter().flat_map(|item| parts(item, paths)).collect(),
        Value::Object(members) => {
            let of = |name: &str| members.get(name).and_then(Value::as_str).unwrap_or_default();
            if let Some(path) = paths.get(of("ref")) {
                let place = members.get("component").and_then(Value::as_i64).unwrap_or(-1);
                return text(&format!("object {path} {} {place}", of("type")));
            }
            if members.contains_key("type") {
                let name = if members.contains_key("ref") {
                    of("name")
                } else {
                    of("unverifiable")
                };
                return text(&format!("asset {name} {}", of("type")));
            }
            // A shape: its numbers. Of a list that was cut, its start.
            let told = ["first", "center", "x", "y", "width", "height", "size"].map(|name| members.get(name));
            told.into_iter().flatten().flat_map(|part| parts(part, paths)).collect()
        }
        other => vec![other.to_string()],
    }
}

/// As `Uri.EscapeDataString` does it.
fn escape_uri(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => escaped.push(char::from(byte)),
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// Whether both mean the same: floats by their bits, or within a millionth.
fn is_same(one: &str, other: &str) -> bool {
    match (one.parse::<f32>(), other.parse::<f32>()) {
        (Ok(a), Ok(b)) => a.to_bits() == b.to_bits() || (a - b).abs() <= 1e-6 * a.abs().max(1.0),
        _ => one == other,
    }
}

/// By place, type and member: what the game's own code finds.
type Listing = BTreeMap<(u64, String, String), Vec<String>>;

fn listing(text: &str) -> Result<Listing> {
    let line = |line: &str| {
        let cells: Vec<&str> = line.splitn(4, '|').collect();
        let [place, type_name, member, parts] = cells[..] else {
            anyhow::bail!("four cells: {line}");
        };
        let key = (place.parse()?, type_name.to_owned(), member.to_owned());
        Ok((
            key,
            parts
                .split(' ')
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect(),
        ))
    };
    text.lines().map(line).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn component_values_equal_those_read_by_the_game_itself() -> Result<()> {
    let Some((_host, _player, client)) = frozen_game("every value of a real game").await? else {
        return Ok(());
    };
    let academy = object(&client, "Ball3DAcademy").await?;
    let objects = all(&client, "find_objects", json!({ "limit": 500 })).await?;
    ensure!(objects.len() == 54, "{}", objects.len());
    let told = |row: &Value, name: &str| row[name].as_str().map(str::to_owned).context("a text");
    let mut paths = HashMap::new();
    for row in &objects {
        paths.insert(told(row, "id")?, told(row, "path")?);
    }
    ensure!(
        paths.values().collect::<std::collections::BTreeSet<_>>().len() == 54,
        "each has its path"
    );
    let (mut compared, mut wrong) = (0, Vec::new());
    for (id, path) in &paths {
        let call = json!({ "objectId": academy, "componentType": "Ball3DAcademy", "method": "Values", "argsJson": json!([path]).to_string() });
        let own = client.ask("CallMethod", call).await?;
        let own = own["result"].as_str().with_context(|| own.to_string())?;
        let mut own = listing(own)?;
        let asked = json!({ "objects": [id], "limit": 100, "max_bytes": 60_000 });
        for row in all(&client, "get_components", asked).await? {
            let place = row["component"].as_u64().context("a place")?;
            let type_name = told(&row, "type")?;
            let mut values = row["values"].as_object().context("values")?.clone();
            if let Some(enabled) = row.get("enabled") {
                values.insert("enabled".to_owned(), enabled.clone());
            }
            for (member, value) in values {
                let mut found = own
                    .remove(&(place, type_name.clone(), member.clone()))
                    .unwrap_or_default();
                let parts = parts(&value, &paths);
                if let Some(count) = value.get("count") {
                    ensure!(
                        *count == found.len(),
                        "{path} {type_name}.{member}: {count}, not {}",
                        found.len()
                    );
                    found.truncate(parts.len());
                }
                let same =
                    parts.len() == found.len() && parts.iter().zip(&found).all(|(one, other)| is_same(one, other));
                if !same {
                    wrong.push(format!(
                        "{path} {type_name}.{member}: {parts:?}, and by the game {found:?}"
                    ));
                }
                compared += 1;
            }
        }
        // What the tool leaves out: of a type that has no form, or a field that one of its properties represents.
        for ((place, type_name, member), parts) in own {
            let property = member.strip_prefix("m_").is_some();
            if !property && !parts.iter().any(|part| part.starts_with('?')) {
                wrong.push(format!(
                    "{path} {place} {type_name}.{member} is not returned: {parts:?}"
                ));
            }
        }
    }
    ensure!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    ensure!(compared > 2_500, "{compared}");
    Ok(())
}
