//! What is known of settings' kinds, where a number in the file is a flag or stands for a name.

use crate::fields::Kind;

/// Written as 0 or 1 and meant as a flag.
const FLAGS: [(&str, &[&str]); 6] = [
    (
        "DynamicsManager",
        &[
            "m_QueriesHitBackfaces",
            "m_QueriesHitTriggers",
            "m_EnableAdaptiveForce",
            "m_AutoSimulation",
            "m_AutoSyncTransforms",
            "m_ReuseCollisionCallbacks",
            "m_InvokeCollisionCallbacks",
            "m_ClothInterCollisionSettingsToggle",
            "m_EnableEnhancedDeterminism",
            "m_ImprovedPatchFriction",
            "m_EnableUnifiedHeightmaps",
        ],
    ),
    (
        "Physics2DSettings",
        &[
            "m_AutoSimulation",
            "m_QueriesHitTriggers",
            "m_QueriesStartInColliders",
            "m_ChangeStopsCallbacks",
            "m_CallbacksOnDisable",
            "m_ReuseCollisionCallbacks",
            "m_AutoSyncTransforms",
            "m_AlwaysShowColliders",
            "m_ShowColliderSleep",
            "m_ShowColliderContacts",
            "m_ShowColliderAABB",
        ],
    ),
    (
        "QualitySettings",
        &[
            "m_QualitySettings.softParticles",
            "m_QualitySettings.softVegetation",
            "m_QualitySettings.realtimeReflectionProbes",
            "m_QualitySettings.billboardsFaceCameraPosition",
            "m_QualitySettings.streamingMipmapsActive",
            "m_QualitySettings.streamingMipmapsAddAllCameras",
            "m_QualitySettings.asyncUploadPersistentBuffer",
        ],
    ),
    ("InputManager", &["m_Axes.snap", "m_Axes.invert", "m_UsePhysicalKeys"]),
    (
        "ProjectSettings",
        &[
            "defaultIsNativeResolution",
            "runInBackground",
            "captureSingleScreen",
            "muteOtherAudioSources",
            "resizableWindow",
        ],
    ),
    (
        "GraphicsSettings",
        &["m_LightsUseLinearIntensity", "m_LightsUseColorTemperature"],
    ),
];

/// What is known of a field; `None` for one whose form alone tells.
pub(super) fn of(file: &str, names: &str) -> Option<Kind> {
    let (_, flags) = FLAGS.iter().find(|(known, _)| *known == file)?;
    if flags.contains(&names) {
        return Some(Kind::Bool);
    }
    // A name that looks like a number is a name all the same.
    let is_text = matches!(
        names,
        "companyName"
            | "productName"
            | "bundleVersion"
            | "m_QualitySettings.name"
            | "m_LayerCollisionMatrix"
            | "m_Axes.m_Name"
    );
    is_text.then_some(Kind::Text)
}
