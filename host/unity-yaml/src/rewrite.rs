//! Computes the byte patches that change a document to a new value. Callers decide which values change.
//!
//! Only changed parts are written. A part is written only if writing its old value gives exactly the bytes in the file.
//! If the file spells the old value differently, the change is rejected; spellings are never normalized.

use super::Document;
use super::bounds::{line_of, slice};
use super::emit::{Emitter, Style, Unknown};
use super::fields::{Field, Fields, Item};
use super::form::{Form, Layout};
use super::node::Node;
use super::problem::{TreeProblem, TreeProblemKind};
use std::ops::Range;

/// A replacement of the bytes `start..end` in the text of a file by a new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

/// A change of a list value (`key`) in which one item changes from `old` to `new`.
struct Change<'c> {
    key: &'c str,
    old: &'c Node<'c>,
    new: &'c Node<'c>,
}

/// The reason why a change cannot be written exactly as Unity would write it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct NotExact {
    /// Line number in the file, from 1, of the value that cannot be changed exactly.
    pub line: u32,
    pub why: NotExactWhy,
}

/// The kind of problem that prevents an exact change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExactWhy {
    #[error("{key} is not spelled as Unity 2020.3 to 2022.3 spells it")]
    Spelling { key: String },
    #[error("{key} would have other fields than the file has")]
    OtherFields { key: String },
    #[error("it is not known how Unity would write the new value of {key}")]
    UnknownForm { key: String },
    #[error(
        "it is not known how Unity spells the new text of {key}: it begins with `...`, or has line breaks between \
         braces"
    )]
    UnknownText { key: String },
    #[error("{0}")]
    NoTree(TreeProblemKind),
    #[error("the file would not read back as the new value")]
    ReadsOtherwise,
}

impl<'a> Document<'a> {
    /// Returns the patches that change the fields below the class name to `new`; empty if they already equal it.
    ///
    /// # Errors
    /// The first position that cannot be written exactly as Unity would write it.
    pub fn patches(&self, new: &Node<'_>, style: Style) -> Result<Vec<Patch>, NotExact> {
        self.patches_as_before(new, style, &|_| None)
    }

    /// Returns the patches like `patches`, for values that were replaced since the file was read. `before` returns the
    /// earlier layout of a top field's value. The errors are those of `patches`.
    pub fn patches_as_before<'b>(
        &self,
        new: &Node<'_>,
        style: Style,
        before: &dyn Fn(&str) -> Option<&'b Layout>,
    ) -> Result<Vec<Patch>, NotExact> {
        let mut writer = Writer {
            text: self.text,
            style,
            patches: Vec::new(),
        };
        let before = |_: usize, key: &str| before(key).map(|layout| &layout.0);
        writer.fields(self.fields(), new, self.type_name(), self.head.start as usize, &before)?;
        writer.checked(self, new)
    }
}

impl From<TreeProblem> for NotExact {
    fn from(problem: TreeProblem) -> Self {
        Self {
            line: problem.line,
            why: NotExactWhy::NoTree(problem.kind),
        }
    }
}

fn other_fields(key: &str) -> NotExactWhy {
    NotExactWhy::OtherFields { key: key.to_owned() }
}

struct Writer<'a> {
    text: &'a str,
    style: Style,
    patches: Vec<Patch>,
}

impl<'a> Writer<'a> {
    fn fault(&self, at: usize, why: NotExactWhy) -> NotExact {
        NotExact {
            line: line_of(self.text, at),
            why,
        }
    }

