//! The command `unity-tool-host check`: checks a bundle for errors that a host would report and missing descriptions.
//!
//! This module prints findings. `host_runtime` and `host_catalog` define the rules for rejecting a bundle.

use crate::bundle_folder::{component_of, stale_warning};
use crate::call_command::asked_here;
use crate::command_line::{Done, in_process};
use crate::config::{Flag, Sources, Written};
use crate::core::{Core, Tools};
use crate::output::print;
use host_api::{Audience, CallContext, Effect, ErrorKind, ToolDescriptor, ToolService, Tree};
use host_runtime::{Inspected, InspectedListing, PrepareError, Standing};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::ExitCode;

/// A result of the command `check` about a bundle: a fault, which sets the exit code to 1, or a remark.
struct Finding {
    is_fault: bool,
    /// The subject of the finding: `bundle`, `imports`, `listing`, `schema` or `example`.
    about: &'static str,
    tool: Option<String>,
    text: String,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn fault(&mut self, about: &'static str, tool: Option<&str>, text: impl Into<String>) {
        self.add(true, about, tool, text.into());
    }

    fn add_remark(&mut self, about: &'static str, tool: Option<&str>, text: impl Into<String>) {
        self.add(false, about, tool, text.into());
    }

    fn is_fine(&self) -> bool {
        self.0.iter().all(|finding| !finding.is_fault)
    }

    fn add(&mut self, is_fault: bool, about: &'static str, tool: Option<&str>, text: String) {
        let tool = tool.map(str::to_owned);
        self.0.push(Finding {
            is_fault,
            about,
            tool,
            text,
        });
    }
}

/// Checks the only bundle in `tools`: first its files, then the tools that a host serves from it.
pub(crate) fn check(sources: &Sources, tools: Tools, as_json: bool) -> Done {
    let mut findings = Findings::default();
    let mut bytes = None;
    let mut sources = sources.clone();
    for folder in &tools.folders {
        let Some((id, file)) = component_of(folder) else {
            // Errors of `bundle.toml` are reported below, with the messages of a host.
            continue;
        };
        if let Some(said) = stale_warning(folder, &file) {
            findings.add_remark("bundle", None, said);
        }
        match host_runtime::inspect(&file) {
            Ok(found) => {
                bytes = Some(found.bytes);
                check_file(&found, &file, &mut findings);
                check_snapshot(&found, folder, &mut findings);
                grant(&mut sources, &id, folder, &found);
            }
            Err(error) => findings.fault("bundle", None, format!("{error}; {}", error.remedy())),
        }
    }
    if !findings.is_fine() {
        // A host would report the same errors, after compiling the component.
        return tell(&findings, bytes, &[], 0, as_json);
    }
    in_process(&sources, tools, async |core| {
        let mut examples = 0;
        // The parts of a served bundle that are left out. The remarks of a host were already reported for the file.
        for bundle in &core.catalog.health().bundles {
            for problem in &bundle.problems {
                findings.fault("bundle", None, problem.clone());
            }
        }
        let catalog = core.catalog.catalog(&Audience::Everything);
        let tools = catalog.tools.clone();
        let serves_nothing = tools.is_empty() && catalog.resources.is_empty() && catalog.prompts.is_empty();
        if serves_nothing && findings.is_fine() {
            findings.fault(
                "bundle",
                None,
                "nothing is served: there is no bundle.toml, or it lists no tool, resource or prompt",
            );
        }
        for tool in &tools {
            check_schema(tool, &mut findings);
            examples += run_examples(core, tool, &mut findings).await;
        }
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        tell(&findings, bytes, &names, examples, as_json)
    })
}

