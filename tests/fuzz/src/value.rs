//! JSON values that follow from dice: those at which readers stumble, and those that are nearly right.
//!
//! Belongs here: making values and putting them into a request. Does not: which requests there are (`request`).

use crate::mutate::Dice;
use serde_json::{Map, Value};

const EDGES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "1e308",
    "9007199254740993",
    "18446744073709551616",
    "\"\"",
    "\"obj:1\"",
    "[]",
    "{}",
    "[[[]]]",
    "\"\\u0000\"",
];

/// Members that some request has, and one that none has.
const NAMES: &[&str] = &[
    "_meta",
    "arguments",
    "capabilities",
    "confirm",
    "cursor",
    "id",
    "jsonrpc",
    "limit",
    "method",
    "name",
    "params",
    "progressToken",
    "protocolVersion",
    "requestId",
    "sceneId",
    "uri",
    "x",
];

/// What texts are made of.
const TEXTS: &[&str] = &[
    "obj:",
    "scn:",
    "unity://",
    "scene/",
    "tools/call",
    "list_tools",
    "ListObjects",
    "SetTimeScale",
    "2025-11-25",
    "2026-07-28",
    "2.0",
    "..",
    "/",
    "%00",
    "é",
    "\u{1f600}",
    "\u{202e}",
    "\n",
    "\"",
    " ",
];

/// How deep values go. Deeper ones are a matter of damaged bytes.
const DEPTH: usize = 3;

/// Exchanges up to three values of `request`, or gives an object of it another member.
pub(crate) fn exchange_some(request: &mut Value, dice: &mut Dice) {
    for _ in 0..=dice.random_below(3) {
        let new = value(dice, DEPTH);
        exchange(request, new, dice);
    }
}

fn exchange(node: &mut Value, new: Value, dice: &mut Dice) {
    let here = dice.random_below(4) == 0;
    match node {
        Value::Object(map) if here && dice.random_below(2) == 0 => {
            map.insert(name(dice), new);
        }
        Value::Object(map) if !here && !map.is_empty() => {
            let at = dice.random_below(map.len());
            if let Some(inner) = map.values_mut().nth(at) {
                exchange(inner, new, dice);
            }
        }
        Value::Array(items) if !here && !items.is_empty() => {
            let at = dice.random_below(items.len());
            exchange(&mut items[at], new, dice);
        }
        other => *other = new,
    }
}

fn value(dice: &mut Dice, depth: usize) -> Value {
    match dice.random_below(if depth == 0 { 5 } else { 7 }) {
        0 => {
            let text = dice.pick(EDGES).copied().unwrap_or_default();
            serde_json::from_str(text).unwrap_or_default()
        }
        1 => whole(dice).into(),
        // No more digits than a double distinguishes.
        2 => Value::from(f64::from(i32::try_from(dice.random_below(2_000_000)).unwrap_or(0)) / 128.0 - 4000.0),
        3 | 4 => text(dice).into(),
        5 => (0..dice.random_below(4)).map(|_| value(dice, depth - 1)).collect(),
        _ => {
            let members = (0..dice.random_below(4)).map(|_| (name(dice), value(dice, depth - 1)));
            Value::Object(members.collect::<Map<_, _>>())
        }
    }
}

/// Small ones as often as those near a power of two.
fn whole(dice: &mut Dice) -> i64 {
    let near = 1_i64 << dice.random_below(63);
    let off = i64::try_from(dice.random_below(64)).unwrap_or(0) - 32;
    let number = near.saturating_add(off);
    if dice.random_below(2) == 0 {
        number
    } else {
        number.wrapping_neg()
    }
}

fn name(dice: &mut Dice) -> String {
    match dice.random_below(8) {
        0 => text(dice),
        _ => dice.pick(NAMES).copied().unwrap_or_default().to_owned(),
    }
}

fn text(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..=dice.random_below(4) {
        match dice.random_below(3) {
            0 => text += &dice.random_below(1000).to_string(),
            _ => text += dice.pick(TEXTS).copied().unwrap_or_default(),
        }
    }
    text
}
