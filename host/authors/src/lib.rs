//! The commands for tool authors: creating a bundle folder, and running the toolchain of its language.
//!
//! A new folder contains the SDK and the WIT files of this program version in `.sdk`. So it builds without a checkout
//! and without a registry, and it can be moved and versioned as one folder. Another version of the program does not
//! change it.
//!
//! Belongs here: templates, their parts, and running toolchains. Does not: reading, serving or checking components.

mod build;
mod c;
mod component;
mod embedded_files;
mod go;
mod import_types;
mod javascript;
mod language;
mod missing_imports;
mod new;
mod problem;
mod python;
mod rust;
mod templates;
mod toolchain;
mod typescript;
mod wit;

pub use build::{Built, build, test};
pub use language::Language;
pub use new::new;
pub use problem::Problem;
