//! Maximum lengths of a bundle's texts that clients list. Each list contains these texts, and a model reads them.
//!
//! This module checks the listing of a component. `manifest` checks `bundle.toml`; `schema` checks schemas.

use host_runtime::{PromptSpec, ResourceSpec, ToolSpec};

/// Maximum size in bytes of a title, category or other short text of a tool, resource or prompt. If it is longer, the
/// tool, resource or prompt is left out.
pub(crate) const LINE: usize = 200;
/// Maximum size in bytes of a description, a usage note or an example. If it is longer, its tool is left out.
pub(crate) const TEXT: usize = 8_192;

/// The result of a check of text lengths; the error is a sentence with the field, its length in bytes and the limit.
type Found = Result<(), String>;

pub(crate) fn tool(spec: &ToolSpec) -> Found {
    check_lengths("title", &spec.title, LINE)?;
    check_lengths("category", [&spec.category], LINE)?;
    check_lengths("tier", [&spec.tier], LINE)?;
    check_lengths("description", [&spec.description], TEXT)?;
    check_lengths("notes", &spec.notes, TEXT)?;
    check_lengths("examples", &spec.examples, TEXT)
}

pub(crate) fn resource(spec: &ResourceSpec) -> Found {
    check_lengths("name", [&spec.name], LINE)?;
    check_lengths("mime-type", &spec.mime_type, LINE)?;
    check_lengths("description", [&spec.description], TEXT)?;
    check_lengths("example", &spec.example, TEXT)
}

pub(crate) fn prompt(spec: &PromptSpec) -> Found {
    check_lengths("title", &spec.title, LINE)?;
    check_lengths("description", &spec.description, TEXT)?;
    spec.arguments.iter().try_for_each(|argument| {
        check_lengths("the name of an argument", [&argument.name], LINE)?;
        check_lengths("the description of an argument", &argument.description, TEXT)
    })
}

fn check_lengths<'a>(field: &str, texts: impl IntoIterator<Item = &'a String>, most: usize) -> Found {
    match texts.into_iter().find(|text| text.len() > most) {
        None => Ok(()),
        Some(text) => Err(format!(
            "{field} has {} bytes, at most {most} are allowed; shorten it",
            text.len()
        )),
    }
}
