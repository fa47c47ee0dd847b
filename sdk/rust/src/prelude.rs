//! The names that nearly every tool imports. An example of the smallest tool:
//!
//! ```
//! use unity_tools::prelude::*;
//! use unity_tools::unity::scenes::{self, SceneFilter};
//! use unity_tools::unity::types::PageRequest;
//!
//! /// Counts the scenes of the project.
//! #[tool]
//! fn count_scenes() -> Result<u32> {
//!     let (_, page) = scenes::list_scenes(&SceneFilter::default(), &PageRequest::default())?;
//!     Ok(page.total)
//! }
//! bundle![count_scenes];
//! # fn main() {}
//! ```
//!
//! Belongs here: these names. Does not: interfaces of Unity. Each is a permission, so a tool imports it explicitly.

pub use crate::paging::{Limit, Page};
pub use crate::{Cx, Done, ErrorKind, Reply, Result, ToolError, bundle, input, output, tool};
