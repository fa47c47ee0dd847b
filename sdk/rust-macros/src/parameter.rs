//! Reads one parameter of a tool's function, which is an argument or the call context `&Cx`.
//! Belongs here: arguments and the context, and the struct field for an argument. Does not: the function (`tool.rs`).

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, FnArg, Ident, Meta, Pat, PatType, Result, Type};

pub(crate) struct Argument {
    pub(crate) name: Ident,
    ty: Type,
    /// The parameter's attributes that the generated struct field gets: doc comments, and those for serde and schemars.
    kept: Vec<Attribute>,
    default: Option<Default>,
    /// True if the parameter has `#[arguments]`: it is a struct, and its fields are the tool's arguments.
    is_whole: bool,
}

enum Default {
    /// The attribute `#[default]` without a value: an absent argument gets the default value of its type.
    OfType,
    Value(Box<Expr>),
}

impl Argument {
    /// Reads a parameter and removes its attributes, which a plain function must not have; `None` for the call context.
    pub(crate) fn read(parameter: &mut FnArg) -> Result<Option<Self>> {
        let FnArg::Typed(typed) = parameter else {
            return Err(Error::new_spanned(
                parameter,
                "a tool's function cannot have `self`: move it out of the `impl`",
            ));
        };
        let attributes = std::mem::take(&mut typed.attrs);
        if is_call(typed)? {
            return match attributes.first() {
                Some(one) => Err(Error::new_spanned(
                    one,
                    "`&Cx` is the context of the call, not an argument: an attribute or doc comment has no effect here",
                )),
                None => Ok(None),
            };
        }
        let Pat::Ident(pattern) = typed.pat.as_ref() else {
            return Err(Error::new_spanned(
                &typed.pat,
                "an argument needs a name that callers give: write `name: Type` and take it apart in the body",
            ));
        };
        refuse_type(&typed.ty)?;
        let mut argument = Self {
            name: pattern.ident.clone(),
            ty: typed.ty.as_ref().clone(),
            kept: Vec::new(),
            default: None,
            is_whole: false,
        };
        for attribute in attributes {
            argument.take(attribute)?;
        }
        Ok(Some(argument))
    }
}

fn last_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

/// Returns the text between the outer angle brackets of a type, such as `u32` of `Option<u32>`.
fn generic_argument(ty: &Type) -> String {
    let text = quote!(#ty).to_string();
    let written = text
        .replace(" < ", "<")
        .replace(" >", ">")
        .replace(" :: ", "::")
        .replace(" ,", ",");
    let inner = written.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
    inner.unwrap_or("TYPE").to_owned()
}

/// Returns true if the parameter is the call context `&Cx`; an error if it is `Cx` without `&`.
fn is_call(typed: &PatType) -> Result<bool> {
    match typed.ty.as_ref() {
        Type::Reference(reference) if last_of(&reference.elem).is_some_and(|name| name == "Cx") => Ok(true),
        ty if last_of(ty).is_some_and(|name| name == "Cx") => Err(Error::new_spanned(
            ty,
            "the context of the call is borrowed: write `&Cx`",
        )),
        _ => Ok(false),
    }
}

/// Returns an error if the type cannot be read from JSON. The error names the type to write instead.
fn refuse_type(ty: &Type) -> Result<()> {
    let instead = match ty {
        Type::Reference(reference) => match reference.elem.as_ref() {
            Type::Slice(_) => "an argument belongs to the function: write `Vec<…>` instead of a slice",
            elem if last_of(elem).is_some_and(|name| name == "str") => {
                "an argument belongs to the function: write `String` instead of `&str`"
            }
            _ => "an argument belongs to the function: take the type itself instead of a reference",
        },
        Type::ImplTrait(_) => "an argument needs one type for its schema: write that instead of `impl …`",
        Type::Tuple(_) => "callers give values by name: write a struct with `#[input]`, or one argument for each part",
        Type::Ptr(_) => "this type cannot be read from JSON: use a type with `#[input]`",
        _ => return Ok(()),
    };
    Err(Error::new_spanned(ty, instead))
}

impl Argument {
    fn take(&mut self, attribute: Attribute) -> Result<()> {
        let path = attribute.path();
        if path.is_ident("doc") || path.is_ident("serde") || path.is_ident("schemars") {
            self.kept.push(attribute);
            return Ok(());
        }
        if path.is_ident("arguments") {
            attribute.meta.require_path_only()?;
            self.is_whole = true;
            return Ok(());
        }
        if !path.is_ident("default") {
            return Err(Error::new_spanned(
                &attribute,
                "an argument takes doc comments, `#[default]`, `#[default(VALUE)]`, `#[arguments]`, `#[serde(…)]` and `#[schemars(…)]`",
            ));
        }
        if last_of(&self.ty).is_some_and(|name| name == "Option") {
            let (name, inner) = (&self.name, generic_argument(&self.ty));
            return Err(Error::new_spanned(
                &attribute,
                format!("an `Option` that is not given is `None`; for a default leave `Option` out: `{name}: {inner}`"),
            ));
        }
        self.default = Some(match &attribute.meta {
            Meta::Path(_) => Default::OfType,
            Meta::List(list) => {
                Default::Value(Box::new(syn::parse2(list.tokens.clone()).map_err(|error| {
                    Error::new(error.span(), "expected one value: `#[default(20)]`")
                })?))
            }
            Meta::NameValue(pair) => {
                return Err(Error::new_spanned(pair, "write `#[default(VALUE)]`"));
            }
        });
        Ok(())
    }

    /// Returns the type of an argument with `#[arguments]`, whose fields are the tool's arguments; else `None`.
    pub(crate) fn whole(&self) -> Option<&Type> {
        self.is_whole.then_some(&self.ty)
    }

    /// Returns a `where` bound that the type is an `Argument`, so that the compiler error points to the type. `None` if
    /// a `with` of serde and schemars converts the value.
    pub(crate) fn condition(&self) -> Option<TokenStream> {
        let sees_itself = self.kept.iter().any(|one| match &one.meta {
            Meta::List(list) => list.tokens.to_string().contains("with"),
            _ => false,
        });
        let ty = &self.ty;
        (!sees_itself).then(|| quote_spanned!(ty.span()=> #ty: ::unity_tools::data::Argument))
    }

    /// Returns the code of the struct field for this argument, and of the function that returns its default value.
    pub(crate) fn field(&self) -> (TokenStream, TokenStream) {
        let Self { name, ty, kept, .. } = self;
        let plain = name.to_string();
        let function = format_ident!("default_of_{}", plain.trim_start_matches("r#"));
        let path = function.to_string();
        match &self.default {
            None => (quote!(#(#kept)* #name: #ty,), TokenStream::new()),
            Some(Default::OfType) => (quote!(#(#kept)* #[serde(default)] #name: #ty,), TokenStream::new()),
            Some(Default::Value(value)) => (
                quote!(#(#kept)* #[serde(default = #path)] #name: #ty,),
                quote!(fn #function() -> #ty { #value }),
            ),
        }
    }
}