fn tell(findings: &Findings, bytes: Option<u64>, names: &[&str], examples: usize, as_json: bool) -> Done {
    let is_fine = findings.is_fine();
    let text = match as_json {
        true => format!(
            "{:#}\n",
            json!({"ok": is_fine, "bytes": bytes, "tools": names, "examples": examples, "findings": findings.0.iter().map(as_value).collect::<Vec<_>>()})
        ),
        false => as_text(findings, names, examples, is_fine),
    };
    print(&text)?;
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Grants the bundle all of its imports for the check, so that all its tools are served. This allows no writes: the
/// policy forbids them unless the user allows them, and the check does not run examples of tools that write.
fn grant(sources: &mut Sources, id: &str, folder: &Path, found: &Inspected) {
    let asked: Vec<toml::Value> = found
        .imports
        .iter()
        .filter(|import| matches!(import.standing, Standing::NotGranted(_)))
        .map(|import| import.name.split('@').next().unwrap_or_default().into())
        .collect();
    if asked.is_empty() {
        return;
    }
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let values = [
        ("grants", toml::Value::Array(asked)),
        ("folder", toml::Value::String(folder.to_string_lossy().into_owned())),
    ];
    for (key, value) in values {
        sources.flags.push(Flag {
            key: format!("bundles.{id}.{key}"),
            shown: "check".to_owned(),
            written: Written::Value(value),
        });
    }
}

fn check_file(found: &Inspected, file: &Path, findings: &mut Findings) {
    for import in &found.imports {
        match &import.standing {
            Standing::NotServed(reason) => {
                let (import, reason) = (import.name.clone(), reason.clone());
                let text = format!("{import}: {reason}");
                let file = file.to_owned();
                let remedy = PrepareError::NotServed { file, import, reason }.remedy();
                findings.fault("imports", None, format!("{text}; {remedy}"));
            }
            Standing::NotGranted(_) => {
                findings.add_remark("imports", None, format!("the operator must grant {}", import.name))
            }
            Standing::Granted => {}
        }
    }
    match &found.listing {
        InspectedListing::Section { .. } => {}
        InspectedListing::Plain { left_out, .. } => {
            for reason in left_out {
                findings.add_remark("bundle", None, reason.clone());
            }
        }
        InspectedListing::Export => findings.add_remark(
            "listing",
            None,
            "is not in a section; `unity-tool-host build` writes it",
        ),
        InspectedListing::Missing => findings.fault(
            "listing",
            None,
            "is neither in the section unity-tools:listing/0.3 nor exported as unity-tools:tool/listing",
        ),
    }
}

/// Source files that identify a bundle folder with a component that is a snapshot of a language runtime.
const OF_SNAPSHOTS: [&str; 3] = ["app.py", "tool.js", "src/tool.ts"];

/// Reports a snapshot component without WASI imports: older versions of this program replaced them by traps.
fn check_snapshot(found: &Inspected, folder: &Path, findings: &mut Findings) {
    let has_wasi = found.imports.iter().any(|import| import.name.starts_with("wasi:"));
    if !has_wasi && OF_SNAPSHOTS.iter().any(|source| folder.join(source).is_file()) {
        findings.add_remark(
            "imports",
            None,
            "imports nothing of WASI: clocks and files end the call, and random numbers are the same in each call; \
             build it again",
        );
    }
}

/// Checks the schemas and descriptions of a tool, which a model reads before it calls the tool.
fn check_schema(tool: &ToolDescriptor, findings: &mut Findings) {
    for wrong in host_catalog::wrong_defaults(&tool.input_schema) {
        findings.fault("schema", Some(&tool.name), wrong);
    }
    for refused in host_catalog::refused_in_input(&tool.input_schema) {
        findings.add_remark("schema", Some(&tool.name), refused);
    }
    for refused in tool
        .output_schema
        .iter()
        .flat_map(|schema| host_catalog::refused_in_output(schema))
    {
        findings.add_remark("schema", Some(&tool.name), format!("of the result: {refused}"));
    }
    let properties = tool.input_schema["properties"].as_object();
    for (name, schema) in properties.into_iter().flatten() {
        // The host adds this argument.
        let described = name == "confirm" || schema["description"].is_string() || schema.get("enum").is_some();
        if !described {
            findings.add_remark(
                "schema",
                Some(&tool.name),
                format!("argument `{name}` has no description"),
            );
        }
    }
    if tool.examples.is_empty() && properties.is_some_and(|all| !all.is_empty()) {
        findings.add_remark("example", Some(&tool.name), "has none; examples help a model most");
    }
}

/// Runs the examples of a tool that only reads, on the served project. Returns the number of examples that ran.
async fn run_examples(core: &Core, tool: &ToolDescriptor, findings: &mut Findings) -> usize {
    let mut ran = 0;
    for example in &tool.examples {
        let arguments = match Tree::read(example) {
            Ok(Value::Object(arguments)) => arguments,
            _ => {
                findings.fault(
                    "example",
                    Some(&tool.name),
                    format!("is {example}, expected the arguments as a JSON object, such as {{\"name\": \"Main\"}}"),
                );
                continue;
            }
        };
        if tool.effect != Effect::Read {
            findings.add_remark(
                "example",
                Some(&tool.name),
                "not run, because the tool writes; call it with --set policy.allow-writes=true",
            );
            continue;
        }
        if !tool.missing.is_empty() {
            findings.add_remark(
                "example",
                Some(&tool.name),
                format!("not run: no served target has {}", tool.missing.join(", ")),
            );
            continue;
        }
        ran += 1;
        match failure_of(core, &tool.name, arguments).await {
            Failure::None => {}
            Failure::Fault(said) => findings.fault("example", Some(&tool.name), format!("{example} fails: {said}")),
            Failure::Policy(said) => {
                findings.add_remark(
                    "example",
                    Some(&tool.name),
                    format!("{example} was not checked: {said}"),
                );
            }
        }
    }
    ran
}

/// The failure of an example call; `None` if the call succeeded.
enum Failure {
    None,
    Fault(String),
    /// The operator's policy rejects the call, which is not a fault of the bundle. The text is the error.
    Policy(String),
}

async fn failure_of(core: &Core, tool: &str, arguments: Map<String, Value>) -> Failure {
    let request = asked_here(tool, arguments);
    match core.catalog.call(request, CallContext::detached()).await {
        Ok(outcome) if outcome.is_error => Failure::Fault("it answers with an error".to_owned()),
        Ok(_) => Failure::None,
        Err(error) => {
            let said = match &error.hint {
                Some(hint) => format!("{} ({hint})", error.message),
                None => error.message.clone(),
            };
            match error.kind {
                ErrorKind::PermissionDenied => Failure::Policy(said),
                _ => Failure::Fault(said),
            }
        }
    }
}

fn as_value(finding: &Finding) -> Value {
    let kind = if finding.is_fault { "fault" } else { "remark" };
    json!({"kind": kind, "about": finding.about, "tool": finding.tool, "text": finding.text})
}

fn as_text(findings: &Findings, tools: &[&str], examples: usize, is_fine: bool) -> String {
    let mut text = String::new();
    for finding in &findings.0 {
        let kind = if finding.is_fault { "FAULT" } else { "remark" };
        let tool = finding
            .tool
            .as_ref()
            .map(|tool| format!("{tool}: "))
            .unwrap_or_default();
        let said = host_api::visible(&finding.text);
        text.push_str(&format!("{kind:6} {tool}{} {said}\n", finding.about));
    }
    let end = if is_fine {
        "no fault"
    } else {
        "a host or its clients would reject parts of this bundle"
    };
    text.push_str(&format!(
        "{end}: {} tools ({}), {examples} examples ran\n",
        tools.len(),
        tools.join(", ")
    ));
    text
}
