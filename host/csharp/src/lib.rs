//! Reads C# sources without a compiler, and the metadata of compiled assemblies: types, fields, attributes, and methods
//! with their signatures as Mono.Cecil, Harmony and HarmonyX print them.
//!
//! Only pure functions from text to values: no files, clock or threads. Method bodies and expressions are out of scope.
//! Facts that source alone cannot determine are marked as unknown, never guessed.

mod assembly;
mod compiled;
mod conditional;
mod declared_types;
mod detail;
mod engine_table;
mod index;
mod keywords;
mod known_types;
mod lexis;
mod names;
mod namespace;
mod normalize;
mod parse;
mod patch;
mod signature;
mod syntax;
mod syntax_check;
mod type_info;
mod type_ref;
mod uses;
mod virtuals;

pub use assembly::{
    AssemblyFile, NotAnAssembly, Reference, References, Target, names_files, read_assembly, read_references,
};
pub use compiled::{Compiled, CompiledField};
pub use conditional::{Symbols, active_text};
pub use declared_types::Declared;
pub use detail::{Attribute, Constant, Detail, Field, Header, Initializer, Modifiers, OtherMember};
pub use index::{MethodLookup, TypeIndex, TypeLookup};
pub use lexis::words_in;
pub use names::{Meaning, Names};
pub use namespace::namespace_of;
pub use normalize::{NotASignature, WrittenSignature};
pub use parse::{MAX_SOURCE_BYTES, ParseError, SourceFile, parse_source, parse_source_while, parse_whole};
pub use signature::{Form, Signature};
pub use syntax::{MethodKind, TypeKind};
pub use syntax_check::{SyntaxError, syntax_errors};
pub use type_info::{Gap, Method, Origin, TypeInfo};
pub use type_ref::{TypeName, TypeRef};
pub use uses::{MAX_USES_OF_ONE, Use, code_words, dotted_names};
