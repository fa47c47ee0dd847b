//! Instances whose source cannot be read: the reason, and the one object that represents each of them.

use super::budget::Size;
use super::collect::{Collected, InstanceDoc};
use super::flat::{Component, Object, Unread};
use super::instance::{Builder, Draft, Father};
use super::library::{Library, MAX_NESTING, MAX_OBJECTS};
use super::mods::{Mods, change_object};
use super::override_chain::Override;
use unity_fields::class;
use unity_files::AssetProblem;
use unity_yaml::Guid;

/// The size of the object.
pub(super) const CARD: Size = Size {
    objects: 1,
    components: 1,
};

/// The fileIDs of a model's root GameObject and Transform, as the importer assigns them since Unity 2019.
const MODEL_ROOT: (i64, i64) = (919_132_149_155_446_097, -8_679_921_383_154_817_045);

/// The fileIDs of a model's Transforms in older importers, any of which can be the root. The fileID of the object
/// is lower by `OLD_STEP`.
const OLD_TRANSFORMS: std::ops::Range<i64> = 400_000..500_000;
const OLD_STEP: i64 = 300_000;

/// Fields that only a RectTransform has.
const RECT_FIELDS: [&str; 5] = [
    "m_AnchorMin.",
    "m_AnchorMax.",
    "m_AnchoredPosition.",
    "m_SizeDelta.",
    "m_Pivot.",
];

/// Why an instance is opaque.
#[derive(Clone, Debug)]
pub(crate) enum Opaque {
    /// A model file: normal, and never readable without Unity.
    Model {
        path: String,
    },
    /// No asset has this guid.
    Unknown {
        guid: Guid,
    },
    File {
        path: String,
        problem: AssetProblem,
    },
    Cycle {
        path: String,
    },
    TooDeep {
        path: String,
    },
    TooLarge {
        path: String,
    },
}

impl Opaque {
    /// The name of the object if no override sets one.
    pub(crate) fn name(&self) -> String {
        let path = match self {
            Self::Unknown { .. } => return "<missing prefab>".to_owned(),
            Self::Model { path }
            | Self::File { path, .. }
            | Self::Cycle { path }
            | Self::TooDeep { path }
            | Self::TooLarge { path } => path,
        };
        let file = path.rsplit('/').next().unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    }

    /// Why the content of the source is unknown, for queries about the instance.
    fn sentence(&self) -> String {
        match self {
            Self::Model { path } => format!("only Unity reads its source {path}"),
            Self::Unknown { guid } => format!("its source (guid {guid}) is no asset of the project"),
            Self::File { path, problem } => format!("its source {path} cannot be read: {problem}"),
            Self::Cycle { path } => format!("its source {path} contains itself"),
            Self::TooDeep { path } => format!("its source {path} is nested deeper than {MAX_NESTING} levels"),
            Self::TooLarge { path } => {
                format!("its source {path} would make more than {MAX_OBJECTS} objects of the file")
            }
        }
    }

    /// Reason and remedy; `None` for a model, which is no error.
    pub(crate) fn problem(&self) -> Option<String> {
        Some(match self {
            Self::Model { .. } => return None,
            Self::Unknown { guid } => format!(
                "an instance's source (guid {guid}) is no asset of the project; restore it, or install the package it came from"
            ),
            Self::File { path, problem } => format!("the instance's source {path}: {}", problem.with_remedy()),
            Self::Cycle { path } => {
                format!("the prefab {path} contains itself; the inner one is left opaque; break the cycle in Unity")
            }
            Self::TooDeep { path } => {
                format!(
                    "prefabs are nested deeper than {MAX_NESTING} levels at {path}; deeper instances are left opaque"
                )
            }
            Self::TooLarge { path } => format!(
                "the file has more than {MAX_OBJECTS} objects with its prefab instances; the instance of {path} is left opaque"
            ),
        })
    }
}

/// The source's root GameObject and Transform: the ids of a current importer's model, otherwise derived from the
/// instance's rows. If neither is known, ids that no source has.
fn root(mods: &Mods, why: &Opaque) -> (i64, i64) {
    let transform = match mods.touches(MODEL_ROOT.1) {
        true => MODEL_ROOT.1,
        false => mods.root_transform().unwrap_or(MODEL_ROOT.1),
    };
    if transform == MODEL_ROOT.1 && matches!(why, Opaque::Model { .. }) {
        return MODEL_ROOT;
    }
    let of_old_model = OLD_TRANSFORMS.contains(&transform).then(|| transform - OLD_STEP);
    let object = mods.root_object().or(of_old_model);
    (object.unwrap_or(MODEL_ROOT.0), transform)
}

impl Builder {
    /// Whether the root's Transform is a RectTransform, according to its placeholder or the instance's rows on it.
    fn is_rect(&self, doc: &InstanceDoc, transform_id: i64) -> bool {
        let mut placeholders = self.unchecked.get(&doc.id).into_iter().flatten();
        let of_root = placeholders.find(|(_, placeholder)| placeholder.source == transform_id);
        match of_root {
            Some((_, placeholder)) => placeholder.class == class::RECT_TRANSFORM,
            None => {
                let mut rows = doc.mods.changes(transform_id);
                rows.any(|change| RECT_FIELDS.iter().any(|field| change.path.starts_with(field)))
            }
        }
    }

    /// The one object that represents an instance whose source cannot be read.
    pub(super) fn opaque(
        &mut self,
        library: &mut Library,
        doc: &InstanceDoc,
        why: &Opaque,
    ) -> Result<(), AssetProblem> {
        let mods = &doc.mods;
        let (object_id, transform_id) = root(mods, why);
        let (class, name) = match self.is_rect(doc, transform_id) {
            true => (class::RECT_TRANSFORM, "RectTransform"),
            false => (class::TRANSFORM, "Transform"),
        };
        let at = self.drafts.len() as u32;
        let mut object = Object {
            id: self.kept(doc.id, object_id),
            instance: if self.is_scene { doc.id } else { 0 },
            name: mods.value(object_id, "m_Name").unwrap_or_else(|| why.name()).into(),
            tag: library.tag(""),
            layer: 0,
            static_flags: 0,
            active: true,
            unread: Some(Unread {
                why: why.sentence().into(),
                is_model: matches!(why, Opaque::Model { .. }),
            }),
            within: false,
            lost: 0,
            parent: None,
            text: None,
            overrides: Override::over(None, mods, object_id),
            components: vec![Component {
                id: self.kept(doc.id, transform_id),
                class,
                kind: library.types_mut().engine(class, name),
                within: false,
                text: None,
                overrides: Override::over(None, mods, transform_id),
            }],
        };
        change_object(library, &mut object, mods, object_id)?;
        self.note_object(doc.id, object_id, at);
        let transform_local = self.note_transform(doc.id, transform_id, at);
        self.drafts.push(Draft {
            object,
            father: if mods.parent == 0 {
                Father::Root
            } else {
                Father::Id(mods.parent)
            },
            listed_as: [transform_local, doc.id],
            root_order: mods
                .value(transform_id, "m_RootOrder")
                .and_then(|order| order.parse().ok()),
        });
        Ok(())
    }

    /// The object that represents the instance containing `object`, if its source cannot be read. Parts that the file
    /// adds to an object inside a model are shown there, because that object itself is not shown.
    pub(super) fn opaque_owner(&self, collected: &Collected, object: i64) -> Option<u32> {
        let instance = collected.placeholders.get(&object)?.instance;
        let at = self.instance_roots.get(&instance).copied()?;
        self.drafts.get(at as usize)?.object.is_opaque().then_some(at)
    }
}
