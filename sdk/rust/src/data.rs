//! Marker traits of argument and answer types, which give clear compiler messages for types that do not implement them.
//!
//! Belongs here: the two traits and their messages. Does not: `#[input]` and `#[output]` (`sdk-rust-macros`).

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Marker trait of types that tool arguments can have: they can be read from JSON and have a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "callers cannot give a `{Self}`",
    label = "no type of arguments",
    note = "put `#[input]` above `{Self}`; of a type that is not yours take the parts (`String`, `f64`, `Vec<…>`) and make it in the tool"
)]
pub trait Argument {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// Marker trait of types that tool results can have: they can be written as JSON and have a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "a tool cannot answer with a `{Self}`",
    label = "no type of answers",
    note = "put `#[output]` above `{Self}`; of a type that is not yours answer with its parts (`String`, `f64`, `Vec<…>`)"
)]
pub trait Answer {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Answer for T {}
