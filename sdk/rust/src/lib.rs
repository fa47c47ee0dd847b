//! Write tools for the Unity tool host in Rust.
//!
//! A bundle is a crate of type `cdylib` that says what its tools are and ends in one [`export!`]. Built for
//! `wasm32-wasip2` it is a component that can reach Unity only through the functions it really calls; built natively it is
//! a plain library, so its logic has plain unit tests.
//!
//! ```
//! use unity_tools::paging::{Limit, Page};
//! use unity_tools::unity::scenes::{self, SceneFilter};
//! use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! /// Arguments: each doc comment becomes the description in the listed schema.
//! #[derive(Deserialize, JsonSchema)]
//! pub struct Args {
//!     /// Part of the scene's name or path; case is ignored.
//!     name: Option<String>,
//!     /// How many scenes at most.
//!     #[serde(default)]
//!     limit: Limit<20>,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! pub struct SceneName {
//!     name: String,
//! }
//!
//! /// Listed as `find_scenes`: the name is made from the type's where none is given.
//! pub struct FindScenesTool;
//!
//! impl Tool for FindScenesTool {
//!     type Args = Args;
//!     type Output = Page<SceneName>;
//!     const EFFECT: Effect = Effect::Read;
//!
//!     fn info() -> ToolInfo {
//!         ToolInfo::new("Finds scenes of the project by name.").category("scene")
//!     }
//!
//!     fn run(args: Args, cx: &Cx) -> Result<Reply<Self::Output>, ToolError> {
//!         cx.debug("looking for scenes");
//!         let filter = SceneFilter { name: args.name, ..SceneFilter::default() };
//!         let (found, page) = scenes::list_scenes(&filter, &args.limit.page(0))?;
//!         let names = found.into_iter().map(|scene| SceneName { name: scene.name }).collect();
//!         Ok(Page::new(names, &page).into())
//!     }
//! }
//!
//! unity_tools::export! { tools: [FindScenesTool] }
//! # fn main() {}
//! ```
//!
//! Belongs to this crate: typed arguments and results, schemas, errors, dispatch. Does not: any tool's logic.
#![warn(missing_docs)]

pub mod arguments;
pub mod ask;
#[doc(hidden)]
pub mod bindings;
pub mod completion;
pub mod content;
mod context;
mod defaults;
mod done;
pub mod error;
pub mod event;
pub mod export;
pub mod fit;
#[cfg(any(test, target_arch = "wasm32"))]
mod heap;
pub mod lookup;
pub mod name;
pub mod near;
pub mod paging;
pub mod prompt;
pub mod resource;
pub mod schema;
pub mod state;
pub mod tail;
pub mod template;
mod tool;
mod variables;
mod words;

pub use bindings::imports::unity_tools::host;
pub use bindings::imports::unity_tools::shared;
pub use bindings::imports::unity_tools::tool::types;
pub use bindings::imports::unity_tools::unity;
pub use bindings::listing::exports::unity_tools::tool::listing::Effect;
pub use content::{Content, Reply};
pub use context::Cx;
pub use done::Done;
pub use error::{ErrorKind, ToolError};
pub use resource::{Contents, Resource, ResourceInfo};
pub use tool::{Capability, NoArgs, Tool, ToolInfo};
