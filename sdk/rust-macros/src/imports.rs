//! Bindings of everything that can be imported, as `wit-bindgen` makes them, which a unit test can answer.
//!
//! Beside each function `list_objects` stands, outside of WebAssembly, a type of the same name that says what goes in and
//! what comes out, and the function asks `crate::fake` there instead of reaching for a host that is not. In a component
//! nothing of it is left.
//!
//! Belongs here: finding those functions and what is put around their bodies. Does not: who answers.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::path::Path;
use syn::{Error, FnArg, LitStr, Pat, ReturnType, Signature, Type};
use wit_bindgen_core::WorldGenerator as _;
use wit_bindgen_core::wit_parser::Resolve;

/// The WIT of this tree, seen from the SDK's folder.
const WIT: &str = "../../wit";

/// Writes the bindings of the world `everything` in the package that `inline` is.
pub(crate) fn expand(inline: TokenStream) -> syn::Result<TokenStream> {
    let inline: LitStr = syn::parse2(inline)?;
    let root = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let (source, files) = generate(&inline.value(), &Path::new(&root).join(WIT))
        .map_err(|error| Error::new(inline.span(), format!("no bindings: {error:#}")))?;
    let mut made = with_fakes(source.parse::<TokenStream>()?)?;
    for file in files {
        // The compiler then knows what to look at again.
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

/// Walks modules, and changes each `pub fn` that stands right in one.
pub(crate) fn with_fakes(tokens: TokenStream) -> syn::Result<TokenStream> {
    let mut made: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is(&token, "mod") {
            made.push(token);
            let name = tokens.next();
            // What the generator needs itself.
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
            // What is in there are no imports.
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

/// The body, and the type beside the function.
fn with_fake(signature: &Signature, body: &Group) -> syn::Result<(TokenStream, TokenStream)> {
    let name = &signature.ident;
    // Tests answer with the error that tools have, which is smaller and easier to make.
    let (answer, given) = match &signature.output {
        ReturnType::Default => (quote!(()), TokenStream::new()),
        ReturnType::Type(_, ty) => match crate::returned::inside(ty, "Result") {
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

/// A parameter's type and value as they can be kept: what is lent is copied.
fn owned(ty: &Type, name: &Ident) -> (TokenStream, TokenStream) {
    if let Type::Reference(lent) = ty {
        let inner = &lent.elem;
        return (
            quote!(<#inner as ::std::borrow::ToOwned>::Owned),
            quote!(::std::borrow::ToOwned::to_owned(#name)),
        );
    }
    if let Some(inner) = crate::returned::inside(ty, "Option")
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
