//! Parses the options in the brackets of `#[tool(…)]`.
//! Belongs here: parsing and validating the options. Does not: code generation (`tool.rs`).

use crate::suggestions;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitBool, LitStr, Path, Result, Token};

/// Pairs of an option that sets the tool's effect, and the variant of `Effect`.
const EFFECTS: [(&str, &str); 6] = [
    ("read", "Read"),
    ("write", "Write"),
    ("write_unconfirmed", "WriteUnconfirmed"),
    ("destructive", "Destructive"),
    ("code", "Code"),
    ("config", "Config"),
];

/// Names of the options of `#[tool]` that have a text. Each option calls the method of `ToolInfo` with the same name.
const TEXTS: [&str; 7] = ["title", "category", "tier", "notes", "example", "icon", "dry_run"];

/// Names of the options that may occur several times in one `#[tool(…)]`.
const SEVERAL: [&str; 4] = ["example", "icon", "needs", "meta"];

/// Names of the boolean options of `#[tool]`. Each option calls the method of `ToolInfo` with the same name.
/// `destructive` without a value sets the effect instead.
const HINTS: [&str; 4] = ["read_only", "destructive", "idempotent", "open_world"];

const OTHERS: [&str; 6] = ["name", "needs", "rename_all", "called", "meta", "may_answer_text_alone"];

/// The options that a use of `#[tool(…)]` gives; for absent ones the defaults of `ToolInfo` apply.
#[derive(Default)]
pub(crate) struct Options {
    effect: Option<Ident>,
    /// The tool's name in listings; `None` if it is the name of the function.
    pub(crate) name: Option<LitStr>,
    pub(crate) rename_all: Option<LitStr>,
    /// Pairs of a host function's name for a value and the tool's argument name for it (`Tool::CALLED`).
    pub(crate) called: Vec<TokenStream>,
    /// Code that calls methods of `ToolInfo`, in the order of the options.
    pub(crate) info: TokenStream,
    /// Names of the options that were read, for finding duplicates.
    given: Vec<String>,
}

impl Options {
    /// Returns the variant of `Effect` that the option for the tool's effect names; `Read` if there is no such option.
    pub(crate) fn effect(&self) -> Ident {
        match &self.effect {
            Some(word) => {
                let variant = EFFECTS
                    .iter()
                    .find(|(known, _)| word == known)
                    .map_or("Read", |(_, variant)| variant);
                Ident::new(variant, word.span())
            }
            None => format_ident!("Read"),
        }
    }

    /// Returns true if the host adds the argument `confirm` to a tool with this effect.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.effect
            .as_ref()
            .is_some_and(|word| word == "write" || word == "destructive" || word == "code")
    }

    fn read(&mut self, input: ParseStream<'_>) -> Result<()> {
        let word: Ident = input.parse()?;
        let text = word.to_string();
        let has_value = input.peek(Token![=]);
        if let Some((known, _)) = EFFECTS.iter().find(|(known, _)| text == *known)
            && !has_value
        {
            if let Some(first) = &self.effect {
                return Err(Error::new(
                    word.span(),
                    format!("a tool has one effect, and this is the second: `{first}` or `{known}`?"),
                ));
            }
            self.effect = Some(word);
            return Ok(());
        }
        if self.given.contains(&text) && !SEVERAL.contains(&text.as_str()) {
            return Err(Error::new(word.span(), format!("`{text}` is given twice")));
        }
        self.given.push(text.clone());
        match text.as_str() {
            "name" => self.name = Some(checked_name(value(input, &word)?)?),
            "rename_all" => self.rename_all = Some(value(input, &word)?),
            "needs" => self.needs(input)?,
            "called" => {
                let pairs = pairs(input)?;
                self.called
                    .extend(pairs.iter().map(|(import, argument)| quote!((#import, #argument))));
            }
            "meta" => {
                for (key, json) in pairs(input)? {
                    self.info.extend(quote!(.meta(#key, #json)));
                }
            }
            "may_answer_text_alone" => self.info.extend(quote!(.may_answer_text_alone())),
            known if TEXTS.contains(&known) => {
                let value = value(input, &word)?;
                self.info.extend(quote!(.#word(#value)));
            }
            known if HINTS.contains(&known) => {
                let yes = match has_value {
                    true => {
                        input.parse::<Token![=]>()?;
                        input.parse::<LitBool>()?.to_token_stream()
                    }
                    false => quote!(true),
                };
                self.info.extend(quote!(.#word(#yes)));
            }
            _ => {
                let effects = EFFECTS.iter().map(|(word, _)| *word);
                let known = effects
                    .chain(TEXTS)
                    .chain(HINTS.into_iter().filter(|word| *word != "destructive"))
                    .chain(OTHERS);
                return Err(Error::new(
                    word.span(),
                    format!(
                        "`{text}` is no option of `#[tool]`; {}",
                        suggestions::list_with_suggestion(&text, known)
                    ),
                ));
            }
        }
        Ok(())
    }

    fn needs(&mut self, input: ParseStream<'_>) -> Result<()> {
        input.parse::<Token![=]>()?;
        let capability: Path = input.parse()?;
        let Some(last) = capability.segments.last() else {
            return Err(Error::new_spanned(
                capability,
                "expected a capability such as `SceneEdit`",
            ));
        };
        let variant = &last.ident;
        self.info.extend(quote!(.needs(::unity_tools::Capability::#variant)));
        Ok(())
    }
}

/// Parses the value of an option that consists of pairs of texts: `("…" = "…", …)`.
fn pairs(input: ParseStream<'_>) -> Result<Vec<(LitStr, LitStr)>> {
    let inside;
    syn::parenthesized!(inside in input);
    let mut pairs = Vec::new();
    while !inside.is_empty() {
        let left = inside.parse()?;
        inside.parse::<Token![=]>()?;
        pairs.push((left, inside.parse()?));
        if !inside.is_empty() {
            inside.parse::<Token![,]>()?;
        }
    }
    Ok(pairs)
}

/// Parses the value `= "…"` of the option `word`. It cannot be a constant, because constants are evaluated later.
fn value(input: ParseStream<'_>, word: &Ident) -> Result<LitStr> {
    if !input.peek(Token![=]) {
        return Err(Error::new(
            word.span(),
            format!("`{word}` needs a text: `{word} = \"…\"`"),
        ));
    }
    input.parse::<Token![=]>()?;
    input.parse().map_err(|error| {
        Error::new(
            error.span(),
            format!("`{word}` needs a text in quotes: `{word} = \"…\"`"),
        )
    })
}

/// Checks a tool name against the rule in `wit/listing.wit`.
fn checked_name(name: LitStr) -> Result<LitStr> {
    let text = name.value();
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    if (1..=64).contains(&text.len()) && text.bytes().all(fits) {
        return Ok(name);
    }
    Err(Error::new(
        name.span(),
        format!("name is {text:?}, expected 1 to 64 letters, digits, `_`, `.` or `-`"),
    ))
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut options = Self::default();
        while !input.is_empty() {
            options.read(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}
