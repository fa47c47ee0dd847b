//! Queries of an index: a type by name, the methods of a type by filter, one method by name or signature.

use super::{Method, TypeIndex, TypeInfo};
use crate::normalize::{WrittenSignature, type_key};
use crate::signature::Form;
use crate::syntax::MethodKind;

/// Maximum number of names that a search result lists if several types or methods match; further ones are omitted.
const MAX_CANDIDATES: usize = 32;

#[derive(Clone, Debug)]
pub enum TypeLookup<'i> {
    Found(&'i TypeInfo),
    /// No type has the searched name. The text contains what is known about the name and the next step.
    NotFound(String),
    /// Several types have the searched name. Contains their full names in Mono.Cecil's form.
    Ambiguous(Vec<String>),
}

#[derive(Clone, Debug)]
pub enum MethodLookup<'i> {
    Found(&'i Method),
    /// No method of the type has the searched name or signature. Contains the reason.
    NotFound(String),
    /// Several methods have the searched name or signature. Contains their signatures in Mono.Cecil's form.
    Ambiguous(Vec<String>),
}

impl Method {
    /// Returns true if the method appears in lists of methods. Constructors are found only by name or signature.
    pub fn is_listed(&self) -> bool {
        !matches!(self.kind, MethodKind::Constructor | MethodKind::StaticConstructor)
    }
}

impl TypeInfo {
    /// Returns the methods of the type without constructors, sorted by Mono.Cecil's signature. With `filter`, returns
    /// only methods whose name or signature contains this text (ignoring case).
    pub fn list_methods(&self, filter: Option<&str>) -> Vec<&Method> {
        let wanted = filter.unwrap_or_default().to_lowercase();
        let matches = |m: &&Method| {
            wanted.is_empty()
                || m.name.to_lowercase().contains(&wanted)
                || m.signature(Form::Cecil).text.to_lowercase().contains(&wanted)
        };
        self.methods.iter().filter(|m| m.is_listed()).filter(matches).collect()
    }

    /// Finds a method of this type by exact name, or by a signature as Mono.Cecil, Harmony or HarmonyX prints it.
    pub fn find_method(&self, name_or_signature: &str) -> MethodLookup<'_> {
        let text = name_or_signature.trim();
        if !text.contains('(') {
            let named: Vec<&Method> = self.methods.iter().filter(|m| m.name == text).collect();
            return pick(named, || {
                format!("`{}` declares no method `{text}`", self.name.full_name())
            });
        }
        match WrittenSignature::parse(text) {
            Ok(written) => {
                let fitting = self.methods.iter().filter(|m| fits(&written, m)).collect();
                pick(fitting, || {
                    let full_name = self.name.full_name();
                    format!("`{full_name}` declares no method with the signature `{text}`")
                })
            }
            Err(error) => MethodLookup::NotFound(error.to_string()),
        }
    }
}

impl TypeIndex {
    /// Finds a type by its full name, with `+`, `/` or `.` between nested types and optional type parameter counts.
    pub fn find_type(&self, name: &str) -> TypeLookup<'_> {
        let name = name.trim();
        let all = self.by_name.get(&type_key(name)).map(Vec::as_slice).unwrap_or_default();
        let listed: Vec<&TypeInfo> = all.iter().map(|id| &self.types[*id]).filter(|t| t.listed).collect();
        let exact = |t: &&&TypeInfo| t.name.is_written(name);
        if let Some(found) = listed.iter().find(exact) {
            return TypeLookup::Found(found);
        }
        match listed.as_slice() {
            [found] => TypeLookup::Found(found),
            [] if all.is_empty() => TypeLookup::NotFound(format!(
                "Type not found: no C# source or assembly in the project declares `{name}`, and the engine table has no such type; \
                 give the full name with its namespace"
            )),
            [] => TypeLookup::NotFound(format!(
                "Type not found: `{name}` is known by name only; its methods are in an assembly outside the project, and \
                 the host's table has only a few engine classes"
            )),
            several => TypeLookup::Ambiguous(
                several
                    .iter()
                    .map(|t| t.name.full_name())
                    .take(MAX_CANDIDATES)
                    .collect(),
            ),
        }
    }

    /// Finds a method of one type. `type_name` is the full name of the type.
    pub fn find_method(&self, type_name: &str, name_or_signature: &str) -> MethodLookup<'_> {
        match self.find_type(type_name) {
            TypeLookup::Found(info) => info.find_method(name_or_signature),
            TypeLookup::NotFound(reason) => MethodLookup::NotFound(reason),
            TypeLookup::Ambiguous(types) => MethodLookup::NotFound(format!(
                "`{type_name}` is ambiguous; it can be any of: {}",
                types.join(", ")
            )),
        }
    }

    pub(super) fn fill_names(&mut self) {
        for (id, info) in self.types.iter().enumerate() {
            self.by_name
                .entry(type_key(&info.name.join_nested('.')))
                .or_default()
                .push(id);
        }
    }
}

fn fits(written: &WrittenSignature, method: &Method) -> bool {
    // Comparing names is fast and excludes nearly all methods.
    written.name == method.name
        && Form::ALL.into_iter().any(|form| {
            WrittenSignature::parse(&method.signature(form).text).is_ok_and(|printed| written.fits(&printed))
        })
}

fn pick<'i>(mut found: Vec<&'i Method>, reason: impl FnOnce() -> String) -> MethodLookup<'i> {
    if found.len() > 1 && found.iter().all(|m| same_text(m, found[0])) {
        // They differ only in type parameters, and an open generic method cannot be hooked.
        let plain: Vec<&Method> = found.iter().copied().filter(|m| m.type_params.is_empty()).collect();
        if plain.len() == 1 {
            found = plain;
        }
    }
    match found.as_slice() {
        [] => MethodLookup::NotFound(reason()),
        [method] => MethodLookup::Found(method),
        several => {
            let texts = several.iter().map(|m| m.signature(Form::Cecil).text);
            MethodLookup::Ambiguous(texts.take(MAX_CANDIDATES).collect())
        }
    }
}

fn same_text(a: &Method, b: &Method) -> bool {
    a.signature(Form::Cecil).text == b.signature(Form::Cecil).text
}
