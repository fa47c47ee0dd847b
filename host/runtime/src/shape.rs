//! Formats the type of a function as one line of text, so that types can be compared without an engine.
//!
//! Belongs here: this format. Does not: the expected texts (`export_check`).

use wasmparser::component_types::{ComponentDefinedType, ComponentFuncTypeId, ComponentValType};
use wasmparser::types::TypesRef;

/// Maximum size in bytes of the text for a function's type. Types can share their parts, so a small file can contain a
/// type with millions of bytes of text.
const MOST: usize = 4096;

/// Returns a type as a text such as `(string, list<u8>) -> result<record{a:u32},_>`, without parameter names. `None` if
/// the text is too long, or if the contract does not use a part of the type.
pub(crate) fn function_shape(types: TypesRef<'_>, function: ComponentFuncTypeId) -> Option<String> {
    let kind = &types[function];
    if kind.async_ {
        return None;
    }
    let mut text = Text(String::new());
    text.put("(")?;
    text.put_types(types, kind.params.iter().map(|(_, kind)| kind))?;
    text.put(")")?;
    if let Some(result) = &kind.result {
        text.put(" -> ")?;
        text.value(types, result)?;
    }
    Some(text.0)
}

struct Text(String);

impl Text {
    fn put(&mut self, part: &str) -> Option<()> {
        self.0.push_str(part);
        (self.0.len() <= MOST).then_some(())
    }

    fn put_types<'a>(
        &mut self,
        types: TypesRef<'_>,
        kinds: impl IntoIterator<Item = &'a ComponentValType>,
    ) -> Option<()> {
        for (at, kind) in kinds.into_iter().enumerate() {
            if at > 0 {
                self.put(",")?;
            }
            self.value(types, kind)?;
        }
        Some(())
    }

    fn put_named<'a>(
        &mut self,
        types: TypesRef<'_>,
        what: &str,
        parts: impl IntoIterator<Item = (&'a str, Option<&'a ComponentValType>)>,
    ) -> Option<()> {
        self.put(what)?;
        for (at, (name, kind)) in parts.into_iter().enumerate() {
            self.put(if at > 0 { "," } else { "{" })?;
            self.put(name)?;
            if let Some(kind) = kind {
                self.put(":")?;
                self.value(types, kind)?;
            }
        }
        self.put("}")
    }

    /// Appends the text of a WIT type, such as `list<u8>`. The recursion is as deep as the type, which is limited.
    fn value(&mut self, types: TypesRef<'_>, kind: &ComponentValType) -> Option<()> {
        let defined = match kind {
            ComponentValType::Primitive(primitive) => return self.put(&primitive.to_string()),
            ComponentValType::Type(id) => &types[*id],
        };
        match defined {
            ComponentDefinedType::Primitive(primitive) => self.put(&primitive.to_string()),
            ComponentDefinedType::Record(record) => {
                let fields = record.fields.iter().map(|(name, kind)| (name.as_str(), Some(kind)));
                self.put_named(types, "record", fields)
            }
            ComponentDefinedType::Variant(variant) => {
                let cases = variant
                    .cases
                    .iter()
                    .map(|(name, case)| (name.as_str(), case.ty.as_ref()));
                self.put_named(types, "variant", cases)
            }
            ComponentDefinedType::Enum(names) => {
                self.put_named(types, "enum", names.iter().map(|name| (name.as_str(), None)))
            }
            ComponentDefinedType::Flags(names) => {
                self.put_named(types, "flags", names.iter().map(|name| (name.as_str(), None)))
            }
            ComponentDefinedType::List { element, .. } => {
                self.put("list<")?;
                self.value(types, element)?;
                self.put(">")
            }
            ComponentDefinedType::Option { ty, .. } => {
                self.put("option<")?;
                self.value(types, ty)?;
                self.put(">")
            }
            ComponentDefinedType::Tuple(tuple) => {
                self.put("tuple<")?;
                self.put_types(types, tuple.types.iter())?;
                self.put(">")
            }
            ComponentDefinedType::Result { ok, err, .. } => {
                self.put("result<")?;
                for (at, kind) in [ok, err].into_iter().enumerate() {
                    if at > 0 {
                        self.put(",")?;
                    }
                    match kind {
                        Some(kind) => self.value(types, kind)?,
                        None => self.put("_")?,
                    }
                }
                self.put(">")
            }
            // The contract does not use other kinds of types.
            _ => None,
        }
    }
}
