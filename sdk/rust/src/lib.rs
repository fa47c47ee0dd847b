//! The SDK for writing tools of the Unity tool host in Rust.
//!
//! A bundle is a crate of type `cdylib`: functions with [`#[tool]`](tool), and one [`bundle!`] that names them. Built for
//! `wasm32-wasip2` it is a component that can reach Unity only through the functions it really calls; built natively it is
//! a plain library, so its logic has plain unit tests.
//!
//! ```
//! use unity_tools::prelude::*;
//! use unity_tools::unity::scenes::{self, SceneFilter};
//!
//! #[output]
//! struct SceneName {
//!     name: String,
//! }
//!
//! /// Finds scenes of the project by name.
//! #[tool(category = "scene")]
//! fn find_scenes(
//!     /// Part of the scene's name or path; case is ignored.
//!     name: Option<String>,
//!     /// How many scenes at most.
//!     #[default]
//!     limit: Limit<20>,
//!     cx: &Cx,
//! ) -> Result<Page<SceneName>> {
//!     cx.debug("looking for scenes");
//!     let filter = SceneFilter { name, ..SceneFilter::default() };
//!     let (found, page) = scenes::list_scenes(&filter, &limit.page(0))?;
//!     let names = found.into_iter().map(|scene| SceneName { name: scene.name }).collect();
//!     Ok(Page::new(names, &page))
//! }
//!
//! bundle![find_scenes];
//! # fn main() {}
//! ```
//!
//! The code that `#[tool]` and `bundle!` generate can also be written by hand: a type that implements [`Tool`], and
//! [`export!`], which also exports resources, prompts, completions and events.
//!
//! Belongs to this crate: typed arguments and results, schemas, errors, dispatch. Does not: any tool's logic.
#![warn(missing_docs)]

// The attributes generate paths below `::unity_tools`, also in this crate's own tests.
#[cfg(test)]
extern crate self as unity_tools;

mod argument_names;
pub mod arguments;
pub mod ask;
#[doc(hidden)]
pub mod bindings;
pub mod completion;
pub mod content;
mod context;
#[doc(hidden)]
pub mod data;
mod defaults;
mod done;
pub mod edits;
pub mod error;
pub mod event;
pub mod export;
mod extra;
#[cfg(not(target_arch = "wasm32"))]
pub mod fake;
pub mod fit;
#[cfg(any(test, target_arch = "wasm32"))]
mod heap;
mod listed;
pub mod lookup;
mod members;
pub mod name;
pub mod paging;
mod plain_answers;
pub mod prelude;
#[cfg(target_arch = "wasm32")]
mod printing;
pub mod prompt;
pub mod query;
pub mod resource;
pub mod schema;
pub mod similar_paths;
pub mod state;
pub mod tail;
pub mod template;
mod tool;
mod variables;

pub use bindings::imports::unity_tools::host;
pub use bindings::imports::unity_tools::shared;
pub use bindings::imports::unity_tools::tool::types;
pub use bindings::imports::unity_tools::unity;
pub use bindings::listing::exports::unity_tools::tool::listing::Effect;
pub use content::{Content, Reply};
pub use context::Cx;
pub use done::Done;
pub use error::{ErrorKind, Result, ToolError};
pub use plain_answers::Plain;
pub use resource::{Contents, Resource, ResourceInfo};
pub use tool::{Capability, NoArgs, Tool, ToolInfo};

/// The libraries that the generated code uses. They are re-exported, so that a bundle needs no other dependency.
pub use {schemars, serde, serde_json};

/// Makes a type usable as arguments: it can be read from JSON and has a schema. Doc comments of fields and variants
/// become descriptions. Attributes for serde and schemars follow below it: `#[serde(rename_all = "kebab-case")]`.
///
/// ```
/// # use unity_tools::prelude::*;
/// #[input]
/// #[serde(rename_all = "kebab-case")]
/// enum Order {
///     /// The nearest first.
///     NearestFirst,
///     /// By name.
///     Name,
/// }
/// ```
pub use unity_tools_macros::input;

/// Makes a type usable as an answer: it can be written as JSON and has a schema. It may be combined with `#[input]`.
///
/// ```
/// # use unity_tools::prelude::*;
/// #[output]
/// struct Counted {
///     /// All scenes of the project.
///     total: u32,
/// }
///
/// assert_eq!(unity_tools::serde_json::to_string(&Counted { total: 2 }).unwrap(), r#"{"total":2}"#);
/// ```
pub use unity_tools_macros::output;

/// Turns a function into a tool with the same name.
///
/// - The doc comment becomes the description, from which a model chooses the tool.
/// - The parameters become the arguments, and their doc comments the descriptions. A parameter with an `Option` is optional.
///   `#[default]` or `#[default(VALUE)]` sets the value of an absent argument. `#[serde(…)]` and `#[schemars(…)]` are also
///   allowed on parameters.
/// - A single parameter with `#[arguments]` is a struct with `#[input]`, whose fields are the arguments.
/// - A parameter of the type `&Cx` is the context of the call.
/// - It returns `Result<T>` or `Result<Reply<T>>` with a `T` that has `#[output]`; a number, text or list becomes the field
///   `result` of an object.
///
/// The brackets contain options, all of them optional:
///
/// - the effect: `read` (the default), `write`, `write_unconfirmed`, `destructive`, `code` or `config`; the host enforces it;
/// - `name = "…"` if it differs from the function's, `title`, `category`, `tier`, `notes`, `example = r#"{…}"#` (repeatable),
///   `icon = "https://…"` (repeatable), `dry_run = "argument"`, `needs = SceneEdit` (repeatable),
///   `meta("owner/name" = "JSON")`: like the methods of [`ToolInfo`];
/// - `idempotent`, `open_world`, `read_only = false`, `destructive = false`: hints that differ from the effect;
/// - `rename_all = "camelCase"`: the spelling of arguments; `called("import's name" = "argument's")`: [`Tool::CALLED`];
///   `may_answer_text_alone`.
///
/// ```
/// # use unity_tools::prelude::*;
/// /// Adds two whole numbers.
/// #[tool(idempotent, example = r#"{"a": 1}"#)]
/// fn add(a: i64, /** Nothing is added where it is left out. */ #[default(0)] b: i64) -> Result<i64> {
///     a.checked_add(b).ok_or_else(|| ToolError::invalid_argument("the sum is too large").hint("give smaller numbers"))
/// }
///
/// assert_eq!(add(1, 2), Ok(3), "it is still a function");
/// ```
pub use unity_tools_macros::tool;
