//! Handles arguments that a client sent as JSON text (`"[1, 2]"`, `"5"`, `"true"`) although the schema allows no text.
//! Such a text can only mean the value that it spells.
//!
//! `forms` determines the types that the schema allows; `validator` checks the parsed values.

use super::forms::{Forms, Types, type_name};
use crate::validator::{Budget, Exhausted, join};
use host_api::{Json, Tree};
use serde_json::{Map, Value};

/// Maximum depth in the arguments at which texts that contain JSON are searched.
const DEEPEST: usize = 64;
/// Maximum nesting of JSON texts inside other JSON texts in the arguments. Deeper texts are not parsed.
const NESTED: usize = 3;
/// Maximum number of argument paths that a message about parsed texts lists.
const NAMED: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The texts that were parsed as JSON: the path of the argument, and the JSON type of the parsed value.
    read: Vec<(String, &'static str)>,
    /// The texts in the arguments that the schema does not allow, and that are not JSON of a type that it allows.
    unreadable: Vec<Unreadable>,
}

impl Texts {
    pub(crate) fn any_read(&self) -> bool {
        !self.read.is_empty()
    }

    pub(crate) fn push_read(&mut self, name: &str, of_type: &'static str) {
        self.read.push((name.to_owned(), of_type));
    }

    /// Returns a note for the result that names the parsed texts; `None` if there are none.
    pub(crate) fn note(&self) -> Option<String> {
        let (_, first) = self.read.first()?;
        let named = self.read.iter().take(NAMED);
        let places: Vec<String> = named.map(|(at, of_type)| format!("`{at}` ({of_type})")).collect();
        let more = match self.read.len() - places.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let itself = match self.read.len() {
            1 => format!("the {first} itself"),
            _ => "the values themselves".to_owned(),
        };
        Some(format!(
            "sent as text and read as JSON: {}{more}; send {itself}, not as text",
            places.join(", ")
        ))
    }

    /// Returns an error hint about the first text that is not JSON of an accepted type; `None` if there is none.
    pub(crate) fn hint(&self) -> Option<String> {
        let Unreadable { at, wanted, reason } = self.unreadable.first()?;
        Some(format!(
            "send the {wanted} itself, not its text; `{at}` is text, and {reason}"
        ))
    }
}

#[derive(Debug)]
struct Unreadable {
    at: String,
    /// The types that the schema allows in this location, such as `array or object`.
    wanted: String,
    reason: String,
}

/// Parses the texts in `arguments` that can only mean another value, and replaces them by the parsed values. If the
/// budget is used up, the remaining texts stay unchanged.
pub(super) fn read(arguments: &mut Value, schema: &Value, budget: &mut Budget) -> Texts {
    let mut texts = Texts::default();
    // A text that remains is one of the problems that the next check finds.
    let _ = Forms::from_schema(schema, budget).and_then(|forms| {
        let mut walk = Walk {
            budget,
            texts: &mut texts,
        };
        walk.value(arguments, &forms, &Place::default())
    });
    texts
}

#[derive(Clone, Default)]
struct Place {
    /// The path of the current value in the arguments, such as `filter.name` or `ids[2]`.
    path: String,
    depth: usize,
    /// Number of JSON texts, one inside another, that contain the current value.
    texts: usize,
}

impl Place {
    fn child(&self, path: String) -> Self {
        Self {
            path,
            depth: self.depth + 1,
            texts: self.texts,
        }
    }
}

struct Walk<'w> {
    budget: &'w mut Budget,
    texts: &'w mut Texts,
}

impl Walk<'_> {
    fn value(&mut self, value: &mut Value, forms: &Forms<'_>, place: &Place) -> Result<(), Exhausted> {
        self.budget.take(1)?;
        if place.depth > DEEPEST {
            return Ok(());
        }
        match value {
            Value::String(text) => {
                let types = forms.types();
                if types.contains(Types::STRING) || types.is_empty() || place.texts >= NESTED {
                    return Ok(());
                }
                self.budget.take_bytes(text.len())?;
                match parse_spelled(text, types) {
                    Ok(spelled) => {
                        self.texts.push_read(&place.path, type_name(&spelled));
                        *value = spelled;
                        let inside = Place {
                            texts: place.texts + 1,
                            ..place.clone()
                        };
                        self.value(value, forms, &inside)?;
                    }
                    Err(reason) => self.texts.unreadable.push(Unreadable {
                        at: place.path.clone(),
                        wanted: types.words(),
                        reason,
                    }),
                }
            }
            Value::Object(members) => {
                let forms = forms.for_type_of(&Value::Object(Map::new()));
                for (name, member) in members {
                    let inner = forms.member(name, self.budget)?;
                    self.value(member, &inner, &place.child(join(&place.path, name)))?;
                }
            }
            Value::Array(items) => {
                let forms = forms.for_type_of(&Value::Array(Vec::new()));
                let own = forms.own_items();
                let rest = forms.item(own, self.budget)?;
                for (index, item) in items.iter_mut().enumerate() {
                    let below = place.child(format!("{}[{index}]", place.path));
                    if index < own {
                        let inner = forms.item(index, self.budget)?;
                        self.value(item, &inner, &below)?;
                    } else {
                        self.value(item, &rest, &below)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Parses `text` as JSON. The error is the reason why the text is not a value of one of `types`.
fn parse_spelled(text: &str, types: Types) -> Result<Value, String> {
    let value = Tree::read(text).map_err(|error| format!("that text is not JSON: {error}"))?;
    if let Some(reason) = Json::ambiguity_of(text) {
        return Err(format!("JSON parsers disagree about it: {reason}"));
    }
    // Null means that an argument is absent: as text it may mean something else.
    match types.contains(Types::from_value(&value)) && !value.is_null() {
        true => Ok(value),
        false => Err(format!("its JSON is of type {}", type_name(&value))),
    }
}

#[cfg(test)]
mod tests;
