//! Resolves names among a few sources, for queries that cannot wait for the complete index. It reads no methods.

use super::lookup::{Context, Hit};
use super::{Registry, spent};
use crate::declared_types::Declared;
use crate::known_types;
use crate::parse::SourceFile;
use crate::syntax::{NamePart, TypeSyntax};
use crate::type_ref::{TypeName, TypeRef};
use std::sync::Arc;

/// A name index of the types of some sources and the known types of .NET and Unity.
#[derive(Debug)]
pub struct Names {
    registry: Registry,
    /// Number of types that the sources declare. The ids of these types are less than this number.
    own: usize,
}

/// The result of resolving a name in one scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A type that the sources declare.
    Own(Arc<TypeName>),
    /// A type of .NET or Unity from the table of known types.
    Known(Arc<TypeName>),
    /// Several `using` directives provide a type with this name, so the compiler rejects it.
    Ambiguous,
    /// A type parameter, or a name that these sources do not declare.
    Unknown,
}

impl Registry {
    /// Resolves a dotted name in a source to the full name of its type, with dots. Returns `Some(None)` if it is
    /// ambiguous and `None` if it is unknown. For a type parameter the full name is an empty text.
    pub(crate) fn full_name(&self, name: &str, arity: usize, context: &Context<'_>) -> Option<Option<String>> {
        let Some((before, last)) = name.rsplit_once('.') else {
            return match self.simple(name, arity, false, context)? {
                Hit::Type(id, _) => Some(Some(self.name(id).joined_by_dots())),
                Hit::Ready(TypeRef::Named(name, _)) => Some(Some(name.joined_by_dots())),
                Hit::Ready(TypeRef::Param { .. }) => Some(Some(String::new())),
                Hit::Ambiguous => Some(None),
                Hit::Ready(_) | Hit::Namespace(_) => None,
            };
        };
        let mut parts: Vec<NamePart> = before.split('.').map(|name| part(name, 0)).collect();
        parts.push(part(last, arity));
        match self.dotted(false, &parts, context) {
            Some(TypeRef::Named(name, _)) => Some(Some(name.joined_by_dots())),
            _ => None,
        }
    }
}

fn part(name: &str, arity: usize) -> NamePart {
    NamePart {
        name: name.to_owned(),
        args: vec![TypeSyntax::Other(String::new()); arity],
    }
}

