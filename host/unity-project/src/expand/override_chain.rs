//! The changes that apply to the document of a component: those of prefab instances, from the innermost to the
//! outermost, then those of the session.

use super::field_edit::FieldEdit;
use super::mods::Mods;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::Source;
use unity_yaml::FileRef;

/// The chain of changes to one component; the innermost change is applied first.
#[derive(Clone, Debug)]
pub struct Override {
    inner: Option<Arc<Self>>,
    pub(super) level: Level,
}

#[derive(Clone, Debug)]
pub(super) enum Level {
    /// The overrides of a prefab instance; `target` is the component's id in the instance's source.
    Instance { mods: Arc<Mods>, target: i64 },
    /// The edits of the session, in the order in which they were made.
    Session(Vec<FieldEdit>),
}

impl Override {
    /// Adds the overrides of `target` by an instance to the chain `inner`; returns `inner` if the instance has none.
    pub(super) fn with_instance(inner: Option<Arc<Self>>, mods: &Arc<Mods>, target: i64) -> Option<Arc<Self>> {
        if !mods.changes_target(target) {
            return inner;
        }
        Some(Arc::new(Self {
            inner,
            level: Level::Instance {
                mods: Arc::clone(mods),
                target,
            },
        }))
    }

    /// Adds an edit of the session to the chain, and drops earlier edits of the same field or of fields inside it.
    pub fn with_edit(chain: Option<Arc<Self>>, edit: FieldEdit) -> Arc<Self> {
        let mut chain = match chain {
            Some(chain) if matches!(chain.level, Level::Session(_)) => chain,
            inner => Arc::new(Self {
                inner,
                level: Level::Session(Vec::new()),
            }),
        };
        if let Level::Session(edits) = &mut Arc::make_mut(&mut chain).level {
            // Edits of an array's length are kept: shrinking and growing an array changes its repeated elements.
            edits.retain(|known| edit.path.is_size() || !known.path.starts_with(&edit.path));
            edits.push(edit);
        }
        chain
    }

    /// Removes the session's edits and the overrides by the PrefabInstance `instance` of `file` from the chain.
    pub(super) fn without_instance(chain: Option<&Arc<Self>>, file: &Arc<Source>, instance: i64) -> Option<Arc<Self>> {
        let mut chain = chain;
        while let Some(link) = chain {
            match &link.level {
                Level::Session(_) => chain = link.inner.as_ref(),
                Level::Instance { mods, .. } if mods.instance == instance && Arc::ptr_eq(mods.source(), file) => {
                    return link.inner.clone();
                }
                Level::Instance { .. } => break,
            }
        }
        chain.cloned()
    }

    /// Returns all links of the override chain, from the innermost instance's overrides to this link.
    pub(super) fn levels(&self) -> Vec<&Level> {
        let mut chain = vec![self];
        while let Some(inner) = chain.last().and_then(|link| link.inner.as_deref()) {
            chain.push(inner);
        }
        chain.iter().rev().map(|link| &link.level).collect()
    }

    /// Returns the session's edits of a component that no prefab instance changes; `None` if an instance changes it
    /// too, or if the session has no edits.
    pub fn session_edits(&self) -> Option<&[FieldEdit]> {
        match (&self.inner, &self.level) {
            (None, Level::Session(edits)) => Some(edits),
            _ => None,
        }
    }

    /// Returns the value of a top-level field after all overrides and edits; `None` if none of them sets the field.
    pub fn last(&self, key: &str) -> Option<Cow<'_, str>> {
        self.levels().into_iter().rev().find_map(|level| match level {
            Level::Instance { mods, target } => mods.value(*target, key).map(Cow::Owned),
            Level::Session(edits) => edits.iter().rev().find_map(|edit| edit.plain(key)).map(Cow::Borrowed),
        })
    }

    /// Finds the outermost instance that sets a field to this reference. Returns its file, and the component's id in
    /// that file for the case that the file is a prefab.
    pub fn origin(&self, reference: FileRef) -> Option<(&Arc<Source>, i64)> {
        self.levels().into_iter().rev().find_map(|level| match level {
            Level::Instance { mods, target } => mods
                .changes(*target)
                .any(|change| change.reference == reference)
                .then(|| (mods.source(), (mods.instance ^ target) & i64::MAX)),
            Level::Session(_) => None,
        })
    }
}
