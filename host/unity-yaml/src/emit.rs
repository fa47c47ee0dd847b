//! A writer for YAML values that produces the same bytes as Unity's own writer.
//!
//! `emit/scalar` writes scalars; `rewrite` selects the changed parts of a document.
//!
//! The rules come from files that Unity 2020.3 to 2022.3 saved: a test writes every scalar of the test projects and
//! compares it. Unity kept the rules of libyaml 0.1 for quotes and for lines longer than 80 columns.

mod scalar;

use super::form::{Form, is_flow};
use super::node::Node;
use std::borrow::Cow;

/// Maximum width in columns of a YAML line that is written; a longer line is broken at the next possible position.
const WIDTH: usize = 80;

/// The reason why the spelling that Unity would write for a value is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// The text that Unity would write is unknown, because the division of the value into lines is.
    Form,
    /// The text that Unity would write is unknown, because the spelling of a text in the value is.
    Text,
}

/// The writing style of a file, where Unity's versions and settings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// True if lines end with CR LF, false for LF.
    pub crlf: bool,
    /// True if `{…}` is never broken over lines. The editor setting "force Unity to write references and similar YAML
    /// inline mappings on one line" causes this.
    pub one_line: bool,
    /// True if property paths with brackets are quoted, as Unity 6000 writes them.
    pub quoted_paths: bool,
}

/// The key of property paths in overrides. Unity 6000 quotes its value if the value contains brackets, in every file
/// and context. The same text after another key has no quotes. This crate does not interpret the path.
const PATH: &str = "propertyPath";

impl Style {
    /// Detects the style of a text from its lines. Also returns `one_line`; `None` if no `{…}` is long enough to tell.
    pub fn detect(text: &str) -> (Self, Option<bool>) {
        let crlf = text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r'));
        let mut one_line = None;
        for line in text.lines() {
            if line.ends_with(',') && line.contains("{fileID: ") && line.len() > WIDTH {
                one_line = Some(false);
                break;
            }
            let end = line.rfind(", ").filter(|_| line.ends_with('}') && line.contains(": {"));
            if end.is_some_and(|end| end >= WIDTH && !line.contains(['"', '\''])) {
                one_line = Some(true);
                break;
            }
        }
        let style = Self {
            crlf,
            one_line: one_line.unwrap_or_default(),
            quoted_paths: Self::quotes_paths(text).unwrap_or_default(),
        };
        (style, one_line)
    }

    /// Returns true if the file quotes property paths with brackets; `None` if it has no such path.
    pub fn quotes_paths(text: &str) -> Option<bool> {
        let mut paths = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("propertyPath: "));
        let path = paths.find(|path| path.contains('['))?;
        Some(path.starts_with('\''))
    }

    pub(super) fn line_end(self) -> &'static str {
        if self.crlf { "\r\n" } else { "\n" }
    }
}

/// A writer for YAML text that starts at any column of a line.
pub(super) struct Emitter {
    out: String,
    column: usize,
    /// Number of characters that the current scalar (a single value) has on the lines before the current line.
    before_breaks: usize,
    style: Style,
    /// True if the last written character is white space.
    is_blank: bool,
    /// True if the current line contains only white space so far.
    is_indented: bool,
    /// True if all text so far is certainly spelled as Unity would spell it.
    is_certain: bool,
    /// True while the written value is that of the key `propertyPath`, which Unity 6000 quotes if it contains brackets.
    is_path: bool,
}

impl Emitter {
    pub(super) fn new(column: usize, style: Style) -> Self {
        Self {
            out: String::new(),
            column,
            before_breaks: 0,
            style,
            is_blank: true,
            is_indented: true,
            is_certain: true,
            is_path: false,
        }
    }

    /// Returns the written text; an error if the spelling of a part is unknown.
    pub(super) fn finish(self) -> Result<String, Unknown> {
        if self.is_certain {
            Ok(self.out)
        } else {
            Err(Unknown::Text)
        }
    }

    /// Writes `key: value` and a line end. The cursor must be at the start of the key, at column `indent`.
    fn entry(&mut self, key: &str, value: &Node<'_>, form: Option<&Form>, indent: usize) -> Result<(), Unknown> {
        self.scalar(key, false, true, indent);
        self.raw(":");
        self.is_path = key == PATH;
        self.value(value, form, indent)
    }

