//! What is known of Unity's own types where no assembly is there: which are objects, which are values, what some derive from.

use crate::fields::of_type;

/// Base types of Unity's types that scripts derive from; those that `host-csharp` has a table of are not repeated.
const BASES: [(&str, &str); 30] = [
    ("UnityEngine.ScriptableObject", "UnityEngine.Object"),
    ("UnityEngine.StateMachineBehaviour", "UnityEngine.ScriptableObject"),
    ("UnityEngine.Renderer", "UnityEngine.Component"),
    ("UnityEngine.EventSystems.UIBehaviour", "UnityEngine.MonoBehaviour"),
    (
        "UnityEngine.EventSystems.BaseInput",
        "UnityEngine.EventSystems.UIBehaviour",
    ),
    (
        "UnityEngine.EventSystems.BaseInputModule",
        "UnityEngine.EventSystems.UIBehaviour",
    ),
    (
        "UnityEngine.EventSystems.BaseRaycaster",
        "UnityEngine.EventSystems.UIBehaviour",
    ),
    (
        "UnityEngine.EventSystems.EventSystem",
        "UnityEngine.EventSystems.UIBehaviour",
    ),
    ("UnityEngine.UI.BaseMeshEffect", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.Button", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.Dropdown", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.Graphic", "UnityEngine.EventSystems.UIBehaviour"),
    (
        "UnityEngine.UI.GraphicRaycaster",
        "UnityEngine.EventSystems.BaseRaycaster",
    ),
    ("UnityEngine.UI.Image", "UnityEngine.UI.MaskableGraphic"),
    ("UnityEngine.UI.InputField", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.LayoutElement", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.LayoutGroup", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.Mask", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.MaskableGraphic", "UnityEngine.UI.Graphic"),
    ("UnityEngine.UI.RawImage", "UnityEngine.UI.MaskableGraphic"),
    ("UnityEngine.UI.ScrollRect", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.Scrollbar", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.Selectable", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEngine.UI.Slider", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.Text", "UnityEngine.UI.MaskableGraphic"),
    ("UnityEngine.UI.Toggle", "UnityEngine.UI.Selectable"),
    ("UnityEngine.UI.ToggleGroup", "UnityEngine.EventSystems.UIBehaviour"),
    ("UnityEditor.Editor", "UnityEngine.ScriptableObject"),
    ("UnityEditor.EditorWindow", "UnityEngine.ScriptableObject"),
    ("UnityEditor.ScriptableWizard", "UnityEditor.EditorWindow"),
];

/// Objects that are no components, and abstract components: what the tables of fields do not have.
const OBJECTS: [&str; 40] = [
    "AnimationClip",
    "AnimatorOverrideController",
    "AssetBundle",
    "AudioClip",
    "AudioMixer",
    "AudioMixerGroup",
    "Avatar",
    "AvatarMask",
    "BillboardAsset",
    "Collider2D",
    "ComputeShader",
    "Cubemap",
    "Effector2D",
    "Flare",
    "Font",
    "GUISkin",
    "GameObject",
    "Joint",
    "Joint2D",
    "LightingSettings",
    "LightProbes",
    "Material",
    "Mesh",
    "Motion",
    "Object",
    "PhysicMaterial",
    "PhysicsMaterial2D",
    "Renderer",
    "RenderTexture",
    "RuntimeAnimatorController",
    "ScriptableObject",
    "Shader",
    "ShaderVariantCollection",
    "Sprite",
    "SpriteAtlas",
    "TerrainData",
    "TerrainLayer",
    "TextAsset",
    "Texture",
    "Texture2D",
];
const MORE_OBJECTS: [&str; 14] = [
    "Behaviour",
    "Collider",
    "Component",
    "MonoBehaviour",
    "Texture2DArray",
    "Texture3D",
    "Tile",
    "TileBase",
    "VideoClip",
    "VisualEffectAsset",
    "PanelSettings",
    "VisualTreeAsset",
    "StyleSheet",
    "TimelineAsset",
];

/// Types of Unity that are written, and are neither objects nor values that `Shape` knows.
const WRITTEN: [&str; 18] = [
    "AnimationCurve",
    "Bounds",
    "BoundingSphere",
    "BoundsInt",
    "ExposedReference",
    "GUIContent",
    "GUIStyle",
    "Gradient",
    "Hash128",
    "LazyLoadReference",
    "Matrix4x4",
    "Pose",
    "PropertyName",
    "RectInt",
    "RectOffset",
    "RenderingLayerMask",
    "SphericalHarmonicsL2",
    "UnityEvent",
];

/// Types of Unity that are never written.
const NOT_WRITTEN: [&str; 27] = [
    "AsyncOperation",
    "Collision",
    "Collision2D",
    "CommandBuffer",
    "ContactPoint",
    "ContactPoint2D",
    "Coroutine",
    "ComputeBuffer",
    "ControllerColliderHit",
    "CustomYieldInstruction",
    "Event",
    "FrustumPlanes",
    "GraphicsBuffer",
    "MaterialPropertyBlock",
    "NavMeshPath",
    "ParticleCollisionEvent",
    "Plane",
    "Ray",
    "Ray2D",
    "RaycastHit",
    "RaycastHit2D",
    "RenderTargetIdentifier",
    "Resolution",
    "WaitForEndOfFrame",
    "WaitForFixedUpdate",
    "WaitForSeconds",
    "YieldInstruction",
];

/// What Unity makes of a field of one of its own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Object,
    Written,
    NotWritten,
    Unknown,
}

/// The base type of one of Unity's types.
pub(super) fn base_of(full: &str) -> Option<&'static str> {
    BASES.iter().find(|(name, _)| *name == full).map(|(_, base)| *base)
}

/// By its full name, without type arguments.
pub(super) fn kind_of(full: &str) -> Own {
    let short = full.rsplit('.').next().unwrap_or(full);
    if of_type(full).is_some() || base_of(full).is_some() || OBJECTS.contains(&short) || MORE_OBJECTS.contains(&short) {
        Own::Object
    } else if WRITTEN.contains(&short) {
        Own::Written
    } else if NOT_WRITTEN.contains(&short) {
        Own::NotWritten
    } else {
        Own::Unknown
    }
}

/// True for the namespaces of Unity's own types.
pub(super) fn is_own(namespace: &str) -> bool {
    ["UnityEngine", "UnityEditor", "Unity", "TMPro"]
        .iter()
        .any(|own| namespace == *own || namespace.strip_prefix(own).is_some_and(|rest| rest.starts_with('.')))
}
