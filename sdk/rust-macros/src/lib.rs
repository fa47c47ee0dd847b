//! The attributes of the Rust SDK: `#[tool]` on a function, `#[input]` and `#[output]` on types.
//!
//! Use them through `unity_tools`, which documents them. What they write names everything by its full path below
//! `::unity_tools`, so that a bundle needs no other dependency.
//!
//! Belongs here: from source to source, and what is refused with what to write instead. Does not: anything that runs in a tool.

mod data;
mod docs;
mod imports;
mod near;
mod options;
mod parameter;
mod returned;
#[cfg(test)]
mod tests;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of a function; see `unity_tools::tool`.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    written(tool::expand(options.into(), item.into()))
}

/// A type of arguments; see `unity_tools::input`.
#[proc_macro_attribute]
pub fn input(options: TokenStream, item: TokenStream) -> TokenStream {
    written(data::expand("input", options.into(), item.into()))
}

/// A type of answers; see `unity_tools::output`.
#[proc_macro_attribute]
pub fn output(options: TokenStream, item: TokenStream) -> TokenStream {
    written(data::expand("output", options.into(), item.into()))
}

/// The SDK's own bindings; of no use elsewhere.
#[doc(hidden)]
#[proc_macro]
pub fn imports(world: TokenStream) -> TokenStream {
    written(imports::expand(world.into()))
}

fn written(made: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    made.unwrap_or_else(syn::Error::into_compile_error).into()
}
