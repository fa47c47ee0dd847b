//! Round trips of every sample with random values in every member that accepts any value.

use crate::command::Command;
use crate::event::Event;
use crate::json::tests::files::{call, event, reply};
use crate::reply::Replied;
use crate::samples::{commands, events, replies};
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Names of JSON members that accept only certain texts.
const WORDS: [&str; 14] = [
    "fn",
    "reply",
    "order",
    "problem",
    "mode",
    "scope",
    "op",
    "per",
    "places",
    "difference",
    "unity-kind",
    "state",
    "severity",
    "part",
];

/// Replaces each leaf of a JSON value with another value of the same kind.
fn change(value: &mut Value, key: &str, rng: &mut TestRng) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| change(item, key, rng)),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let is_word = WORDS.contains(&name.as_str()) || (name == "kind" && key.is_empty());
                if !is_word {
                    change(member, name, rng);
                }
            }
        }
        Value::Bool(flag) => *flag = rng.random(),
        Value::Number(number) if number.is_f64() => *value = number_of(rng),
        Value::Number(_) => *value = json!(rng.random::<u32>()),
        Value::String(text) => *value = text_of(text, rng),
        Value::Null => {}
    }
}

fn number_of(rng: &mut TestRng) -> Value {
    match rng.random_range(0..8) {
        0 => json!("Infinity"),
        1 => json!("-Infinity"),
        2 => json!("NaN"),
        _ => {
            let number = f64::from_bits(rng.random());
            if number.is_finite() { json!(number) } else { json!(0.0) }
        }
    }
}

fn text_of(text: &str, rng: &mut TestRng) -> Value {
    match text {
        "Infinity" | "-Infinity" | "NaN" => number_of(rng),
        _ if text.starts_with("obj:") => json!(format!("obj:{}", rng.random::<i64>())),
        _ if text.starts_with("scn:") => json!(format!("scn:{}", rng.random::<u32>())),
        _ if text.parse::<u64>().is_ok_and(|number| number > 1 << 53) => {
            json!(rng.random_range((1 << 53) + 1..=u64::MAX).to_string())
        }
        _ => {
            let letters = 0..rng.random_range(0..8);
            json!(letters.map(|_| rng.random::<char>()).collect::<String>())
        }
    }
}

/// Checks that a round trip keeps the text; `again` reads a text and writes the parsed value.
fn comes_back(samples: Vec<String>, rng: &mut TestRng, again: impl Fn(&str) -> Result<String, String>) {
    for sample in samples {
        let mut sent = serde_json::from_str(&sample).expect("JSON");
        change(&mut sent, "", rng);
        let text = again(&sent.to_string()).unwrap_or_else(|error| panic!("{sent}: {error}"));
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), sent);
    }
}

fn read_command(text: &str) -> Result<String, String> {
    #[derive(Deserialize)]
    struct Call {
        r#fn: String,
        #[serde(default)]
        args: Option<Box<RawValue>>,
    }
    let Call { r#fn, args } = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let args = args.unwrap_or_else(|| RawValue::from_string("{}".to_owned()).expect("JSON"));
    let read = Command::from_call(&r#fn, &args).map_err(|error| error.to_string())?;
    Ok(call(&read))
}

fn read_reply(text: &str) -> Result<String, String> {
    let replied: Replied = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(reply(&replied.reply))
}

fn read_event(text: &str) -> Result<String, String> {
    let read: Event = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(event(&read))
}

proptest! {
    #[test]
    fn samples_with_random_values_round_trip(seed in any::<[u8; 32]>()) {
        let rng = &mut TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed);
        comes_back(commands().iter().map(call).collect(), rng, read_command);
        comes_back(replies().iter().map(reply).collect(), rng, read_reply);
        comes_back(events().iter().map(event).collect(), rng, read_event);
    }
}
