//! The tool `list_commands`.

use serde_json::Value;
use unity_tools::fit;
use unity_tools::prelude::*;
use unity_tools::unity::command::{self, Announced};

/// Maximum size in bytes of the commands in one answer.
const MOST_BYTES: usize = 32 * 1024;

/// Approximate size in bytes of a command without its texts.
const COMMAND_BYTES: usize = 60;

/// The announced commands, which the tool `list_commands` returns.
#[output]
pub(crate) struct Commands {
    // Number of all commands that fit `query`.
    total: u64,
    commands: Vec<Command>,
    // Filled in by the host.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// One command.
#[output]
pub(crate) struct Command {
    name: String,
    description: String,
    // JSON Schema.
    parameters: Value,
}

impl From<Announced> for Command {
    fn from(announced: Announced) -> Self {
        Self {
            name: announced.name,
            description: announced.description,
            parameters: serde_json::from_str(&announced.input_schema).unwrap_or(Value::Null),
        }
    }
}

impl Command {
    fn bytes(&self) -> usize {
        self.name.len() + fit::written_len(&self.description) + self.parameters.to_string().len() + COMMAND_BYTES
    }
}

/// List commands that Unity announces.
#[tool(category = "editor")]
pub(crate) fn list_commands(query: Option<String>) -> Result<Reply<Commands>> {
    let query = query.unwrap_or_default().to_lowercase();
    let fits = |one: &Announced| {
        [&one.name, &one.description]
            .iter()
            .any(|text| text.to_lowercase().contains(&query))
    };
    let listed = command::list_commands()?.into_iter().filter(fits);
    let mut commands: Vec<Command> = listed.map(Command::from).collect();
    let total = commands.len() as u64;
    let left_out = fit::keep_first(&mut commands, MOST_BYTES, Command::bytes);
    let reply = Reply::new(Commands {
        total,
        commands,
        notes: Vec::new(),
    });
    Ok(match left_out {
        0 => reply,
        _ => reply.note(format!("{left_out} more commands are left out; give a query")),
    })
}
