//! Tools: typed arguments, a typed result, and a description.
//! Belongs here: the trait and its description. Does not: the dispatch of a call (`export.rs`).

use crate::bindings::listing::exports::unity_tools::tool::listing as wit;
use crate::bindings::tools::exports::unity_tools::tool::tools::ToolResult;
use crate::members::Extra;
use crate::schema::{self, SchemaError};
use crate::{Cx, Effect, Reply, ToolError, argument_names, arguments, name};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::any::TypeId;

/// A tool of a bundle. The host first validates the arguments of a call against the schema of `Args` and checks the
/// operator's policy for `EFFECT`. Only then it runs the tool, in a new instance of the component.
///
/// ```
/// use unity_tools::prelude::*;
/// use unity_tools::{Effect, NoArgs, Reply, Tool, ToolInfo};
///
/// struct CountScenesTool;
///
/// impl Tool for CountScenesTool {
///     type Args = NoArgs;
///     type Output = unity_tools::Plain<u32>;
///     const EFFECT: Effect = Effect::Read;
///
///     fn info() -> ToolInfo {
///         ToolInfo::new("Counts the scenes of the project.").category("scene").idempotent(true)
///     }
///
///     fn run(_: NoArgs, _: &Cx) -> Result<Reply<Self::Output>> {
///         Ok(Reply::new(unity_tools::Plain { result: 2 }))
///     }
/// }
///
/// assert_eq!(CountScenesTool::run(NoArgs {}, &Cx::new()).unwrap().value().unwrap().result, 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    label = "no tool",
    note = "put `#[tool]` on a function and name that function here"
)]
pub trait Tool: 'static {
    /// The arguments: a struct. Doc comments of its fields become descriptions, and `Option` fields are optional.
    type Args: DeserializeOwned + JsonSchema;

    /// The structured result: a struct, or `()` for a tool that answers only with content blocks.
    type Output: Serialize + JsonSchema + 'static;

    /// The effect of the tool. The host enforces it: a tool with `Read` cannot write, whatever it imports.
    const EFFECT: Effect;

    /// The name of the tool; `None` derives it from the type: `TakeScreenshotCommand` gives `take_screenshot`.
    const NAME: Option<&'static str> = None;

    /// Pairs of an import's name for a value and this tool's argument name for it, such as `("paths", "fields")`. They
    /// replace the import's names in errors of the host. Names that differ only before the last dot or in their
    /// spelling, such as `page.max-bytes` and `max_bytes`, need no pair.
    const CALLED: &'static [(&'static str, &'static str)] = &[];

    /// Returns the description of the tool.
    fn info() -> ToolInfo;

    /// Runs the tool.
    ///
    /// # Errors
    /// A [`ToolError`] contains the kind of failure, one sentence, and a hint.
    fn run(args: Self::Args, cx: &Cx) -> Result<Reply<Self::Output>, ToolError>;
}

/// The empty argument struct of a tool that takes no arguments.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoArgs {}

/// A capability of the connected Unity instance that a tool needs. If it is missing, the tool answers `not-ready`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// The instance can read scenes, objects and components.
    Scene,
    /// The instance can change scenes, objects and components.
    SceneEdit,
    /// The instance can run C# code.
    Code,
    /// The instance can run hooks: C# code of the caller at calls of a chosen method.
    HooksFire,
    /// The instance can take screenshots of the running game.
    Screenshot,
    /// The instance can start menu items of the editor and test runs.
    EditorRun,
    /// The instance can run the commands that the project itself offers and that it announces to the host.
    Commands,
    /// The instance can stop game time and send player input.
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

/// The description of a tool. Only its text is required. The default category is `general`, the default tier is `core`.
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
    /// Creates a description from a text about the tool's purpose, by which a model chooses the tool.
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

    /// Sets the tool's display name for users.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the category: one word by which clients filter the tools, e.g. `scene`.
    pub fn category(mut self, category: impl Into<String>) -> Self {
        self.category = category.into();
        self
    }

    /// Sets the operator's tier (a named group of tools) to which the tool belongs, e.g. `core`.
    pub fn tier(mut self, tier: impl Into<String>) -> Self {
        self.tier = tier.into();
        self
    }

    /// Sets additional text about limits of the tool and other remarks.
    pub fn notes(mut self, notes: impl Into<String>) -> Self {
        self.notes = Some(notes.into());
        self
    }

    /// Adds an example of the arguments of a call, as JSON.
    pub fn example(mut self, example: impl Into<String>) -> Self {
        self.examples.push(example.into());
        self
    }

    /// Adds a capability of the Unity instance that the tool needs; may be repeated.
    pub fn needs(mut self, capability: Capability) -> Self {
        self.needs.push(capability);
        self
    }

    /// Sets the boolean argument for a dry run, in which the tool only reports its changes. The host then runs the call
    /// with read permission and asks no confirmation. The tool must skip every write, which would be rejected.
    pub fn dry_run(mut self, argument: impl Into<String>) -> Self {
        self.dry_run = Some(argument.into());
        self
    }

    /// Replaces the generated schema of the arguments by this JSON Schema 2020-12, which is listed unchanged. Use it
    /// for rules between arguments that a type cannot express. Not every client accepts every keyword.
    pub fn input_schema(mut self, schema: Value) -> Self {
        self.input_schema = Some(schema);
        self
    }

    /// Overrides the read-only hint for clients, which otherwise follows from the effect. The host's policy ignores it.
    pub fn read_only(mut self, yes: bool) -> Self {
        self.read_only = Some(yes);
        self
    }

    /// Overrides the destructive hint for clients, which otherwise follows from the effect.
    pub fn destructive(mut self, yes: bool) -> Self {
        self.destructive = Some(yes);
        self
    }

    /// Sets the hint for clients that a repeated call has the same result as a single call.
    pub fn idempotent(mut self, yes: bool) -> Self {
        self.idempotent = Some(yes);
        self
    }

    /// Sets the hint for clients that the tool reaches systems other than this Unity instance.
    pub fn open_world(mut self, yes: bool) -> Self {
        self.open_world = Some(yes);
        self
    }

    /// Declares that some answers are only text ([`Reply::text_alone`]), so that the tool lists no output schema.
    pub fn may_answer_text_alone(mut self) -> Self {
        self.text_too = true;
        self
    }
}

pub(crate) fn name_of<T: Tool>() -> String {
    T::NAME.map_or_else(|| name::infer::<T>(), str::to_owned)
}

pub(crate) fn describe<T: Tool>() -> Result<wit::Tool, SchemaError> {
    let output = (!is_unit::<T::Output>()).then_some(schema::output::<T::Output> as Write);
    to_wit(name_of::<T>(), T::EFFECT, T::info(), schema::input::<T::Args>, output)
}

/// A function that returns the JSON Schema of a type. It is a function pointer, so that its caller need not be generic.
type Write = fn() -> Result<Value, SchemaError>;

/// Converts a tool description to the type of the export `listing`. Not generic, so it is compiled only once.
fn to_wit(
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

pub(crate) fn call<T: Tool>(json: &str, cx: &Cx) -> Result<ToolResult, ToolError> {
    let reply = T::run(arguments::decode::<T::Args>(json)?, cx)
        .map_err(|error| argument_names::with_caller_names::<T::Args>(error, T::CALLED, json))?;
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
