//! The outcome of a C# snippet: compiler errors, an exception, or the value that the Unity instance returned.

use host_bridge::{BridgeError, BridgeErrorKind, Command, Evaluated};
use host_compile_csharp::{Problem, Ran, parse_result};
use serde::Deserialize;
use serde_json::json;

/// Maximum number of compiler errors in the message of a compile error. The data of that error contains all of them.
const TOLD: usize = 5;

/// Maximum number of lines of a C# exception in an error message. The details of the error contain all lines.
const LINES: usize = 12;

/// The JSON answer of the instance to a `link/load-assembly` call.
#[derive(Deserialize)]
struct Loaded {
    #[serde(default)]
    logs: Vec<String>,
    value: Option<String>,
    exception: Option<String>,
}

pub(super) fn compile_error(command: &Command, problem: Problem) -> BridgeError {
    let (what, argument) = match command {
        Command::SetHookSource { .. } => ("the source does not compile; the hook is unchanged", "source"),
        Command::RunScript { .. } => ("the script does not compile; nothing was run", "path"),
        Command::RunStartupScript => ("the startup script does not compile; nothing was run", ""),
        _ => ("the code does not compile; nothing was run", "code"),
    };
    match problem {
        Problem::Code(found) => {
            let shown: Vec<String> = found.iter().take(TOLD).map(ToString::to_string).collect();
            let more = match found.len().saturating_sub(TOLD) {
                0 => String::new(),
                more => format!("\nand {more} more"),
            };
            let message = format!("{what}\n{}{more}", shown.join("\n"));
            BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_data(&match argument {
                "" => json!({ "errors": found }),
                argument => json!({ "argument": argument, "errors": found }),
            })
        }
        Problem::TooLong { .. } => BridgeError::new(BridgeErrorKind::InvalidArgument, problem.to_string()),
        Problem::Compiler(why) => BridgeError::new(BridgeErrorKind::NotReady, format!("nothing was run: {why}"))
            .with_hint("try shorter or simpler code, or check the compiler that the host uses"),
    }
}

/// Parses the answer of the instance to a snippet: the value, and the fields that the snippet declared.
/// Fails if the snippet threw an exception, or if the answer cannot be read.
pub(super) fn read(value: &str) -> Result<(Evaluated, Option<Ran>), BridgeError> {
    let unread = |why: String| {
        let message = format!("the code was run, but cannot read the answer of Unity: {why}");
        BridgeError::new(BridgeErrorKind::OutcomeUnknown, message)
    };
    let Loaded { logs, value, exception } = serde_json::from_str(value).map_err(|error| unread(error.to_string()))?;
    if let Some(exception) = exception {
        return Err(thrown(&exception, &logs));
    }
    let ran = match value.as_deref().map(parse_result) {
        Some(Some(ran)) => ran,
        Some(None) => return Err(unread("it does not have the form of a snippet's result".to_owned())),
        None => return Err(unread("it is empty".to_owned())),
    };
    let evaluated = Evaluated {
        output: ran.output.clone(),
        logs,
        value: ran.value.clone(),
    };
    Ok((evaluated, Some(ran)))
}

/// Returns the error for code that threw an exception. Its data contains the log lines before the exception.
fn thrown(exception: &str, logs: &[String]) -> BridgeError {
    let first = exception.lines().next().unwrap_or_default().trim();
    let data = json!({ "exception": first.split(':').next().unwrap_or_default(), "logs": logs });
    let stack: Vec<&str> = exception.lines().take(LINES).map(str::trim_end).collect();
    BridgeError::new(
        BridgeErrorKind::Unity,
        format!("the code threw {}", stack.join("\n").trim_start()),
    )
    .with_hint("changes that it made before the exception remain")
    .with_detail(exception.to_owned())
    .with_data(&data)
}
