//! The question that a person is asked before a write: which tool of which bundle, what it gets, what it may act on, and
//! how often. The same that their yes then covers.
//!
//! Belongs here: words made from arguments, and the extent of the yes. Does not: whether somebody is asked (`policy`), or
//! how (`gate`), or holding a call to it (`runtime`).

mod files;
mod plan;
mod shown;
mod targets;

use host_api::{Source, Tree};
use host_bridge::{EditPlan, FileChanges, OneUnity, UnityBridge};
use host_policy::{Agreed, ToolFacts};
use host_runtime::DryRunReport;
use serde_json::{Map, Value};
use targets::Targets;

/// Arguments that are shown each by itself; what is beyond is shown as one value.
const MOST_ARGUMENTS: usize = 32;
/// Characters of the whole message beyond which values are shown shortly.
const ROOM: usize = 16_000;

/// What is asked, and what a yes to it covers.
pub(crate) struct Asking {
    pub(crate) message: String,
    pub(crate) agreed: Agreed,
}

/// What is asked of a call of which that was told.
pub(crate) async fn of_call(
    sentence: &str,
    (tool, arguments): (&ToolFacts<'_>, &str),
    told: &DryRunReport,
    (unity, bridge): (Option<&OneUnity>, &dyn UnityBridge),
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
        // First: what follows may be long, and means another thing elsewhere.
        let id = shown::quoted(&one.target.unity);
        asking.message.insert_str(0, &format!("On {id}, {what}. "));
    }
    asking
}

/// What a yes to a call would cover that was told to change nothing.
pub(crate) fn to_nothing(told: &DryRunReport) -> Agreed {
    match told.plans.as_slice() {
        [] => Agreed::to_files([]),
        // Each comes to nothing, so there is none to carry out.
        _ => Agreed::to_plans([]),
    }
}

/// For one whose dry run told plans: a yes covers those, each once, and nothing else.
fn ask_plans(base: &str, plans: &[EditPlan]) -> Asking {
    Asking {
        message: format!("{base} Your yes lets it make {}", plan::shown(plans)),
        agreed: Agreed::to_plans(plans.iter().map(|plan| plan.digest.clone())),
    }
}

/// For one whose dry run told what it writes into files: a yes covers writing those, and nothing else.
fn ask_files(tool: &ToolFacts<'_>, arguments: &str, files: &[FileChanges]) -> Asking {
    let these = match files.len() {
        1 => "this project file".to_owned(),
        count => format!("these {count} project files"),
    };
    let mut message = format!(
        "Let the tool `{}` of bundle `{}` run? It writes files of the Unity project on disk. Your yes lets it write {these} and change \
         nothing else.",
        tool.tool, tool.bundle
    );
    add_arguments(&mut message, &Tree::members(arguments).unwrap_or_default());
    message.push_str(&files::shown(files));
    Asking {
        agreed: Agreed::to_files(files.iter().map(|file| file.file.clone())),
        message,
    }
}

/// For any other: `base` (which tool, and what kind of thing it does) with all that the call is about.
async fn ask(base: &str, arguments: &str, bridge: &dyn UnityBridge) -> Asking {
    let arguments = Tree::members(arguments).unwrap_or_default();
    let targets = Targets::of(&arguments, bridge).await;
    let mut message = format!(
        "{base} Your yes lets it act {}, {}.",
        times(targets.steps),
        targets.shown()
    );
    add_arguments(&mut message, &arguments);
    Asking {
        agreed: targets.agreed(),
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
        message.push_str(&format!("\n{} = {value}", shown::name(name)));
    }
    if !rest.is_empty() {
        let count = rest.len();
        message.push_str(&format!("\nand {count} more: {}", shown::shortly(&Value::Object(rest))));
    }
}

fn value_in(message: &str, value: &Value) -> String {
    if message.len() < ROOM {
        shown::value(value)
    } else {
        shown::shortly(value)
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
