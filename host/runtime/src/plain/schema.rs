//! Creates JSON Schemas for WIT types: for the JSON that `from_json` accepts and `to_json` returns.
//!
//! Belongs here: the schema of one type, or the reason why it has none. Does not: the functions with these types
//! (`plain`), values.

use super::docs::OfInterface;
use crate::outline::Outline;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use wasmparser::PrimitiveValType;
use wasmparser::component_types::{
    ComponentAnyTypeId, ComponentDefinedType, ComponentDefinedTypeId, ComponentEntityType, ComponentValType,
};

/// Maximum number of nested levels of one type.
pub(super) const MOST_DEEP: usize = 24;
/// Maximum number of types in one function's schemas. A small file can contain types that expand to millions of parts.
const MOST_PARTS: usize = 2000;
/// Largest absolute value of a 64-bit integer as a JSON number, because every JSON parser represents it exactly.
pub(super) const EXACT: i64 = 1 << 53;
/// Pattern of the texts that are valid floating-point values in addition to numbers.
const NO_NUMBERS: &str = "^(NaN|-?Infinity)$";

pub(super) struct Schemas<'a> {
    outline: &'a Outline,
    /// The names of the WIT types that the function's interface declares, by their id.
    names: HashMap<ComponentDefinedTypeId, &'a str>,
    docs: OfInterface<'a>,
    parts: usize,
}

pub(super) struct TypeSchema {
    pub(super) schema: Value,
    /// True for a WIT option type: the member of the JSON object may be missing or `null`.
    pub(super) may_be_absent: bool,
}

/// The reason why a WIT type has no JSON schema. It ends a sentence that begins with a parameter or result.
type Refused = String;

impl<'a> Schemas<'a> {
    pub(super) fn new(outline: &'a Outline, export: &str, docs: OfInterface<'a>) -> Self {
        let mut names = HashMap::new();
        if let Some(ComponentEntityType::Instance(instance)) = outline.export(export) {
            for (name, item) in &outline.types[*instance].exports {
                if let ComponentEntityType::Type { referenced, created } = item.ty {
                    for id in [referenced, created] {
                        if let ComponentAnyTypeId::Defined(id) = id {
                            names.insert(id, name.as_str());
                        }
                    }
                }
            }
        }
        Self {
            outline,
            names,
            docs,
            parts: 0,
        }
    }

    pub(super) fn schema_of(&mut self, kind: &ComponentValType) -> Result<TypeSchema, Refused> {
        self.value(kind, MOST_DEEP)
    }

    /// Returns the schema of a function's result: a record itself, or an object with the member `result` for any other
    /// type. Of a `result` type, it describes the success value. `None` if the function returns nothing.
    pub(super) fn result_schema(&mut self, kind: &ComponentValType) -> Result<Option<Value>, Refused> {
        let given = match self.defined(kind) {
            Some(ComponentDefinedType::Result { ok, err, .. }) => {
                let (ok, err) = (*ok, *err);
                // The host returns the error value as text, so it must be convertible.
                err.map(|err| self.value(&err, MOST_DEEP)).transpose()?;
                ok
            }
            _ => Some(*kind),
        };
        let Some(given) = given else { return Ok(None) };
        let told = self.value(&given, MOST_DEEP)?;
        if matches!(self.defined(&given), Some(ComponentDefinedType::Record(_))) {
            return Ok(Some(told.schema));
        }
        Ok(Some(
            json!({"type": "object", "properties": {"result": told.schema}, "required": ["result"]}),
        ))
    }

