//! Expands `#[input]` and `#[output]` to the derives that make a type usable as arguments or as an answer.
//! Belongs here: the choice of derives. Does not: the form of a schema (`unity_tools::schema`).

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Attribute, Error, Ident, Item, Result};

/// Pairs of an attribute macro of the SDK (`#[input]`, `#[output]`) and the serde derive that it adds to the type.
const DIRECTIONS: [(&str, &str); 2] = [("input", "Deserialize"), ("output", "Serialize")];

/// Expands `#[input]` or `#[output]` on a type. The first of both attributes adds both derives, since serde's and
/// schemars' attributes have to follow every derive.
pub(crate) fn expand(name: &str, options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !options.is_empty() {
        return Err(Error::new_spanned(
            options,
            format!("`#[{name}]` takes no options; write options of serde in `#[serde(…)]` below it"),
        ));
    }
    let (mut attributes, item) = match syn::parse2(item)? {
        Item::Struct(mut item) => (std::mem::take(&mut item.attrs), Item::Struct(item)),
        Item::Enum(mut item) => (std::mem::take(&mut item.attrs), Item::Enum(item)),
        other => {
            return Err(Error::new_spanned(
                other,
                format!("`#[{name}]` is only allowed on a struct or an enum"),
            ));
        }
    };
    let mut derives = Vec::new();
    for (direction, derive) in DIRECTIONS {
        let is_it = |one: &Attribute| one.path().segments.last().is_some_and(|last| last.ident == direction);
        if name == direction || attributes.iter().any(is_it) {
            derives.push(Ident::new(derive, Span::call_site()));
            attributes.retain(|one| !is_it(one));
        }
    }
    if let Item::Struct(item) = &item
        && let syn::Fields::Unnamed(fields) = &item.fields
        && fields.unnamed.len() > 1
    {
        return Err(Error::new_spanned(
            fields,
            "the parts of a value have names: write `{ x: f64, y: f64 }`",
        ));
    }
    Ok(quote! {
        #[derive(#(::unity_tools::serde::#derives,)* ::unity_tools::schemars::JsonSchema)]
        #[serde(crate = "::unity_tools::serde")]
        #[schemars(crate = "::unity_tools::schemars")]
        #(#attributes)*
        #item
    })
}
