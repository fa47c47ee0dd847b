//! The value with which one test compares: its preparation, and a check that it can equal any compared value.
//!
//! This module prepares the value for each component and reports problems at the end. `forms` has the preparation,
//! `compare` the comparison, `uses` the fields.

use super::compare::{Item, in_other_case, is_lost, is_named, passes};
use super::comparison_form::{Form, Refused};
use super::forms::form;
use super::untyped_fields;
use crate::query_view::QueryView;
use host_api::similar_names::did_you_mean;
use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Op};
use serde_json::{Value, json};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::rc::Rc;
use std::sync::Arc;
use unity_fields::Kind;
use unity_scripts::TypeId;

/// Key of a prepared test value: component type, kind of field, and a number that tells apart kinds of one sort.
type Key = (Option<TypeId>, Discriminant<Kind>, usize);

/// The value with which one test of a query compares, its prepared forms, and what the comparisons found so far.
#[derive(Debug)]
pub(crate) struct Wanted {
    given: Value,
    /// The test value prepared for each kind of field; `None` if the kind rejects it. Fields of one name can have
    /// different kinds, even on one type.
    forms: RefCell<HashMap<Key, Option<Rc<Form>>>>,
    /// Why no reference can refer to the object id that is the test value; empty if such an object may exist.
    no_object: OnceCell<String>,
    /// True if the test value is possible for at least one compared field.
    fits: Cell<bool>,
    /// True if at least one item was compared with the test value; `held` is true if an item passed.
    compared: Cell<bool>,
    /// True if at least one compared item is a list.
    of_list: Cell<bool>,
    held: Cell<bool>,
    /// A compared text that differs from the value only in case.
    other_case: RefCell<Option<String>>,
    /// The reason for the first item whose kind rejects the value, and similar names.
    refused: RefCell<Option<Refused>>,
}

impl Wanted {
    pub(crate) fn new(given: Value) -> Self {
        Self {
            given,
            forms: RefCell::default(),
            no_object: OnceCell::new(),
            fits: Cell::new(false),
            compared: Cell::new(false),
            of_list: Cell::new(false),
            held: Cell::new(false),
            other_case: RefCell::default(),
            refused: RefCell::default(),
        }
    }

    /// Creates the value of a test of a fact, whose kind is the same on all objects; an error if no value can pass.
    pub(super) fn for_kind(
        view: QueryView<'_>,
        field: &str,
        kind: &Kind,
        op: &Op,
        given: Value,
    ) -> Result<Self, BridgeError> {
        let wanted = Self::new(given);
        match form(view, kind, op, &wanted.given) {
            Ok(form) => {
                wanted.fits.set(true);
                wanted.forms.borrow_mut().insert(key(None, kind), Some(Rc::new(form)));
            }
            Err(why) => *wanted.refused.borrow_mut() = Some(why),
        }
        wanted.check(field)?;
        Ok(wanted)
    }

    /// Returns the object if the value is an object id or a reference to an object; otherwise `None`.
    pub(crate) fn object(&self) -> Option<ObjectId> {
        let text = self.given.get("ref").unwrap_or(&self.given).as_str()?;
        Some(ObjectId(text.strip_prefix("obj:")?.parse().ok()?))
    }

    /// Records that no object has the id in this value. A field that is not a reference can still contain the text.
    pub(super) fn has_no_object(&self, why: String) {
        if self.no_object.set(why).is_ok() {
            self.forms.borrow_mut().clear();
            self.fits.set(false);
        }
    }

    /// Returns true if an item passes the test with operator `op`. `of` is the type of the item's component; `None` for
    /// a fact.
    pub(super) fn passes(&self, view: QueryView<'_>, of: Option<TypeId>, item: &Item, op: &Op) -> bool {
        let holds = match untyped_fields::read_as_given(item, &self.given) {
            Some(read) => self.is_true(view, of, &read, op),
            None => self.is_true(view, of, item, op),
        };
        self.compared.set(true);
        self.of_list.set(self.of_list.get() || item.value.is_array());
        if holds {
            self.held.set(true);
        } else if matches!(op, Op::Equal | Op::Contains) {
            self.look_for_other_case(&item.value);
        }
        holds
    }

