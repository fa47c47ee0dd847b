//! The commands for authors of tools: creating a bundle folder, and running the toolchain of its programming language.
//!
//! A new bundle folder contains the SDK and the WIT files of this program version in `.sdk`. So it can be built without
//! this source tree and without a package registry, and another program version does not change it.
//!
//! Belongs here: templates, SDK files, and running toolchains. Does not: reading, serving or checking components.

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
