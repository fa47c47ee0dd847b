//! Splits a snippet into its parts: `using` directives, declared types, statements and the value.

use crate::guards::guards;
use crate::page::{Edit, Page, without_tabs};
use crate::statements::Statements;
use crate::tokens::{Kind, Token, Unreadable, read};
use std::ops::Range;

/// A C# snippet of a caller, split into `using` directives, types and statements. Positions are byte offsets in `text`.
#[derive(Debug)]
pub(crate) struct Snippet {
    /// The caller's text, with blanks instead of tabs outside of literals.
    text: String,
    usings: Vec<Range<usize>>,
    pub(crate) aliases: Vec<String>,
    types: Vec<Range<usize>>,
    edits: Vec<Edit>,
    /// Byte offset in the text at which the snippet's last token ends.
    end: usize,
    /// Names of the variables that the snippet declares outside of its functions and blocks.
    pub(crate) declared: Vec<String>,
    last: Option<Last>,
    pub(crate) awaits: bool,
    /// True if the snippet contains the word `Task` or `await`.
    pub(crate) tasks: bool,
}

/// The last statement of a C# snippet, if it can be the snippet's value.
#[derive(Debug)]
struct Last {
    /// The byte range of the statement's `return`, or an empty range at its start if it does not begin with `return`.
    head: Range<usize>,
    /// Byte offset of the statement's `;`, or `None` if it has none.
    end: Option<usize>,
    is_return: bool,
}

/// The way in which a snippet's last statement is compiled: as the snippet's value, or as a plain statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Value,
    Statement,
}

impl Snippet {
    pub(crate) fn read(text: &str) -> Result<Self, Unreadable> {
        let tokens = read(text)?;
        reject_forbidden(&tokens)?;
        let plain = without_tabs(text, &tokens);
        let tokens = read(&plain)?;
        let (usings, mut rest) = usings(&tokens);
        let aliases = usings
            .iter()
            .filter_map(|using| alias(&tokens[using.clone()]))
            .collect();
        let (types, statements) = types(&tokens[rest..]);
        rest = tokens.len();
        let words = Statements(&statements);
        let starts = words.starts();
        let declared = starts
            .iter()
            .flat_map(|start| words.declares(*start))
            .map(str::to_owned)
            .collect();
        let is_word = |wanted: &str| {
            statements
                .iter()
                .any(|token| token.kind == Kind::Word && token.text == wanted)
        };
        let bytes = |tokens: &[Token<'_>]| match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => first.at..last.end(),
            _ => 0..0,
        };
        let found = Self {
            last: starts.last().and_then(|start| last(&words, &statements, *start)),
            awaits: is_word("await"),
            tasks: tokens.iter().any(|token| token.is("Task") || token.is("await")),
            usings: usings.iter().map(|using| bytes(&tokens[using.clone()])).collect(),
            aliases,
            types,
            edits: guards(&tokens),
            end: rest
                .checked_sub(1)
                .and_then(|last| tokens.get(last))
                .map_or(0, Token::end),
            declared,
            text: plain.clone(),
        };
        Ok(found)
    }

    /// Returns the ways in which the last statement can be compiled, in the order in which they are tried.
    pub(crate) fn forms(&self) -> &'static [Form] {
        match &self.last {
            None => &[Form::Statement],
            Some(last) if last.is_return => &[Form::Value],
            Some(Last { end: Some(_), .. }) => &[Form::Statement, Form::Value],
            Some(Last { end: None, .. }) => &[Form::Value, Form::Statement],
        }
    }

    pub(crate) fn put_usings(&self, page: &mut Page) {
        for using in &self.usings {
            page.piece(&self.text, using.clone(), &[]);
        }
    }

    pub(crate) fn put_types(&self, page: &mut Page) {
        for part in &self.types {
            page.piece(&self.text, part.clone(), &self.edits);
        }
    }

    /// Adds the snippet's statements to the main C# file `page`; `form` tells how the last one is compiled. The
    /// compiler reports unreachable statements.
    pub(crate) fn put_statements(&self, page: &mut Page, form: Form) {
        let mut edits = self.edits.clone();
        let away = self.usings.iter().chain(&self.types);
        let blanks = away.map(|part| Edit {
            part: part.clone(),
            text: blank(&self.text[part.clone()]),
        });
        edits.retain(|edit| {
            !self
                .types
                .iter()
                .chain(&self.usings)
                .any(|part| part.start <= edit.part.start && edit.part.end <= part.end)
        });
        edits.extend(blanks);
        if let (Form::Value, Some(last)) = (form, &self.last) {
            edits.push(Edit {
                part: last.head.clone(),
                text: "object unityToolsValue = ".to_owned(),
            });
        }
        edits.sort_by_key(|edit| (edit.part.start, edit.part.end));
        let end = match (form, &self.last) {
            (Form::Value, Some(last)) => last.end.unwrap_or(self.end),
            _ => self.end,
        };
        page.piece(&self.text, 0..end, &edits);
        page.add_own_lines(";");
    }

    pub(crate) fn is_value(&self, form: Form) -> bool {
        form == Form::Value && self.last.is_some()
    }
}

