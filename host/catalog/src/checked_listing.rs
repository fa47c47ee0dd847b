//! Checks each tool, resource and prompt that a component lists. An invalid entry is left out and reported; all valid
//! entries are served.

use crate::deceptive_text;
use crate::lengths;
use crate::manifest::ToolEntry;
use crate::names;
use crate::resource_uri::UriTemplate;
use crate::schema::{self, InputSchema, Look, Runnable};
use crate::uri;
use host_api::{Effect, visible};
use host_runtime::{PromptSpec, ResourceSpec, ToolSpec};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct CheckedTool {
    pub(crate) spec: Arc<ToolSpec>,
    pub(crate) input: Arc<InputSchema>,
    pub(crate) output: Option<Arc<Runnable>>,
    /// Effect of the tool on a running Unity instance; `None` if it is the same as on a project folder.
    pub(crate) on_running_unity: Option<Effect>,
}

impl CheckedTool {
    /// Returns the strongest effect of the tool on any kind of target.
    pub(crate) fn strongest_effect(&self) -> Effect {
        stronger_effect(self.on_running_unity, self.spec.effect)
    }
}

fn stronger_effect(on_running_unity: Option<Effect>, effect: Effect) -> Effect {
    on_running_unity.unwrap_or(effect)
}

#[derive(Debug)]
pub(crate) struct CheckedResource {
    pub(crate) spec: Arc<ResourceSpec>,
    /// The parsed URI template of the resource; `None` if the resource has an exact URI.
    pub(crate) template: Option<UriTemplate>,
    pub(crate) output: Option<Arc<Value>>,
}

/// The valid tools, resources and prompts of one bundle, in the order in which the bundle lists them.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) tools: Vec<Arc<CheckedTool>>,
    pub(crate) resources: Vec<Arc<CheckedResource>>,
    pub(crate) prompts: Vec<Arc<PromptSpec>>,
    /// One sentence for each invalid tool, resource or prompt that is left out, with the reason.
    pub(crate) problems: Vec<String>,
    /// One sentence for each exported function that cannot be a tool, if the component uses its functions as tools.
    pub(crate) remarks: Vec<String>,
}

impl Checked {
    /// Checks the tools, resources and prompts of a component, and compiles their schemas, which takes milliseconds.
    pub(crate) fn new(
        tools: &[Arc<ToolSpec>],
        resources: &[Arc<ResourceSpec>],
        prompts: &[Arc<PromptSpec>],
        said: &BTreeMap<String, ToolEntry>,
        look: Look,
    ) -> Self {
        let mut checked = Self::default();
        let refusal = |kind: &str, name: &str, problem: &dyn Display| {
            format!("{kind} `{}` is not served: {problem}", visible(name))
        };
        for spec in tools {
            match tool(spec, said.get(&spec.name), look) {
                Ok(tool) => checked.tools.push(Arc::new(tool)),
                Err(problem) => checked.problems.push(refusal("tool", &spec.name, &problem)),
            }
        }
        for spec in resources {
            match resource(spec, look) {
                Ok(resource) => checked.resources.push(Arc::new(resource)),
                Err(problem) => checked.problems.push(refusal("resource", &spec.uri, &problem)),
            }
        }
        for spec in prompts {
            match prompt(spec, look) {
                Ok(()) => checked.prompts.push(Arc::clone(spec)),
                Err(problem) => checked.problems.push(refusal("prompt", &spec.name, &problem)),
            }
        }
        checked
    }

    /// Removes the resources of a bundle with the host's own URI scheme, which it may not use; adds a problem for each.
    pub(crate) fn foreign(mut self) -> Self {
        let problems = &mut self.problems;
        self.resources.retain(|resource| {
            let uri = &resource.spec.uri;
            let is_foreign = uri::scheme(uri) != uri::OWN_SCHEME;
            if !is_foreign {
                problems.push(format!(
                    "resource `{}` is not served: `{}:` is reserved for bundled tools; use a scheme of your own, e.g. \
                     `my-tools://levels`",
                    visible(uri),
                    uri::OWN_SCHEME
                ));
            }
            is_foreign
        });
        self
    }
}

