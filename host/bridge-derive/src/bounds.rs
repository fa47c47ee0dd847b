//! Derives the trait `Bounds`, which checks the values of commands to a Unity instance.

use crate::case::{Binding, Case, attribute, cases};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Error, Expr, Ident, LitStr, Result, Token, Type};

mod words {
    syn::custom_keyword!(any);
    syn::custom_keyword!(at);
    syn::custom_keyword!(name);
}

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    // Hygienic, so that a rule can use a field of the same name.
    let owner = Ident::new("owner", proc_macro2::Span::mixed_site());
    let mut arms = Vec::new();
    for case in cases(input)? {
        let mut rules = rules_of_variant(&case)?;
        let mut checks = Vec::new();
        for binding in &case.fields {
            let own = attribute(&binding.field.attrs, "bounds")?;
            let mut given = own.map(Attribute::parse_args::<Given>).transpose()?.unwrap_or_default();
            if let Some(at) = rules.iter().position(|rule| rule.field == binding.name) {
                given.rule = rules.swap_remove(at).rule;
            }
            checks.extend(check(&owner, case.variant, binding, given));
        }
        if let Some(rule) = rules.first() {
            return Err(Error::new_spanned(&rule.field, "the variant has no such field"));
        }
        let pattern = &case.pattern;
        arms.push(quote!(#pattern => { #(#checks)* }));
    }
    let at = attribute(&input.attrs, "bounds")?;
    let at = at.map(|attribute| attribute.parse_args_with(fixed_path)).transpose()?;
    let at = at.map(|path| quote!(let #owner = &crate::bounds::Field::root(#path);));
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl crate::bounds::Bounds for #name {
            #[allow(unused_imports, unused_variables, reason = "a type may have no bounds of its own")]
            fn check(&self, #owner: &crate::bounds::Field<'_>) -> crate::bounds::Checked {
                use crate::bounds::rules::*;
                #at
                match self { #(#arms)* }
                Ok(())
            }
        }
    })
}

fn rules_of_variant(case: &Case<'_>) -> Result<Vec<FieldRule>> {
    let given = match case.variant {
        Some(_) => attribute(case.attributes, "bounds")?,
        None => None,
    };
    let rules = given.map(|given| given.parse_args_with(Punctuated::<FieldRule, Token![,]>::parse_terminated));
    Ok(rules.transpose()?.into_iter().flatten().collect())
}

fn check(owner: &Ident, variant: Option<&Ident>, binding: &Binding<'_>, given: Given) -> Option<TokenStream> {
    let value = &binding.name;
    let name = given.name.unwrap_or_else(|| {
        let own = match (&binding.field.ident, variant) {
            (None, Some(variant)) => format_ident!("{variant}"),
            _ => value.clone(),
        };
        kebab(&own.to_string())
    });
    let field = quote!(&#owner.part(#name));
    match given.rule {
        Rule::OfType => Some(quote!(crate::bounds::Bounds::check(#value, #field)?;)),
        Rule::Any => None,
        Rule::Checks(rule) if is_option(&binding.field.ty) => {
            Some(quote!(if let Some(#value) = #value { (#rule)(#field, #value)?; }))
        }
        Rule::Checks(rule) => Some(quote!((#rule)(#field, #value)?;)),
    }
}

/// The parsed `#[bounds(…)]` attribute of a field, which limits the values of the field.
#[derive(Default)]
struct Given {
    name: Option<String>,
    rule: Rule,
}

#[derive(Default)]
enum Rule {
    #[default]
    OfType,
    Any,
    Checks(Box<Expr>),
}

impl Parse for Given {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut given = Self::default();
        if input.peek(words::name) && input.peek2(Token![=]) {
            input.parse::<words::name>()?;
            input.parse::<Token![=]>()?;
            given.name = Some(input.parse::<LitStr>()?.value());
            if input.is_empty() {
                return Ok(given);
            }
            input.parse::<Token![,]>()?;
        }
        given.rule = input.parse()?;
        Ok(given)
    }
}

impl Parse for Rule {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        match input.peek(words::any) {
            true => input.parse::<words::any>().map(|_| Self::Any),
            false => input.parse().map(Self::Checks),
        }
    }
}

/// One rule for a field, in the attribute `#[bounds(FIELD: RULE, …)]` of an enum variant.
struct FieldRule {
    field: Ident,
    rule: Rule,
}

impl Parse for FieldRule {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let field = input.parse()?;
        input.parse::<Token![:]>()?;
        let rule = input.parse()?;
        Ok(Self { field, rule })
    }
}

fn fixed_path(input: ParseStream<'_>) -> Result<LitStr> {
    input.parse::<words::at>()?;
    input.parse::<Token![=]>()?;
    input.parse()
}

fn is_option(field: &Type) -> bool {
    let Type::Path(path) = field else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Option")
}

/// Converts a Rust name to kebab case: `type-name` for `type_name` and for `TypeName`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && !kebab.is_empty()) {
            kebab.push('-');
        }
        if letter != '_' {
            kebab.extend(letter.to_lowercase());
        }
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_names_in_kebab_case() {
        for (name, kebab_name) in [("name", "name"), ("type_name", "type-name"), ("TypeName", "type-name")] {
            assert_eq!(kebab(name), kebab_name);
        }
    }
}
