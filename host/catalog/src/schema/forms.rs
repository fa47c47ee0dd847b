//! The alternatives ("forms") that a schema allows for one part of a value by `anyOf`, `oneOf`, `allOf` and references,
//! with the JSON types of each.
//!
//! A keyword that is ignored here only narrows the allowed values. So a type that is missing here is not allowed.

use crate::validator::{Budget, Exhausted};
use serde_json::{Map, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    const NONE: Self = Self(0);
    const ALL: Self = Self(0b11_1111);
    pub(super) const STRING: Self = Self(0b00_1000);

    const NAMES: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

    fn from_name(name: &str) -> Self {
        let name = if name == "integer" { "number" } else { name };
        let bit = Self::NAMES.iter().position(|known| *known == name);
        Self(bit.map_or(0, |bit| 1 << bit))
    }

    pub(super) fn from_value(value: &Value) -> Self {
        Self::from_name(type_name(value))
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Describes the JSON types in this set for a message, such as `array or object`.
    pub(super) fn words(self) -> String {
        let named = Self::NAMES
            .into_iter()
            .filter(|name| self.contains(Self::from_name(name)));
        named.collect::<Vec<_>>().join(" or ")
    }

    fn intersect(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// One alternative: schema objects that a value must all satisfy, with combinations resolved. Empty to allow any value.
type Form<'s> = Vec<&'s Map<String, Value>>;

/// Maximum number of alternatives for one part of a value. If there are more, any value counts as allowed.
const MOST: usize = 64;
/// Maximum depth of references and combinations in a schema. At a greater depth, any value counts as allowed.
const DEEPEST: usize = 16;

/// The alternatives that a schema allows for one part of a value. The list is empty if no value is allowed.
#[derive(Clone, Debug)]
pub(super) struct Forms<'s> {
    root: &'s Value,
    all: Vec<Form<'s>>,
}

impl<'s> Forms<'s> {
    pub(super) fn from_schema(root: &'s Value, budget: &mut Budget) -> Result<Self, Exhausted> {
        Ok(Self {
            root,
            all: expand(root, root, DEEPEST, budget)?,
        })
    }

    /// Returns every JSON type that at least one alternative allows.
    pub(super) fn types(&self) -> Types {
        self.all.iter().map(types).fold(Types::NONE, Types::union)
    }

    /// Returns only those alternatives that allow the type of `value`.
    pub(super) fn for_type_of(&self, value: &Value) -> Self {
        let wanted = Types::from_value(value);
        let all = self.all.iter().filter(|form| types(form).contains(wanted));
        Self {
            root: self.root,
            all: all.cloned().collect(),
        }
    }

    pub(super) fn member(&self, name: &str, budget: &mut Budget) -> Result<Self, Exhausted> {
        self.descend(|schema| member(schema, name), budget)
    }

    pub(super) fn item(&self, index: usize, budget: &mut Budget) -> Result<Self, Exhausted> {
        self.descend(|schema| item(schema, index), budget)
    }

    /// Returns the number of leading array items with separate schemas. All later items have the same alternatives.
    pub(super) fn own_items(&self) -> usize {
        let counts = self
            .all
            .iter()
            .flatten()
            .map(|schema| prefix(schema).map_or(0, Vec::len));
        counts.max().unwrap_or(0)
    }

    fn descend(
        &self,
        below: impl Fn(&'s Map<String, Value>) -> Option<&'s Value>,
        budget: &mut Budget,
    ) -> Result<Self, Exhausted> {
        let mut all = Vec::new();
        for form in &self.all {
            let mut these = vec![Form::new()];
            for schema in form {
                if let Some(inner) = below(schema) {
                    these = combine(&these, &expand(inner, self.root, DEEPEST, budget)?);
                }
            }
            all.extend(these);
            if all.len() > MOST {
                all = any_form();
                break;
            }
        }
        Ok(Self { root: self.root, all })
    }
}

fn any_form<'s>() -> Vec<Form<'s>> {
    vec![Form::new()]
}

/// Returns the alternatives that `schema` allows, with references and combinations such as `anyOf` resolved.
fn expand<'s>(
    schema: &'s Value,
    root: &'s Value,
    left: usize,
    budget: &mut Budget,
) -> Result<Vec<Form<'s>>, Exhausted> {
    budget.take(1)?;
    let (words, left) = match (schema, left.checked_sub(1)) {
        (Value::Bool(false), _) => return Ok(Vec::new()),
        (Value::Object(words), Some(left)) => (words, left),
        _ => return Ok(any_form()),
    };
    let mut forms = vec![vec![words]];
    if let Some(target) = words.get("$ref").and_then(Value::as_str) {
        let named = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        if let Some(named) = named {
            forms = combine(&forms, &expand(named, root, left, budget)?);
        }
    }
    let list = |key: &str| words.get(key).and_then(Value::as_array).into_iter().flatten();
    for one in list("allOf") {
        forms = combine(&forms, &expand(one, root, left, budget)?);
    }
    for key in ["anyOf", "oneOf"] {
        let mut any = Vec::new();
        for one in list(key) {
            any.extend(expand(one, root, left, budget)?);
        }
        if words.contains_key(key) {
            forms = combine(&forms, &any);
        }
    }
    budget.take(forms.len() as u64)?;
    Ok(forms)
}

/// Combines two lists of alternatives: each pair becomes one alternative that requires both. With more than `MOST`
/// pairs, any value is allowed.
fn combine<'s>(one: &[Form<'s>], other: &[Form<'s>]) -> Vec<Form<'s>> {
    if one.len().saturating_mul(other.len()) > MOST {
        return any_form();
    }
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    pairs.map(|(a, b)| a.iter().chain(b).copied().collect()).collect()
}

fn types(form: &Form<'_>) -> Types {
    form.iter()
        .map(|schema| own_types(schema))
        .fold(Types::ALL, Types::intersect)
}

fn own_types(schema: &Map<String, Value>) -> Types {
    let by_type = schema.get("type").map_or(Types::ALL, |kinds| match kinds {
        Value::Array(kinds) => kinds.iter().map(types_of_keyword).fold(Types::NONE, Types::union),
        kind => types_of_keyword(kind),
    });
    let by_enum = schema
        .get("enum")
        .and_then(Value::as_array)
        .map_or(Types::ALL, |values| {
            values.iter().map(Types::from_value).fold(Types::NONE, Types::union)
        });
    by_type
        .intersect(by_enum)
        .intersect(schema.get("const").map_or(Types::ALL, Types::from_value))
}

fn types_of_keyword(kind: &Value) -> Types {
    kind.as_str().map_or(Types::NONE, Types::from_name)
}

/// Returns the subschema for the member `name`; `None` if there is none, or if `patternProperties` could apply.
fn member<'s>(schema: &'s Map<String, Value>, name: &str) -> Option<&'s Value> {
    let own = schema.get("properties").and_then(|known| known.get(name));
    own.or_else(|| {
        let others = schema.get("additionalProperties");
        others.filter(|_| !schema.contains_key("patternProperties"))
    })
}

/// Returns the subschema for the item at `index`. Before draft 2020-12, a list in `items` means `prefixItems`.
fn item(schema: &Map<String, Value>, index: usize) -> Option<&Value> {
    match prefix(schema) {
        Some(first) if index < first.len() => first.get(index),
        Some(_) if !schema.contains_key("prefixItems") => schema.get("additionalItems"),
        _ => schema.get("items"),
    }
}

fn prefix(schema: &Map<String, Value>) -> Option<&Vec<Value>> {
    let list = |key: &str| schema.get(key).and_then(Value::as_array);
    list("prefixItems").or_else(|| list("items"))
}

#[cfg(test)]
mod tests;
