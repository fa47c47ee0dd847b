//! The macros of `host-bridge`: sizes and kinds of replies, bounds of commands, and the list of functions.
//!
//! Belongs here: code generation. Does not: the traits and rules (`host_bridge::weight`, `host_bridge::bounds`).

mod bounds;
mod case;
mod functions;
mod replies;
mod weight;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `Weight`: the approximate size of a value in bytes is a base plus the sizes of its fields.
///
/// - `#[weight(BASE)]` on a struct or a variant sets its base. The default is 64 for a struct and 0 for a variant.
/// - `#[weight(SIZE)]` on a field replaces its size. In the expression, the fields have their names.
/// - `#[listed]` on a field marks the list whose length the command limits.
#[proc_macro_derive(Weight, attributes(weight, listed))]
pub fn weight(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    written(weight::expand(&input))
}

/// Derives `Bounds`, which checks each field by its rule. A field without a rule is checked by the bounds of its type.
///
/// - `#[bounds(RULE)]` on a field names its rule, a function of `host_bridge::bounds::rules`. In the expression, the
///   fields have their names, so a rule and a field must have different ones. The rule of an `Option` checks the value
///   in it.
/// - `#[bounds(FIELD: RULE, …)]` on a variant names the rules of its fields.
/// - The rule `any` accepts every value.
/// - `#[bounds(name = "…")]`, also before a rule, is the name of the field in errors. The default is its name, or the
///   name of its variant, in kebab case. An empty name means the name of the value that contains the field.
/// - `#[bounds(at = "…")]` on a type is the path that errors report for its values, wherever these are.
#[proc_macro_derive(Bounds, attributes(bounds))]
pub fn bounds(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    written(bounds::expand(&input))
}

/// Generates the enum `Function` from `Command`, and the methods of `Command` that depend on the variant. Each variant
/// needs `#[function(METHOD, EFFECT, CAPABILITY, REPLY, FILE_USE)]`. `METHOD` is also the variant's name in JSON.
///
/// - `target = EXPR` returns the names that an allowlist must contain; `EXPR` calls a function of
///   `host_bridge::command::target`. A change without such names has `no_target`.
/// - `cursor_page = EXPR` returns the page if it is part of a field. A field that is a page needs no expression.
///
/// In the expressions, the fields have their names.
#[proc_macro_attribute]
pub fn functions(_: TokenStream, input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    written(functions::expand(input))
}

/// Derives the enum `ReplyKind` from `Reply`, and implements `Payload` for each content type, to get it from a reply.
#[proc_macro_derive(Replies)]
pub fn replies(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    written(replies::expand(&input))
}

fn written(made: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    made.unwrap_or_else(syn::Error::into_compile_error).into()
}
