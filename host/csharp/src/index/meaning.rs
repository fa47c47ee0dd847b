//! Finds types by name, the base types of a type, and the types of fields.

use std::sync::Arc;

use super::{TypeIndex, TypeInfo};
use crate::declared_types::Declared;
use crate::detail::Field;
use crate::names::Context;
use crate::normalize::type_key;
use crate::type_ref::{TypeName, TypeRef};

impl TypeIndex {
    /// Returns the type with exactly this name; `None` if the index has no such type, or knows only its name.
    pub fn info(&self, name: &TypeName) -> Option<&TypeInfo> {
        let all = self.by_name.get(&type_key(&name.join_nested('.')))?;
        let mut listed = all.iter().map(|id| &self.types[*id]).filter(|info| info.listed);
        listed.find(|info| info.name.namespace == name.namespace && info.name.path == name.path)
    }

    /// Returns all types with this full name, which has `.` before nested types and no numbers of type parameters.
    pub fn types_named(&self, full: &str) -> impl Iterator<Item = &TypeInfo> {
        let ids = self.by_name.get(full).into_iter().flatten();
        ids.filter_map(|id| self.types.get(*id))
    }

    /// Returns the known base type and interfaces of a type. They can contain the type parameters of this type.
    pub fn bases(&self, name: &TypeName) -> &[TypeRef] {
        if let Some(compiled) = self.info(name).and_then(|info| info.compiled.as_ref()) {
            return &compiled.bases;
        }
        self.registry.id_of(name).map_or(&[], |id| self.registry.bases(id))
    }

    /// Returns the names of the type parameters of a type. Those of its outer types come first.
    pub fn type_params(&self, name: &TypeName) -> Vec<String> {
        self.registry
            .id_of(name)
            .map(|id| self.registry.all_params(id))
            .unwrap_or_default()
    }

    /// Returns the identity of a declared type; `None` if the index does not contain it.
    pub fn type_of(&self, declared: Declared<'_>) -> Option<&Arc<TypeName>> {
        self.registry
            .id_of(&declared.type_name())
            .map(|id| self.registry.name(id))
    }

    /// Resolves the type of a field to a full type. `declared` is the type declaration that contains the field.
    pub fn meaning(&self, field: &Field, declared: Declared<'_>) -> TypeRef {
        let context = Context {
            scopes: &declared.file.scopes,
            scope: declared.decl.scope,
            owner: self.registry.id_of(&declared.type_name()),
            method_params: &[],
            steps: 0,
        };
        self.registry.resolve(&field.ty, &context)
    }
}

#[cfg(test)]
mod tests {
    use crate::parse::parse_whole;
    use crate::{Symbols, TypeIndex, TypeRef};
    use std::sync::Arc;

    #[test]
    fn resolves_fields_and_bases_across_files() {
        let sources = [
            "using UnityEngine; namespace A { public class Base<T> : MonoBehaviour { public T value; public enum Side { Left } } }",
            "using System.Collections.Generic; namespace A.B { class Own : Base<int>, System.IDisposable { public List<Side> sides; Nowhere lost; } }",
        ];
        let files: Vec<_> = sources
            .iter()
            .map(|text| Arc::new(parse_whole("a.cs", text, &Symbols::default(), &mut || true).expect("small")))
            .collect();
        let index = TypeIndex::build(&files, &[]);
        let own = files[1].types().next().expect("a type");
        let name = index.type_of(own).expect("indexed");
        let told = |refs: &[TypeRef]| refs.iter().map(TypeRef::csharp).collect::<Vec<_>>();
        assert_eq!(told(index.bases(name)), ["A.Base<int>", "System.IDisposable"]);
        let TypeRef::Named(base, args) = &index.bases(name)[0] else {
            panic!("a name")
        };
        assert_eq!(told(index.bases(base)), ["UnityEngine.MonoBehaviour"]);
        assert_eq!(index.type_params(base), ["T"]);
        let whole = files[0].types().next().expect("a type");
        let value = index.meaning(&whole.detail().expect("whole").fields[0], whole);
        assert_eq!(value.substitute_params(&index.type_params(base), args).csharp(), "int");
        let fields = own.detail().expect("whole").fields.iter();
        let types: Vec<_> = fields.map(|field| index.meaning(field, own).csharp()).collect();
        assert_eq!(types, ["System.Collections.Generic.List<A.Base<int>.Side>", "Nowhere"]);
    }
}
