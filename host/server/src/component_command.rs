//! The commands `unity-tool-host inspect` and `listing`, which print or change the contents of a component file.
//!
//! This module converts parsed flags to output. `host_runtime` reads and runs components.

use crate::command_line::{Done, Failure};
use crate::compile_command;
use crate::output::print;
use anyhow::Context;
use host_runtime::{
    CompileOptions, Grants, Import, Inspected, InspectedListing, PrepareError, Standing, ToolSpec, WithoutGrants,
};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Prints what is known about a component without running it. Exit code 1 if a host would reject it.
pub(crate) fn inspect(file: &Path, as_json: bool) -> Done {
    let found = host_runtime::inspect(file).map_err(|error| anyhow::anyhow!("{error}; {}", error.remedy()))?;
    let id = file.file_stem().unwrap_or_default().to_string_lossy();
    let text = if as_json {
        format!("{:#}\n", as_value(&found, &id))
    } else {
        as_text(&found, &id)
    };
    print(&text)?;
    Ok(match found.refused {
        None => ExitCode::SUCCESS,
        Some(_) => ExitCode::FAILURE,
    })
}

/// Returns the setting that grants the imports that are not granted by default; `None` if there are none.
pub(crate) fn remedy(found: &Inspected, bundle: &str) -> Option<String> {
    let names: Vec<String> = found.imports.iter().map(|import| import.name.clone()).collect();
    let missing = Grants::Default.missing(false, &names);
    (!missing.is_empty()).then(|| Grants::Default.remedy(bundle, &missing))
}

fn as_text(found: &Inspected, bundle: &str) -> String {
    let mut text = String::new();
    let mut line = |start: &str, rest: String| text.push_str(&line(start, &rest));
    let modules: Vec<String> = found.modules.iter().map(u64::to_string).collect();
    line(
        "size",
        format!("{} bytes; core modules: {}", found.bytes, modules.join(", ")),
    );
    line("sha256", found.digest.clone());
    for import in &found.imports {
        let standing = match &import.standing {
            Standing::Granted => "granted by default".to_owned(),
            Standing::NotGranted(_) => "NOT granted by default".to_owned(),
            Standing::NotServed(reason) => format!("REFUSED: {reason}"),
        };
        line("imports", format!("{}: {standing}", import.name));
    }
    if found.imports.is_empty() {
        line("imports", "nothing".to_owned());
    }
    line("exports", found.exports.join(", "));
    match &found.listing {
        InspectedListing::Section {
            tools,
            resources,
            prompts,
        } => {
            line(
                "listing",
                format!("in its section, {} bytes", found.section.unwrap_or_default()),
            );
            tools.iter().map(told).for_each(|tool| line("tool", tool));
            for resource in resources {
                line("resource", format!("{}: {}", resource.uri, resource.description));
            }
            for prompt in prompts {
                let description = prompt.description.as_deref().unwrap_or_default();
                line("prompt", format!("{}: {description}", prompt.name));
            }
        }
        InspectedListing::Plain { tools, left_out } => {
            line("listing", "a plain component: its functions are its tools".to_owned());
            tools.iter().map(told).for_each(|tool| line("tool", tool));
            for reason in left_out {
                line("left out", reason.clone());
            }
        }
        InspectedListing::Export => line(
            "listing",
            "not in a section: a host calls its export; `unity-tool-host listing FILE --into FILE` calls it now and \
             writes the section"
                .to_owned(),
        ),
        InspectedListing::Missing => line(
            "listing",
            "NONE: neither in a section nor by an export of this host's version".to_owned(),
        ),
    }
    if let Some(remedy) = remedy(found, bundle) {
        line("grants", remedy);
    }
    if let Some(left) = without_grants(found) {
        line("", left);
    }
    if let Some(refused) = &found.refused {
        line("REFUSED", refusal(refused));
    }
    text
}

fn told(tool: &ToolSpec) -> String {
    format!("{} ({}): {}", tool.name, tool.effect.as_str(), tool.description)
}

fn refusal(refused: &PrepareError) -> String {
    format!("{refused}; {}", refused.remedy())
}

