//! Plain components: components that do not use the contract, in which each exported function is a tool.
//!
//! Belongs here: the listing of such a component, derived from its types without compiling it. Does not: calling a tool
//! (`plain/call.rs`), values (`plain/from_json.rs`, `plain/to_json.rs`), the checks of every listing (`listing`).

use crate::listing::{BadListing, Checked, Listed};
use crate::outline::Outline;
use docs::Docs;
use host_api::{Effect, Interface};
use host_guest::bindings::current::exports::unity_tools::tool::listing as wit;
use names::Named;
use schema::Schemas;
use serde_json::{Value, json};
use wasmparser::component_types::{ComponentEntityType, ComponentFuncTypeId};

pub(crate) mod call;
mod docs;
pub(crate) mod exports;
mod from_json;
pub(crate) mod names;
mod schema;
mod to_json;

pub(crate) struct Plain {
    pub(crate) checked: Checked,
    /// One sentence for each exported function that cannot be a tool, with the reason.
    pub(crate) left_out: Vec<String>,
}

/// The category that the policy uses for every tool of a plain component, because its author cannot declare one.
const CATEGORY: &str = "plain";
const TIER: &str = "core";
/// Maximum number of exported functions that are reported because they cannot be tools.
const MOST_LEFT_OUT: usize = 50;

/// Returns the tools of a plain component; `None` if it has no function or exports the contract (any version).
pub(crate) fn read_plain(bytes: &[u8], outline: &Outline) -> Option<Result<Plain, BadListing>> {
    if outline.exports.iter().any(|export| names::is_of_contract(export)) {
        return None;
    }
    let functions = functions(outline);
    if functions.is_empty() {
        return None;
    }
    let named = names::assign_names(
        functions
            .iter()
            .map(|function| (function.export.as_str(), function.name.as_deref())),
    );
    let docs = Docs::from_component(bytes);
    let effect = effect(&outline.imports);
    let (mut tools, mut left_out, mut unnamed) = (Vec::new(), Vec::new(), 0_usize);
    for (function, named) in functions.iter().zip(named) {
        let listed = named.and_then(|named| tool(outline, &docs, function, &named, effect));
        match listed {
            Ok(tool) => tools.push(tool),
            Err(reason) if left_out.len() < MOST_LEFT_OUT => {
                left_out.push(format!("{} is no tool: {reason}", function.describe()));
            }
            Err(_) => unnamed += 1,
        }
    }
    if unnamed > 0 {
        left_out.push(format!("{unnamed} more are no tools"));
    }
    let listed = Listed {
        tools,
        resources: Vec::new(),
        prompts: Vec::new(),
    };
    Some(listed.checked().map(|checked| Plain { checked, left_out }))
}

/// Returns the effect of all tools of a plain component with these imports: `Read` if all are default interfaces, else
/// `Code`, `Config` or `Destructive`. Plain components declare no effect, so their imports determine it.
pub(crate) fn effect(imports: &[String]) -> Effect {
    let known = || imports.iter().filter_map(|import| Interface::from_name(import));
    if known().any(|import| import == Interface::ConsoleEval) {
        Effect::Code
    } else if known().any(|import| import == Interface::PolicyEdit) {
        Effect::Config
    } else if known().all(Interface::is_default) {
        Effect::Read
    } else {
        Effect::Destructive
    }
}

struct Function {
    export: String,
    /// The name of the function in the interface `export`; `None` if `export` is the function itself.
    name: Option<String>,
    kind: ComponentFuncTypeId,
}

fn functions(outline: &Outline) -> Vec<Function> {
    let mut found = Vec::new();
    for export in &outline.exports {
        match outline.export(export) {
            Some(ComponentEntityType::Func(kind)) => found.push(Function {
                export: export.clone(),
                name: None,
                kind: *kind,
            }),
            Some(ComponentEntityType::Instance(instance)) => {
                for (name, item) in &outline.types[*instance].exports {
                    if let ComponentEntityType::Func(kind) = item.ty {
                        found.push(Function {
                            export: export.clone(),
                            name: Some(name.clone()),
                            kind,
                        });
                    }
                }
            }
            _ => {}
        }
    }
    found
}

impl Function {
    /// Returns the full name of the function for messages, such as `` `add` of `test:calc/ops@1.0.0` ``.
    fn describe(&self) -> String {
        let Self { export, name, .. } = self;
        match name {
            Some(name) => format!("`{name}` of `{export}`"),
            None => format!("`{export}`"),
        }
    }
}

fn tool(
    outline: &Outline,
    docs: &Docs,
    function: &Function,
    named: &Named,
    effect: Effect,
) -> Result<wit::Tool, String> {
    let kind = &outline.types[function.kind];
    if kind.async_ {
        return Err("it is `async`, which this host does not call".to_owned());
    }
    let mut schemas = Schemas::new(outline, &function.export, docs.interface(&function.export));
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for (name, kind) in &kind.params {
        let told = schemas
            .schema_of(kind)
            .map_err(|reason| format!("its parameter `{name}` {reason}"))?;
        if !told.may_be_absent {
            required.push(Value::from(name.as_str()));
        }
        properties.insert(name.to_string(), told.schema);
    }
    let input =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let result = kind.result.as_ref().map(|kind| schemas.result_schema(kind)).transpose();
    let output = result.map_err(|reason| format!("its result {reason}"))?.flatten();
    let said = docs.function(&function.export, function.name.as_deref());
    Ok(wit::Tool {
        name: named.tool.clone(),
        title: None,
        description: said.unwrap_or_else(|| format!("Calls {}, which has no description.", function.describe())),
        category: CATEGORY.to_owned(),
        tier: TIER.to_owned(),
        notes: None,
        examples: Vec::new(),
        effect: match effect {
            Effect::Read => wit::Effect::Read,
            Effect::Code => wit::Effect::Code,
            Effect::Config => wit::Effect::Config,
            Effect::Write | Effect::WriteUnconfirmed | Effect::Destructive => wit::Effect::Destructive,
        },
        annotations: wit::Annotations {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        input_schema: input.to_string(),
        output_schema: output.map(|schema| schema.to_string()),
        needs: Vec::new(),
        dry_run: None,
        extra: Vec::new(),
    })
}

#[cfg(test)]
mod tests;