    /// Adds the patches that change the entries of one block map to `new`.
    fn fields<'b>(
        &mut self,
        fields: Fields<'a>,
        new: &Node<'_>,
        name: &str,
        at: usize,
        before: &dyn Fn(usize, &str) -> Option<&'b Form>,
    ) -> Result<(), NotExact> {
        let Node::Map(new) = new else {
            return Err(self.fault(at, other_fields(name)));
        };
        let mut wanted = new.iter();
        for (position, field) in fields.enumerate() {
            let node = field.node()?;
            let Some((key, value)) = wanted.next() else {
                return Err(self.fault(field.range().0, other_fields(name)));
            };
            if !field.is_named(key) {
                return Err(self.fault(field.range().0, other_fields(name)));
            }
            if node != *value {
                self.field(&field, &node, value, before(position, key))?;
            }
        }
        match wanted.next() {
            Some(_) => Err(self.fault(at, other_fields(name))),
            None => Ok(()),
        }
    }

    fn field(
        &mut self,
        field: &Field<'a>,
        old: &Node<'_>,
        new: &Node<'_>,
        before: Option<&Form>,
    ) -> Result<(), NotExact> {
        let (start, end) = field.range();
        let form = Form::from_field(field, old);
        match (&form, old, new) {
            (Form::Map(_), Node::Map(_), Node::Map(_)) => {
                return self.fields(field.fields(), new, field.key(), start, &form_lookup(before));
            }
            (Form::List(forms), Node::List(old), Node::List(new)) if old.len() == new.len() => {
                let items = field.items().zip(forms).zip(old.iter().zip(new)).enumerate();
                for (at, ((item, form), (old, new))) in items.filter(|(_, (_, (old, new)))| old != new) {
                    let change = Change {
                        key: field.key(),
                        old,
                        new,
                    };
                    self.item(&item, &change, form, form_lookup(before)(at, ""))?;
                }
                return Ok(());
            }
            _ => {}
        }
        let write = |value: &Node<'_>, form: Option<&Form>| {
            let mut emitter = Emitter::new(field.indent(), self.style);
            emitter.written_key(field.key());
            emitter.value(value, form, field.indent())?;
            emitter.finish()
        };
        let (old, new) = (write(old, Some(&form)), write(new, Some(&form.or_previous(before))));
        self.put(start..end, old, new, field.key())
    }

    fn item(
        &mut self,
        item: &Item<'a>,
        change: &Change<'_>,
        form: &Form,
        before: Option<&Form>,
    ) -> Result<(), NotExact> {
        let Change { key, old, new } = *change;
        let (start, end) = item.range();
        if let (Form::Map(_), Node::Map(_)) = (form, new) {
            return self.fields(item.fields(), new, key, start, &form_lookup(before));
        }
        let write = |value: &Node<'_>, form: &Form| {
            let mut emitter = Emitter::new(item.dash(), self.style);
            emitter.item(value, Some(form), item.dash())?;
            emitter.finish()
        };
        let new = write(new, &form.clone().or_previous(before));
        self.put(start..end, write(old, form), new, key)
    }

    fn put(
        &mut self,
        Range { start, end }: Range<usize>,
        old: Result<String, Unknown>,
        new: Result<String, Unknown>,
        key: &str,
    ) -> Result<(), NotExact> {
        let key = || key.to_owned();
        let stands = slice(self.text, start, end);
        let old = old.map_err(|_| self.fault(start, NotExactWhy::Spelling { key: key() }))?;
        // The last line of a file can lack its line end.
        let cut = match old.strip_suffix(self.style.line_end()) {
            Some(cut) if cut == stands => self.style.line_end().len(),
            _ if old == stands => 0,
            _ => return Err(self.fault(start, NotExactWhy::Spelling { key: key() })),
        };
        let mut text = new.map_err(|unknown| {
            let why = match unknown {
                Unknown::Form => NotExactWhy::UnknownForm { key: key() },
                Unknown::Text => NotExactWhy::UnknownText { key: key() },
            };
            self.fault(start, why)
        })?;
        text.truncate(text.len() - cut);
        self.patches.push(Patch { start, end, text });
        Ok(())
    }

    /// Returns the patches after a check: the patched document must be parsed to `new`.
    fn checked(self, document: &Document<'a>, new: &Node<'_>) -> Result<Vec<Patch>, NotExact> {
        let start = document.head.start as usize;
        let why = self.fault(start, NotExactWhy::ReadsOtherwise);
        if self.patches.is_empty() {
            return Ok(self.patches);
        }
        let body = document.body();
        let moved = self.patches.iter().map(|patch| Patch {
            start: patch.start.saturating_sub(start),
            end: patch.end.saturating_sub(start),
            text: patch.text.clone(),
        });
        let written = apply(body, moved.collect()).ok_or_else(|| why.clone())?;
        let read = super::parse_bare(&written).map_err(|_| why.clone())?;
        let by_lines = super::Fields::from_document(&written, 0, written.len());
        let is_so = match read.entries() {
            [(_, read)] => read == new && reads_as(by_lines, new),
            _ => false,
        };
        // A value can contain text that looks like the head of a document.
        let has_heads = written.starts_with("--- ") || written.contains("\n--- ");
        let has_marks = written.contains("\n<<<<<<< ");
        if !is_so || has_heads || has_marks {
            return Err(why);
        }
        Ok(self.patches)
    }
}

/// Returns a function that finds the earlier layout of a part of a map or list, by the position of the part.
fn form_lookup<'b>(before: Option<&'b Form>) -> impl Fn(usize, &str) -> Option<&'b Form> {
    move |at, _| match before? {
        Form::Map(forms) | Form::List(forms) => forms.get(at),
        _ => None,
    }
}

/// Returns true if the field reader `fields`, which works by lines, finds the keys and values of the parsed `tree`.
fn reads_as(mut fields: Fields<'_>, tree: &Node<'_>) -> bool {
    let entries = tree.entries().iter();
    let found = entries.filter(|(key, value)| {
        let field = fields.next();
        field.is_some_and(|field| field.is_named(key) && field.node().as_ref() == Ok(value))
    });
    found.count() == tree.entries().len() && fields.next().is_none()
}

/// Returns the text with the patches applied; `None` if patches overlap or are out of bounds.
pub fn apply(text: &str, mut patches: Vec<Patch>) -> Option<String> {
    patches.sort_by_key(|patch| (patch.start, patch.end));
    let more: usize = patches.iter().map(|patch| patch.text.len()).sum();
    let mut out = String::with_capacity(text.len() + more);
    let mut at = 0;
    for patch in patches {
        out.push_str(text.get(at..patch.start)?);
        out.push_str(&patch.text);
        at = patch.end;
        text.get(patch.start..patch.end)?;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests;
