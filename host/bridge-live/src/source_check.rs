//! Checks the syntax of a C# source before an instance gets it, so that a text that cannot compile is never written.

use host_bridge::{BridgeError, Command, refuse_syntax};
use host_csharp::{Symbols, syntax_errors};
use std::time::{Duration, Instant};

/// Time after which the search for syntax errors ends. The source is then written without it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Checks the text of a command that writes a source; all other commands pass.
///
/// # Errors
/// `InvalidArgument` with the first syntax errors, unless the command allows them.
pub(crate) async fn check_source(command: &Command) -> Result<(), BridgeError> {
    let Command::WriteScriptSource {
        path,
        text,
        allow_syntax_errors: false,
        ..
    } = command
    else {
        return Ok(());
    };
    let (path, text) = (path.clone(), text.clone());
    let checked = tokio::task::spawn_blocking(move || {
        let until = Instant::now() + PATIENCE;
        // The symbols of the editor are unknown, so code in `#if` counts only if it is wrong in each case.
        let errors = syntax_errors(&text, &Symbols::default(), &mut || Instant::now() < until);
        let rows = errors
            .into_iter()
            .map(|error| (error.line, error.column, error.message));
        refuse_syntax(&path, rows)
    });
    match checked.await {
        Ok(Some(error)) => Err(error),
        // The check only saves a compilation, so a failure of it is no reason to reject the source.
        Ok(None) | Err(_) => Ok(()),
    }
}
