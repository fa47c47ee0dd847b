//! What the class of a component declares of its fields: Unity's own by table, a script's by its source.

use super::source::ScriptClass;
use super::{TypeId, Types};
use crate::fields::{self, Kind};
use std::cell::OnceCell;
use std::sync::Arc;

/// The declarations of one type. A script's source is read when first asked for.
pub struct Declared<'t> {
    pub(super) types: &'t Types,
    pub(super) id: TypeId,
    source: OnceCell<Option<Arc<ScriptClass>>>,
}

impl Types {
    pub fn declared(&self, id: TypeId) -> Declared<'_> {
        Declared {
            types: self,
            id,
            source: OnceCell::new(),
        }
    }

    /// As `class_of`, its source read once until the folder changes: whole scenes are read component by component.
    fn class_once(&self, id: TypeId) -> Option<Arc<ScriptClass>> {
        self.classes.get(&id, || self.class_of(id).map(Arc::new))
    }
}

impl Declared<'_> {
    /// The kind of the field with these names on the way to it (`m_Shadows.m_Type`); `None` where nothing tells it.
    pub fn kind(&self, names: &str) -> Option<Kind> {
        fields::declared(&self.types.name(self.id), names).or_else(|| {
            let source = self.source.get_or_init(|| self.types.class_once(self.id));
            let source = source.as_ref()?;
            let (first, rest) = names.split_once('.').unwrap_or((names, ""));
            // Most fields' own file tells their kind, and no other source is parsed for them.
            match source.kind(first).filter(|_| rest.is_empty()) {
                Some(kind) => Some(kind),
                None => self.types.survey().kind_below(source.meant(first)?, rest),
            }
        })
    }

    /// Whether a source of the project tells it, and no table of Unity's own.
    pub fn is_of_source(&self, names: &str) -> bool {
        self.class().is_some() && fields::declared(&self.types.name(self.id), names).is_none()
    }

    /// The source's class, where it is a script that is there as source.
    pub fn class(&self) -> Option<&ScriptClass> {
        let source = self.source.get_or_init(|| self.types.class_once(self.id));
        source.as_deref()
    }
}
