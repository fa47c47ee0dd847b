//! Assets that are stored in the file of a scene or prefab itself, such as a material that was created in the scene.
//!
//! `reference` has objects and components, `unity_project::values` assets with a guid.

use super::field::Fields;
use serde_json::{Value, json};
use unity_fields::{Source, class};
use unity_project::expand::{Component, Flat};
use unity_project::values::class_name;
use unity_yaml::{Document, FileRef};

/// An asset that the file of a scene or prefab contains, such as a material created in the scene.
pub(crate) struct Embedded {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Full name of the asset's type, if it is known.
    pub(crate) type_name: String,
}

impl Fields<'_> {
    /// Returns the JSON of a reference to an asset in the component's own file: its file as `ref`, its file id as
    /// `sub`; `None` if the target is no such asset.
    pub(super) fn embedded_asset(&self, file: FileRef) -> Option<Value> {
        let source = self
            .view
            .world
            .flat(self.at)
            .and_then(|flat| source_of_reference(flat, self.component, file))?;
        let found = embedded_in(source, file.file_id)?;
        Some(json!({"ref": source.path, "name": found.name, "type": found.type_name, "sub": found.id.to_string()}))
    }
}

/// Returns the file in which a component's reference has its file id: the component's own, or that of an override.
fn source_of_reference<'f>(flat: &'f Flat, component: &'f Component, file: FileRef) -> Option<&'f Source> {
    let chain = component.overrides.as_ref();
    if let Some((source, _)) = chain.and_then(|chain| chain.origin(file)) {
        return Some(source);
    }
    match &component.text {
        Some((source, _)) => Some(source),
        None => flat.file.as_deref(),
    }
}

/// Returns the asset with the file id `id` that the scene or prefab file `source` contains.
pub(crate) fn embedded_in(source: &Source, id: i64) -> Option<Embedded> {
    let of_id = |document: &Document<'_>| document.id() == id && is_asset(document);
    let document = source.documents().map(|(_, document)| document).find(of_id)?;
    let known = class_name(i64::from(document.class()));
    let type_name = match known.as_str() {
        "UnityEngine.Object" => format!(
            "UnityEngine.{}",
            document.type_name().chars().take(80).collect::<String>()
        ),
        _ => known,
    };
    let name = document.field("m_Name").map(|field| field.scalar().into_owned());
    Some(Embedded {
        id,
        name: name.unwrap_or_default(),
        type_name,
    })
}

/// Returns true if a document is an asset. A component refers to its object, an asset does not.
fn is_asset(document: &Document<'_>) -> bool {
    let class = document.class();
    let is_of_hierarchy = matches!(class, class::GAME_OBJECT | class::PREFAB_INSTANCE);
    let owner = document.field("m_GameObject");
    let is_on_none = owner.is_none_or(|owner| class == class::MONO_BEHAVIOUR && owner.file_ref().file_id == 0);
    !document.stripped() && !is_of_hierarchy && is_on_none && document.field("m_Name").is_some()
}
