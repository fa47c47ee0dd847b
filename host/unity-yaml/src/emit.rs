//! Values back into the text form, byte for byte as Unity's emitter writes them.
//!
//! Belongs here: the layout of maps, lists and lines. Does not: how a scalar is spelled (`emit/scalar`), which part of a
//! document changes (`rewrite`).
//!
//! Source: the files that Unity 2020.3 to 2022.3 saved (every scalar of the test projects is emitted and compared), and the
//! emitter of libyaml 0.1, whose rules for quotes and for lines longer than 80 columns Unity kept.

mod scalar;

use super::form::{Form, is_flow};
use super::node::Node;
use std::borrow::Cow;

/// Columns behind which a line is broken where it can be.
const WIDTH: usize = 80;

/// Nothing tells how Unity would write such a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// How it would be laid out.
    Form,
    /// How one of its texts would be spelled.
    Text,
}

/// What a file does in one way throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Lines end with CR LF.
    pub crlf: bool,
    /// `{…}` is never broken, as the editor setting "force Unity to write references and similar YAML inline mappings on one
    /// line" wants it.
    pub one_line: bool,
    /// Property paths with brackets stand in quotes, as Unity 6000 writes them.
    pub quoted_paths: bool,
}

/// The one key that Unity's emitter knows: since Unity 6000 it quotes this key's value where it has brackets, in every file and
/// whatever stands around it, while the same text below another key has no quotes. What a path means is nothing to this crate.
const PATH: &str = "propertyPath";

impl Style {
    /// Of a file's text. `one_line` is `None` where it has no `{…}` long enough to tell.
    pub fn of(text: &str) -> (Self, Option<bool>) {
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

    /// Whether the file quotes property paths with brackets; `None` where it has none.
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

/// Text that begins at some column of a line.
pub(super) struct Emitter {
    out: String,
    column: usize,
    /// Characters of the text at hand on the lines before its last break.
    before_breaks: usize,
    style: Style,
    /// The last character was white space.
    is_blank: bool,
    /// Nothing but white space stands on the line so far.
    is_indented: bool,
    /// Nothing was written whose spelling is not known.
    is_certain: bool,
    /// The value at hand is a property path.
    is_path: bool,
}

impl Emitter {
    pub(super) fn at(column: usize, style: Style) -> Self {
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

    /// # Errors
    /// Where a text was written whose spelling is not known.
    pub(super) fn finish(self) -> Result<String, Unknown> {
        if self.is_certain {
            Ok(self.out)
        } else {
            Err(Unknown::Text)
        }
    }

    /// `key: value` with its line end; the cursor stands where the key begins, at column `indent`.
    fn entry(&mut self, key: &str, value: &Node<'_>, form: Option<&Form>, indent: usize) -> Result<(), Unknown> {
        self.scalar(key, false, true, indent);
        self.raw(":");
        self.is_path = key == PATH;
        self.value(value, form, indent)
    }

    /// `- value` with its line end; the cursor stands where the dash does, at column `dash`.
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

    /// A key as the file has it.
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
                    // A new element has the form of the last one.
                    self.item(item, forms.get(at).or(forms.last()), indent)?;
                }
                Ok(())
            }
            (value, form) => self.inline(value, form, indent),
        }
    }

    /// The entries of a block; the cursor stands where the first key begins.
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

    /// What stands on the line of its key or dash.
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

    /// `indent` is that of the lines that follow, where the value goes on there.
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

    /// With a space before it, where none is there.
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

    /// Goes on at that column of the next line, or of this one where nothing stands on it yet.
    fn new_line(&mut self, indent: usize) {
        if !self.is_indented || self.column > indent || (self.column == indent && !self.is_blank) {
            self.line_break();
        }
        self.pad(indent);
    }
}
