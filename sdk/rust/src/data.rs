//! Traits for argument and answer types, with compiler messages for types that lack them.
//!
//! Belongs here: the two traits and their messages. Does not: the attributes that implement them (`sdk-rust-macros`).

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A type of tool arguments: it can be read from JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "callers cannot give a `{Self}`",
    label = "no type of arguments",
    note = "put `#[input]` above `{Self}`; of a type that is not yours take the parts (`String`, `f64`, `Vec<…>`) and make it in the tool"
)]
pub trait Argument {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

/// A type of tool results: it can be written as JSON and has a schema.
#[diagnostic::on_unimplemented(
    message = "a tool cannot answer with a `{Self}`",
    label = "no type of answers",
    note = "put `#[output]` above `{Self}`; of a type that is not yours answer with its parts (`String`, `f64`, `Vec<…>`)"
)]
pub trait Answer {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Answer for T {}
