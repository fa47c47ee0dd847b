//! The scripts of Unity's common packages by guid. A project folder without `Library/PackageCache` does not contain
//! these scripts.

use super::MAIN;
use unity_yaml::Guid;

/// Guid of the file with Unity's default resources; the scripts in it have small fileIDs.
const DEFAULT_RESOURCES: u128 = 0x0000_0000_0000_0000_e000_0000_0000_0000;

/// Guids of the DLLs with Unity's UI and event system, in Unity 4.6 to 2019.1.
const DLLS: [u128; 2] = [0xf70555f144d8491a825f0804e09c671c, 0xf5f67c52d1564df4a8936ccd202a3bd8];

const SCRIPTS: &[(u128, &str)] = &[
    // com.unity.ugui
    (0xfe87c0e1cc204ed48ad3b37840f39efc, "UnityEngine.UI.Image"),
    (0x5f7201a12d95ffc409449d95f23cf332, "UnityEngine.UI.Text"),
    (0x4e29b1a8efbd4b44bb3f3716e73f07ff, "UnityEngine.UI.Button"),
    (0x0cd44c1031e13a943bb63640046fad76, "UnityEngine.UI.CanvasScaler"),
    (0xdc42784cf147c0c48a680349fa168899, "UnityEngine.UI.GraphicRaycaster"),
    (0x1344c3c82d62a2a41a3576d8abb8e3ea, "UnityEngine.UI.RawImage"),
    (0xd199490a83bb2b844b9695cbf13b01ef, "UnityEngine.UI.InputField"),
    (0x9085046f02f69544eb97fd06b6048fe2, "UnityEngine.UI.Toggle"),
    (0x2fafe2cfe61f6974895a912c3755e8f1, "UnityEngine.UI.ToggleGroup"),
    (0x67db9e8f0e2ae9c40bc1e2b64352a6b4, "UnityEngine.UI.Slider"),
    (0x2a4db7a114972834c8e4117be1d82ba3, "UnityEngine.UI.Scrollbar"),
    (0x1aa08ab6e0800fa44ae55d278d1423e3, "UnityEngine.UI.ScrollRect"),
    (0x0d0b652f32a2cc243917e4028fa0f046, "UnityEngine.UI.Dropdown"),
    (0x31a19414c41e5ae4aae2af33fee712f6, "UnityEngine.UI.Mask"),
    (0x3312d7739989d2b4e91e6319e9a96d76, "UnityEngine.UI.RectMask2D"),
    (0x59f8146938fff824cb5fd77236b75775, "UnityEngine.UI.VerticalLayoutGroup"),
    (
        0x30649d3a9faa99c48a7b1166b86bf2a0,
        "UnityEngine.UI.HorizontalLayoutGroup",
    ),
    (0x8a8695521f0d02e499659fee002a26c2, "UnityEngine.UI.GridLayoutGroup"),
    (0x3245ec927659c4140ac4f8d17403cc18, "UnityEngine.UI.ContentSizeFitter"),
    (0x306cc8c2b49d7114eaa3623786fc2126, "UnityEngine.UI.LayoutElement"),
    (0x86710e43de46f6f4bac7c8e50813a599, "UnityEngine.UI.AspectRatioFitter"),
    (0xe19747de3f5aca642ab2be37e372fb86, "UnityEngine.UI.Outline"),
    (0xcfabb0440166ab443bba8876756fdfa9, "UnityEngine.UI.Shadow"),
    (
        0x76c392e42b5098c458856cdf6ecaaaa1,
        "UnityEngine.EventSystems.EventSystem",
    ),
    (
        0x4f231c4fb786f3946a6b90b886c48677,
        "UnityEngine.EventSystems.StandaloneInputModule",
    ),
    (
        0xd0b148fe25e99eb48b9724523833bab1,
        "UnityEngine.EventSystems.EventTrigger",
    ),
    // com.unity.textmeshpro, since 2023.2 part of com.unity.ugui
    (0xf4688fdb7df04437aeb418b961361dc5, "TMPro.TextMeshProUGUI"),
    (0x9541d86e2fd84c1d9990edf0852d74ab, "TMPro.TextMeshPro"),
    (0x2da0c512f12947e489f739169773d7ca, "TMPro.TMP_InputField"),
    (0x7b743370ac3e4ec2a1668f5455a8ef8a, "TMPro.TMP_Dropdown"),
    (0x058cba836c1846c3aa1c5fd2e28aea77, "TMPro.TMP_SubMeshUI"),
    (0x07994bfe8b0e4adb97d706de5dea48d5, "TMPro.TMP_SubMesh"),
    // com.unity.render-pipelines.universal and .core
    (
        0xa79441f348de89743a2939f4d699eac1,
        "UnityEngine.Rendering.Universal.UniversalAdditionalCameraData",
    ),
    (
        0x474bcb49853aa07438625e644c072ee6,
        "UnityEngine.Rendering.Universal.UniversalAdditionalLightData",
    ),
    (
        0x073797afb82c5a1438f328866b10b3f0,
        "UnityEngine.Rendering.Universal.Light2D",
    ),
    (0x172515602e62fb746b5d573b38a5fe58, "UnityEngine.Rendering.Volume"),
    // com.unity.postprocessing
    (
        0x948f4100a11a5c24981795d21301da5c,
        "UnityEngine.Rendering.PostProcessing.PostProcessLayer",
    ),
    (
        0x8b9a305e18de0c04dbd257a21cd47087,
        "UnityEngine.Rendering.PostProcessing.PostProcessVolume",
    ),
    // com.unity.cinemachine 2
    (0x72ece51f2901e7445ab60da3685d6b5f, "Cinemachine.CinemachineBrain"),
    (
        0x45e653bab7fb20e499bda25e1b646fea,
        "Cinemachine.CinemachineVirtualCamera",
    ),
    (0xac0b09e7857660247b1477e93731de29, "Cinemachine.CinemachinePipeline"),
    (0xf4044717213e31446939f7bd49c896ea, "Cinemachine.CinemachineComposer"),
    (0xfa7155796051b734daa718462081dc5f, "Cinemachine.CinemachineTransposer"),
    // com.unity.inputsystem
    (
        0x01614664b831546d2ae94a42149d80ac,
        "UnityEngine.InputSystem.UI.InputSystemUIInputModule",
    ),
    (
        0x62899f850307741f2a39c98a8b639597,
        "UnityEngine.InputSystem.PlayerInput",
    ),
];

