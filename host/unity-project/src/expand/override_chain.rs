//! What is laid over a component's document: the changes of prefab instances, the innermost first, then this session's.
//!
//! Belongs here: the chain and how it is walked. Does not: how rows are read (`mods`), how a value is put into a tree
//! (`component`, `field_edit`).

use super::field_edit::FieldEdit;
use super::mods::Mods;
use super::source::Source;
use std::borrow::Cow;
use std::sync::Arc;
use unity_yaml::FileRef;

/// The chain of changes on one component, the innermost applied first.
#[derive(Clone, Debug)]
pub struct Override {
    inner: Option<Arc<Self>>,
    pub(super) level: Level,
}

/// Who changes it.
#[derive(Clone, Debug)]
pub(super) enum Level {
    /// A prefab instance; `target` is the component's id in the instance's source.
    Instance { mods: Arc<Mods>, target: i64 },
    /// This session, in the order of the writes.
    Session(Vec<FieldEdit>),
}

impl Override {
    /// Puts the instance's changes on `target`, if there are any, over those that apply already.
    pub(super) fn over(inner: Option<Arc<Self>>, mods: &Arc<Mods>, target: i64) -> Option<Arc<Self>> {
        if !mods.touches(target) {
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

    /// Lays a session's change over all that applies already; one on the same field, or below it, falls away.
    pub fn edited(chain: Option<Arc<Self>>, edit: FieldEdit) -> Arc<Self> {
        let mut chain = match chain {
            Some(chain) if matches!(chain.level, Level::Session(_)) => chain,
            inner => Arc::new(Self {
                inner,
                level: Level::Session(Vec::new()),
            }),
        };
        if let Level::Session(edits) = &mut Arc::make_mut(&mut chain).level {
            // A length that comes and goes leaves its trace in what is repeated.
            edits.retain(|known| edit.path.is_size() || !known.path.starts_with(&edit.path));
            edits.push(edit);
        }
        chain
    }

    /// The chain without what this session, and below that the PrefabInstance of `file` with that id, lay over it.
    pub(super) fn beneath(chain: Option<&Arc<Self>>, file: &Arc<Source>, instance: i64) -> Option<Arc<Self>> {
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

    /// From the innermost level to this one.
    pub(super) fn levels(&self) -> Vec<&Level> {
        let mut chain = vec![self];
        while let Some(inner) = chain.last().and_then(|link| link.inner.as_deref()) {
            chain.push(inner);
        }
        chain.iter().rev().map(|link| &link.level).collect()
    }

    /// The session's own changes; `None` if a prefab instance changes something as well.
    pub fn session_edits(&self) -> Option<&[FieldEdit]> {
        match (&self.inner, &self.level) {
            (None, Level::Session(edits)) => Some(edits),
            _ => None,
        }
    }

    /// The value that a top field has at last, where any level sets it.
    pub fn last(&self, key: &str) -> Option<Cow<'_, str>> {
        self.levels().into_iter().rev().find_map(|level| match level {
            Level::Instance { mods, target } => mods.value(*target, key).map(Cow::Owned),
            Level::Session(edits) => edits.iter().rev().find_map(|edit| edit.plain(key)).map(Cow::Borrowed),
        })
    }

    /// The file of the outermost instance that sets some field to this reference, and the id that the component has in it
    /// where that file is a prefab.
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