/// Describes which tools are served without a grant; `None` if the component needs no grant or is rejected.
fn without_grants(found: &Inspected) -> Option<String> {
    if found.refused.is_some() {
        return None;
    }
    let said = match found.without_grants() {
        WithoutGrants::NeedsNone => return None,
        WithoutGrants::Nothing => "without the grant, nothing of it is served".to_owned(),
        WithoutGrants::NotKnown => "without the grant, its tools that only read are still served".to_owned(),
        WithoutGrants::Served(tools) if tools.is_empty() => {
            "without the grant, its resources and prompts are served, but no tool".to_owned()
        }
        WithoutGrants::Served(tools) => {
            format!(
                "without the grant, it is served with its tools that only read: {}",
                tools.join(", ")
            )
        }
    };
    Some(said)
}

/// Formats one output line. Escapes line breaks and control characters, because a user decides by these lines whether
/// to trust the component.
fn line(start: &str, rest: &str) -> String {
    format!("{start:<9} {}\n", host_api::visible(rest))
}

fn as_value(found: &Inspected, bundle: &str) -> Value {
    let import = |import: &Import| {
        let (standing, reason) = match &import.standing {
            Standing::Granted => ("granted", None),
            Standing::NotGranted(_) => ("not-granted", None),
            Standing::NotServed(reason) => ("refused", Some(reason)),
        };
        json!({"name": import.name, "default": standing, "reason": reason})
    };
    let listing = match &found.listing {
        InspectedListing::Section {
            tools,
            resources,
            prompts,
        } => {
            let tools = tools_as_value(tools);
            let resources: Vec<Value> = resources
                .iter()
                .map(|one| json!({"uri": one.uri, "template": one.is_template, "description": one.description}))
                .collect();
            let prompts: Vec<Value> = prompts
                .iter()
                .map(|one| json!({"name": one.name, "description": one.description}))
                .collect();
            json!({"from": "section", "tools": tools, "resources": resources, "prompts": prompts})
        }
        InspectedListing::Plain { tools, left_out } => {
            json!({"from": "types", "tools": tools_as_value(tools), "left-out": left_out})
        }
        InspectedListing::Export => json!({"from": "export"}),
        InspectedListing::Missing => json!({"from": null}),
    };
    json!({
        "bytes": found.bytes,
        "sha256": found.digest,
        "modules": found.modules,
        "section": found.section,
        "imports": found.imports.iter().map(import).collect::<Vec<_>>(),
        "exports": found.exports,
        "listing": listing,
        "remedy": remedy(found, bundle),
        "without-grants": without_grants(found),
        "refused": found.refused.as_ref().map(refusal),
    })
}

fn tools_as_value(tools: &[ToolSpec]) -> Vec<Value> {
    let tools = tools.iter();
    tools
        .map(|tool| json!({"name": tool.name, "effect": tool.effect.as_str(), "description": tool.description, "needs": tool.needs}))
        .collect()
}

/// Runs the component `file`, with every import refused, to get its listing. Prints the listing's JSON, or writes it
/// into a section of the component `into`.
pub(crate) fn listing(file: &Path, into: Option<&Path>) -> Done {
    let json = host_runtime::ask_listing(file, compiling()?).map_err(anyhow::Error::new)?;
    let Some(into) = into else {
        print(&format!("{json}\n"))?;
        return Ok(ExitCode::SUCCESS);
    };
    let bytes = host_runtime::with_listing(into, &json).map_err(anyhow::Error::new)?;
    replace(into, &bytes).with_context(|| format!("cannot write {}", into.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the options to compile a component in a separate process, as a host does.
pub(crate) fn compiling() -> Result<CompileOptions, Failure> {
    Ok(CompileOptions {
        program: Some(compile_command::compiler()?),
        ..CompileOptions::default()
    })
}

/// Replaces the file atomically and keeps its permissions, so that a host that watches the folder never reads an
/// incomplete file.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(bytes)?;
    match std::fs::metadata(file) {
        Ok(there) => new.as_file().set_permissions(there.permissions())?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => open_to_readers(new.as_file())?,
        Err(error) => return Err(error),
    }
    new.persist(file)?;
    Ok(())
}

/// Sets the usual permissions of new files (0644), because only the owner can read a temporary file.
fn open_to_readers(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn escapes_line_breaks_and_control_characters_in_file_text() {
        let told = super::line(
            "tool",
            "a (read): fine\nforged    (read): safe\u{1b}[2J\u{202e}\u{9b}31m\r",
        );
        assert_eq!(
            told,
            "tool      a (read): fine\\u{a}forged    (read): safe\\u{1b}[2J\\u{202e}\\u{9b}31m\\u{d}\n"
        );
    }
}
