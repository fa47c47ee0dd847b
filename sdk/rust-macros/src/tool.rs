//! `#[tool]`: generates a `unity_tools::Tool` from a function and its doc comment.
//!
//! The function stays unchanged, so that tests can call it. The macro adds an empty type of the same name, which
//! `bundle!` uses: functions and types have separate namespaces.
//! Belongs here: code generation. Does not: parsing options, parameters and return types, which have their own files.

use crate::docs;
use crate::options::Options;
use crate::parameter::Argument;
use crate::return_type;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, Result, Safety, Type};

struct Parameters {
    /// The expressions that the generated code passes to the user's function, in the order of its parameters.
    given: Vec<TokenStream>,
    arguments: Vec<Argument>,
    takes_context: bool,
    /// The type of the parameter with `#[arguments]`; `None` if no parameter has this attribute.
    whole: Option<Type>,
}

impl Parameters {
    fn read(function: &mut ItemFn, options: &Options) -> Result<Self> {
        let mut all = Self {
            given: Vec::new(),
            arguments: Vec::new(),
            takes_context: false,
            whole: None,
        };
        for parameter in &mut function.sig.inputs {
            let span = parameter.span();
            let Some(argument) = Argument::read(parameter)? else {
                if std::mem::replace(&mut all.takes_context, true) {
                    return Err(Error::new(span, "a call has one context: `&Cx` occurs twice"));
                }
                all.given.push(quote!(cx));
                continue;
            };
            if argument.name == "confirm" && options.is_confirmed() {
                return Err(Error::new_spanned(
                    &argument.name,
                    "the host adds `confirm` to tools that write, and removes it before the call: leave it out here",
                ));
            }
            let name = &argument.name;
            all.whole = argument.whole().cloned().or(all.whole);
            all.given.push(match argument.whole() {
                Some(_) => quote!(args),
                None => quote!(args.#name),
            });
            all.arguments.push(argument);
        }
        if all.whole.is_some() && (all.arguments.len() > 1 || options.rename_all.is_some()) {
            return Err(Error::new_spanned(
                &function.sig.inputs,
                "a parameter with `#[arguments]` has all arguments and their spelling: it has no other one beside it, and `rename_all` is written as `#[serde(rename_all = \"…\")]` on its type",
            ));
        }
        Ok(all)
    }
}

pub(crate) fn expand(options: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    let mut function: ItemFn = syn::parse2(item).map_err(|error| {
        Error::new(
            error.span(),
            format!("`#[tool]` is only allowed on a function, `fn count_objects(…) -> Result<…> {{ … }}`: {error}"),
        )
    })?;
    refuse_kinds(&function)?;
    let description = docs::text(&function.attrs);
    if description.is_empty() {
        return Err(Error::new_spanned(
            &function.sig.ident,
            "a tool needs a description, by which a model chooses it: write `/// What it does.` above it",
        ));
    }
    let Parameters {
        given,
        arguments,
        takes_context,
        whole,
    } = Parameters::read(&mut function, &options)?;
    let (fields, defaults): (Vec<_>, Vec<_>) = arguments.iter().map(Argument::field).unzip();
    let conditions = arguments.iter().filter_map(Argument::condition);
    let returned = return_type::read(&function.sig)?;
    let output = &returned.output;
    let (name, visible) = (&function.sig.ident, &function.vis);
    let listed = match &options.name {
        Some(name) => name.value(),
        None => name.to_string().trim_start_matches("r#").to_owned(),
    };
    let into_reply = returned.reply(&quote!(#name(#(#given),*)));
    let rename = options.rename_all.iter();
    let (effect, info, called) = (options.effect(), &options.info, &options.called);
    let cx = match takes_context {
        true => quote!(cx),
        false => quote!(_),
    };
    // The error for an answer without a schema points to the return type.
    let checked = quote_spanned!(function.sig.output.span()=> type Output = #output;);
    let answer = quote_spanned!(output.span()=> #output: ::unity_tools::data::Answer);
    let (args_type, args_name, arguments) = match &whole {
        Some(whole) => (quote!(#whole), quote!(args), TokenStream::new()),
        None if fields.is_empty() => (quote!(::unity_tools::NoArgs), quote!(_), TokenStream::new()),
        None => (
            quote!(Args),
            quote!(args),
            quote! {
                #(#defaults)*
                #[derive(::unity_tools::serde::Deserialize, ::unity_tools::schemars::JsonSchema)]
                #[serde(crate = "::unity_tools::serde")]
                #[schemars(crate = "::unity_tools::schemars")]
                #(#[serde(rename_all = #rename)])*
                #[allow(unreachable_pub, reason = "as visible as the tool may be")]
                pub struct Args { #(#fields)* }
            },
        ),
    };
    Ok(quote! {
        #[allow(clippy::too_many_arguments, reason = "each is an argument of the tool")]
        #function

        #[doc(hidden)]
        #[allow(dead_code, non_camel_case_types, reason = "what `bundle!` names; it has the function's name")]
        #visible struct #name {}

        const _: () = {
            // This function is never called: it lets the compiler report types that cannot be arguments or answers,
            // with the messages of these two traits.
            #[allow(dead_code, reason = "it is there to be compiled")]
            fn fits() where #(#conditions,)* #answer {}

            #arguments

            impl ::unity_tools::Tool for #name {
                type Args = #args_type;
                #checked
                const EFFECT: ::unity_tools::Effect = ::unity_tools::Effect::#effect;
                const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#listed);
                const CALLED: &'static [(&'static str, &'static str)] = &[#(#called),*];

                fn info() -> ::unity_tools::ToolInfo {
                    ::unity_tools::ToolInfo::new(#description)#info
                }

                fn run(
                    #args_name: #args_type,
                    #cx: &::unity_tools::Cx,
                ) -> ::core::result::Result<::unity_tools::Reply<Self::Output>, ::unity_tools::ToolError> {
                    #into_reply
                }
            }
        };
    })
}

/// Returns an error if the function cannot be a tool, because it is `async`, `unsafe` or generic.
fn refuse_kinds(function: &ItemFn) -> Result<()> {
    let signature = &function.sig;
    if let Some(word) = &signature.asyncness {
        return Err(Error::new_spanned(
            word,
            "a tool is an ordinary function: imports wait by themselves, so leave `async` out",
        ));
    }
    if let Safety::Unsafe(word) = &signature.safety {
        return Err(Error::new_spanned(
            word,
            "any client may call a tool: leave `unsafe` out",
        ));
    }
    if !signature.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &signature.generics,
            "a tool has one schema: write the types themselves, without type parameters or lifetimes",
        ));
    }
    Ok(())
}
