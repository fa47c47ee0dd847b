//! Parsing of the `params` of EditorMCP's methods. One error reports all problems, each with the name of the member.
//!
//! The arguments of tools are not checked here: the service validates them against the schema of the tool.

use crate::errors::{self, Mismatch};
use host_wire::jsonrpc::{Fault, Object, Unique, shorten};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

#[derive(Debug)]
pub(crate) struct CallParams {
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Value>,
}

impl CallParams {
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Self, Fault> {
        let mut members = Members::read(params)?;
        let tool = members.required_text("tool");
        let arguments = members.required_object("arguments");
        members.finish()?;
        Ok(Self { tool, arguments })
    }
}

/// The `params` of `tools/list`: two optional filters. If both are `None`, all tools are listed.
#[derive(Debug)]
pub(crate) struct ListParams {
    pub(crate) category: Option<String>,
    pub(crate) tier: Option<String>,
}

impl ListParams {
    pub(crate) fn read(params: Option<&RawValue>) -> Result<Self, Fault> {
        let mut members = Members::read(params)?;
        let category = members.text("category");
        let tier = members.text("tier");
        members.finish()?;
        Ok(Self { category, tier })
    }
}

pub(crate) fn described_tool(params: Option<&RawValue>) -> Result<String, Fault> {
    let mut members = Members::read(params)?;
    let tool = members.required_text("tool");
    members.finish()?;
    Ok(tool)
}

/// Checks that the `params` of `server/info` are an object. Its members are ignored.
pub(crate) fn check_object(params: Option<&RawValue>) -> Result<(), Fault> {
    Members::read(params).map(|_| ())
}

/// A reader of a request's `params`: the members that were not read yet, and the problems found so far.
struct Members {
    held: Map<String, Value>,
    missing: Vec<&'static str>,
    wrong: Vec<Mismatch>,
}

impl Members {
    /// Parses `params`. Absent `params` count as an empty object, for which required members are reported as missing.
    fn read(params: Option<&RawValue>) -> Result<Self, Fault> {
        let held = match params.map(RawValue::get) {
            None => Map::new(),
            Some(text) => {
                serde_json::from_str::<Object<Unique>>(text)
                    .map_err(|error| {
                        let (expected, got) = match text.starts_with('{') {
                            true => ("object whose members are each there once", error.to_string()),
                            false => ("object", text.to_owned()),
                        };
                        let got = Mismatch {
                            parameter: "params",
                            expected,
                            got: shorten(&got).into_owned(),
                        };
                        errors::bad_params(&[], &[got])
                    })?
                    .0
                    .0
            }
        };
        Ok(Self {
            held,
            missing: Vec::new(),
            wrong: Vec::new(),
        })
    }

    fn text(&mut self, name: &'static str) -> Option<String> {
        match self.held.remove(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text),
            Some(other) => {
                self.refuse(name, "string", &other);
                None
            }
        }
    }

    /// Removes and returns a required string. Returns an empty one if it is missing or invalid, which `finish` reports.
    fn required_text(&mut self, name: &'static str) -> String {
        let before = self.wrong.len();
        let text = self.text(name).filter(|text| !text.trim().is_empty());
        if text.is_none() && self.wrong.len() == before {
            self.missing.push(name);
        }
        text.unwrap_or_default()
    }

    fn required_object(&mut self, name: &'static str) -> Map<String, Value> {
        match self.held.remove(name) {
            Some(Value::Object(object)) => return object,
            Some(Value::Array(list)) if list.is_empty() => {}
            None | Some(Value::Null) => self.missing.push(name),
            Some(other) => self.refuse(name, "object", &other),
        }
        Map::new()
    }

    fn refuse(&mut self, parameter: &'static str, expected: &'static str, value: &Value) {
        let word = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let got = format!("{word} {}", shorten(&value.to_string()));
        self.wrong.push(Mismatch {
            parameter,
            expected,
            got,
        });
    }

    fn finish(self) -> Result<(), Fault> {
        if self.missing.is_empty() && self.wrong.is_empty() {
            return Ok(());
        }
        Err(errors::bad_params(&self.missing, &self.wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn raw(value: &Value) -> Box<RawValue> {
        serde_json::value::to_raw_value(value).expect("JSON")
    }

    #[test]
    fn reports_all_problems_of_the_params_at_once() {
        for (params, missing, wrong) in [
            (None, json!(["tool", "arguments"]), Value::Null),
            (Some(json!({})), json!(["tool", "arguments"]), Value::Null),
            (
                Some(json!({ "tool": " ", "arguments": null })),
                json!(["tool", "arguments"]),
                Value::Null,
            ),
            (Some(json!({ "tool": "x" })), json!(["arguments"]), Value::Null),
            (
                Some(json!({ "tool": 7, "arguments": [1] })),
                Value::Null,
                json!([
                    { "parameter": "tool", "expected": "string", "got": "number 7" },
                    { "parameter": "arguments", "expected": "object", "got": "array [1]" },
                ]),
            ),
            (
                Some(json!([1])),
                Value::Null,
                json!([{ "parameter": "params", "expected": "object", "got": "[1]" }]),
            ),
        ] {
            let params = params.as_ref().map(raw);
            let fault = CallParams::read(params.as_deref()).expect_err("it does not fit");
            let data = fault.data.expect("data");
            assert_eq!((fault.code, &data["errorType"]), (-32602, &json!("validation")));
            assert_eq!(
                data["details"].get("missingParameters").cloned().unwrap_or_default(),
                missing
            );
            assert_eq!(
                data["details"].get("typeMismatches").cloned().unwrap_or_default(),
                wrong
            );
        }
        let filter = raw(&json!({ "category": null, "tier": "core", "other": 1 }));
        let filter = ListParams::read(Some(&filter)).expect("it fits");
        assert_eq!((filter.category, filter.tier.as_deref()), (None, Some("core")));
        let call = raw(&json!({ "tool": "x", "arguments": { "a": 1 } }));
        let call = CallParams::read(Some(&call)).expect("it fits");
        assert_eq!((call.tool.as_str(), call.arguments.len()), ("x", 1));
    }
}
