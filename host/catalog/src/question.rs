//! The question to the user before a write: the tool and its bundle, its arguments, the objects it may change, and how
//! many times. The approval covers exactly this.
//!
//! `policy` decides whether the user is asked, `gate` asks, and `runtime` enforces the approval.

mod files;
mod formatting;
mod plan;
mod targets;

use host_api::{Source, Tree};
use host_bridge::{EditPlan, FileChanges, SelectedTarget, UnityBridge};
use host_policy::{Agreed, ToolFacts};
use host_runtime::DryRunReport;
use serde_json::{Map, Value};
use targets::Targets;

/// Maximum number of arguments that a question to the user shows one by one. Further arguments are shown together.
const MOST_ARGUMENTS: usize = 32;
/// Length of a question to the user in bytes after which further values are shown in short form.
const ROOM: usize = 16_000;

/// A question to the user whether a call may run, and the approval (steps, objects, plans or files) that a yes gives.
pub(crate) struct Asking {
    pub(crate) message: String,
    pub(crate) agreed: Agreed,
}

pub(crate) async fn ask_about_call(
    sentence: &str,
    tool: &ToolFacts<'_>,
    arguments: &str,
    told: &DryRunReport,
    unity: Option<&SelectedTarget>,
    bridge: &dyn UnityBridge,
) -> Asking {
    let mut asking = match (told.plans.as_slice(), &told.files) {
        ([], Some(files)) if !files.is_empty() => ask_files(tool, arguments, files),
        ([], _) => ask(sentence, arguments, bridge).await,
        (plans, _) => ask_plans(sentence, plans),
    };
    if let Some(one) = unity {
        let what = match one.target.source {
            Source::Live => "a running Unity",
            Source::Folder => "the project's folder",
            Source::Replay { .. } => "a recording",
        };
        // First in the message: the rest may be long, and depends on the target.
        let id = formatting::quote(&one.target.unity);
        asking.message.insert_str(0, &format!("On {id}, {what}. "));
    }
    asking
}

pub(crate) fn approve_nothing(told: &DryRunReport) -> Agreed {
    match told.plans.as_slice() {
        [] => Agreed::to_files([]),
        // Each plan is empty, so nothing is executed.
        _ => Agreed::to_plans([]),
    }
}

fn ask_plans(base: &str, plans: &[EditPlan]) -> Asking {
    Asking {
        message: format!("{base} Your approval allows it to make {}", plan::to_display(plans)),
        agreed: Agreed::to_plans(plans.iter().map(|plan| plan.digest.clone())),
    }
}

fn ask_files(tool: &ToolFacts<'_>, arguments: &str, files: &[FileChanges]) -> Asking {
    let these = match files.len() {
        1 => "this project file".to_owned(),
        count => format!("these {count} project files"),
    };
    let mut message = format!(
        "Let the tool `{}` of bundle `{}` run? It writes files of the Unity project on disk. Your approval allows it to \
         write {these} and change nothing else.",
        tool.tool, tool.bundle
    );
    add_arguments(&mut message, &Tree::members(arguments).unwrap_or_default());
    message.push_str(&files::to_display(files));
    Asking {
        agreed: Agreed::to_files(files.iter().map(|file| file.file.clone())),
        message,
    }
}

/// Creates the question for a call whose dry run reported no plans or files. `base` names the tool and the kind of its
/// effect.
async fn ask(base: &str, arguments: &str, bridge: &dyn UnityBridge) -> Asking {
    let arguments = Tree::members(arguments).unwrap_or_default();
    let targets = Targets::find(&arguments, bridge).await;
    let mut message = format!(
        "{base} Your approval allows it to act {}, {}.",
        times(targets.steps),
        targets.to_display()
    );
    add_arguments(&mut message, &arguments);
    Asking {
        agreed: targets.into_approval(),
        message,
    }
}

fn add_arguments(message: &mut String, arguments: &Map<String, Value>) {
    if arguments.is_empty() {
        message.push_str(" It gets no arguments.");
    } else {
        message.push_str(" It gets:");
    }
    let mut rest = Map::new();
    for (at, (name, value)) in arguments.iter().enumerate() {
        if at >= MOST_ARGUMENTS {
            rest.insert(name.clone(), value.clone());
            continue;
        }
        let value = value_in(message, value);
        message.push_str(&format!("\n{} = {value}", formatting::name(name)));
    }
    if !rest.is_empty() {
        let count = rest.len();
        message.push_str(&format!(
            "\nand {count} more: {}",
            formatting::shortly(&Value::Object(rest))
        ));
    }
}

fn value_in(message: &str, value: &Value) -> String {
    if message.len() < ROOM {
        formatting::value(value)
    } else {
        formatting::shortly(value)
    }
}

fn times(steps: u32) -> String {
    match steps {
        1 => "once".to_owned(),
        steps => format!("at most {steps} times"),
    }
}

#[cfg(test)]
mod tests;
