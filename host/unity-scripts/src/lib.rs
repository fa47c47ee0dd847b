//! The C# types of a project: their names and bases, the fields that Unity serializes, and which of them exist.
//!
//! What a type declares never depends on its uses: nothing here knows scenes, prefabs or their objects. Types come
//! from sources, assemblies and tables. The background threads of a project are here too, because sources need them
//! first.

pub mod background_files;
pub mod csharp_index;
pub mod csharp_sources;
pub mod script_info;
mod types;

pub use types::{
    Declared, ElementForm, Lacking, MAIN, Origin, ScriptClass, ScriptRef, Standing, TypeId, TypeInFile, Types,
    decide_standing, engine_name, file_id_of, is_built_in,
};
