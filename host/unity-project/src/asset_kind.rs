//! The kind of an asset, in Unity's terms (`Texture`): from the file extension, or from the main object in the file.

use unity_scripts::ScriptRef;
use unity_yaml::{Document, Head, as_text, split};

/// Asset kind of files that have an unknown extension or unreadable content: Unity's `DefaultAsset`.
const OTHER: &str = "DefaultAsset";

/// File id of the main object in an `.asset` file or a similar text asset that Unity's editor wrote.
const MAIN_OBJECT: i64 = 11_400_000;

const MONO_BEHAVIOUR: u32 = 114;

/// Maximum number of characters that are stored of a script's class identifier (assembly, namespace, class); the rest
/// is cut.
pub const MAX_IDENTIFIER: usize = 500;

const BY_EXTENSION: &[(&str, &str)] = &[
    ("Scene", "unity"),
    ("Prefab", "prefab"),
    ("Material", "mat"),
    ("MonoScript", "cs"),
    ("Texture", "png jpg jpeg tga psd psb tif tiff bmp gif exr hdr iff pict"),
    ("AudioClip", "wav mp3 ogg aif aiff flac mod it s3m xm"),
    ("Model", "fbx obj dae 3ds dxf blend max ma mb c4d skp stl ply"),
    ("VideoClip", "mp4 mov webm avi m4v mpg mpeg ogv wmv"),
    ("Shader", "shader shadergraph"),
    ("SubGraph", "shadersubgraph"),
    ("ShaderInclude", "cginc hlsl glslinc cg"),
    ("ComputeShader", "compute"),
    ("RayTracingShader", "raytrace"),
    ("ShaderVariantCollection", "shadervariants"),
    ("AnimationClip", "anim"),
    ("AnimatorController", "controller"),
    ("AnimatorOverrideController", "overridecontroller"),
    ("AvatarMask", "mask"),
    ("AudioMixer", "mixer"),
    ("Font", "ttf otf ttc dfont fontsettings fnt"),
    ("TextAsset", "txt json xml html htm yaml yml md bytes csv rsp"),
    ("VisualTreeAsset", "uxml"),
    ("StyleSheet", "uss"),
    ("ThemeStyleSheet", "tss"),
    ("PhysicMaterial", "physicmaterial physicsmaterial"),
    ("PhysicsMaterial2D", "physicsmaterial2d"),
    ("RenderTexture", "rendertexture"),
    ("CustomRenderTexture", "customrendertexture"),
    ("Cubemap", "cubemap"),
    ("SpriteAtlas", "spriteatlas spriteatlasv2"),
    ("TerrainLayer", "terrainlayer"),
    ("LightingSettings", "lighting"),
    ("LensFlare", "flare"),
    ("GUISkin", "guiskin"),
    ("Preset", "preset"),
    ("InputActionAsset", "inputactions"),
    ("VisualEffectAsset", "vfx"),
    ("AssemblyDefinition", "asmdef"),
    ("AssemblyDefinitionReference", "asmref"),
    ("Plugin", "dll so dylib bundle aar jar a framework mm m jslib jspre"),
];

/// Extensions of text files whose kind depends on the main object in the file.
const BY_CONTENT: [&str; 3] = ["asset", "playable", "signal"];

/// Returns the kind that the extension of `path` determines; `None` if it depends on the content of the file.
pub fn kind_by_path(path: &str) -> Option<&'static str> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    if BY_CONTENT.iter().any(|known| known.eq_ignore_ascii_case(extension)) {
        return None;
    }
    let listed = |known: &&str| {
        known
            .split_whitespace()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    let found = BY_EXTENSION.iter().find(|(_, known)| listed(known));
    Some(found.map_or(OTHER, |(kind, _)| kind))
}

/// Returns the names of all asset kinds that the host distinguishes, such as `Texture` or `ScriptableObject`.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    BY_EXTENSION
        .iter()
        .map(|(kind, _)| *kind)
        .chain(["ScriptableObject", OTHER])
}

/// Kinds of objects inside files (`Sprite Texture2D`), each with the kind of the files that contain them (`Texture`).
const IN_OTHERS: [(&str, &str); 7] = [
    ("Sprite Texture2D", "Texture"),
    ("Mesh Avatar", "Model"),
    ("GameObject", "Prefab"),
    ("SceneAsset", "Scene"),
    ("Script MonoBehaviour", "MonoScript"),
    ("AudioMixerGroup AudioMixerSnapshot", "AudioMixer"),
    ("AnimatorState AnimatorStateMachine", "AnimatorController"),
];

