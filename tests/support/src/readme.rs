//! The commands that a document promises, word for word.
//!
//! Belongs here: finding fenced blocks that a marker `<!-- test: NAME -->` names. Does not: running them.

use anyhow::{Context, Result, bail};
use std::path::Path;

/// One marked block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub name: String,
    /// The info string of the fence, e.g. `sh`.
    pub language: String,
    pub text: String,
}

/// All marked blocks of `file`, in order.
pub fn blocks(file: &Path) -> Result<Vec<Block>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    blocks_of(&text).with_context(|| file.display().to_string())
}

/// The text of every fenced block of `language`, marked or not.
pub fn fenced(file: &Path, language: &str) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(fence), None) => open = Some((fence.trim() == language, String::new())),
            (Some(_), Some(_)) => {
                if let Some((true, body)) = open.take() {
                    found.push(body);
                }
            }
            (None, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    Ok(found)
}

fn blocks_of(text: &str) -> Result<Vec<Block>> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(name) = marker(line) else { continue };
        let opening = lines.by_ref().find(|(_, line)| !line.trim().is_empty());
        let Some(fence) = opening.and_then(|(_, line)| line.trim_start().strip_prefix("```")) else {
            bail!("line {}: a fenced block must follow the marker of `{name}`", number + 1);
        };
        let mut body = String::new();
        let mut closed = false;
        for (_, line) in lines.by_ref() {
            if line.trim_start().starts_with("```") {
                closed = true;
                break;
            }
            body.push_str(line);
            body.push('\n');
        }
        if !closed {
            bail!("line {}: the block of `{name}` is not closed", number + 1);
        }
        found.push(Block {
            name: name.to_owned(),
            language: fence.trim().to_owned(),
            text: body,
        });
    }
    Ok(found)
}

fn marker(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
    Some(inside.trim().strip_prefix("test:")?.trim())
}
