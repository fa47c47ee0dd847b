//! Parses the return type of a tool's function.
//! Belongs here: the type of the answer, and its conversion to a reply. Does not: the rest of the function (`tool.rs`).

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, GenericArgument, PathArguments, Result, ReturnType, Signature, Type};

/// Names of types that are not a JSON object. `#[tool]` puts such an answer into the field `result` of an object.
const PLAIN: [&str; 20] = [
    "String", "str", "bool", "char", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize", "f32",
    "f64", "Vec", "Option", "Cow", "Box",
];

pub(crate) struct Returned {
    pub(crate) output: TokenStream,
    form: Form,
}

enum Form {
    Reply,
    Object,
    Plain,
}

impl Returned {
    /// Returns code that converts the result of `call`, a call of the user's function, to a `Reply`. It is inline code,
    /// since each helper function adds about a hundred bytes to a component.
    pub(crate) fn reply(&self, call: &TokenStream) -> TokenStream {
        match self.form {
            Form::Reply => quote!(#call),
            Form::Object => quote!(::core::result::Result::Ok(::unity_tools::Reply::new(#call?))),
            Form::Plain => quote! {
                ::core::result::Result::Ok(::unity_tools::Reply::new(::unity_tools::Plain { result: #call? }))
            },
        }
    }
}

pub(crate) fn read(signature: &Signature) -> Result<Returned> {
    let ReturnType::Type(_, returned) = &signature.output else {
        return Err(Error::new_spanned(
            &signature.ident,
            "a tool answers: write `-> Result<T>`, where T is the answer (`Done` if it has no content)",
        ));
    };
    let Some(answer) = first_argument(returned, "Result") else {
        return Err(Error::new_spanned(
            returned,
            "a tool can fail: write `-> Result<T>`, where T is the answer (`Done` if it has no content)",
        ));
    };
    if let Some(value) = first_argument(answer, "Reply") {
        if is_plain(value) {
            return Err(Error::new_spanned(
                value,
                "an answer is an object: write a struct with `#[output]` here, or return the value without `Reply`, which makes it the field `result`",
            ));
        }
        return Ok(Returned {
            output: quote!(#value),
            form: Form::Reply,
        });
    }
    if matches!(answer, Type::Tuple(tuple) if tuple.elems.is_empty()) {
        return Err(Error::new_spanned(
            answer,
            "an answer must report success: write `Result<Done>` and `Ok(Done::new())`",
        ));
    }
    if let Type::Tuple(tuple) = answer {
        return Err(Error::new_spanned(
            tuple,
            "an answer's parts have names: write a struct with `#[output]`",
        ));
    }
    if is_plain(answer) {
        return Ok(Returned {
            output: quote!(::unity_tools::Plain<#answer>),
            form: Form::Plain,
        });
    }
    Ok(Returned {
        output: quote!(#answer),
        form: Form::Object,
    })
}

/// Returns the first generic argument of `ty` if it has the form `name<…>`; otherwise `None`.
pub(crate) fn first_argument<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| PLAIN.iter().any(|plain| last.ident == plain)),
        Type::Reference(reference) => is_plain(&reference.elem),
        Type::Array(_) | Type::Slice(_) => true,
        _ => false,
    }
}
