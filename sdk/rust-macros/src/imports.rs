//! Generates the bindings of all imports with `wit-bindgen`, changed so that unit tests can answer the imports.
//!
//! In builds for other targets than WebAssembly, each function such as `list_objects` gets a type of the same name with
//! its argument and result types, and the function calls `crate::fake`. Components contain none of this.
//! Belongs here: finding these functions and wrapping their bodies. Does not: the answers.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::path::Path;
use syn::{Error, FnArg, LitStr, Pat, ReturnType, Signature, Type};
use wit_bindgen_core::WorldGenerator as _;
use wit_bindgen_core::wit_parser::Resolve;

/// The folder of the WIT packages, relative to the folder of the SDK.
const WIT: &str = "../../wit";

/// Generates the bindings of the world `everything` in the WIT package `inline`.
pub(crate) fn expand(inline: TokenStream) -> syn::Result<TokenStream> {
    let inline: LitStr = syn::parse2(inline)?;
    let root = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let (source, files) = generate(&inline.value(), &Path::new(&root).join(WIT))
        .map_err(|error| Error::new(inline.span(), format!("no bindings: {error:#}")))?;
    let mut made = with_fakes(source.parse::<TokenStream>()?)?;
    for file in files {
        // Makes the compiler rebuild when one of these files changes.
        made.extend(quote!(
            const _: &[u8] = include_bytes!(#file);
        ));
    }
    Ok(made)
}

type Generated = Result<(String, Vec<String>), Box<dyn std::error::Error>>;

fn generate(inline: &str, wit: &Path) -> Generated {
    let mut resolve = Resolve::default();
    let wit = wit.canonicalize()?;
    let (_, sources) = resolve.push_path(&wit)?;
    let package = resolve.push_str("the SDK", inline)?;
    let world = resolve.select_world(&[package], Some("everything"))?;
    let options = wit_bindgen_rust::Opts {
        generate_all: true,
        additional_derive_attributes: vec!["PartialEq".to_owned()],
        ..wit_bindgen_rust::Opts::default()
    };
    let mut files = wit_bindgen_core::Files::default();
    options.build().generate(&mut resolve, world, &mut files)?;
    let (_, text) = files.iter().next().ok_or("the generator wrote nothing")?;
    let sources = sources.paths().map(|path| path.to_string_lossy().into_owned());
    Ok((std::str::from_utf8(text)?.to_owned(), sources.collect()))
}

/// Wraps each generated import function of `tokens` (a `pub fn` directly in a module) with a call of the fake Unity.
pub(crate) fn with_fakes(tokens: TokenStream) -> syn::Result<TokenStream> {
    let mut made: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is(&token, "mod") {
            made.push(token);
            let name = tokens.next();
            // Modules that the generator itself needs.
            let is_runtime = name.as_ref().is_some_and(|name| is(name, "_rt"));
            made.extend(name);
            if is_runtime {
                made.extend(tokens.next());
            } else if let Some(TokenTree::Group(body)) = tokens.peek()
                && body.delimiter() == Delimiter::Brace
            {
                let inner = with_fakes(body.stream())?;
                made.push(Group::new(Delimiter::Brace, inner).into());
                tokens.next();
            }
        } else if is(&token, "impl") || is(&token, "trait") || is(&token, "macro_rules") {
            // These modules contain no imports.
            made.push(token);
            for token in tokens.by_ref() {
                let ends = matches!(&token, TokenTree::Group(body) if body.delimiter() == Delimiter::Brace);
                made.push(token);
                if ends {
                    break;
                }
            }
        } else if is(&token, "fn") && made.last().is_some_and(|before| is(before, "pub")) {
            let mut signature = vec![token];
            let mut body = None;
            for token in tokens.by_ref() {
                match token {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                        body = Some(group);
                        break;
                    }
                    token => signature.push(token),
                }
            }
            let body = body.ok_or_else(|| Error::new(Span::call_site(), "a function without a body"))?;
            let signature: Signature = syn::parse2(signature.into_iter().collect())?;
            let (around, beside) = with_fake(&signature, &body)?;
            made.extend(quote!(#signature #around));
            made.extend(beside);
        } else {
            made.push(token);
        }
    }
    Ok(made.into_iter().collect())
}

fn is(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Returns a new body for an imported function, which calls the fake Unity in tests. Also returns a type with the
/// function's name that describes its arguments and result.
fn with_fake(signature: &Signature, body: &Group) -> syn::Result<(TokenStream, TokenStream)> {
    let name = &signature.ident;
    // Tests answer with the error type of tools, which is smaller and easier to create.
    let (answer, given) = match &signature.output {
        ReturnType::Default => (quote!(()), TokenStream::new()),
        ReturnType::Type(_, ty) => match crate::return_type::first_argument(ty, "Result") {
            Some(fine) => (
                quote!(::core::result::Result<#fine, crate::ToolError>),
                quote!(.map_err(::core::convert::Into::into)),
            ),
            None => (quote!(#ty), TokenStream::new()),
        },
    };
    let mut types = Vec::new();
    let mut values = Vec::new();
    for parameter in &signature.inputs {
        let FnArg::Typed(parameter) = parameter else {
            return Err(Error::new_spanned(parameter, "an import without `self` was expected"));
        };
        let Pat::Ident(pattern) = parameter.pat.as_ref() else {
            return Err(Error::new_spanned(parameter, "a parameter with a name was expected"));
        };
        let (ty, value) = owned(&parameter.ty, &pattern.ident);
        types.push(ty);
        values.push(value);
    }
    let around = quote!({
        #[cfg(not(target_arch = "wasm32"))]
        { crate::fake::asked::<#name>((#(#values,)*))#given }
        #[cfg(target_arch = "wasm32")]
        #body
    });
    let beside = quote! {
        #[cfg(not(target_arch = "wasm32"))]
        #[allow(non_camel_case_types)]
        pub struct #name {}

        #[cfg(not(target_arch = "wasm32"))]
        impl crate::fake::Import for #name {
            type Arguments = (#(#types,)*);
            type Answer = #answer;
            const PLACE: &'static str = concat!(module_path!(), "::", stringify!(#name));
        }
    };
    Ok((around, beside))
}

/// Returns the type and value of a parameter in a form that can be stored: borrowed values are copied.
fn owned(ty: &Type, name: &Ident) -> (TokenStream, TokenStream) {
    if let Type::Reference(lent) = ty {
        let inner = &lent.elem;
        return (
            quote!(<#inner as ::std::borrow::ToOwned>::Owned),
            quote!(::std::borrow::ToOwned::to_owned(#name)),
        );
    }
    if let Some(inner) = crate::return_type::first_argument(ty, "Option")
        && let Type::Reference(lent) = inner
    {
        let inner = &lent.elem;
        return (
            quote!(::core::option::Option<<#inner as ::std::borrow::ToOwned>::Owned>),
            quote!(#name.map(::std::borrow::ToOwned::to_owned)),
        );
    }
    (quote!(#ty), quote!(#name))
}