fn blank(text: &str) -> String {
    let spaces = |letter: char| -> &str {
        match (letter, letter.len_utf16()) {
            ('\n', _) => "\n",
            (_, 1) => " ",
            _ => "  ",
        }
    };
    text.chars().map(spaces).collect()
}

fn last(words: &Statements<'_, '_>, tokens: &[Token<'_>], start: usize) -> Option<Last> {
    let (first, final_) = (tokens.get(start)?, tokens.last()?);
    let end = final_.is(";").then_some(final_.at);
    let is_return = first.is("return") && !words.is(start + 1, ";");
    if !is_return && !words.may_be_value(start) {
        return None;
    }
    Some(Last {
        head: if is_return {
            first.at..first.end()
        } else {
            first.at..first.at
        },
        end,
        is_return,
    })
}

/// Returns an error for code that would open a file, change compiler settings, or end the generated code around it.
pub(crate) fn reject_forbidden(tokens: &[Token<'_>]) -> Result<(), Unreadable> {
    for (at, token) in tokens.iter().enumerate() {
        let next = |more: usize| {
            tokens
                .get(at + more)
                .filter(|token| token.kind != Kind::Literal)
                .map_or("", |token| token.text)
        };
        let why =
            if token.is("[") && ["assembly", "module"].contains(&next(1).trim_start_matches('@')) && next(2) == ":" {
                "attributes of the assembly are not allowed here"
            } else if token.is("\\") {
                "escapes within names are not allowed here"
            } else if token.kind == Kind::Word
                && ["PermissionSet", "PermissionSetAttribute"].contains(&token.text.trim_start_matches('@'))
            {
                // A compiler embeds the file that a permission set names into the assembly.
                "permission sets are not allowed here"
            } else if token.is("extern") && next(1) == "alias" {
                "`extern alias` is not allowed here"
            } else {
                continue;
            };
        return Err(Unreadable {
            at: token.at,
            why: why.to_owned(),
        });
    }
    Ok(())
}

/// Returns the token ranges of the `using` directives at the beginning, and the index of the first token after them.
pub(crate) fn usings(tokens: &[Token<'_>]) -> (Vec<Range<usize>>, usize) {
    let words = Statements(tokens);
    let mut found = Vec::new();
    let mut at = 0;
    while words.is(at, "using") {
        let is_directive = words.is(at + 1, "static")
            || (tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Word)
                && [".", ";", "=", "::"].iter().any(|mark| words.is(at + 2, mark)));
        let Some(end) = (at..tokens.len())
            .find(|end| words.is(*end, ";"))
            .filter(|_| is_directive)
        else {
            break;
        };
        found.push(at..end + 1);
        at = end + 1;
    }
    (found, at)
}

pub(crate) fn alias(using: &[Token<'_>]) -> Option<String> {
    let is_alias = using.get(2)?.is("=");
    is_alias.then(|| using[1].text.to_owned())
}

/// Splits a snippet: returns the byte ranges of its type declarations, and the tokens of all other statements.
fn types<'a>(tokens: &[Token<'a>]) -> (Vec<Range<usize>>, Vec<Token<'a>>) {
    let words = Statements(tokens);
    let (mut found, mut left) = (Vec::new(), Vec::new());
    let mut from = 0;
    for start in words.starts() {
        if start < from {
            continue;
        }
        let Some(end) = words.type_end(start) else {
            continue;
        };
        left.extend_from_slice(&tokens[from..start]);
        found.push(tokens[start].at..tokens[end].end());
        from = end + 1;
    }
    left.extend_from_slice(tokens.get(from..).unwrap_or_default());
    (found, left)
}
