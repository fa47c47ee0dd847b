//! The changes that apply to the document of a component: those of prefab instances, from the innermost to the
//! outermost, then those of the session.

use super::field_edit::FieldEdit;
use super::mods::Mods;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::Source;
use unity_yaml::FileRef;

/// The changes to one component by prefab instances and the session, as a linked list; the innermost is applied first.
#[derive(Clone, Debug)]
pub struct Override {
    inner: Option<Arc<Self>>,
    pub(super) level: Level,
}

#[derive(Clone, Debug)]
pub(super) enum Level {
    /// Overrides by a prefab instance; `target` is the component's id in the source prefab of that instance.
    Instance { mods: Arc<Mods>, target: i64 },
    /// Edits by the session, in the order in which they were made.
    Session(Vec<FieldEdit>),
}

impl Override {
    /// Adds an instance's overrides of `target` to the chain `inner`; returns `inner` if the instance has none.
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

    /// Returns the changes without the session's edits and the overrides by the PrefabInstance `instance` of `file`.
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

    /// Returns all changes in this chain, from the overrides of the innermost prefab instance to the last change.
    pub(super) fn levels(&self) -> Vec<&Level> {
        let mut chain = vec![self];
        while let Some(inner) = chain.last().and_then(|link| link.inner.as_deref()) {
            chain.push(inner);
        }
        chain.iter().rev().map(|link| &link.level).collect()
    }

    /// Returns the session's edits of a component that no prefab instance changes; `None` if an instance changes it
    /// too, or if the session has not edited it.
    pub fn session_edits(&self) -> Option<&[FieldEdit]> {
        match (&self.inner, &self.level) {
            (None, Level::Session(edits)) => Some(edits),
            _ => None,
        }
    }

    /// Returns the value to which the last override or edit sets the top-level field `key`; `None` if none sets it.
    pub fn last(&self, key: &str) -> Option<Cow<'_, str>> {
        self.levels().into_iter().rev().find_map(|level| match level {
            Level::Instance { mods, target } => mods.value(*target, key).map(Cow::Owned),
            Level::Session(edits) => edits.iter().rev().find_map(|edit| edit.plain(key)).map(Cow::Borrowed),
        })
    }

    /// Finds the outermost prefab instance with an override that sets a field to `reference`. Returns its file, and the
    /// id of the component in that file for the case that the file is a prefab.
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
