//! Checks whether a hook is in effect.
//!
//! Belongs here: the check after a change of a hook. If the check fails, the answer contains a note, because the change
//! itself was successful.

use unity_tools::host::notify;
use unity_tools::paging::Limit;
use unity_tools::unity::hooks;
use unity_tools::{Reply, ToolError};

/// The URI of the MCP resource that lists the hooks. Its subscribers are notified when hooks change.
pub(crate) const HOOKS: &str = "unity://hooks";

/// Notifies subscribers that the list of hooks changed. Adds a note to `reply` if the changed hook does not fire;
/// `so_far` is the start of the note.
pub(crate) fn notify_change<T>(reply: Reply<T>, signature: &str, so_far: &str) -> Reply<T> {
    notify::resource_updated(HOOKS);
    with_reason(reply, why_silent(signature), so_far)
}

fn with_reason<T>(reply: Reply<T>, reason: Result<Option<String>, ToolError>, so_far: &str) -> Reply<T> {
    match reason {
        Ok(None) => reply,
        Ok(Some(why)) => reply.note(format!("{so_far}: {why}")),
        Err(problem) => reply.note(format!("cannot check whether the hook fires: {problem}")),
    }
}

/// Returns the reason why the hook with this signature does not fire; `None` if it does, or if it is not listed.
fn why_silent(signature: &str) -> Result<Option<String>, ToolError> {
    let mut offset = 0;
    loop {
        let (found, info) = hooks::list_hooks(&Limit::<100>::LARGEST.page(offset))?;
        if let Some(hook) = found.into_iter().find(|hook| hook.signature == signature) {
            return Ok(hook.not_firing);
        }
        match info.next_offset {
            Some(next) if next > offset => offset = next,
            _ => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_reason;
    use unity_tools::{ErrorKind, Reply, ToolError};

    #[test]
    fn notes_hook_that_does_not_fire_or_cannot_be_checked() {
        let notes = |reason| {
            with_reason(Reply::done(), reason, "recorded, but it does not fire")
                .notes()
                .to_vec()
        };
        assert!(notes(Ok(None)).is_empty());
        assert_eq!(
            notes(Ok(Some("no running Unity".to_owned()))),
            ["recorded, but it does not fire: no running Unity"]
        );
        let busy = ToolError::new(ErrorKind::Busy, "the queue is full");
        assert!(notes(Err(busy))[0].ends_with("cannot check whether the hook fires: the queue is full"));
    }
}