    fn defined(&self, kind: &ComponentValType) -> Option<&'a ComponentDefinedType> {
        match kind {
            ComponentValType::Primitive(_) => None,
            ComponentValType::Type(id) => Some(&self.outline.types[*id]),
        }
    }

    fn value(&mut self, kind: &ComponentValType, deep: usize) -> Result<TypeSchema, Refused> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(format!("has more than {MOST_PARTS} parts, written out"));
        }
        let Some(deep) = deep.checked_sub(1) else {
            return Err(format!("is more than {MOST_DEEP} levels deep"));
        };
        let plain = |schema| TypeSchema {
            schema,
            may_be_absent: false,
        };
        let (id, defined) = match kind {
            ComponentValType::Primitive(primitive) => return self::primitive(*primitive).map(plain),
            ComponentValType::Type(id) => (*id, &self.outline.types[*id]),
        };
        let name = self.names.get(&id).copied();
        let mut schema = match defined {
            ComponentDefinedType::Primitive(primitive) => self::primitive(*primitive)?,
            ComponentDefinedType::Record(record) => {
                let mut properties = Map::new();
                let mut required = Vec::new();
                for (field, kind) in &record.fields {
                    let mut told = self.value(kind, deep)?;
                    if let Some(said) = name.and_then(|name| self.docs.item(name, field.as_str())) {
                        describe(&mut told.schema, said);
                    }
                    if !told.may_be_absent {
                        required.push(Value::from(field.as_str()));
                    }
                    properties.insert(field.to_string(), told.schema);
                }
                json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
            }
            ComponentDefinedType::Variant(variant) => {
                let mut cases = Vec::new();
                for (case, kind) in &variant.cases {
                    let said = name.and_then(|name| self.docs.item(name, case.as_str()));
                    let payload = kind.ty.as_ref().map(|kind| self.value(kind, deep)).transpose()?;
                    cases.push(self::case(case.as_str(), payload, said));
                }
                json!({"oneOf": cases})
            }
            ComponentDefinedType::Result { ok, err, .. } => {
                let mut cases = Vec::new();
                for (case, kind) in [("ok", ok), ("err", err)] {
                    let payload = kind.as_ref().map(|kind| self.value(kind, deep)).transpose()?;
                    cases.push(self::case(case, payload, None));
                }
                json!({"oneOf": cases})
            }
            ComponentDefinedType::Enum(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                self.count(names.len())?;
                json!({"type": "string", "enum": names})
            }
            ComponentDefinedType::Flags(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                self.count(names.len())?;
                json!({"type": "array", "items": {"enum": names}, "uniqueItems": true})
            }
            ComponentDefinedType::List { element, .. } => {
                json!({"type": "array", "items": self.value(element, deep)?.schema})
            }
            ComponentDefinedType::Tuple(tuple) => {
                let kinds = tuple.types.iter();
                let each: Vec<Value> = kinds
                    .map(|kind| Ok(self.value(kind, deep)?.schema))
                    .collect::<Result<_, Refused>>()?;
                let count = each.len();
                json!({"type": "array", "prefixItems": each, "items": false, "minItems": count, "maxItems": count})
            }
            ComponentDefinedType::Option { ty, .. } => {
                let told = self.value(ty, deep)?;
                return Ok(TypeSchema {
                    schema: optional(told),
                    may_be_absent: true,
                });
            }
            ComponentDefinedType::Own(_) | ComponentDefinedType::Borrow(_) => {
                return Err("is a resource, which has no form as JSON".to_owned());
            }
            ComponentDefinedType::Future { .. } => return Err("is a `future`, which has no form as JSON".to_owned()),
            ComponentDefinedType::Stream { .. } => return Err("is a `stream`, which has no form as JSON".to_owned()),
            _ => return Err("is of a type that this host does not know".to_owned()),
        };
        if let Some(said) = name.and_then(|name| self.docs.kind(name)) {
            describe(&mut schema, said);
        }
        Ok(plain(schema))
    }

    fn count(&mut self, more: usize) -> Result<(), Refused> {
        self.parts += more;
        match self.parts > MOST_PARTS {
            true => Err(format!("has more than {MOST_PARTS} parts, written out")),
            false => Ok(()),
        }
    }
}

fn primitive(kind: PrimitiveValType) -> Result<Value, Refused> {
    use PrimitiveValType as Kind;
    let whole = |least: i64, most: i64| json!({"type": "integer", "minimum": least, "maximum": most});
    // Numbers that JSON parsers do not represent exactly are texts of digits.
    let long = |least: i64, digits: &str| json!({"type": ["integer", "string"], "minimum": least, "maximum": EXACT, "pattern": digits});
    Ok(match kind {
        Kind::Bool => json!({"type": "boolean"}),
        Kind::S8 => whole(i8::MIN.into(), i8::MAX.into()),
        Kind::U8 => whole(0, u8::MAX.into()),
        Kind::S16 => whole(i16::MIN.into(), i16::MAX.into()),
        Kind::U16 => whole(0, u16::MAX.into()),
        Kind::S32 => whole(i32::MIN.into(), i32::MAX.into()),
        Kind::U32 => whole(0, u32::MAX.into()),
        Kind::S64 => long(-EXACT, "^-?[0-9]{1,19}$"),
        Kind::U64 => long(0, "^[0-9]{1,20}$"),
        Kind::F32 | Kind::F64 => json!({"type": ["number", "string"], "pattern": NO_NUMBERS}),
        Kind::Char => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        Kind::String => json!({"type": "string"}),
        Kind::ErrorContext => return Err("is an `error-context`, which has no form as JSON".to_owned()),
    })
}

/// Returns the JSON schema for one case of a WIT variant: the name of the case as a text or, with a payload, an object
/// with one member. `said` is the case's doc comment.
fn case(name: &str, payload: Option<TypeSchema>, said: Option<String>) -> Value {
    let mut schema = match payload {
        None => json!({"const": name}),
        Some(told) => json!({
            "type": "object", "properties": {name: told.schema}, "required": [name], "additionalProperties": false
        }),
    };
    if let Some(said) = said {
        describe(&mut schema, said);
    }
    schema
}

/// Returns the JSON schema of a WIT option type from the schema of its inner type; `null` means `none`. If the inner
/// type also allows `null`, a value is an object with the member `some`.
fn optional(told: TypeSchema) -> Value {
    if told.may_be_absent {
        let some = json!({
            "type": "object", "properties": {"some": told.schema}, "required": ["some"], "additionalProperties": false
        });
        return json!({"anyOf": [some, {"type": "null"}]});
    }
    json!({"anyOf": [told.schema, {"type": "null"}]})
}

fn describe(schema: &mut Value, said: String) {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), said.into());
    }
}
