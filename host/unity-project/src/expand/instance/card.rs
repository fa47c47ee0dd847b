//! The single object that represents a prefab instance whose source cannot be read.

use super::object_overrides::change_object;
use super::{Builder, Draft, Father};
use crate::expand::budget::Size;
use crate::expand::collect::{Collected, InstanceDoc};
use crate::expand::flat::{Component, Object, Unread};
use crate::expand::mods::Mods;
use crate::expand::opaque::Opaque;
use crate::expand::override_chain::Override;
use crate::expand::prefabs::Prefabs;
use unity_fields::class;
use unity_files::AssetProblem;

/// Number of objects and components that stand for an unreadable prefab instance: one object with its Transform.
pub(super) const CARD: Size = Size {
    objects: 1,
    components: 1,
};

/// File ids of a model's root GameObject and Transform, as the importer assigns them since Unity 2019.
const MODEL_ROOT: (i64, i64) = (919_132_149_155_446_097, -8_679_921_383_154_817_045);

/// File ids of Transforms in models of older importers, each of which can be the root. The file id of the GameObject is
/// lower by `OLD_STEP`.
const OLD_TRANSFORMS: std::ops::Range<i64> = 400_000..500_000;
const OLD_STEP: i64 = 300_000;

/// Beginnings of property paths that only a RectTransform has, by which the Transform of a UI element is recognized.
const RECT_FIELDS: [&str; 5] = [
    "m_AnchorMin.",
    "m_AnchorMax.",
    "m_AnchoredPosition.",
    "m_SizeDelta.",
    "m_Pivot.",
];

/// Returns the file ids of the root GameObject and Transform in a prefab or model that cannot be read: fixed ids for a
/// model of a current importer, otherwise ids derived from the instance's override rows, or the fixed ids as a
/// fallback.
fn root(mods: &Mods, why: &Opaque) -> (i64, i64) {
    let transform = match mods.changes_target(MODEL_ROOT.1) {
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
    /// Returns true if the root of the instance has a RectTransform, according to its placeholder or its override rows.
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

    pub(super) fn add_card(
        &mut self,
        library: &mut dyn Prefabs,
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
            id: self.kept_id(doc.id, object_id),
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
            overrides: Override::with_instance(None, mods, object_id),
            components: vec![Component {
                id: self.kept_id(doc.id, transform_id),
                class,
                kind: library.types_mut().engine(class, name),
                within: false,
                text: None,
                overrides: Override::with_instance(None, mods, transform_id),
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

    /// Returns the index of the object that stands for the unreadable prefab instance to which `object` belongs. `None`
    /// if `object` is no placeholder for a part of such an instance.
    pub(super) fn opaque_owner(&self, collected: &Collected, object: i64) -> Option<u32> {
        let instance = collected.placeholders.get(&object)?.instance;
        let at = self.instance_roots.get(&instance).copied()?;
        self.drafts.get(at as usize)?.object.is_opaque().then_some(at)
    }
}
