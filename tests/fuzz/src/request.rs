//! Requests that are nearly right, and what any answer to them must be.
//!
//! Belongs here: making bodies, judging answers. Does not: sending them.

use crate::mutate::{Dice, JSON_PIECES, damage};
use crate::value::exchange_some;
use serde_json::{Value, json};

/// Requests that are right.
fn seeds() -> Vec<Value> {
    let stateless = |method: &str, mut params: Value| {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        });
        json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params })
    };
    let call = |name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    vec![
        json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": { "cursor": "0" } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "f", "version": "1" } } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } }),
        call("ListScenes", json!({})),
        call(
            "ListObjects",
            json!({ "sceneId": "scn:0", "name": "a", "limit": 3, "offset": 1 }),
        ),
        call("GetComponents", json!({ "objectId": "obj:1" })),
        call("SetTimeScale", json!({ "value": 1, "confirm": true })),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": { "uri": "unity://scenes" } }),
        json!({ "jsonrpc": "2.0", "id": 4, "method": "resources/subscribe", "params": { "uri": "unity://scenes" } }),
        json!({ "jsonrpc": "2.0", "id": 5, "method": "prompts/get", "params": { "name": "a", "arguments": { "b": "c" } } }),
        json!({ "jsonrpc": "2.0", "id": 6, "method": "completion/complete", "params": {
            "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "b", "value": "c" } } }),
        json!({ "jsonrpc": "2.0", "id": 7, "method": "logging/setLevel", "params": { "level": "info" } }),
        json!({ "jsonrpc": "2.0", "id": 8, "result": { "action": "accept", "content": {} } }),
        stateless("server/discover", json!({})),
        stateless(
            "tools/call",
            json!({ "name": "ListScenes", "requestState": "a", "inputResponses": { "b": {} } }),
        ),
        stateless(
            "subscriptions/listen",
            json!({ "notifications": { "toolsListChanged": true } }),
        ),
        json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }]),
    ]
}

/// The Explorer protocol's requests that are right.
fn explorer_seeds() -> Vec<Value> {
    let call = |name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "call_tool", "params": { "name": name, "arguments": arguments } });
    let read = |uri: &str| json!({ "jsonrpc": "2.0", "id": 1, "method": "read_resource", "params": { "uri": uri } });
    vec![
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize" }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "list_tools" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "list_resources" }),
        read("unity://scene/scn:0/objects?limit=2"),
        read("unity://search?query=a&limit=1"),
        read("unity://console/script?path=a.cs"),
        call(
            "ListObjects",
            json!({ "sceneId": "scn:0", "limit": 2, "activeOnly": true }),
        ),
        call("SearchObjects", json!({ "query": "a", "limit": 1 })),
        call("MousePick", json!({ "mode": "world", "x": 100, "y": 100 })),
        call(
            "MousePick",
            json!({ "mode": "ui", "x": 0.5, "y": 0.5, "normalized": true }),
        ),
        call(
            "SetMember",
            json!({ "objectId": "obj:1", "componentType": "UnityEngine.Light", "member": "m_Intensity", "jsonValue": "[1]" }),
        ),
        call(
            "HookAdd",
            json!({ "type": "UnityEngine.GameObject", "method": "SetActive", "confirm": true }),
        ),
        call(
            "HookListMethods",
            json!({ "type": "UnityEngine.GameObject", "filter": "a" }),
        ),
        call(
            "AddComponent",
            json!({ "objectId": "obj:1", "type": "UnityEngine.Light" }),
        ),
        call("ReadConsoleScript", json!({ "path": "a.cs" })),
        call("WriteConsoleScript", json!({ "path": "a/b.cs", "content": "1" })),
        call("SetConfig", json!({ "allowWrites": true, "componentAllowlist": ["A"] })),
        call("TailLogs", json!({ "count": 5 })),
    ]
}

/// As `body`, for the Explorer protocol.
pub fn explorer_body(dice: &mut Dice) -> Vec<u8> {
    damage_request(&explorer_seeds(), dice)
}

/// A body: a right request with values exchanged, or with damaged bytes.
pub fn body(dice: &mut Dice) -> Vec<u8> {
    damage_request(&seeds(), dice)
}

fn damage_request(seeds: &[Value], dice: &mut Dice) -> Vec<u8> {
    let mut request = dice.pick(seeds).cloned().unwrap_or_default();
    if dice.random_below(2) == 0 {
        return damage(request.to_string().as_bytes(), JSON_PIECES, dice);
    }
    exchange_some(&mut request, dice);
    request.to_string().into_bytes()
}

/// What is wrong with an answer; `None` where it is a JSON-RPC answer, or an empty one to a notification.
pub fn fault(status: u16, body: &[u8]) -> Option<String> {
    // A Unity that is not running is reported as 503 where a protocol maps errors to statuses.
    if status >= 500 && status != 503 {
        return Some(format!("status {status}"));
    }
    if status == 202 {
        return (!body.is_empty()).then(|| "202 with a body".to_owned());
    }
    let Ok(answer) = serde_json::from_slice::<Value>(body) else {
        return Some("the body is no JSON".to_owned());
    };
    let one =
        |answer: &Value| answer["jsonrpc"] == "2.0" && (answer.get("result").is_some() ^ answer.get("error").is_some());
    let good = match &answer {
        Value::Array(answers) => !answers.is_empty() && answers.iter().all(one),
        answer => one(answer),
    };
    (!good).then(|| format!("no JSON-RPC answer: {answer}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// What was tried before finds nothing again.
    #[test]
    fn at_least_three_in_five_generated_bodies_are_distinct() {
        const ROUNDS: u64 = 100_000;
        for (what, make) in [("/mcp", body as fn(&mut Dice) -> Vec<u8>), ("/message", explorer_body)] {
            let distinct: HashSet<Vec<u8>> = (1..=ROUNDS).map(|number| make(&mut Dice::new(number))).collect();
            assert!(
                distinct.len() as u64 >= ROUNDS * 3 / 5,
                "{what}: {} of {ROUNDS}",
                distinct.len()
            );
        }
    }
}
