//! Facts about Unity's own types that do not require its assemblies: which types derive from `UnityEngine.Object`,
//! which are values, and some base types.

use std::collections::HashSet;
use std::sync::LazyLock;
use unity_fields::{bases_of, find_type};

/// Pairs of a type and its base type, for objects of Unity that are no components. The table of types in `host-csharp`
/// has further ones.
const BASES: [(&str, &str); 5] = [
    ("UnityEngine.ScriptableObject", "UnityEngine.Object"),
    ("UnityEngine.StateMachineBehaviour", "UnityEngine.ScriptableObject"),
    ("UnityEditor.Editor", "UnityEngine.ScriptableObject"),
    ("UnityEditor.EditorWindow", "UnityEngine.ScriptableObject"),
    ("UnityEditor.ScriptableWizard", "UnityEditor.EditorWindow"),
];

/// Full names of component types from which scripts derive; `unity_fields::bases_of` has their base types.
static COMPONENTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "UnityEngine.Renderer UnityEngine.EventSystems.UIBehaviour UnityEngine.EventSystems.BaseInput \
     UnityEngine.EventSystems.BaseInputModule UnityEngine.EventSystems.BaseRaycaster \
     UnityEngine.EventSystems.EventSystem UnityEngine.UI.BaseMeshEffect UnityEngine.UI.Button \
     UnityEngine.UI.Dropdown UnityEngine.UI.Graphic UnityEngine.UI.GraphicRaycaster UnityEngine.UI.Image \
     UnityEngine.UI.InputField UnityEngine.UI.LayoutElement UnityEngine.UI.LayoutGroup UnityEngine.UI.Mask \
     UnityEngine.UI.MaskableGraphic UnityEngine.UI.RawImage UnityEngine.UI.ScrollRect UnityEngine.UI.Scrollbar \
     UnityEngine.UI.Selectable UnityEngine.UI.Slider UnityEngine.UI.Text UnityEngine.UI.Toggle \
     UnityEngine.UI.ToggleGroup"
        .split_whitespace()
        .collect()
});

/// Short names of asset types and abstract component types, which the tables of component fields do not contain.
static OBJECTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "AnimationClip AnimatorOverrideController AssetBundle AudioClip AudioMixer AudioMixerGroup Avatar AvatarMask \
     BillboardAsset Collider2D ComputeShader Cubemap Effector2D Flare Font GUISkin GameObject Joint Joint2D \
     LightingSettings LightProbes Material Mesh Motion Object PhysicMaterial PhysicsMaterial2D Renderer \
     RenderTexture RuntimeAnimatorController ScriptableObject Shader ShaderVariantCollection Sprite SpriteAtlas \
     TerrainData TerrainLayer TextAsset Texture Texture2D"
        .split_whitespace()
        .collect()
});
static MORE_OBJECTS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "Behaviour Collider Component MonoBehaviour Texture2DArray Texture3D Tile TileBase VideoClip VisualEffectAsset \
     PanelSettings VisualTreeAsset StyleSheet TimelineAsset"
        .split_whitespace()
        .collect()
});

/// Short names of Unity types that are serialized, but are neither objects nor a variant of `Shape`.
static WRITTEN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "AnimationCurve Bounds BoundingSphere BoundsInt ExposedReference GUIContent GUIStyle Gradient Hash128 \
     LazyLoadReference Matrix4x4 Pose PropertyName RectInt RectOffset RenderingLayerMask SphericalHarmonicsL2 \
     UnityEvent"
        .split_whitespace()
        .collect()
});

/// Short names of Unity types that are never serialized.
static NOT_WRITTEN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "AsyncOperation Collision Collision2D CommandBuffer ContactPoint ContactPoint2D Coroutine ComputeBuffer \
     ControllerColliderHit CustomYieldInstruction Event FrustumPlanes GraphicsBuffer MaterialPropertyBlock \
     NavMeshPath ParticleCollisionEvent Plane Ray Ray2D RaycastHit RaycastHit2D RenderTargetIdentifier Resolution \
     WaitForEndOfFrame WaitForFixedUpdate WaitForSeconds YieldInstruction"
        .split_whitespace()
        .collect()
});

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Object,
    Written,
    NotWritten,
    Unknown,
}

/// Returns the full name of the base type of the Unity type `full`; `None` if it is unknown.
pub(super) fn base_of(full: &str) -> Option<&'static str> {
    if let Some((_, base)) = BASES.iter().find(|(name, _)| *name == full) {
        return Some(base);
    }
    let short = COMPONENTS.contains(&full).then(|| short_of(full))?;
    // The only class among interfaces.
    let is_interface = |name: &str| {
        let mut letters = name.chars();
        letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
    };
    let mut bases = bases_of(short).iter().map(String::as_str);
    bases.find(|base| !is_interface(short_of(base)))
}

fn short_of(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

/// Decides how Unity serializes a field of the Unity type `full`, a full name without type arguments.
pub(super) fn kind_of(full: &str) -> Own {
    let short = short_of(full);
    if find_type(full).is_some() || base_of(full).is_some() || OBJECTS.contains(&short) || MORE_OBJECTS.contains(&short)
    {
        Own::Object
    } else if WRITTEN.contains(&short) {
        Own::Written
    } else if NOT_WRITTEN.contains(&short) {
        Own::NotWritten
    } else {
        Own::Unknown
    }
}

pub(super) fn is_own(namespace: &str) -> bool {
    ["UnityEngine", "UnityEditor", "Unity", "TMPro"]
        .iter()
        .any(|own| namespace == *own || namespace.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')))
}