    /// Records a text that differs from the value only in case, unless an item passed or such a text is known.
    fn look_for_other_case(&self, value: &Value) {
        let is_over = self.held.get() || self.other_case.borrow().is_some();
        if let Some(given) = self.given.as_str().filter(|_| !is_over) {
            *self.other_case.borrow_mut() = in_other_case(value, given);
        }
    }

    fn is_true(&self, view: QueryView<'_>, of: Option<TypeId>, item: &Item, op: &Op) -> bool {
        let Some(kind) = &item.kind else {
            self.fits.set(true);
            return passes(item, op, &self.given);
        };
        let key = key(of, kind);
        let known = self.forms.borrow().get(&key).cloned();
        let form = known.unwrap_or_else(|| {
            let no_object = self.no_object.get().filter(|_| may_refer(kind));
            let made = match no_object {
                Some(why) => Err((why.clone(), Vec::new())),
                None => form(view, kind, op, &self.given),
            };
            let form = match made {
                Ok(form) => Some(Rc::new(form)),
                Err(why) => {
                    self.refused.borrow_mut().get_or_insert(why);
                    None
                }
            };
            self.forms.borrow_mut().insert(key, form.clone());
            form
        });
        let is_unequal = *op == Op::Unequal;
        let Some(form) = form.as_deref() else {
            return is_unequal;
        };
        if let (Form::Value(wanted), Kind::Struct(_), Op::Equal | Op::Unequal) = (form, kind, op)
            && let Some(why) = other_parts(&item.value, wanted)
        {
            self.refused.borrow_mut().get_or_insert((why, Vec::new()));
            return is_unequal;
        }
        let is_undeclared = match kind {
            Kind::List(item) => item.as_deref().is_none_or(|item| *item == Kind::Untyped),
            _ => false,
        };
        if is_undeclared
            && *op == Op::Missing
            && let Some(why) = no_references(&item.value)
        {
            self.refused.borrow_mut().get_or_insert((why, Vec::new()));
            return false;
        }
        if matches!(op, Op::Contains | Op::Matches)
            && is_undeclared
            && let Some(why) = other_items(&item.value, &self.given)
        {
            self.refused.borrow_mut().get_or_insert((why, Vec::new()));
            return false;
        }
        self.fits.set(true);
        match form {
            Form::Value(wanted) => passes(item, op, wanted),
            Form::Either(wanted) => wanted.iter().any(|wanted| passes(item, op, wanted)),
            Form::Text(text) => (item.value.as_str() == Some(text)) != is_unequal,
            Form::Number(number) => (item.number == Some(*number)) != is_unequal,
            Form::Bits(bits) => item.number.is_some_and(|number| number & bits == *bits),
            Form::Ordered(wanted) => item
                .number
                .is_some_and(|number| passes(&json!(number).into(), op, wanted)),
            Form::Named(name) => any_item(&item.value, |value| is_named(value, name)) != is_unequal,
            Form::Lost(lost) => any_item(&item.value, |value| is_lost(value, lost)) != is_unequal,
        }
    }

    /// Checks the test value after a complete search: `InvalidArgument` if it fits no item that was compared.
    pub(crate) fn check(&self, field: &str) -> Result<(), BridgeError> {
        let refused = self.refused.borrow();
        let Some((why, near)) = refused.as_ref().filter(|_| !self.fits.get()) else {
            return Ok(());
        };
        let message = match self.given.is_null() {
            true => format!("where: {field}: {why}"),
            false => format!("where: {field} is compared with {}: {why}", cut(&self.given)),
        };
        let error = BridgeError::new(BridgeErrorKind::InvalidArgument, message);
        let error = match did_you_mean(near) {
            Some(meant) => error.with_hint(meant),
            None => error,
        };
        Err(error.with_data(&json!({"argument": "where", "given": self.given, "nearest": near})))
    }

