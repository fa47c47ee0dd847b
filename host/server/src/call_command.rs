//! The command `unity-tool-host call`: makes one call and prints its answer.
//!
//! This module handles everything from the typed arguments to the printed answer. `command_line.rs` opens the host.

use crate::bundle_folder::{component_of, stale_warning};
use crate::command_line::{Done, Failure, configuration, in_process_as};
use crate::config::Sources;
use crate::core::Tools;
use crate::output::{complain, print};
use host_api::similar_names::{did_you_mean, near_names};
use host_api::{
    Audience, CallContext, CallError, CallEvent, CallOutcome, CallRequest, Caller, ContentBlock, Dialect, ErrorKind,
    EventSink, Proof, ToolOutcome, ToolService, Tree,
};
use serde_json::{Map, Value};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::sync::mpsc::Receiver;

/// Maximum number of progress reports in the queue for printing; further reports are dropped.
const WAITING: usize = 64;

/// Runs the command `call`: calls one tool and prints the answer. Returns exit code 1 if the tool returns an error.
pub(crate) fn call(sources: &Sources, tools: Tools, tool: &str, arguments: &str) -> Done {
    let arguments = match Tree::read(arguments) {
        Ok(Value::Object(map)) => map,
        Ok(Value::Array(list)) if list.is_empty() => Map::new(),
        Ok(other) => {
            return Err(Failure::usage(format!(
                "arguments are {other}, expected a JSON object such as '{{}}'"
            )));
        }
        Err(error) => {
            return Err(Failure::usage(format!(
                "arguments are not JSON ({error}); expected an object such as '{{}}'"
            )));
        }
    };
    let built = |folder: &PathBuf| component_of(folder).and_then(|(_, file)| stale_warning(folder, &file));
    tools.folders.iter().filter_map(built).for_each(|said| complain(&said));
    in_process_as(configuration(sources)?, sources, tools, async |core| {
        if let Some(warning) = core.served.warning() {
            complain(&warning);
        }
        let request = asked_here(tool, arguments.clone());
        let (events, said) = EventSink::bounded(WAITING, Arc::default());
        let mut context = CallContext {
            events,
            ..CallContext::detached()
        };
        context.client.progress = true;
        match print_progress(core.catalog.call(request, context), said).await {
            Ok(outcome) => answer(&outcome),
            Err(error) => {
                tell(&error);
                if error.kind == ErrorKind::UnknownName {
                    let view = core.catalog.catalog(&Audience::Everything);
                    let names = near_names(tool, view.tools.iter().map(|one| one.name.as_str()));
                    did_you_mean(names).iter().for_each(|line| complain(line));
                }
                Ok(ExitCode::FAILURE)
            }
        }
    })
}

/// Waits for the result of a tool call, and prints its progress reports. The host's log already shows its log lines.
async fn print_progress(call: impl Future<Output = CallOutcome>, mut said: Receiver<CallEvent>) -> CallOutcome {
    let mut call = pin!(call);
    let outcome = loop {
        tokio::select! {
            biased;
            Some(event) = said.recv() => report(event),
            outcome = &mut call => break outcome,
        }
    };
    while let Ok(event) = said.try_recv() {
        report(event);
    }
    outcome
}

fn report(event: CallEvent) {
    let CallEvent::Progress {
        progress,
        total,
        message,
    } = event
    else {
        return;
    };
    let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    tracing::info!(target: "guest", "progress {progress}{of}{message}");
}

pub(crate) fn asked_here(tool: &str, arguments: Map<String, Value>) -> CallRequest {
    CallRequest {
        tool: tool.to_owned(),
        arguments,
        caller: Caller {
            dialect: Dialect::CommandLine,
            client: concat!("unity-tool-host ", env!("CARGO_PKG_VERSION")).into(),
            address: "local".into(),
            session: None,
            proof: Some(Proof::Connection("call".into())),
        },
        target: None,
        idempotency_key: None,
        deadline: None,
        lenient_arguments: false,
    }
}

/// Prints the structured output of a tool, or else its text content. For other content, prints only type and size.
fn answer(outcome: &ToolOutcome) -> Done {
    for diagnostic in &outcome.diagnostics {
        complain(&harmless(diagnostic));
    }
    if let Some(structured) = &outcome.structured {
        // A value that is nested too deep to parse is printed unchanged.
        let read = Tree::read(structured.get());
        print(&for_here(read.map_or_else(
            |_| format!("{}\n", structured.get()),
            |value| format!("{value:#}\n"),
        )))?;
    } else {
        for block in &outcome.content {
            print(&for_here(display_block(block)))?;
        }
    }
    Ok(if outcome.is_error {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn display_block(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Text { text, .. } => format!("{text}\n"),
        ContentBlock::Image { data, mime_type, .. } => format!("({mime_type}, {} bytes)\n", data.len()),
        ContentBlock::Audio { data, mime_type, .. } => format!("({mime_type}, {} bytes)\n", data.len()),
        ContentBlock::EmbeddedResource { contents } => match &contents.body {
            host_api::ResourceBody::Text(text) => format!("{text}\n"),
            host_api::ResourceBody::Blob(data) => format!("({}, {} bytes)\n", contents.uri, data.len()),
        },
        ContentBlock::ResourceLink { uri, name, .. } => format!("{name}: {uri}\n"),
    }
}

fn tell(error: &CallError) {
    complain(&harmless(&format!("{}: {}", error.kind.as_str(), error.message)));
    for line in error.hint.iter().chain(&error.detail).chain(&error.diagnostics) {
        complain(&harmless(line));
    }
    if let Some(details) = &error.details {
        complain(&harmless(details.get()));
    }
}

/// If stdout is a terminal, escapes control characters; otherwise returns the text unchanged.
fn for_here(text: String) -> String {
    match std::io::stdout().is_terminal() {
        true => harmless(&text),
        false => text,
    }
}

/// Escapes all characters that could set a terminal's title, erase its output or change the text direction. Keeps line
/// breaks and tabs.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' | '\t' => out.push(char),
            _ if host_api::deceives(char) => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn escapes_terminal_control_characters_in_tool_output() {
        for (said, shown) in [
            ("two\n\tlines, é 漢", "two\n\tlines, é 漢"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}31mred\r", "\\u{9b}31mred\\u{d}"),
            ("\u{202e}txt", "\\u{202e}txt"),
        ] {
            assert_eq!(harmless(said), shown);
        }
    }
}
