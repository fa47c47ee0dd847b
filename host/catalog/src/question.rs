//! The sentence that a person is shown before a write: which tool, what it will change, on which object.
//!
//! Belongs here: words made from arguments. Does not: whether somebody is asked (`policy`), or how (`gate`).

use host_bridge::{BridgeCall, Command, ObjectId, Reply, UnityBridge};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// Objects whose path is looked up for one question.
const MOST_OBJECTS: usize = 4;
/// Arguments that are shown, and characters of each.
const MOST_ARGUMENTS: usize = 8;
const MOST_CHARACTERS: usize = 120;
/// A path is told only where it is known soon: the question must not wait for a project that is still loading.
const PATIENCE: Duration = Duration::from_secs(2);

/// `base` with the arguments in words: `… It gets objectId = obj:12 (/Player/Hand), active = false.`
pub(crate) async fn sentence(base: &str, arguments: &str, bridge: &dyn UnityBridge) -> String {
    let arguments: Map<String, Value> = serde_json::from_str(arguments).unwrap_or_default();
    if arguments.is_empty() {
        return base.to_owned();
    }
    let mut named = Vec::new();
    for object in objects(&arguments) {
        if let Some(path) = path_of(bridge, object).await {
            named.push((object.to_string(), path));
        }
    }
    let told = arguments
        .iter()
        .take(MOST_ARGUMENTS)
        .map(|(name, value)| format!("{name} = {}", shown(value, &named)));
    let mut told = told.collect::<Vec<_>>().join(", ");
    let more = arguments.len().saturating_sub(MOST_ARGUMENTS);
    if more > 0 {
        told.push_str(&format!(" and {more} more"));
    }
    format!("{base} It gets {told}.")
}

/// Ids among the arguments, those in lists included.
fn objects(arguments: &Map<String, Value>) -> BTreeSet<ObjectId> {
    let texts = arguments.values().flat_map(|value| match value {
        Value::Array(items) => items.iter().collect::<Vec<_>>(),
        other => vec![other],
    });
    let ids = texts.filter_map(|value| ObjectId::parse(value.as_str()?));
    ids.take(MOST_OBJECTS).collect()
}

/// Where the object stands in its scene; without it the id alone has to do.
async fn path_of(bridge: &dyn UnityBridge, object: ObjectId) -> Option<String> {
    let asked = bridge.execute(Command::GetObject { object }, BridgeCall::internal());
    match tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()?.reply {
        Reply::Object(card) => Some(card.path),
        _ => None,
    }
}

fn shown(value: &Value, named: &[(String, String)]) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut text = match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    let about = named.iter().filter(|(id, _)| match value {
        Value::String(given) => given == id,
        Value::Array(items) => items.iter().any(|item| item.as_str() == Some(id)),
        _ => false,
    });
    let paths: Vec<&str> = about.map(|(_, path)| path.as_str()).collect();
    if !paths.is_empty() {
        text.push_str(&format!(" ({})", paths.join(", ")));
    }
    text
}
