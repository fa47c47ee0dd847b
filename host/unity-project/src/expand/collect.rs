//! First pass over a file: collects its documents and the references between them, without expanding instances.

use super::mods::Mods;
use crate::asset_kind::MAX_IDENTIFIER;
use std::collections::HashMap;
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_scripts::{ScriptRef, TypeId, Types};
use unity_yaml::Document;

/// A placeholder (stripped) document for a part of a prefab instance, with the instance's id and the part's source id.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placeholder {
    pub(super) instance: i64,
    pub(super) source: i64,
    pub(super) class: u32,
}

pub(super) struct ObjectDoc {
    pub(super) id: i64,
    pub(super) at: u32,
    pub(super) name: String,
    pub(super) tag: String,
    pub(super) layer: u32,
    pub(super) static_flags: u32,
    pub(super) active: bool,
    /// File ids of the object's components, in the order of the inspector.
    pub(super) components: Vec<i64>,
}

pub(super) struct TransformDoc {
    pub(super) id: i64,
    pub(super) class: u32,
    pub(super) kind: TypeId,
    pub(super) at: u32,
    pub(super) object: i64,
    pub(super) father: i64,
    pub(super) children: Vec<i64>,
    pub(super) root_order: Option<i64>,
}

pub(super) struct ComponentDoc {
    pub(super) id: i64,
    pub(super) class: u32,
    pub(super) at: u32,
    pub(super) object: i64,
    pub(super) kind: TypeId,
}

pub(super) struct InstanceDoc {
    pub(super) id: i64,
    pub(super) mods: Arc<Mods>,
}

#[derive(Default)]
pub(super) struct Collected {
    pub(super) objects: Vec<ObjectDoc>,
    pub(super) transforms: Vec<TransformDoc>,
    pub(super) components: Vec<ComponentDoc>,
    pub(super) instances: Vec<InstanceDoc>,
    pub(super) placeholders: HashMap<i64, Placeholder>,
    /// File ids of the root Transforms and PrefabInstances in order; empty without a SceneRoots document.
    pub(super) roots: Vec<i64>,
    /// File id of the SceneRoots document; 0 without one.
    pub(super) roots_id: i64,
    pub(super) unreadable: Unreadable,
}

impl Collected {
    pub(super) fn collect(source: &Arc<Source>, types: &mut Types) -> Self {
        let mut all = Self::default();
        for (at, document) in source.documents() {
            if document.stripped() {
                all.placeholders.insert(document.id(), placeholder(&document));
                continue;
            }
            match document.class() {
                class::GAME_OBJECT => {
                    let object = object(&document, at, &mut all.unreadable);
                    all.objects.push(object);
                }
                class if class::is_transform(class) => {
                    let transform = transform(&document, at, types, &mut all.unreadable);
                    all.transforms.push(transform);
                }
                class::PREFAB_INSTANCE => {
                    let mods = Mods::read(source, &document);
                    // An old prefab asset contains its own document of this class, which has no source.
                    if !mods.prefab.guid.is_none() {
                        all.instances.push(InstanceDoc {
                            id: document.id(),
                            mods: Arc::new(mods),
                        });
                    }
                }
                class::SCENE_ROOTS => {
                    all.roots = document.field("m_Roots").map(ids).unwrap_or_default();
                    all.roots_id = document.id();
                }
                class if class::SCENE_SETTINGS.contains(&class) => {}
                _ => all.components.extend(component(&document, at, types)),
            }
        }
        all
    }

    /// Returns the file id of each placeholder; the key is its instance's id and the part's id in the source.
    pub(super) fn placeholder_ids(&self) -> HashMap<(i64, i64), i64> {
        let pairs = self.placeholders.iter();
        pairs.map(|(id, p)| ((p.instance, p.source), *id)).collect()
    }
}

fn placeholder(document: &Document<'_>) -> Placeholder {
    let mut found = Placeholder {
        instance: 0,
        source: 0,
        class: document.class(),
    };
    for field in document.fields() {
        match field.key() {
            "m_CorrespondingSourceObject" | "m_PrefabParentObject" => found.source = field.file_ref().file_id,
            "m_PrefabInstance" | "m_PrefabInternal" => found.instance = field.file_ref().file_id,
            _ => {}
        }
    }
    found
}

fn ids(field: unity_yaml::Field<'_>) -> Vec<i64> {
    let items = field.items().filter_map(|item| item.file_ref());
    items.map(|reference| reference.file_id).collect()
}

