//! Declared kinds of a component's fields: of Unity's components from tables, of scripts from their sources.

use super::source::ScriptClass;
use super::type_text::{Meant, OWN};
use super::{TypeId, Types};
use std::cell::OnceCell;
use std::sync::Arc;
use unity_fields::Kind;
use unity_fields::property::{MANAGED, PropertyPath, Step, class_of};
use unity_yaml::Node;

/// Access to the serialized fields that one component type declares. A script's source is parsed at the first query.
pub struct Declared<'t> {
    pub(super) types: &'t Types,
    pub(super) id: TypeId,
    source: OnceCell<Option<Arc<ScriptClass>>>,
}

impl Types {
    pub fn declared_fields(&self, id: TypeId) -> Declared<'_> {
        Declared {
            types: self,
            id,
            source: OnceCell::new(),
        }
    }

    /// Returns the C# class of a script's component type; cached until the project changes, because it is often needed.
    fn class_once(&self, id: TypeId) -> Option<Arc<ScriptClass>> {
        self.classes.get(&id, || self.class_of(id).map(Arc::new))
    }
}

impl Types {
    /// Returns the kind with which the value of a field of a `[SerializeReference]` object is read. `class` is the full
    /// name of the object's class; `names` is the field's path without indexes.
    pub fn kind_in_class(&self, class: &str, names: &str) -> Kind {
        let meant = Meant {
            text: format!("{OWN}{}", class.replace('/', ".")),
            ..Meant::default()
        };
        to_read(
            self.survey()
                .kind_below(&meant, names)
                .or_else(|| unity_fields::find_in_block(names)),
        )
    }
}

/// Returns true if the path ends at a component of a vector or color, according to the members of the value there.
fn is_part_of_vector(tree: &Node<'_>, path: &PropertyPath) -> bool {
    let Some((Step::Key(_), above @ [_, ..])) = path.0.split_last() else {
        return false;
    };
    let above = PropertyPath(above.to_vec());
    let whole = above.find(tree).map(unity_fields::shape);
    matches!(
        whole,
        Some(Kind::Vector(_) | Kind::VectorOrQuaternion | Kind::Color | Kind::Struct(Some(_)))
    )
}

/// Replaces an unknown kind of a field by `Untyped`, because the text does not show whether the value is a string.
fn to_read(known: Option<Kind>) -> Kind {
    match known {
        None => Kind::Untyped,
        Some(Kind::List(None)) => Kind::List(Some(Box::new(Kind::Untyped))),
        Some(known) => known,
    }
}

impl Declared<'_> {
    /// Returns the kind of a field; `None` if it is unknown. `names` is the field's path without indexes, such as
    /// `m_Shadows.m_Type`.
    pub fn kind(&self, names: &str) -> Option<Kind> {
        let name = self.types.name(self.id);
        let known = unity_fields::declared_kind(&name, names).or_else(|| self.kind_in_source(names));
        known.or_else(|| self.types.is_script(self.id).then(|| self.inherited_kind(names))?)
    }

    /// Returns the kind of a field from tables, for a class whose source, or whose base type's source, is not on disk.
    fn inherited_kind(&self, names: &str) -> Option<Kind> {
        let of_class = |(at, class): (usize, &String)| {
            let is_base = at > 0;
            let known = unity_fields::find_in_package(class, is_base, names);
            known.or_else(|| is_base.then(|| unity_fields::declared_kind(class, names))?)
        };
        unity_fields::find_in_block(names)
            .or_else(|| self.types.ancestors(self.id).iter().enumerate().find_map(of_class))
    }

    /// Returns the kind with which a field's value is read; `Untyped` for a script's field without a declaration.
    pub fn kind_to_read(&self, names: &str) -> Option<Kind> {
        let former = || self.class()?.kind_of_former(names);
        let known = self.kind(names).or_else(former);
        match self.types.is_script(self.id) {
            true => Some(to_read(known)),
            false => known,
        }
    }

    /// Returns the kind with which the field with the path `names` is read; it is the field at `path` or inside it. The
    /// path can lead into a `[SerializeReference]` object.
    pub fn kind_in(&self, tree: &Node<'_>, path: &PropertyPath, names: &str) -> Option<Kind> {
        if names == path.names() && is_part_of_vector(tree, path) {
            return self.kind(names);
        }
        let Some(Step::Managed(id)) = path.0.first() else {
            return self.kind_to_read(names);
        };
        let class = class_of(tree, *id)?;
        let below = names.strip_prefix(MANAGED)?.trim_start_matches('.');
        Some(self.types.kind_in_class(&class, below))
    }

    fn kind_in_source(&self, names: &str) -> Option<Kind> {
        let source = self.source.get_or_init(|| self.types.class_once(self.id));
        let source = source.as_ref()?;
        let (first, rest) = names.split_once('.').unwrap_or((names, ""));
        // For most fields their own file determines the kind, and no other source is parsed.
        match source.kind(first).filter(|_| rest.is_empty()) {
            Some(kind) => Some(kind),
            None => self.types.survey().kind_below(source.field_type(first)?, rest),
        }
    }

    /// Returns true if a source of the project declares the type, and no table of Unity's types has the field.
    pub fn is_of_source(&self, names: &str) -> bool {
        self.class().is_some() && unity_fields::declared_kind(&self.types.name(self.id), names).is_none()
    }

    /// Returns the class that the script's source declares; `None` for another type or an unavailable source.
    pub fn class(&self) -> Option<&ScriptClass> {
        let source = self.source.get_or_init(|| self.types.class_once(self.id));
        source.as_deref()
    }
}