fn tool(spec: &Arc<ToolSpec>, said: Option<&ToolEntry>, look: Look) -> Result<CheckedTool, String> {
    if let Some(problem) = names::tool_name_problem(&spec.name) {
        return Err(problem);
    }
    lengths::tool(spec)?;
    let is_new = look == Look::Whole;
    if is_new {
        deceptive_text::tool(spec)?;
    }
    let on_running_unity = said.and_then(|entry| entry.running_unity);
    if on_running_unity.is_some() && spec.effect != Effect::Read {
        return Err(
            "`running-unity` is for a tool that only reads a folder; declare the strongest effect of this tool"
                .to_owned(),
        );
    }
    let takes_confirm = stronger_effect(on_running_unity, spec.effect).takes_confirm();
    let input = InputSchema::compile(&spec.input_schema, takes_confirm, look)
        .and_then(|input| input.with_dry_run(spec.dry_run.as_deref(), spec.effect))
        .map(|input| input.with_effect(spec.effect))
        .map_err(|e| e.to_string())?;
    let output = spec
        .output_schema
        .as_deref()
        .map(|text| Runnable::output(text, look))
        .transpose()
        .map_err(|e| e.to_string())?;
    if is_new {
        deceptive_text::schema("input-schema", input.source())?;
        if let Some(output) = &output {
            deceptive_text::schema("output-schema", output.source())?;
        }
    }
    Ok(CheckedTool {
        spec: Arc::clone(spec),
        input: Arc::new(input),
        output,
        on_running_unity,
    })
}

fn prompt(spec: &PromptSpec, look: Look) -> Result<(), String> {
    if spec.name.is_empty() || spec.name.len() > names::MAX_NAME {
        return Err(format!("its name must be 1 to {} bytes long", names::MAX_NAME));
    }
    lengths::prompt(spec)?;
    match look {
        Look::Whole => deceptive_text::prompt(spec),
        Look::Known => Ok(()),
    }
}

