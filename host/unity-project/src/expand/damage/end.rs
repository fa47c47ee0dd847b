//! Finds files whose end is missing.
//!
//! A file truncated within a line has no line end. A file truncated after a line lacks the last fields of its last
//! document, or the documents that Unity writes last.

use super::super::collect::Collected;
use unity_fields::{Source, class};
use unity_yaml::Document;

/// Maximum number of characters of a file's truncated last line in a message; a longer line is shortened.
const SHOWN: usize = 60;

/// Class numbers, each with the fields that Unity writes late in a document of that class. A complete document has at
/// least one of these fields.
const LATE: [(u32, &[&str]); 25] = [
    (class::GAME_OBJECT, &["m_IsActive"]),
    (class::TRANSFORM, &["m_Father"]),
    (5, &["m_TimeScale"]),
    (13, &["m_Axes"]),
    (19, &["m_LayerCollisionMatrix"]),
    (20, &["m_StereoSeparation"]),
    (21, &["m_SavedProperties"]),
    (23, &["m_SortingOrder"]),
    (
        29,
        &[
            "m_OcclusionCullingData",
            "m_SceneGUID",
            "m_PVSData",
            "m_PVSObjectsArray",
        ],
    ),
    (33, &["m_Mesh"]),
    (54, &["m_CollisionDetection"]),
    (55, &["m_LayerCollisionMatrix"]),
    (65, &["m_Center"]),
    (78, &["m_SortingLayers"]),
    (81, &["m_Enabled"]),
    (class::MONO_BEHAVIOUR, &["m_EditorClassIdentifier"]),
    (135, &["m_Center"]),
    (136, &["m_Center"]),
    (196, &["m_NavMeshData", "m_NavMesh"]),
    (222, &["m_GameObject"]),
    (class::RECT_TRANSFORM, &["m_Pivot"]),
    (225, &["m_IgnoreParentGroups"]),
    (class::PREFAB_INSTANCE, &["m_SourcePrefab", "m_ParentPrefab"]),
    (1045, &["m_Scenes"]),
    (class::SCENE_ROOTS, &["m_Roots"]),
];

/// Returns a message if the last line of the file has no line end, because Unity ends every line with one.
pub(super) fn open(source: &Source) -> Option<String> {
    let text = source.text();
    if text.is_empty() || text.ends_with('\n') {
        return None;
    }
    let line = text.lines().count();
    let last: String = text.lines().last().unwrap_or_default().chars().take(SHOWN).collect();
    Some(format!(
        "it is cut off: its last line, {line}, has no line end ({last:?}); objects can be missing"
    ))
}

/// Returns a message if the last document of an asset lacks a field that Unity always writes last.
pub(super) fn short_asset(source: &Source) -> Option<String> {
    if !source.text().ends_with('\n') {
        return None;
    }
    let (at, last) = source.documents().last()?;
    let field = missing_field(&last).or_else(|| field_of_siblings(source, at, &last))?;
    Some(cut_off(&last, &field))
}

fn cut_off(last: &Document<'_>, field: &str) -> String {
    format!(
        "it seems to be cut off: its last document &{} ({} in line {}) has no {field}; values can be missing",
        last.id(),
        last.type_name(),
        last.line()
    )
}

/// Returns a message if a scene or prefab lacks a field or a document that Unity always writes at the end.
pub(super) fn short(source: &Source, collected: &Collected) -> Option<String> {
    if !source.text().ends_with('\n') {
        return None;
    }
    let (at, last) = source.documents().last()?;
    let what = missing_field(&last)
        .or_else(|| missing_owner(collected, &last))
        .or_else(|| field_of_siblings(source, at, &last))
        .map(|field| {
            format!(
                "its last document &{} ({} in line {}) has no {field}",
                last.id(),
                last.type_name(),
                last.line()
            )
        })
        .or_else(|| missing_settings(source))
        .or_else(|| missing_roots(source, collected))?;
    Some(format!("it seems to be cut off: {what}; objects can be missing"))
}

fn missing_field(last: &Document<'_>) -> Option<String> {
    if last.stripped() {
        let names = ["m_PrefabInstance", "m_PrefabInternal"];
        return lacks_all(last, &names).then(|| names[0].to_owned());
    }
    // An editor begins each document with one of these fields; other tools write partial documents.
    let first = last.fields().next();
    if first.is_some_and(|first| !matches!(first.key(), "m_ObjectHideFlags" | "serializedVersion")) {
        return None;
    }
    let (_, fields) = LATE.iter().find(|(class, _)| *class == last.class())?;
    lacks_all(last, fields).then(|| fields.join(" or "))
}

/// Returns `m_GameObject` if the last document lacks this field although it is a component, so that it is truncated.
fn missing_owner(collected: &Collected, last: &Document<'_>) -> Option<String> {
    let mut listed = collected.objects.iter().flat_map(|object| &object.components);
    let is_listed = listed.any(|component| *component == last.id());
    (is_listed && lacks_all(last, &["m_GameObject"])).then(|| "m_GameObject".to_owned())
}

fn lacks_all(document: &Document<'_>, names: &[&str]) -> bool {
    !document.fields().any(|field| names.contains(&field.key()))
}

/// Returns a phrase with the last field of the nearest earlier document of the same type if `last` lacks this field. An
/// editor writes the same fields in all documents of a type.
fn field_of_siblings(source: &Source, at: u32, last: &Document<'_>) -> Option<String> {
    if last.stripped() {
        return None;
    }
    let kind = |document: &Document<'_>| {
        let script = document.field("m_Script").map(|field| field.raw().to_owned());
        (document.class(), script)
    };
    let own = kind(last);
    let mut before = (0..at).rev().filter_map(|at| source.document(at));
    let other = before.find(|other| other.class() == last.class() && !other.stripped() && kind(other) == own)?;
    let end = other.fields().last()?.key();
    lacks_all(last, &[end]).then(|| format!("{end}, as &{} has", other.id()))
}

/// Returns a message if one of the four settings documents, with which every scene begins, is missing.
fn missing_settings(source: &Source) -> Option<String> {
    let [occlusion, ..] = class::SCENE_SETTINGS;
    let classes: Vec<u32> = source.documents().map(|(_, document)| document.class()).collect();
    // Only editors write occlusion settings as the first document; other tools may omit all four.
    if classes.first() != Some(&occlusion) {
        return None;
    }
    let missing = class::SCENE_SETTINGS.iter().find(|class| !classes.contains(class))?;
    Some(format!(
        "a scene needs settings of the class {missing}, but the file has none"
    ))
}

/// Returns a phrase if a scene lacks its SceneRoots document, with which it ends since Unity 2022.2. Its Transforms
/// then have no order field.
fn missing_roots(source: &Source, collected: &Collected) -> Option<String> {
    let [occlusion, ..] = class::SCENE_SETTINGS;
    let is_scene = source
        .documents()
        .next()
        .is_some_and(|(_, first)| first.class() == occlusion);
    let unordered = collected
        .transforms
        .iter()
        .any(|transform| transform.father == 0 && transform.root_order.is_none());
    (is_scene && unordered && collected.roots_id == 0)
        .then(|| "its Transforms have no m_RootOrder, and there is no SceneRoots document".to_owned())
}
