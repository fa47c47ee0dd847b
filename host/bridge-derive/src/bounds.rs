//! The derive of `Bounds`.

use crate::case::{Binding, attribute, cases};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, DeriveInput, Expr, Ident, LitStr, Result, Token, Type};

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
        let mut checks = Vec::new();
        for binding in &case.fields {
            checks.extend(check(&owner, case.variant, binding)?);
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

fn check(owner: &Ident, variant: Option<&Ident>, binding: &Binding<'_>) -> Result<Option<TokenStream>> {
    let given = attribute(&binding.field.attrs, "bounds")?;
    let given = given
        .map(Attribute::parse_args::<Given>)
        .transpose()?
        .unwrap_or_default();
    let value = &binding.name;
    let name = given.name.unwrap_or_else(|| {
        let own = match (&binding.field.ident, variant) {
            (None, Some(variant)) => format_ident!("{variant}"),
            _ => value.clone(),
        };
        kebab(&own.to_string())
    });
    let field = quote!(&#owner.part(#name));
    Ok(match given.rule {
        Rule::OfType => Some(quote!(crate::bounds::Bounds::check(#value, #field)?;)),
        Rule::Any => None,
        Rule::Checks(rule) if is_option(&binding.field.ty) => {
            Some(quote!(if let Some(#value) = #value { (#rule)(#field, #value)?; }))
        }
        Rule::Checks(rule) => Some(quote!((#rule)(#field, #value)?;)),
    })
}

/// The content of `#[bounds(…)]` on a field.
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
        given.rule = match input.peek(words::any) {
            true => input.parse::<words::any>().map(|_| Rule::Any)?,
            false => Rule::Checks(input.parse()?),
        };
        Ok(given)
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

/// `type-name` for `type_name` and for `TypeName`.
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
