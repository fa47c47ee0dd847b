//! What a Unity that lets hosts run code says to `link/…`: it gives what a compiler refers to, and counts what it is to load.
//!
//! Nothing of that code runs: what came of it is always the same.

use crate::Shared;
use crate::main_thread::{failed, raw};
use host_bridge_live::frames::{Call, CallResult};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

pub(crate) const FUNCTIONS: [&str; 3] = ["link/assemblies", "link/assembly", "link/load-assembly"];

impl Shared {
    /// `None` where that is no such call, or this Unity loads no code.
    pub(crate) fn link_call(&self, call: &Call) -> Option<(CallResult, Option<Vec<u8>>)> {
        if self.libraries.is_empty() || !FUNCTIONS.contains(&call.function.as_str()) {
            return None;
        }
        let (value, bytes) = match call.function.as_str() {
            "link/assemblies" => {
                let told = self.libraries.iter().map(|file| describe_assembly(file));
                (told.collect(), None)
            }
            "link/assembly" => {
                let wanted: Value = serde_json::from_str(call.args.get()).unwrap_or_default();
                let found = self
                    .libraries
                    .iter()
                    .find(|file| describe_assembly(file)["sha256"] == wanted["sha256"]);
                let Some(found) = found else {
                    return Some((failed(call.id, "not-found", "no such assembly"), None));
                };
                (json!({}), Some(std::fs::read(found).unwrap_or_default()))
            }
            _ => {
                self.loaded.send_modify(|loaded| *loaded += 1);
                self.memory().assemblies += 1;
                let ran = json!({ "output": "null", "kept": {}, "lost": [] });
                (json!({ "logs": ["it ran"], "value": ran.to_string() }), None)
            }
        };
        let result = CallResult {
            id: call.id,
            value: Some(raw(&value)),
            error: None,
            notes: Vec::new(),
            bytes: bytes.as_ref().map(|bytes| bytes.len() as u64),
        };
        Some((result, bytes))
    }
}

fn describe_assembly(file: &Path) -> Value {
    let bytes = std::fs::read(file).unwrap_or_default();
    let digest = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    json!({ "name": name, "sha256": digest, "size": bytes.len() })
}
