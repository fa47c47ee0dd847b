//! Derives the kinds of replies, and the conversion from a reply to its content.

use crate::case::{Case, cases};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use syn::{DeriveInput, Ident, Result};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let cases = cases(input)?;
    let kinds: Vec<&Ident> = cases.iter().filter_map(|case| case.variant).collect();
    // A type that several variants have is one payload: the command determines its meaning.
    let mut payloads = BTreeMap::<String, Payload>::new();
    for case in &cases {
        let Payload { payload, arms } = payload(case);
        let known = payloads.entry(payload.to_string());
        known
            .or_insert(Payload {
                payload,
                arms: Vec::new(),
            })
            .arms
            .extend(arms);
    }
    let payloads = payloads.into_values().map(|Payload { payload, arms }| {
        quote! {
            impl Payload for #payload {
                fn from_reply(reply: Reply) -> Option<Self> {
                    match reply { #(#arms,)* _ => None }
                }
            }
        }
    });
    Ok(quote! {
        /// The kind of an answer of a Unity instance: the variant of `Reply` without its content.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ReplyKind {
            #(#[doc = concat!("`Reply::", stringify!(#kinds), "`")] #kinds,)*
        }

        impl Reply {
            /// Returns the kind of this answer: its variant without the content.
            pub fn kind(&self) -> ReplyKind {
                match self { #(Self::#kinds { .. } => ReplyKind::#kinds,)* }
            }
        }

        #(#payloads)*
    })
}

struct Payload {
    payload: TokenStream,
    arms: Vec<TokenStream>,
}

/// Returns the content type of a variant of `Reply`, and the match arm that gets it. The type is `()`, the only field,
/// or a tuple of the fields.
fn payload(case: &Case<'_>) -> Payload {
    let variant = case.variant;
    let names: Vec<&Ident> = case.fields.iter().map(|binding| &binding.name).collect();
    let types: Vec<TokenStream> = case
        .fields
        .iter()
        .map(|binding| binding.field.ty.to_token_stream())
        .collect();
    let (payload, value) = match (types.as_slice(), names.as_slice()) {
        ([one], [name]) => (one.clone(), name.to_token_stream()),
        _ => (quote!((#(#types),*)), quote!((#(#names),*))),
    };
    let pattern = match case.fields.first().map(|binding| &binding.field.ident) {
        Some(Some(_)) => quote!(Reply::#variant { #(#names),* }),
        Some(None) => quote!(Reply::#variant(#(#names),*)),
        None => quote!(Reply::#variant),
    };
    let arms = vec![quote!(#pattern => Some(#value))];
    Payload { payload, arms }
}