impl Names {
    pub fn from_sources<'f>(sources: impl IntoIterator<Item = &'f SourceFile>) -> Self {
        let sources: Vec<&SourceFile> = sources.into_iter().collect();
        let mut registry = Registry {
            global: sources.iter().map(|file| file.global.clone()).collect(),
            ..Registry::default()
        };
        let ids: Vec<Vec<usize>> = sources.iter().map(|file| registry.add_source(file)).collect();
        let own = registry.len();
        known_types::register(&mut registry);
        for (file, ids) in sources.iter().zip(ids) {
            let mut left = Some(file.allowance);
            for (decl, id) in file.types.iter().zip(ids) {
                let context = Context {
                    scopes: &file.scopes,
                    scope: decl.scope,
                    owner: Some(id),
                    method_params: &[],
                    steps: 0,
                };
                let bases = decl.bases.iter();
                let bases = bases.map_while(|base| spent(&mut left, || registry.resolve(base, &context)));
                let bases = bases.collect();
                registry.add_bases(id, bases);
            }
        }
        Self { registry, own }
    }

    /// Resolves a dotted type name with `arity` type arguments, as it appears in a field of the type `at`.
    pub fn meaning(&self, name: &str, arity: usize, at: Declared<'_>) -> Meaning {
        let context = Context {
            scopes: &at.file.scopes,
            scope: at.decl.scope,
            owner: self.registry.id_of(&at.type_name()),
            method_params: &[],
            steps: 0,
        };
        let Some((before, last)) = name.rsplit_once('.') else {
            return match self.registry.simple(name, arity, false, &context) {
                Some(Hit::Type(id, _)) => self.meaning_at(id),
                Some(Hit::Ready(TypeRef::Named(name, _))) => self.meaning_of(&name),
                Some(Hit::Ambiguous) => Meaning::Ambiguous,
                _ => Meaning::Unknown,
            };
        };
        let mut parts: Vec<NamePart> = before.split('.').map(|name| part(name, 0)).collect();
        parts.push(part(last, arity));
        match self.registry.dotted(false, &parts, &context) {
            Some(TypeRef::Named(name, _)) => self.meaning_of(&name),
            _ => Meaning::Unknown,
        }
    }

    fn meaning_of(&self, name: &TypeName) -> Meaning {
        self.registry
            .id_of(name)
            .map_or(Meaning::Unknown, |id| self.meaning_at(id))
    }

    fn meaning_at(&self, id: usize) -> Meaning {
        let name = Arc::clone(self.registry.name(id));
        match id < self.own {
            true => Meaning::Own(name),
            false => Meaning::Known(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Symbols;
    use crate::parse::parse_whole;

    #[test]
    fn resolves_short_names_like_the_compiler() {
        let sources = [
            "class Light {} namespace Game { class Button {} class Base { public class Sprite {} } } namespace Kit { class Font {} class Light {} }",
            "using UnityEngine; using UnityEngine.UI; using Kit; using Own = Kit.Font; \
             namespace Game { class Player : Base { class Mesh {} } } namespace Other { class Player {} }",
        ];
        let files = sources.map(|text| parse_whole("a.cs", text, &Symbols::default(), &mut || true).expect("small"));
        let names = Names::from_sources(&files);
        let told = |name: &str, at: usize| {
            let at = files[1]
                .types()
                .filter(|one| one.name() == "Player")
                .nth(at)
                .expect("a type");
            match names.meaning(name, 0, at) {
                Meaning::Own(name) | Meaning::Known(name) => name.joined_by_dots(),
                other => format!("{other:?}"),
            }
        };
        let table = [
            ("Mesh", "Game.Player.Mesh", "UnityEngine.Mesh"),
            ("Sprite", "Game.Base.Sprite", "UnityEngine.Sprite"),
            ("Button", "Game.Button", "UnityEngine.UI.Button"),
            // The file's namespace is the global one, which takes precedence over its usings.
            ("Light", "Light", "Light"),
            ("Font", "Ambiguous", "Ambiguous"),
            ("Own", "Kit.Font", "Kit.Font"),
            ("Kit.Light", "Kit.Light", "Kit.Light"),
            ("UnityEngine.Light", "UnityEngine.Light", "UnityEngine.Light"),
            ("Nothing", "Unknown", "Unknown"),
        ];
        for (name, first, second) in table {
            assert_eq!(
                (told(name, 0).as_str(), told(name, 1).as_str()),
                (first, second),
                "{name}"
            );
        }
    }

    /// Each name `X` in the source is a type with three thousand type arguments.
    #[test]
    fn limits_expansion_of_aliases_in_base_types() {
        let list = |of: &str| (0..3000).map(|at| format!("{of}{at}")).collect::<Vec<_>>().join(",");
        let of_bases: String = (0..3000).map(|at| format!("class C{at} : X {{}} ")).collect();
        let wide = vec!["int"; 3000].join(",");
        let text = format!("using X = W<{wide}>; class W<{}> {{}} {of_bases}", list("T"));
        let file = parse_whole("a.cs", &text, &Symbols::default(), &mut || true).expect("small");
        let names = Names::from_sources([&file]);
        let bases = |name: &str| {
            let at = file.types().find(|one| one.name() == name).expect("a type");
            let id = names.registry.id_of(&at.type_name()).expect("its number");
            names.registry.bases(id).len()
        };
        assert_eq!((bases("C0"), bases("C2999")), (1, 0));
    }
}