/// Values that should be numbers but are not: file id of the document, name of the field, and the text.
type Unreadable = Vec<(i64, &'static str, String)>;

/// Parses a number from `document`; if the text is not a number, records it in `unreadable` and returns the default.
fn number<T: Default>(
    document: &Document<'_>,
    field: &'static str,
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    unreadable: &mut Unreadable,
) -> T {
    read(text.trim()).unwrap_or_else(|| {
        unreadable.push((document.id(), field, text.chars().take(40).collect()));
        T::default()
    })
}

fn object(document: &Document<'_>, at: u32, unreadable: &mut Unreadable) -> ObjectDoc {
    let mut object = ObjectDoc {
        id: document.id(),
        at,
        name: String::new(),
        tag: String::new(),
        layer: 0,
        static_flags: 0,
        active: true,
        components: Vec::new(),
    };
    for field in document.fields() {
        match field.key() {
            "m_Name" => object.name = field.scalar().into_owned(),
            "m_TagString" => object.tag = field.scalar().into_owned(),
            "m_Layer" => {
                let layer = |text: &str| text.parse().ok();
                object.layer = number(document, "m_Layer", &field.scalar(), layer, unreadable);
            }
            "m_StaticEditorFlags" => {
                object.static_flags = number(document, "m_StaticEditorFlags", &field.scalar(), flags, unreadable);
            }
            // Unity reads every number except 0 as true.
            "m_IsActive" => {
                let flag = |text: &str| Some(Some(text.parse::<i64>().ok()? != 0));
                let active: Option<bool> = number(document, "m_IsActive", &field.scalar(), flag, unreadable);
                object.active = active.unwrap_or(true);
            }
            // `- component: {…}`, before Unity 5.5 `- 114: {…}` with the class as key
            "m_Component" => {
                let rows = field.items().filter_map(|item| Some(item.fields().next()?.file_ref()));
                object.components = rows.map(|reference| reference.file_id).collect();
            }
            _ => {}
        }
    }
    object
}

/// Parses a field of 32 bit flags; some editors write it as a signed number. `None` if the text is no such number.
pub(super) fn flags(text: &str) -> Option<u32> {
    let number: i64 = text.trim().parse().ok()?;
    u32::try_from(number)
        .ok()
        .or_else(|| i32::try_from(number).ok().map(i32::cast_unsigned))
}

fn transform(document: &Document<'_>, at: u32, types: &mut Types, unreadable: &mut Unreadable) -> TransformDoc {
    let mut transform = TransformDoc {
        id: document.id(),
        class: document.class(),
        kind: types.engine(document.class(), document.type_name()),
        at,
        object: 0,
        father: 0,
        children: Vec::new(),
        root_order: None,
    };
    for field in document.fields() {
        match field.key() {
            "m_GameObject" => transform.object = field.file_ref().file_id,
            "m_Father" => transform.father = field.file_ref().file_id,
            "m_Children" => transform.children = ids(field),
            "m_RootOrder" => {
                let order = |text: &str| text.parse().ok().map(Some);
                transform.root_order = number(document, "m_RootOrder", &field.scalar(), order, unreadable);
            }
            _ => {}
        }
    }
    transform
}

/// Reads the document of a component; `None` if it belongs to no object.
fn component(document: &Document<'_>, at: u32, types: &mut Types) -> Option<ComponentDoc> {
    let class = document.class();
    let (object, kind) = if class == class::MONO_BEHAVIOUR {
        let (object, script) = script(document);
        (object, (object != 0).then(|| types.script(script))?)
    } else {
        let object = document.field("m_GameObject")?.file_ref().file_id;
        (object, types.engine(class, document.type_name()))
    };
    (object != 0).then(|| ComponentDoc {
        id: document.id(),
        class,
        at,
        object,
        kind,
    })
}

/// Returns the file id of the object to which a MonoBehaviour belongs, and the reference to its script.
fn script(document: &Document<'_>) -> (i64, ScriptRef) {
    let mut object = 0;
    let mut script = ScriptRef::default();
    for field in document.fields() {
        match field.key() {
            "m_GameObject" => object = field.file_ref().file_id,
            "m_Script" => script.file = field.file_ref(),
            "m_EditorClassIdentifier" => {
                script.identifier = field.scalar().chars().take(MAX_IDENTIFIER).collect();
                // The script's own fields follow; they can be long and are not needed here.
                break;
            }
            _ => {}
        }
    }
    (object, script)
}
