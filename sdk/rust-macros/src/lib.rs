//! The attributes of the Rust SDK: `#[tool]` on a function, `#[input]` and `#[output]` on types.
//!
//! Use them through `unity_tools`, which documents them. The generated code uses full paths below `::unity_tools`, so
//! that a bundle needs no other dependency.
//!
//! Belongs here: code generation, and errors that say what to write instead. Does not: code that runs in a tool.

mod data;
mod docs;
mod imports;
mod options;
mod parameter;
mod return_type;
mod suggestions;
#[cfg(test)]
mod tests;
mod tool;

use proc_macro::TokenStream;

/// Turns a function into a tool; see `unity_tools::tool`.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    into_tokens(tool::expand(options.into(), item.into()))
}

/// Marks a type of arguments; see `unity_tools::input`.
#[proc_macro_attribute]
pub fn input(options: TokenStream, item: TokenStream) -> TokenStream {
    into_tokens(data::expand("input", options.into(), item.into()))
}

/// Marks a type of answers; see `unity_tools::output`.
#[proc_macro_attribute]
pub fn output(options: TokenStream, item: TokenStream) -> TokenStream {
    into_tokens(data::expand("output", options.into(), item.into()))
}

/// Generates the bindings of the SDK's imports. Only the SDK itself uses this macro.
#[doc(hidden)]
#[proc_macro]
pub fn imports(world: TokenStream) -> TokenStream {
    into_tokens(imports::expand(world.into()))
}

fn into_tokens(made: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    made.unwrap_or_else(syn::Error::into_compile_error).into()
}
