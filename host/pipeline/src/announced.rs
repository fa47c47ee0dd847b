//! The list of announced commands, which the host reads page by page.
//!
//! This module limits the number of commands and the length of their texts, and checks that each schema is a JSON
//! object.

use crate::connection::MOST_ANSWER;
use crate::errors::shorten;
use host_api::{Tree, deceives, object_text};
use host_bridge::{AnnouncedCommand, BridgeError, BridgeErrorKind};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt;

/// Maximum number of commands in the list; more are an error.
pub(crate) const MOST_COMMANDS: usize = 1_000;

/// Maximum bytes of a command's name. With the prefix of the host, it is at most the name in a command of the host.
pub(crate) const MOST_NAME: usize = 1_000;

/// Maximum bytes of a command's description.
pub(crate) const MOST_DESCRIPTION: usize = 4 * 1024;

/// Maximum bytes of a command's schema.
pub(crate) const MOST_SCHEMA: usize = 64 * 1024;

/// Maximum bytes of one entry of the list as JSON text, with its members that the host ignores.
const MOST_ENTRY: usize = 256 * 1024;

/// The commands that the host has read so far.
#[derive(Default)]
pub(crate) struct CommandList {
    pub(crate) commands: Vec<AnnouncedCommand>,
    names: HashSet<String>,
    /// Number of entries that the server has sent, with repeated ones. The next page begins there.
    pub(crate) read: usize,
    bytes: usize,
}

impl CommandList {
    /// Adds the commands of one page. Returns false if it has no new command, so that the list is complete. The member
    /// `count` is not used, because it may count the page or the whole list.
    pub(crate) fn add(&mut self, body: &[u8]) -> Result<bool, BridgeError> {
        let page: Page<'_> = serde_json::from_slice(body).map_err(|error| invalid(&error.to_string()))?;
        let before = self.commands.len();
        for entry in &page.commands.0 {
            self.read += 1;
            let command = command(entry.get()).map_err(|why| invalid(&format!("command {}: {why}", self.read)))?;
            if !self.names.insert(command.name.clone()) {
                continue;
            }
            self.bytes += command.name.len() + command.description.len() + command.input_schema.len();
            if self.commands.len() == MOST_COMMANDS || self.bytes > MOST_ANSWER {
                return Err(too_many());
            }
            self.commands.push(command);
        }
        Ok(self.commands.len() > before)
    }
}

fn too_many() -> BridgeError {
    let message = format!(
        "Pipeline announces more than {MOST_COMMANDS} commands, or their texts are longer than {MOST_ANSWER} bytes"
    );
    BridgeError::new(BridgeErrorKind::TooLarge, message).with_hint("announce fewer commands in the project")
}

fn invalid(why: &str) -> BridgeError {
    let message = format!("the list of commands of Pipeline is invalid: {}", shorten(why));
    BridgeError::new(BridgeErrorKind::Unity, message)
        .with_hint("report this with the version of com.unity.pipeline; other commands still work")
}

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    commands: Entries<'a>,
}

/// The entries of a page as JSON text; one more than [`MOST_COMMANDS`] is an error.
struct Entries<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Few;

        impl<'de> Visitor<'de> for Few {
            type Value = Vec<&'de RawValue>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(to, "`commands` as a list of at most {MOST_COMMANDS} commands")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = items.next_element()? {
                    if entries.len() == MOST_COMMANDS {
                        return Err(A::Error::invalid_length(MOST_COMMANDS + 1, &self));
                    }
                    entries.push(entry);
                }
                Ok(entries)
            }
        }

        from.deserialize_seq(Few).map(Self)
    }
}

/// Reads one entry of the list. Ignores members that the host does not use.
fn command(entry: &str) -> Result<AnnouncedCommand, String> {
    if entry.len() > MOST_ENTRY {
        return Err(format!(
            "it has {} bytes; at most {MOST_ENTRY} are possible",
            entry.len()
        ));
    }
    let members = Tree::members(entry).map_err(|error| error.to_string())?;
    let name = text(&members, "name", MOST_NAME)?;
    if name.trim().is_empty() || name.chars().any(deceives) {
        return Err("`name` is blank or has invisible characters".to_owned());
    }
    Ok(AnnouncedCommand {
        name: name.to_owned(),
        description: text(&members, "description", MOST_DESCRIPTION)?.to_owned(),
        input_schema: schema(&members)?,
    })
}

fn member<'m>(members: &'m Map<String, Value>, name: &str) -> Result<&'m Value, String> {
    members
        .get(name)
        .ok_or_else(|| format!("the member `{name}` is missing"))
}

fn text<'m>(members: &'m Map<String, Value>, name: &str, most: usize) -> Result<&'m str, String> {
    let text = member(members, name)?
        .as_str()
        .ok_or_else(|| format!("`{name}` is no text"))?;
    at_most(name, text, most)?;
    Ok(text)
}

fn at_most(name: &str, text: &str, most: usize) -> Result<(), String> {
    match text.len() > most {
        true => Err(format!(
            "`{name}` has {} bytes; at most {most} are possible",
            text.len()
        )),
        false => Ok(()),
    }
}

/// Returns the JSON Schema of the parameters as text. The server sends it as a JSON object, or as the text of one.
fn schema(members: &Map<String, Value>) -> Result<String, String> {
    let schema = match member(members, "schema")? {
        Value::Object(schema) => object_text(schema),
        Value::String(text) => {
            at_most("schema", text, MOST_SCHEMA)?;
            let schema = Tree::members(text).map_err(|error| format!("`schema` is no JSON object: {error}"))?;
            object_text(&schema)
        }
        _ => return Err("`schema` is neither a JSON object nor the text of one".to_owned()),
    };
    at_most("schema", &schema, MOST_SCHEMA)?;
    Ok(schema)
}
