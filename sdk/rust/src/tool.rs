//! What a tool is: typed arguments, a typed result, and what it says about itself.
//!
//! Belongs here: the trait and its description. Does not: how a call reaches it (`export.rs`).

use crate::bindings::listing::exports::unity_tools::tool::listing as wit;
use crate::bindings::tools::exports::unity_tools::tool::tools::ToolResult;
use crate::members::Extra;
use crate::schema::{self, SchemaError};
use crate::{Cx, Effect, Reply, ToolError, arguments, name, words};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::TypeId;

/// One tool. The host validates a call's arguments against the schema of `Args`, applies the operator's policy to
/// `EFFECT`, and only then runs it, in an instance of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    label = "no tool",
    note = "put `#[tool]` on a function and name that function here"
)]
pub trait Tool: 'static {
    /// The arguments: a struct. Doc comments become descriptions, `Option` fields may be left out.
    type Args: DeserializeOwned + JsonSchema;

    /// The structured result: a struct, or `()` for a tool that answers only with content blocks.
    type Output: Serialize + JsonSchema + 'static;

    /// What it may do. The host holds it to that: a tool that says `Read` cannot write, whatever it imports.
    const EFFECT: Effect;

    /// Its name; where none is given it is made from the type's: `TakeScreenshotCommand` is `take_screenshot`.
    const NAME: Option<&'static str> = None;

    /// What an import calls a value that this tool's caller gives under another name: `("paths", "fields")`. The host's errors name
    /// the import's; names that differ only in what stands before the last dot or in their spelling (`page.max-bytes` and
    /// `max_bytes`) need no entry.
    const CALLED: &'static [(&'static str, &'static str)] = &[];

    /// What it says about itself.
    fn info() -> ToolInfo;

    /// Does it.
    ///
    /// # Errors
    /// A [`ToolError`] says what kind of failure it is, in one sentence, and what to do about it.
    fn run(args: Self::Args, cx: &Cx) -> Result<Reply<Self::Output>, ToolError>;
}

/// Arguments of a tool that takes none.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoArgs {}

/// An ability of the bridge without which a tool answers `not-ready`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Scenes, objects and components can be read.
    Scene,
    /// They can be changed.
    SceneEdit,
    /// C# can be run.
    Code,
    /// Hooks fire.
    HooksFire,
    /// Pictures of the running game.
    Screenshot,
    /// Editor menu items and test runs.
    EditorRun,
    /// Commands that a running Unity announces.
    Commands,
    /// Time that passes by itself and can be stopped, and input of a player.
    Play,
}

impl Capability {
    fn as_str(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::SceneEdit => "scene-edit",
            Self::Code => "code",
            Self::HooksFire => "hooks-fire",
            Self::Screenshot => "screenshot",
            Self::EditorRun => "editor-run",
            Self::Commands => "commands",
            Self::Play => "play",
        }
    }
}

/// What a tool says about itself. Only the description is needed; category is `general` and tier `core` where not given.
#[derive(Clone, Debug)]
#[must_use]
pub struct ToolInfo {
    description: String,
    title: Option<String>,
    category: String,
    tier: String,
    notes: Option<String>,
    examples: Vec<String>,
    needs: Vec<Capability>,
    dry_run: Option<String>,
    input_schema: Option<Value>,
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
    text_too: bool,
    pub(crate) extra: Extra,
}

