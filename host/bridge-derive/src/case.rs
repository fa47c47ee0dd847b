//! Splits a type into cases for the derive macros: a struct is one case, each variant of an enum is one.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Error, Field, Fields, Ident, Result};

/// One variant of an enum, or a whole struct: a pattern that binds each field to a name, its attributes and its fields.
pub(crate) struct Case<'a> {
    pub(crate) pattern: TokenStream,
    pub(crate) attributes: &'a [Attribute],
    /// The name of the variant; `None` for a struct.
    pub(crate) variant: Option<&'a Ident>,
    pub(crate) fields: Vec<Binding<'a>>,
}

pub(crate) struct Binding<'a> {
    pub(crate) name: Ident,
    pub(crate) field: &'a Field,
}

/// Returns the variants of an enum, or the struct as its only case. Returns an error for a union.
pub(crate) fn cases(input: &DeriveInput) -> Result<Vec<Case<'_>>> {
    match &input.data {
        Data::Struct(data) => Ok(vec![case(&input.attrs, None, &data.fields)]),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            Ok(variants
                .map(|variant| case(&variant.attrs, Some(&variant.ident), &variant.fields))
                .collect())
        }
        Data::Union(_) => Err(Error::new_spanned(input, "expected a struct or an enum")),
    }
}

fn case<'a>(attributes: &'a [Attribute], variant: Option<&'a Ident>, fields: &'a Fields) -> Case<'a> {
    let names = fields.iter().enumerate();
    let names = names.map(|(at, field)| field.ident.clone().unwrap_or_else(|| format_ident!("field{at}")));
    let names: Vec<Ident> = names.collect();
    let path = variant.map_or_else(|| quote!(Self), |variant| quote!(Self::#variant));
    let pattern = match fields {
        Fields::Named(_) => quote!(#path { #(#names),* }),
        Fields::Unnamed(_) => quote!(#path(#(#names),*)),
        Fields::Unit => path,
    };
    let fields = names
        .into_iter()
        .zip(fields)
        .map(|(name, field)| Binding { name, field });
    Case {
        pattern,
        attributes,
        variant,
        fields: fields.collect(),
    }
}

/// Returns the attribute with this name, or `None` if there is none. Two such attributes are an error.
pub(crate) fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Result<Option<&'a Attribute>> {
    let mut found = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    let first = found.next();
    match found.next() {
        Some(second) => Err(Error::new_spanned(second, format!("`{name}` is given twice"))),
        None => Ok(first),
    }
}