/// Full name of the class `UIDocument`, which is a script in Unity's default resources.
const UI_DOCUMENT: &str = "UnityEngine.UIElements.UIDocument";

pub(super) fn class_names() -> impl Iterator<Item = &'static str> {
    SCRIPTS.iter().map(|(_, name)| *name).chain([UI_DOCUMENT])
}

/// Returns the full name of the class for a reference to a package script; `None` if the table `SCRIPTS` lacks it.
pub(super) fn class_name(guid: Guid, file_id: i64) -> Option<&'static str> {
    match (guid.0, file_id) {
        (DEFAULT_RESOURCES, 19_102) => Some(UI_DOCUMENT),
        (guid, MAIN) => SCRIPTS.iter().find(|(known, _)| *known == guid).map(|(_, name)| *name),
        _ => None,
    }
}

/// Returns the full name of the class for a reference to a package script, or to a class in a DLL of Unity's UI.
pub(super) fn class_of(guid: Guid, file_id: i64) -> Option<String> {
    let by_guid = class_name(guid, file_id).map(str::to_owned);
    by_guid.or_else(|| {
        let class = is_dll(guid).then(|| super::dll::class_name(file_id))?;
        class.or_else(|| Some(format!("a script of the DLL {guid}")))
    })
}

/// Returns true if the guid is that of a DLL of Unity's UI, in which the fileID is a hash of the class name.
pub(super) fn is_dll(guid: Guid) -> bool {
    DLLS.contains(&guid.0)
}
