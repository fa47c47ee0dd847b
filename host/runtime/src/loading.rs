//! Waits until the code of a call is loaded or compiled, and sends progress to the client.
//!
//! Belongs here: the waiting of one call. Does not: loading the code (`code`), the deadline of the call (`invoke`).

use crate::bundle::PreparedBundle;
use crate::code::{Linked, Wanted};
use crate::failure::What;
use host_api::{CallContext, CallError, CallEvent, ErrorKind};
use std::time::Duration;

/// Time between two progress reports to a client that waits for code. Loading it from the cache takes less time.
const TOLD_EVERY: Duration = Duration::from_secs(1);

pub(crate) struct Loaded<'a> {
    pub(crate) linked: &'a Linked,
    /// The value of the last progress report to the client: seconds of waiting for the code, 0 if there was none.
    pub(crate) told: u32,
}

pub(crate) async fn load_code<'a>(
    bundle: &'a PreparedBundle,
    context: &CallContext,
    what: What<'_>,
) -> Result<Loaded<'a>, CallError> {
    if let Some(linked) = bundle.code.available() {
        return Ok(Loaded { linked, told: 0 });
    }
    let mut told = 0_u32;
    let loading = bundle.code.get(Wanted::ByCall);
    tokio::pin!(loading);
    loop {
        tokio::select! {
            loaded = &mut loading => {
                let linked = loaded.map_err(|reason| {
                    let error = match reason.lasts() {
                        true => CallError::new(ErrorKind::ToolFailed, format!("{what} cannot run: its bundle `{}` is broken: {reason}", bundle.id)),
                        false => CallError::new(ErrorKind::NotReady, format!("{what} cannot run: its code is not available: {reason}")),
                    };
                    error.with_hint(format!("{}; the operator sees the bundle's state at /health", reason.remedy()))
                })?;
                return Ok(Loaded { linked, told });
            }
            () = tokio::time::sleep(TOLD_EVERY), if context.client.progress => {
                told = told.saturating_add(1);
                context.events.emit(CallEvent::Progress {
                    progress: told.into(),
                    total: None,
                    message: Some(format!("compiling the bundle `{}` ({told} s)", bundle.id)),
                });
            }
        }
    }
}