    /// Writes `- value` and a line end. The cursor must be at the dash, at column `dash`.
    pub(super) fn item(&mut self, value: &Node<'_>, form: Option<&Form>, dash: usize) -> Result<(), Unknown> {
        self.raw("-");
        match (value, form) {
            (Node::Map(entries), Some(Form::Map(forms))) if !entries.is_empty() => {
                self.raw(" ");
                self.entries(entries, forms, dash + 2)
            }
            (Node::List(items), form) if !items.is_empty() && !matches!(form, Some(Form::Flow)) => Err(Unknown::Form),
            (value, form) => self.inline(value, form, dash),
        }
    }

    /// Writes a colon after `key`, which already has the spelling of the file.
    pub(super) fn written_key(&mut self, key: &str) {
        self.raw(key);
        self.raw(":");
        self.is_path = key == PATH;
    }

    pub(super) fn value(&mut self, value: &Node<'_>, form: Option<&Form>, indent: usize) -> Result<(), Unknown> {
        match (value, form) {
            (Node::Map(entries), Some(Form::Map(forms))) if !entries.is_empty() => {
                self.line_break();
                self.pad(indent + 2);
                self.entries(entries, forms, indent + 2)
            }
            (Node::List(items), form) if !items.is_empty() && !matches!(form, Some(Form::Flow)) => {
                let forms = match form {
                    Some(Form::List(forms)) => forms.as_slice(),
                    _ => &[],
                };
                self.line_break();
                for (at, item) in items.iter().enumerate() {
                    self.pad(indent);
                    // A new element takes the form of the last one.
                    self.item(item, forms.get(at).or(forms.last()), indent)?;
                }
                Ok(())
            }
            (value, form) => self.inline(value, form, indent),
        }
    }

    /// Writes the entries of a block map. The cursor must be at the start of the first key.
    fn entries(&mut self, entries: &[(Cow<'_, str>, Node<'_>)], forms: &[Form], indent: usize) -> Result<(), Unknown> {
        if forms.len() != entries.len() {
            return Err(Unknown::Form);
        }
        for (at, ((key, value), form)) in entries.iter().zip(forms).enumerate() {
            if at > 0 {
                self.pad(indent);
            }
            self.entry(key, value, Some(form), indent)?;
        }
        Ok(())
    }

    /// Writes a value after its key or dash, starting on the same line.
    fn inline(&mut self, value: &Node<'_>, form: Option<&Form>, indent: usize) -> Result<(), Unknown> {
        let is_known = match (value, form) {
            (Node::Text(_), _) | (_, Some(Form::Flow)) => true,
            (Node::List(items), _) => items.is_empty(),
            (Node::Map(entries), _) => is_flow(entries),
        };
        if !is_known {
            return Err(Unknown::Form);
        }
        self.flow(value, indent + 2, false);
        self.line_break();
        Ok(())
    }

    /// Writes a value in flow style (`[a, b]`, `{a: b}`). `indent` is the column of its continuation lines. `inside` is
    /// true inside another flow value.
    fn flow(&mut self, value: &Node<'_>, indent: usize, inside: bool) {
        match value {
            Node::Text(text) => self.scalar(text, inside, false, indent),
            Node::List(items) => {
                self.indicator("[");
                for (at, item) in items.iter().enumerate() {
                    self.separate(at, indent);
                    self.flow(item, indent + 2, true);
                }
                self.raw("]");
            }
            Node::Map(entries) => {
                self.indicator("{");
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.separate(at, indent);
                    self.scalar(key, true, true, indent);
                    self.raw(":");
                    self.flow(value, indent + 2, true);
                }
                self.raw("}");
            }
        }
    }

    fn separate(&mut self, at: usize, indent: usize) {
        if at > 0 {
            self.raw(",");
        }
        if self.column > WIDTH && !self.style.one_line {
            self.new_line(indent);
        }
    }

    /// Writes a punctuation character of flow style, with a space before it if necessary.
    fn indicator(&mut self, sign: &str) {
        if !self.is_blank {
            self.push(' ');
        }
        self.raw(sign);
        self.is_blank = sign == "{" || sign == "[";
    }

    fn raw(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
        self.is_blank = text == " ";
        self.is_indented = false;
    }

    fn push(&mut self, sign: char) {
        self.out.push(sign);
        self.column += 1;
    }

    fn line_break(&mut self) {
        self.out.push_str(self.style.line_end());
        self.column = 0;
        self.is_blank = true;
        self.is_indented = true;
    }

    fn pad(&mut self, column: usize) {
        while self.column < column {
            self.push(' ');
        }
        self.is_blank = true;
        self.is_indented = true;
    }

    /// Moves the cursor to column `indent` of the next line, or of the current line if that is still blank.
    fn new_line(&mut self, indent: usize) {
        if !self.is_indented || self.column > indent || (self.column == indent && !self.is_blank) {
            self.line_break();
        }
        self.pad(indent);
    }
}
