//! Applies overrides of the fields of a GameObject: name, tag, layer, static flags and active state.

use crate::expand::collect::flags;
use crate::expand::flat::Object;
use crate::expand::mods::Mods;
use crate::expand::prefabs::Prefabs;
use unity_files::AssetProblem;

/// Applies the overrides of an instance to `object`, the copy of the object with the id `target` in the source.
pub(super) fn change_object(
    library: &mut dyn Prefabs,
    object: &mut Object,
    mods: &Mods,
    target: i64,
) -> Result<(), AssetProblem> {
    if !mods.changes_target(target) {
        return Ok(());
    }
    // A broken file can contain an id many times, and many rows for it.
    library.step(mods.rows_of(target))?;
    for change in mods.changes(target) {
        match &*change.path {
            "m_Name" => object.name = change.value.into(),
            "m_TagString" => object.tag = library.tag(&change.value),
            "m_Layer" => object.layer = change.value.parse().unwrap_or(object.layer),
            "m_StaticEditorFlags" => object.static_flags = flags(&change.value).unwrap_or(object.static_flags),
            "m_IsActive" => object.active = change.value != "0",
            _ => {}
        }
    }
    Ok(())
}
