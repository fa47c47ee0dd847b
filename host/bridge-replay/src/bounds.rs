//! Size limits for the content of a recording.
//!
//! Belongs here: maximum numbers of items, and maximum lengths of texts, in a line. Does not: parsing a line (`read`).

use crate::bad_recording::{BadRecording, bad};
use crate::line::{End, Head, Named, Present};
use host_bridge::{BridgeError, Event};
use std::fmt::Display;

/// Maximum number of items in a list of a recording. A recording with a longer list is rejected.
pub(crate) const MOST_ITEMS: usize = 1_000;
/// Maximum number of scenes in one recorded event. A recording with more is rejected.
const MOST_SCENES: usize = 10_000;
/// Maximum bytes of a name, or of a text such as a message (`MOST_TEXT`), in a recording. Longer ones are invalid.
pub(crate) const MOST_NAME: usize = 1_024;
const MOST_TEXT: usize = 8_192;
/// Maximum bytes of a recorded text that every answer and the log repeat, such as the host's version.
const MOST_REPEATED: usize = 64;
/// Maximum bytes of one list of targets, one call's arguments, and one event in a recording. Longer ones are invalid.
pub(crate) const MOST_NOW: usize = 8 << 20;
pub(crate) const MOST_ARGUMENTS: usize = 32 << 20;
pub(crate) const MOST_EVENT: usize = 1 << 20;

type Checked = Result<(), BadRecording>;

/// Checks the `length` in bytes of the value of `field`, in the line `line` of a recording. Fails if it exceeds `most`.
pub(crate) fn length(line: usize, field: impl Display, length: usize, most: usize) -> Checked {
    match length <= most {
        true => Ok(()),
        false => Err(bad(
            line,
            format!("`{field}` has {length} bytes; at most {most} are allowed"),
        )),
    }
}

fn items(line: usize, field: impl Display, items: usize, most: usize) -> Checked {
    match items <= most {
        true => Ok(()),
        false => Err(bad(
            line,
            format!("`{field}` has {items} items; at most {most} are allowed"),
        )),
    }
}

pub(crate) fn head(line: usize, head: &Head) -> Checked {
    for (field, text) in [("head.host", &head.host), ("head.made", &head.made)] {
        check_log_text(line, field, text, MOST_REPEATED)?;
    }
    Ok(())
}

pub(crate) fn end(line: usize, end: &End) -> Checked {
    check_log_text(line, "end.why", end.why.as_deref().unwrap_or_default(), MOST_NAME)
}

/// Checks a text of a recording that becomes part of a log line: at most `most` bytes, and no control characters.
fn check_log_text(line: usize, field: &str, text: &str, most: usize) -> Checked {
    length(line, field, text.len(), most)?;
    match text.contains(char::is_control) {
        true => Err(bad(line, format!("`{field}` has control characters"))),
        false => Ok(()),
    }
}

pub(crate) fn check_named(line: usize, named: &Named) -> Checked {
    length(line, "named.name", named.name.len(), MOST_NAME)?;
    named
        .error
        .as_ref()
        .map_or(Ok(()), |found| error(line, "named.error", found))
}

pub(crate) fn event(line: usize, event: &Event) -> Checked {
    if let Event::ScenesChanged {
        added,
        removed,
        changed,
    } = event
    {
        for (field, scenes) in [("added", added), ("removed", removed), ("changed", changed)] {
            items(line, format_args!("event.what.{field}"), scenes.len(), MOST_SCENES)?;
        }
    }
    Ok(())
}

pub(crate) fn present(line: usize, one: &Present) -> Checked {
    let (row, project) = (&one.row, &one.project);
    for (field, name) in [
        ("row.project", &row.project),
        ("row.unity-version", &row.unity_version),
        ("row.platform", &row.platform),
        ("project.product-name", &project.product_name),
        ("project.company-name", &project.company_name),
        ("project.product-version", &project.product_version),
        ("project.unity-version", &project.unity_version),
        ("project.runtime", &project.runtime),
        ("project.platform", &project.platform),
        ("project.folder", &project.folder),
    ] {
        length(line, format_args!("now.{field}"), name.len(), MOST_NAME)?;
    }
    length(
        line,
        "now.row.path",
        row.path.as_ref().map_or(0, String::len),
        MOST_NAME,
    )?;
    for (field, texts, most) in [
        ("capabilities", &one.capabilities, MOST_NAME),
        ("functions", &one.functions, MOST_NAME),
        ("row.serves", &row.serves, MOST_NAME),
        ("row.problems", &row.problems, MOST_TEXT),
        ("project.tags", &project.tags, MOST_NAME),
        ("project.layers", &project.layers, MOST_NAME),
        ("project.problems", &project.problems, MOST_TEXT),
    ] {
        items(line, format_args!("now.{field}"), texts.len(), MOST_ITEMS)?;
        for (index, text) in texts.iter().enumerate() {
            length(line, format_args!("now.{field}[{index}]"), text.len(), most)?;
        }
    }
    items(line, "now.project.packages", project.packages.len(), MOST_ITEMS)?;
    for (name, version) in &project.packages {
        length(line, "now.project.packages", name.len().max(version.len()), MOST_NAME)?;
    }
    items(line, "now.refuses", one.refuses.len(), MOST_ITEMS)?;
    for (function, why) in &one.refuses {
        length(line, "now.refuses", function.len(), MOST_NAME)?;
        error(line, "now.refuses", why)?;
    }
    Ok(())
}

fn error(line: usize, field: &str, error: &BridgeError) -> Checked {
    let texts = [error.hint.as_deref(), error.detail.as_deref(), error.data.as_deref()];
    for text in texts.into_iter().flatten().chain([error.message.as_str()]) {
        length(line, field, text.len(), MOST_TEXT)?;
    }
    Ok(())
}