/// Returns the kind of the files that contain objects of the kind `kind`, such as `Texture` for `Sprite`; else `None`.
pub fn holders(kind: &str) -> Option<&'static str> {
    let found = IN_OTHERS
        .iter()
        .find(|(parts, _)| parts.split(' ').any(|part| part == kind));
    found.map(|(_, holder)| *holder)
}

/// The main object of a file, which determines the kind of the asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The main object is a ScriptableObject; the reference identifies its script.
    Script(ScriptRef),
    /// The main object has a class of Unity's engine; the text is the name of the class.
    Engine(String),
    /// The main object is unknown: the content is binary, truncated, or not an asset.
    Unreadable,
}

impl Content {
    /// Returns the asset kind that follows from this main object, such as `Material` or `ScriptableObject`.
    pub fn kind(&self) -> &str {
        match self {
            Self::Script(_) => "ScriptableObject",
            Self::Engine(name) => name,
            Self::Unreadable => OTHER,
        }
    }
}

/// Finds the main object in the bytes of a file; the beginning of the file is sufficient.
pub fn kind_by_content(bytes: &[u8]) -> Content {
    let bytes = whole_characters(bytes);
    let Some((text, heads)) = as_text(bytes).ok().and_then(|text| Some((text, split(text).ok()?))) else {
        return Content::Unreadable;
    };
    let main = heads.iter().find(|head| head.id == MAIN_OBJECT && !head.stripped);
    match main.or(heads.first()) {
        Some(head) => kind_by_document(text, *head),
        None => Content::Unreadable,
    }
}

fn kind_by_document(text: &str, head: Head) -> Content {
    let document = Document::new(text, head);
    if document.class() != MONO_BEHAVIOUR {
        let name: String = document.type_name().chars().take(80).collect();
        return if name.is_empty() {
            Content::Unreadable
        } else {
            Content::Engine(name)
        };
    }
    Content::Script(script_of(&document))
}

/// Returns the reference to the script that determines the class of a MonoBehaviour document.
pub fn script_of(document: &Document<'_>) -> ScriptRef {
    let mut script = ScriptRef::default();
    for field in document.fields() {
        match field.key() {
            "m_Script" => script.file = field.file_ref(),
            "m_EditorClassIdentifier" => {
                script.identifier = field.scalar().chars().take(MAX_IDENTIFIER).collect();
                break;
            }
            _ => {}
        }
    }
    script
}

/// Returns `bytes` without an incomplete UTF-8 character at the end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.get(..error.valid_up_to()).unwrap_or(bytes),
        _ => bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_asset_kind_by_extension_or_main_object() {
        for (path, kind) in [
            ("Assets/A.unity", Some("Scene")),
            ("Assets/B.PNG", Some("Texture")),
            ("Assets/C.overrideController", Some("AnimatorOverrideController")),
            ("Assets/v1.2/LICENSE", Some("DefaultAsset")),
            ("Assets/D.asset", None),
        ] {
            assert_eq!(kind_by_path(path), kind, "{path}");
        }
        let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
        let guid = "a".repeat(32);
        let track = "--- !u!114 &5\nMonoBehaviour:\n  m_Script: {fileID: 0}\n";
        let main = format!(
            "--- !u!114 &11400000\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {guid}, type: 3}}\n  m_Name: é"
        );
        let Content::Script(script) = kind_by_content(format!("{head}{track}{main}").as_bytes()) else {
            panic!("a script");
        };
        assert_eq!((script.file.file_id, script.file.guid.to_string()), (11_500_000, guid));
        // Cut in the middle of the last character.
        let cut = format!("{head}{main}");
        let cut = &cut.as_bytes()[..cut.len() - 1];
        assert_eq!(kind_by_content(cut).kind(), "ScriptableObject");
        let mesh = format!("{head}--- !u!43 &4300000\nMesh:\n  m_Name: m\n");
        assert_eq!(kind_by_content(mesh.as_bytes()).kind(), "Mesh");
        for other in [&b""[..], b"\0\0\0\0", b"{}", b"%YAML 1.1\n", b"\xff\xfe"] {
            assert_eq!(kind_by_content(other), Content::Unreadable);
        }
    }
}