impl ToolInfo {
    /// What the tool does, for a model that has to choose.
    pub fn new(description: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            title: None,
            category: "general".to_owned(),
            tier: "core".to_owned(),
            notes: None,
            examples: Vec::new(),
            needs: Vec::new(),
            dry_run: None,
            input_schema: None,
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
            text_too: false,
            extra: Extra::new(),
        }
    }

    /// A name for a person.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// One word that lists filter by, e.g. `scene`.
    pub fn category(mut self, category: impl Into<String>) -> Self {
        self.category = category.into();
        self
    }

    /// The operator's tier that includes it, e.g. `core`.
    pub fn tier(mut self, tier: impl Into<String>) -> Self {
        self.tier = tier.into();
        self
    }

    /// Limits and remarks.
    pub fn notes(mut self, notes: impl Into<String>) -> Self {
        self.notes = Some(notes.into());
        self
    }

    /// A call as a person would write it; may be given several times.
    pub fn example(mut self, example: impl Into<String>) -> Self {
        self.examples.push(example.into());
        self
    }

    /// An ability of the bridge that it needs; may be given several times.
    pub fn needs(mut self, capability: Capability) -> Self {
        self.needs.push(capability);
        self
    }

    /// Names the boolean argument with which the tool only tells what it would do. The host then runs the call on a read
    /// permit and asks nobody, so the tool has to leave out whatever changes something: it would be refused.
    pub fn dry_run(mut self, argument: impl Into<String>) -> Self {
        self.dry_run = Some(argument.into());
        self
    }

    /// Lists this JSON Schema 2020-12 instead of the one that is made of the arguments' type, just as it stands. For
    /// rules between arguments that a type cannot say; not every client takes every keyword.
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.input_schema = Some(schema);
        self
    }

    /// Says otherwise than the effect does whether it changes nothing. A hint for clients; the policy goes by the effect.
    pub fn read_only(mut self, yes: bool) -> Self {
        self.read_only = Some(yes);
        self
    }

    /// Says otherwise than the effect does whether it loses something.
    pub fn destructive(mut self, yes: bool) -> Self {
        self.destructive = Some(yes);
        self
    }

    /// Whether doing it twice is the same as once.
    pub fn idempotent(mut self, yes: bool) -> Self {
        self.idempotent = Some(yes);
        self
    }

    /// Whether it reaches beyond this Unity.
    pub fn open_world(mut self, yes: bool) -> Self {
        self.open_world = Some(yes);
        self
    }

    /// Some of its answers are text alone ([`Reply::text_alone`]), so that it lists no output schema.
    pub fn may_answer_text_alone(mut self) -> Self {
        self.text_too = true;
        self
    }
}

/// A tool's listed name.
pub(crate) fn name_of<T: Tool>() -> String {
    T::NAME.map_or_else(|| name::infer::<T>(), str::to_owned)
}

/// The tool as it is listed.
///
/// # Errors
/// Where a schema cannot be written in portable form; the message names the type and says what to change.
pub(crate) fn describe<T: Tool>() -> Result<wit::Tool, SchemaError> {
    let output = (!is_unit::<T::Output>()).then_some(schema::output::<T::Output> as Write);
    listed(name_of::<T>(), T::EFFECT, T::info(), schema::input::<T::Args>, output)
}

/// Writes a schema.
type Write = fn() -> Result<Value, SchemaError>;

/// All of it that does not depend on the type, so that it stands in a component once.
fn listed(
    name: String,
    effect: Effect,
    info: ToolInfo,
    input: Write,
    output: Option<Write>,
) -> Result<wit::Tool, SchemaError> {
    Ok(wit::Tool {
        name,
        title: info.title,
        description: info.description,
        category: info.category,
        tier: info.tier,
        notes: info.notes,
        examples: info.examples,
        effect,
        annotations: wit::Annotations {
            read_only: info.read_only,
            destructive: info.destructive,
            idempotent: info.idempotent,
            open_world: info.open_world,
        },
        input_schema: info.input_schema.map_or_else(input, Ok)?.to_string(),
        output_schema: output
            .filter(|_| !info.text_too)
            .map(|write| write())
            .transpose()?
            .map(|schema| schema.to_string()),
        needs: info.needs.iter().map(|need| need.as_str().to_owned()).collect(),
        dry_run: info.dry_run,
        extra: info.extra,
    })
}

/// One call: JSON text in, a result record out.
///
/// # Errors
/// What the arguments or the tool have against it.
pub(crate) fn call<T: Tool>(json: &str, cx: &Cx) -> Result<ToolResult, ToolError> {
    let reply = T::run(arguments::decode::<T::Args>(json)?, cx)
        .map_err(|error| words::of_caller::<T::Args>(error, T::CALLED, json))?;
    let structured = match &reply.structured {
        Some(value) if !is_unit::<T::Output>() => Some(serde_json::to_string(value).map_err(unwritable)?),
        _ => None,
    };
    Ok(ToolResult {
        content: reply.content,
        structured,
        diagnostics: reply.diagnostics,
        is_error: reply.is_error,
        extra: reply.extra,
    })
}

#[cold]
fn unwritable(problem: serde_json::Error) -> ToolError {
    ToolError::internal("the result cannot be written as JSON").detail(problem.to_string())
}

fn is_unit<T: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<()>()
}

#[cfg(test)]
mod tests;