fn resource(spec: &Arc<ResourceSpec>, look: Look) -> Result<CheckedResource, String> {
    lengths::resource(spec)?;
    let is_new = look == Look::Whole;
    if is_new {
        deceptive_text::resource(spec)?;
    }
    let scheme = spec.uri.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    if !is_scheme {
        return Err("a URI begins with a scheme, e.g. `my-tools://levels`".to_owned());
    }
    let template = if spec.is_template {
        Some(UriTemplate::parse(&spec.uri).map_err(|e| e.to_string())?)
    } else {
        None
    };
    let output = spec
        .output_schema
        .as_deref()
        .map(|text| schema::check_listed(text, look))
        .transpose()
        .map_err(|e| e.to_string())?;
    if let Some(output) = output.as_ref().filter(|_| is_new) {
        deceptive_text::schema("output-schema", output)?;
    }
    Ok(CheckedResource {
        spec: Arc::clone(spec),
        template,
        output,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use host_runtime::PromptArgumentSpec;

    #[test]
    fn omits_entries_with_deceptive_text_and_reports_them() {
        let prompt = |name: &str, argument: &str| PromptSpec {
            name: name.to_owned(),
            title: None,
            description: Some("Two\nlines.".to_owned()),
            arguments: vec![PromptArgumentSpec {
                name: argument.to_owned(),
                description: None,
                required: false,
            }],
            extra: Vec::new(),
        };
        let resource = |name: &str| ResourceSpec {
            uri: "unity://x".to_owned(),
            is_template: false,
            name: name.to_owned(),
            description: String::new(),
            mime_type: None,
            output_schema: None,
            example: None,
            extra: Vec::new(),
        };
        let checked = Checked::new(
            &[],
            &[resource("level\u{202e}gpj.exe"), resource("level")].map(Arc::new),
            &[
                prompt("a\u{7}b", ""),
                prompt("good", "who"),
                prompt("bad", "w\u{200f}o"),
            ]
            .map(Arc::new),
            &BTreeMap::new(),
            Look::Whole,
        );
        assert_eq!((checked.resources.len(), checked.prompts.len()), (1, 1));
        assert_eq!(
            checked.problems,
            [
                "resource `unity://x` is not served: name holds U+202E, which hides text or changes its direction; remove it",
                "prompt `a\\u{7}b` is not served: name holds U+0007, a control character; remove it",
                "prompt `bad` is not served: the name of an argument holds U+200F, which hides text or changes its direction; \
                 remove it",
            ]
        );
    }

    #[test]
    fn omits_entries_with_overlong_text_and_reports_their_size() {
        use crate::lengths::{LINE, TEXT};
        let tool = |name: &str, title: usize, description: usize| {
            Arc::new(ToolSpec {
                name: name.to_owned(),
                title: Some("t".repeat(title)),
                description: "d".repeat(description),
                category: String::new(),
                tier: String::new(),
                notes: None,
                examples: Vec::new(),
                effect: Effect::Read,
                annotations: Default::default(),
                input_schema: r#"{"type":"object"}"#.to_owned(),
                output_schema: None,
                needs: Vec::new(),
                dry_run: None,
                extra: Vec::new(),
            })
        };
        let resource = |uri: &str, name: usize| {
            Arc::new(ResourceSpec {
                uri: uri.to_owned(),
                is_template: false,
                name: "n".repeat(name),
                description: "d".repeat(TEXT),
                mime_type: None,
                output_schema: None,
                example: None,
                extra: Vec::new(),
            })
        };
        let prompt = |name: &str, argument: usize| {
            Arc::new(PromptSpec {
                name: name.to_owned(),
                title: None,
                description: None,
                arguments: vec![PromptArgumentSpec {
                    name: "who".to_owned(),
                    description: Some("d".repeat(argument)),
                    required: false,
                }],
                extra: Vec::new(),
            })
        };
        let tools = [
            tool("good", LINE, TEXT),
            tool("titled", LINE + 1, 1),
            tool("said", 1, TEXT + 1),
        ];
        let resources = [resource("a:b", LINE), resource("a:c", 300)];
        let prompts = [prompt("p", TEXT), prompt("q", 9000)];
        // Also for a listing that was checked before: an older version of this program had no limits.
        for look in [Look::Whole, Look::Known] {
            let checked = Checked::new(&tools, &resources, &prompts, &BTreeMap::new(), look);
            let served = (checked.tools.len(), checked.resources.len(), checked.prompts.len());
            assert_eq!(served, (1, 1, 1));
            assert_eq!(
                checked.problems,
                [
                    "tool `titled` is not served: title has 201 bytes, at most 200 are allowed; shorten it",
                    "tool `said` is not served: description has 8193 bytes, at most 8192 are allowed; shorten it",
                    "resource `a:c` is not served: name has 300 bytes, at most 200 are allowed; shorten it",
                    "prompt `q` is not served: the description of an argument has 9000 bytes, at most 8192 are allowed; shorten it",
                ]
            );
        }
    }

    #[test]
    fn rejects_every_spelling_of_host_scheme_in_foreign_bundles() {
        let resource = |uri: &str| ResourceSpec {
            uri: uri.to_owned(),
            is_template: uri.contains('{'),
            name: "x".to_owned(),
            description: String::new(),
            mime_type: None,
            output_schema: None,
            example: None,
            extra: Vec::new(),
        };
        let near = [
            "unity://status",
            "UNITY://status",
            "unity://%73tatus",
            "unity://status/",
            "unity://status?x",
            "unity:status",
            "Unity:/./status",
            "unity://mine/{id}",
        ];
        let specs: Vec<Arc<ResourceSpec>> = near
            .iter()
            .chain(&["my-tools://status"])
            .map(|uri| Arc::new(resource(uri)))
            .collect();
        let own = Checked::new(&[], &specs, &[], &BTreeMap::new(), Look::Whole);
        assert_eq!((own.resources.len(), own.problems.len()), (near.len() + 1, 0));
        let foreign = own.foreign();
        let uris: Vec<&str> = foreign.resources.iter().map(|one| one.spec.uri.as_str()).collect();
        assert_eq!(uris, ["my-tools://status"]);
        for (uri, problem) in near.iter().zip(&foreign.problems) {
            assert!(
                problem.contains(&format!("`{uri}`")) && problem.contains("scheme of your own"),
                "{problem}"
            );
        }
    }
}
