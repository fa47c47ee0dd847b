//! Expands `#[functions]`: generates the enum of the functions that a Unity instance can serve, from `Command`.

use crate::case::{Case, attribute, cases};
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Data, DeriveInput, Error, Expr, Ident, LitStr, Result, Token, Type, parse_quote};

mod words {
    syn::custom_keyword!(cursor_page);
    syn::custom_keyword!(no_target);
    syn::custom_keyword!(target);
}

pub(crate) fn expand(mut input: DeriveInput) -> Result<TokenStream> {
    let cases = cases(&input)?;
    let rows: Vec<Row> = cases.iter().map(row).collect::<Result<_>>()?;
    let arms = |arm: fn(&Case<'_>, &Row) -> Option<TokenStream>| -> Vec<TokenStream> {
        cases
            .iter()
            .zip(&rows)
            .filter_map(|(case, row)| arm(case, row))
            .collect()
    };
    let targets = arms(|Case { pattern, .. }, row| row.target.as_ref().map(|target| quote!(#pattern => #target)));
    let pages = arms(|case, _| page(case, "PageRequest"));
    let cursor_pages = arms(|case, row| {
        let pattern = &case.pattern;
        let given = row.cursor_page.as_ref().map(|page| quote!(#pattern => Some(#page)));
        given.or_else(|| page(case, "CursorPage"))
    });
    let names: Vec<Ident> = cases.iter().filter_map(|case| case.variant.cloned()).collect();
    let methods: Vec<&LitStr> = rows.iter().map(|row| &row.method).collect();
    let effects = rows.iter().map(|row| &row.effect);
    let needs = rows.iter().map(|row| &row.needs);
    let replies = rows.iter().map(|row| &row.reply);
    let file_uses = rows.iter().map(|row| &row.file_use);
    let interfaces = methods.iter().map(|method| interface(method));
    let made = quote! {
        /// A function of the `unity-tools:unity` imports, which is also a method of the link to a Unity instance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Function {
            #(#[doc = concat!("`", #methods, "`")] #names,)*
        }

        impl Function {
            /// All functions, in the order of the variants.
            pub const ALL: &[Self] = &[#(Self::#names),*];

            /// Returns the method name on the link: interface and function, such as `objects/list-objects`.
            pub const fn method(self) -> &'static str {
                match self { #(Self::#names => #methods,)* }
            }

            /// Returns the WIT interface of the function.
            pub const fn interface(self) -> ::host_api::Interface {
                match self { #(Self::#names => ::host_api::Interface::#interfaces,)* }
            }

            /// Returns the effect of the function, which an argument can raise (see `Command::access`).
            pub const fn effect(self) -> ::host_api::Effect {
                match self { #(Self::#names => ::host_api::Effect::#effects,)* }
            }

            /// Returns the lowest capability that a Unity instance needs to serve the function.
            pub const fn required_capability(self) -> crate::capability::Capability {
                match self { #(Self::#names => crate::capability::Capability::#needs,)* }
            }

            /// Returns the kind of the function's reply.
            pub const fn reply(self) -> crate::reply::ReplyKind {
                match self { #(Self::#names => crate::reply::ReplyKind::#replies,)* }
            }

            /// Returns how the function uses files.
            pub const fn file_use(self) -> crate::command::FileUse {
                match self { #(Self::#names => crate::command::FileUse::#file_uses,)* }
            }
        }

        #[allow(unused_variables, reason = "an expression needs few of the fields")]
        impl Command {
            /// Returns the function of the Unity instance that this command calls.
            pub fn function(&self) -> Function {
                match self { #(Self::#names { .. } => Function::#names,)* }
            }

            /// Returns the types and members that an operator's allowlist must contain so that this command may run.
            fn target(&self) -> ::host_api::AccessTarget {
                use target::*;
                match self { #(#targets,)* _ => ::host_api::AccessTarget::None }
            }

            /// Returns the requested page of a list by offset; `None` if the command has no such page.
            pub fn page(&self) -> Option<&PageRequest> {
                match self { #(#pages,)* _ => None }
            }

            /// Returns the requested page of a list by cursor; `None` if the command has no such page.
            pub fn cursor_page(&self) -> Option<&CursorPage> {
                match self { #(#cursor_pages,)* _ => None }
            }
        }
    };
    let methods: Vec<LitStr> = methods.into_iter().cloned().collect();
    if let Data::Enum(data) = &mut input.data {
        for (variant, method) in data.variants.iter_mut().zip(methods) {
            variant.attrs.retain(|attribute| !attribute.path().is_ident("function"));
            variant.attrs.push(parse_quote!(#[serde(rename = #method)]));
        }
    }
    Ok(quote!(#input #made))
}

/// The parsed attribute `#[function(METHOD, EFFECT, CAPABILITY, REPLY, FILE_USE, …)]` of a variant of the enum `Command`.
struct Row {
    method: LitStr,
    effect: Ident,
    needs: Ident,
    reply: Ident,
    file_use: Ident,
    target: Option<Expr>,
    cursor_page: Option<Expr>,
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let word = || {
            input.parse::<Token![,]>()?;
            input.parse::<Ident>()
        };
        let mut row = Self {
            method: input.parse()?,
            effect: word()?,
            needs: word()?,
            reply: word()?,
            file_use: word()?,
            target: None,
            cursor_page: None,
        };
        let mut no_target = false;
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let next = input.lookahead1();
            if next.peek(words::no_target) {
                input.parse::<words::no_target>()?;
                no_target = true;
            } else if next.peek(words::target) {
                input.parse::<words::target>()?;
                input.parse::<Token![=]>()?;
                row.target = Some(input.parse()?);
            } else if next.peek(words::cursor_page) {
                input.parse::<words::cursor_page>()?;
                input.parse::<Token![=]>()?;
                row.cursor_page = Some(input.parse()?);
            } else {
                return Err(next.error());
            }
        }
        match row.effect == "Read" || row.target.is_some() != no_target {
            true => Ok(row),
            false => Err(Error::new(
                row.effect.span(),
                "a change needs `target = …` or `no_target`",
            )),
        }
    }
}

fn row(case: &Case<'_>) -> Result<Row> {
    let given = attribute(case.attributes, "function")?;
    let given = given.ok_or_else(|| Error::new_spanned(case.variant, "the variant has no `#[function(…)]`"))?;
    Attribute::parse_args(given)
}

/// Returns the code of a match arm that gets the page request of a command: its field of the type `name` (`PageRequest`
/// or `CursorPage`). `None` if the variant of the command has no such field.
fn page(case: &Case<'_>, name: &str) -> Option<TokenStream> {
    let is_page = |field: &Type| matches!(field, Type::Path(path) if path.path.is_ident(name));
    let page = case.fields.iter().find(|binding| is_page(&binding.field.ty))?;
    let (pattern, page) = (&case.pattern, &page.name);
    Some(quote!(#pattern => Some(#page)))
}

/// Returns the variant of the enum `Interface` to which a method belongs: `ObjectsEdit` for `objects-edit/destroy`.
fn interface(method: &LitStr) -> Ident {
    let method = method.value();
    let interface = method.split('/').next().unwrap_or_default();
    let words = interface
        .split('-')
        .filter_map(|word| Some((word.get(..1)?, word.get(1..)?)));
    let name: String = words.map(|(first, rest)| first.to_uppercase() + rest).collect();
    Ident::new(&name, proc_macro2::Span::call_site())
}
