//! Scripts in a DLL: their fileID is the start of an MD4 hash of the class name. This module finds the classes of DLLs
//! in the project, and of DLLs that older Unity versions contain.

use host_csharp::read_assembly;
use md4::{Digest, Md4};
use std::collections::HashMap;
use std::sync::OnceLock;
use unity_files::Project;

/// Namespaces with the names of classes that Unity provided as DLLs: its UI before 2019.2, its event system, and the
/// first version of TextMesh Pro.
const KNOWN: [(&str, &str); 3] = [
    (
        "UnityEngine.UI",
        "AspectRatioFitter Button CanvasScaler ContentSizeFitter Dropdown GraphicRaycaster GridLayoutGroup \
         HorizontalLayoutGroup Image InputField LayoutElement Mask Outline PositionAsUV1 RawImage RectMask2D \
         ScrollRect Scrollbar Selectable Shadow Slider Text Toggle ToggleGroup VerticalLayoutGroup",
    ),
    (
        "UnityEngine.EventSystems",
        "BaseInput EventSystem EventTrigger HoloLensInputModule Physics2DRaycaster PhysicsRaycaster \
         StandaloneInputModule TouchInputModule",
    ),
    (
        "TMPro",
        "TMP_Dropdown TMP_InputField TMP_ScrollbarEventHandler TMP_SubMesh TMP_SubMeshUI TextContainer TextMeshPro \
         TextMeshProUGUI",
    ),
];

/// Returns the full name of the class with this fileID in one of the DLLs of `KNOWN`; `None` if there is none.
pub(super) fn class_name(file_id: i64) -> Option<String> {
    static NAMES: OnceLock<HashMap<i64, (&'static str, &'static str)>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let all = KNOWN
            .iter()
            .flat_map(|(namespace, classes)| classes.split_whitespace().map(move |class| (*namespace, class)));
        all.map(|(namespace, class)| (i64::from(file_id_of(namespace, class)), (namespace, class)))
            .collect()
    });
    names
        .get(&file_id)
        .map(|(namespace, class)| format!("{namespace}.{class}"))
}

/// Maximum size in bytes of a DLL that is read; of a larger one, no classes are known.
pub(super) const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Returns the full names of the classes in a DLL, by fileID; empty for an unreadable DLL or native code.
pub(super) fn classes_of(project: &Project, path: &str) -> HashMap<i64, String> {
    let file = project.read_at_most(path, MAX_BYTES).ok();
    let Some(file) = file.and_then(|bytes| read_assembly(path, &bytes).ok()) else {
        return HashMap::new();
    };
    let named = file.plain_classes().map(|(namespace, class)| {
        let full = match namespace {
            "" => class.to_owned(),
            _ => format!("{namespace}.{class}"),
        };
        (i64::from(file_id_of(namespace, class)), full)
    });
    named.collect()
}

/// Returns the fileID of a class in a DLL: the first four bytes, little-endian, of the MD4 hash of `s`, three zero
/// bytes, the namespace and the class name.
pub fn file_id_of(namespace: &str, class: &str) -> i32 {
    let mut hash = Md4::new();
    hash.update(b"s\0\0\0");
    hash.update(namespace);
    hash.update(class);
    let digest = hash.finalize();
    digest.first_chunk::<4>().map_or(0, |start| i32::from_le_bytes(*start))
}
