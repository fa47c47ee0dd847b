//! Derives the trait `Weight`, which estimates the size of answers in bytes.

use crate::case::{Binding, Case, attribute, cases};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, DeriveInput, Expr, Result, parse_quote};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let mut arms = Vec::new();
    let mut lists = Vec::new();
    for case in cases(input)? {
        let base = match (given(case.attributes)?, case.variant) {
            (Some(base), _) => base,
            (None, Some(_)) => parse_quote!(0),
            (None, None) => parse_quote!(crate::weight::FLAT),
        };
        let mut sizes = Vec::new();
        for binding in &case.fields {
            let name = &binding.name;
            sizes.push(match (given(&binding.field.attrs)?, &binding.field.ident) {
                (Some(size), _) => quote!((#size)),
                (None, Some(_)) => quote!(crate::weight::Weight::weight(#name)),
                (None, None) => quote!(crate::weight::Weight::item_weight(#name)),
            });
        }
        let pattern = &case.pattern;
        arms.push(quote!(#pattern => #base #(+ #sizes)*));
        lists.extend(list(&case)?.map(|items| quote!(#pattern => #items)));
    }
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(crate::weight::Weight));
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl #parameters crate::weight::Weight for #name #arguments #conditions {
            #[allow(unused_imports, unused_variables, reason = "a replaced size may need no field")]
            fn weight(&self) -> usize {
                use crate::weight::Weight as _;
                match self { #(#arms),* }
            }

            #[allow(unused_variables, unreachable_patterns, reason = "few types contain a list")]
            fn listed(&self) -> Option<usize> {
                match self { #(#lists,)* _ => None }
            }
        }
    })
}

/// Returns code for the length of the list that the command limits: the field marked `#[listed]`, or a list in an
/// unnamed field. `None` if there is no such list.
fn list(case: &Case<'_>) -> Result<Option<TokenStream>> {
    for Binding { name, field } in &case.fields {
        if attribute(&field.attrs, "listed")?.is_some() {
            return Ok(Some(quote!(Some(#name.len()))));
        }
        if field.ident.is_none() {
            return Ok(Some(quote!(crate::weight::Weight::listed(#name))));
        }
    }
    Ok(None)
}

fn given(attributes: &[Attribute]) -> Result<Option<Expr>> {
    let given = attribute(attributes, "weight")?;
    given.map(Attribute::parse_args).transpose()
}
