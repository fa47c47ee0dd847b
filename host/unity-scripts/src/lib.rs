//! The C# types of a project: their names and base types, the fields that Unity serializes, and whether a type exists.
//!
//! The declaration of a type never depends on its uses: nothing in this crate knows scenes, prefabs or their objects.
//! The crate also contains the background threads of a project, because parsing sources needs them first.

pub mod background_files;
pub mod csharp_index;
pub mod csharp_sources;
pub mod script_info;
mod types;

pub use types::{
    Declared, ElementForm, Lacking, MAIN, Origin, ScriptClass, ScriptRef, Standing, TypeId, TypeInFile, Types,
    decide_standing, engine_name, file_id_of, is_built_in,
};
