//! Collects the base types of a type from all files and assemblies, and all interfaces that they implement.

use super::engine;
use super::sources::Sources;
use host_csharp::{SourceFile, TypeKind, TypeName, TypeRef};
use std::sync::Arc;

/// Maximum number of types in a described chain of base types; further base types are omitted.
const MAX_LEVELS: usize = 32;
/// Maximum number of interfaces in the description of a C# type; further ones are omitted.
const MAX_INTERFACES: usize = 64;

/// One level of the chain of base types: the requested type, or one of its base types.
pub(super) struct Level {
    pub(super) name: Arc<TypeName>,
    /// Type arguments of this type, which can contain type parameters of the requested type.
    pub(super) args: Vec<TypeRef>,
    pub(super) params: Vec<String>,
    /// The sources that declare this type.
    pub(super) parts: Vec<Arc<SourceFile>>,
}

/// Returns the type and its base types as levels, the names of bases and interfaces, and sentences about unknown facts.
pub(super) fn collect_levels(
    name: &Arc<TypeName>,
    sources: &mut Sources<'_>,
) -> (Vec<Level>, Vec<String>, Vec<String>) {
    let index = &sources.gathered.index;
    let (mut levels, mut told, mut interfaces, mut not_known) =
        (Vec::<Level>::new(), Vec::new(), Vec::new(), Vec::new());
    let params = index.type_params(name);
    let own = params.iter().map(|name| TypeRef::Param {
        name: name.clone(),
        namespace: "".into(),
    });
    let mut next = Some((Arc::clone(name), own.collect::<Vec<_>>()));
    while let Some((name, args)) = next.take() {
        if levels.len() >= MAX_LEVELS || levels.iter().any(|level| super::is_same(&level.name, &name)) {
            not_known.push("its base types form a cycle, or are more than can be followed".to_owned());
            break;
        }
        let params = index.type_params(&name);
        let bases = index.bases(&name);
        let is_interface = name.kind == TypeKind::Interface;
        let mut base = None;
        for (at, written) in bases.iter().enumerate() {
            let meant = written.substitute_params(&params, &args);
            match &meant {
                TypeRef::Named(of, args) if of.kind == TypeKind::Interface || is_interface => {
                    add(&mut interfaces, meant.csharp());
                    add_inherited(index, of, args, &mut interfaces, 0);
                }
                TypeRef::Named(of, args) if base.is_none() && name.kind != TypeKind::Enum => {
                    base = Some((Arc::clone(of), args.clone()))
                }
                TypeRef::Unresolved(text) if at == 0 && base.is_none() && may_be_class(text, &name) => {
                    told.push(text.clone());
                    let read = match sources.gathered.may_be_unread() {
                        true => " that was read",
                        false => "",
                    };
                    not_known.push(format!(
                        "its base type {text} is in no source{read} and no assembly of the folder: inherited members are not listed"
                    ));
                }
                _ => {
                    add(&mut interfaces, meant.csharp());
                }
            }
        }
        let full = name.full_name();
        let is_struct = matches!(
            name.kind,
            TypeKind::Struct | TypeKind::RecordStruct | TypeKind::Enum | TypeKind::Delegate
        );
        if base.is_none() && bases.is_empty() && !is_struct {
            base = engine::base_of(&full).map(|base| (type_name(base), Vec::new()));
            let is_known = index.info(&name).is_some() || base.is_some() || full == "UnityEngine.Object";
            if !is_known && name.namespace != "System" {
                not_known.push(format!(
                    "of {full} the name alone is known: members inherited from it and from its base types are not listed"
                ));
            }
        }
        levels.push(Level {
            parts: sources.declaring_sources(&name),
            name,
            args,
            params,
        });
        let written =
            base.filter(|(of, _)| of.full_name() != "System.Object" && !(is_struct && of.namespace == "System"));
        if let Some((of, args)) = written {
            told.push(of.csharp(&args));
            next = Some((of, args));
        }
    }
    interfaces.truncate(MAX_INTERFACES);
    told.extend(interfaces);
    (levels, told, not_known)
}

fn add_inherited(
    index: &host_csharp::TypeIndex,
    of: &TypeName,
    args: &[TypeRef],
    found: &mut Vec<String>,
    depth: usize,
) {
    let params = index.type_params(of);
    for base in index.bases(of) {
        let base = base.substitute_params(&params, args);
        let is_new = add(found, base.csharp());
        if let (TypeRef::Named(of, args), true) = (&base, is_new && depth < MAX_LEVELS && found.len() < MAX_INTERFACES)
        {
            add_inherited(index, of, args, found, depth + 1);
        }
    }
}

fn add(names: &mut Vec<String>, name: String) -> bool {
    let is_new = !names.contains(&name);
    if is_new {
        names.push(name);
    }
    is_new
}

/// Returns true if the base `text` of the type `of` can be a class. A name like `IThing` means an interface by
/// convention, and a struct has no base class.
fn may_be_class(text: &str, of: &TypeName) -> bool {
    let short = text
        .split('<')
        .next()
        .unwrap_or(text)
        .rsplit('.')
        .next()
        .unwrap_or(text);
    let mut letters = short.chars();
    let like_interface = letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase);
    !like_interface && matches!(of.kind, TypeKind::Class | TypeKind::Record)
}

fn type_name(full: &str) -> Arc<TypeName> {
    let (namespace, name) = full.rsplit_once('.').unwrap_or(("", full));
    Arc::new(TypeName {
        namespace: namespace.to_owned(),
        path: vec![(name.to_owned(), 0)],
        kind: TypeKind::Class,
    })
}

/// Decides whether a type derives from `UnityEngine.Object`; `None` if some of its base types are unknown.
pub(super) fn is_unity_object(name: &Arc<TypeName>, sources: &Sources<'_>) -> Option<bool> {
    let index = &sources.gathered.index;
    let mut at = Arc::clone(name);
    for _ in 0..MAX_LEVELS {
        let full = at.full_name();
        if full == "UnityEngine.Object" {
            return Some(true);
        }
        if engine::is_own(&at.namespace) && engine::kind_of(&full) == engine::Own::Object {
            return Some(true);
        }
        let mut next = None;
        for (place, base) in index.bases(&at).iter().enumerate() {
            match base {
                TypeRef::Named(of, _) if of.kind != TypeKind::Interface => {
                    next = Some(Arc::clone(of));
                    break;
                }
                TypeRef::Unresolved(text) if place == 0 && may_be_class(text, &at) => return None,
                _ => {}
            }
        }
        match next {
            Some(next) => at = next,
            // A type of which only the name is known can derive from anything.
            None if index.info(&at).is_none() && at.namespace != "System" => return None,
            None => return Some(false),
        }
    }
    None
}