    /// Returns a note about a likely mistake; `None` unless items were compared and none passed.
    pub(super) fn mistake_hint(&self, field: &str, op: &Op) -> Option<String> {
        if !self.compared.get() || self.held.get() {
            return None;
        }
        let given = cut(&self.given);
        let is_named = self
            .forms
            .borrow()
            .values()
            .any(|form| matches!(form.as_deref(), Some(Form::Named(_))));
        let meant = self.other_case.borrow();
        let meant = meant.as_ref().map(|meant| format!("; did you mean {meant:?}?"));
        match (op, self.given.as_str()) {
            (Op::Matches, Some(text)) if !text.contains(['*', '?']) => Some(format!(
                "where: no {field} that was compared is {given}; a pattern without * and ? has to be the whole text, and \"*{}*\" finds a part",
                text.chars().take(80).collect::<String>()
            )),
            (Op::Equal, Some(_)) if is_named => Some(format!(
                "where: no {field} that was compared refers to something with the name {given}{}; a path, obj:<n> or builtin:<name> is exact",
                meant.unwrap_or_default()
            )),
            (Op::Contains, Some(_)) if self.of_list.get() => Some(format!(
                "where: no {field} that was compared has the item {given}{}; an item is compared as a whole, and {field}[*] matches finds a part of one",
                meant.unwrap_or_default()
            )),
            (Op::Equal, Some(_)) => {
                meant.map(|meant| format!("where: no {field} that was compared is {given}; case counts{meant}"))
            }
            _ => None,
        }
    }
}

fn key(of: Option<TypeId>, kind: &Kind) -> Key {
    let more = match kind {
        Kind::Vector(count) | Kind::VectorInt(count) => *count,
        Kind::Enum(names) => Arc::as_ptr(names) as usize,
        Kind::List(Some(item)) => match &**item {
            Kind::Enum(names) => Arc::as_ptr(names) as usize,
            Kind::Vector(count) | Kind::VectorInt(count) => *count,
            item => kind_number(item),
        },
        _ => 0,
    };
    (of, discriminant(kind), more)
}

fn kind_number(kind: &Kind) -> usize {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    discriminant(kind).hash(&mut hasher);
    hasher.finish() as usize
}

/// Returns a message if a structure does not have the same members as the given one; `None` if it has.
fn other_parts(value: &Value, wanted: &Value) -> Option<String> {
    match (value, wanted) {
        (Value::Object(parts), Value::Object(given)) => {
            let same = parts.len() == given.len() && parts.keys().all(|name| given.contains_key(name));
            let names: Vec<&str> = parts.keys().map(String::as_str).take(20).collect();
            (!same).then(|| format!("its parts are {}; give all of them, or compare one", names.join(", ")))
        }
        (Value::Object(_), Value::Array(_)) => Some("expected an object with its parts".to_owned()),
        (Value::Array(_), Value::Object(_)) => Some("expected a list".to_owned()),
        _ => None,
    }
}

fn may_refer(kind: &Kind) -> bool {
    match kind {
        Kind::Reference(_) | Kind::List(None) => true,
        Kind::List(Some(item)) => matches!(**item, Kind::Reference(_) | Kind::Untyped),
        _ => false,
    }
}

/// Returns true if `is` accepts the value, or any element if the value is a list.
fn any_item(value: &Value, is: impl Fn(&Value) -> bool) -> bool {
    match value {
        Value::Array(items) => items.iter().any(is),
        value => is(value),
    }
}

/// Returns a message if the elements of a list of unknown kind are not references; `None` if they are.
fn no_references(value: &Value) -> Option<String> {
    let is_reference = |item: &Value| item.is_null() || is_a_reference(item);
    let items = value.as_array()?;
    (!items.iter().all(is_reference)).then(|| {
        "its items are no references, and only a reference can lead to something that is gone; of structures name a reference in any item, e.g. field[*].target".to_owned()
    })
}

fn is_a_reference(item: &Value) -> bool {
    let parts = item.as_object();
    parts.is_some_and(|parts| {
        ["ref", "missing", "unverifiable"]
            .iter()
            .any(|part| parts.contains_key(*part))
    })
}

/// Returns a message if no element of a list of unknown kind can equal the given text or number; else `None`.
fn other_items(value: &Value, given: &Value) -> Option<String> {
    let first = value.as_array()?.first()?;
    let is_structure = |item: &Value| item.is_object() && !is_a_reference(item);
    match (first, given) {
        (item, Value::String(_) | Value::Number(_) | Value::Bool(_)) if is_structure(item) => Some(
            "its items are structures; compare a field of any item, e.g. field[*].name, or give a whole item"
                .to_owned(),
        ),
        (Value::Number(_), Value::String(text)) if text.len() <= 15 => Some("its items are numbers".to_owned()),
        (Value::String(_), Value::Number(_) | Value::Bool(_)) => Some("its items are texts".to_owned()),
        _ => None,
    }
}

pub(super) fn cut(given: &Value) -> String {
    let text = given.to_string();
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
