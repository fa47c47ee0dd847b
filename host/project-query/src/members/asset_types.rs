//! Checks whether the type of an asset's object fits a field. A rejection requires that both types are known.
//!
//! `reference` compares types of components; `asset_reference` chooses the object.

use unity_fields::{base_names, component_names, derives_from, find_type};

/// Unity's own asset types, from which no script derives, each with its bases except `Object`.
const ASSETS: [(&str, &[&str]); 41] = [
    ("AnimationClip", &["Motion"]),
    ("AnimatorController", &["RuntimeAnimatorController"]),
    ("AnimatorOverrideController", &["RuntimeAnimatorController"]),
    ("AudioClip", &["AudioResource"]),
    ("AudioMixer", &[]),
    ("AudioMixerController", &["AudioMixer"]),
    ("AudioMixerGroup", &[]),
    ("AudioMixerGroupController", &["AudioMixerGroup"]),
    ("Avatar", &[]),
    ("AvatarMask", &[]),
    ("ComputeShader", &[]),
    ("Cubemap", &["Texture"]),
    ("CustomRenderTexture", &["RenderTexture", "Texture"]),
    ("DefaultAsset", &[]),
    ("Flare", &[]),
    ("Font", &[]),
    ("GameObject", &[]),
    ("LightingSettings", &[]),
    ("LightmapParameters", &[]),
    ("Material", &[]),
    ("Mesh", &[]),
    ("MonoScript", &["TextAsset"]),
    ("Motion", &[]),
    ("PhysicMaterial", &["PhysicsMaterial"]),
    ("PhysicsMaterial", &["PhysicMaterial"]),
    ("PhysicsMaterial2D", &[]),
    ("RenderTexture", &["Texture"]),
    ("RuntimeAnimatorController", &[]),
    ("SceneAsset", &[]),
    ("Shader", &[]),
    ("ShaderVariantCollection", &[]),
    ("Sprite", &[]),
    ("SpriteAtlas", &[]),
    ("TerrainData", &[]),
    ("TerrainLayer", &[]),
    ("TextAsset", &[]),
    ("Texture", &[]),
    ("Texture2D", &["Texture"]),
    ("Texture2DArray", &["Texture"]),
    ("Texture3D", &["Texture"]),
    ("VideoClip", &[]),
];

pub(super) fn short(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Returns the bases of one of Unity's asset types; `None` for other types.
fn asset_bases(name: &str) -> Option<&'static [&'static str]> {
    let is_unity_class = !name.contains('.') || name.starts_with("UnityEngine.") || name.starts_with("UnityEditor.");
    let found = ASSETS.iter().find(|(known, _)| *known == short(name));
    found.filter(|_| is_unity_class).map(|(_, above)| *above)
}

/// Returns true if the full or short name belongs to one of Unity's component types, or to a base of one.
fn is_of_components(name: &str) -> bool {
    let is_it = |known: &str| known == name || !name.contains('.') && short(known) == name;
    short(name) != "Object" && component_names().chain(base_names()).any(is_it)
}

/// Returns true if an object of the type `is` fits a field of the type `wanted`; `None` if that is unknown.
pub(super) fn fits(is: &str, wanted: &str) -> Option<bool> {
    if short(is) == short(wanted) || matches!(short(wanted), "Object") {
        return Some(true);
    }
    match (asset_bases(is), asset_bases(wanted)) {
        (Some(above), Some(_)) => Some(above.contains(&short(wanted))),
        // An asset is not a component, and no GameObject is an asset.
        (Some(_), None) if is_of_components(wanted) => Some(false),
        (None, Some(_)) if is_of_components(is) => Some(false),
        (None, None) if derives_from(is, wanted) => Some(true),
        (None, None) if find_type(is).is_some() && find_type(wanted).is_some() => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn type_check_returns_fit_mismatch_or_unknown() {
        for (is, wanted, known) in [
            ("UnityEngine.Material", "UnityEngine.Material", Some(true)),
            ("UnityEngine.Material", "Material", Some(true)),
            ("UnityEngine.Material", "Mesh", Some(false)),
            ("UnityEngine.Material", "GameObject", Some(false)),
            ("UnityEngine.Material", "UnityEngine.Light", Some(false)),
            ("UnityEngine.Material", "Light", Some(false)),
            ("UnityEngine.Material", "Renderer", Some(false)),
            ("UnityEngine.Material", "Component", Some(false)),
            ("UnityEngine.Material", "Object", Some(true)),
            ("UnityEditor.SceneAsset", "Material", Some(false)),
            ("UnityEditor.SceneAsset", "UnityEditor.SceneAsset", Some(true)),
            ("UnityEngine.TextAsset", "Texture2D", Some(false)),
            ("UnityEditor.MonoScript", "TextAsset", Some(true)),
            ("UnityEngine.RenderTexture", "Texture", Some(true)),
            ("UnityEngine.Texture2D", "Sprite", Some(false)),
            ("UnityEngine.AudioClip", "AudioResource", None),
            ("UnityEngine.Light", "UnityEngine.Behaviour", Some(true)),
            ("UnityEngine.Light", "Mesh", Some(false)),
            ("Game.Item", "Mesh", None),
            ("UnityEngine.Material", "Game.Item", None),
            ("Game.Material", "Mesh", None),
            ("UnityEngine.Object", "Mesh", None),
        ] {
            assert_eq!(fits(is, wanted), known, "{is} in {wanted}");
        }
    }
}
