//! What authors of tools begin with: a folder that builds anywhere, and their language's own toolchain.
//!
//! A new folder holds the SDK and the WIT of this very program in `.sdk`, so that it builds outside of a checkout, without a
//! registry that would have to have them, and moves and is kept with its sources as one thing. Another version of the program
//! leaves it as it is.
//!
//! Belongs here: templates, what they are made of, and running toolchains. Does not: reading, serving or checking components.

mod build;
mod c;
mod carried;
mod component;
mod go;
mod javascript;
mod language;
mod new;
mod problem;
mod python;
mod rust;
mod taken;
mod templates;
mod toolchain;
mod typescript;
mod unnamed;
mod wit;

pub use build::{Built, build, test};
pub use language::Language;
pub use new::new;
pub use problem::Problem;
