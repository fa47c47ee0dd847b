//! Kinds of those settings fields whose kind the text does not show: flags, and texts that look like numbers.

use unity_fields::Kind;

/// Names of the boolean fields in each project settings file, which stores them as 0 or 1.
const FLAGS: [(&str, &str); 6] = [
    (
        "DynamicsManager",
        "m_QueriesHitBackfaces m_QueriesHitTriggers m_EnableAdaptiveForce m_AutoSimulation m_AutoSyncTransforms \
         m_ReuseCollisionCallbacks m_InvokeCollisionCallbacks m_ClothInterCollisionSettingsToggle \
         m_EnableEnhancedDeterminism m_ImprovedPatchFriction m_EnableUnifiedHeightmaps",
    ),
    (
        "Physics2DSettings",
        "m_AutoSimulation m_QueriesHitTriggers m_QueriesStartInColliders m_ChangeStopsCallbacks m_CallbacksOnDisable \
         m_ReuseCollisionCallbacks m_AutoSyncTransforms m_AlwaysShowColliders m_ShowColliderSleep \
         m_ShowColliderContacts m_ShowColliderAABB",
    ),
    (
        "QualitySettings",
        "m_QualitySettings.softParticles m_QualitySettings.softVegetation m_QualitySettings.realtimeReflectionProbes \
         m_QualitySettings.billboardsFaceCameraPosition m_QualitySettings.streamingMipmapsActive \
         m_QualitySettings.streamingMipmapsAddAllCameras m_QualitySettings.asyncUploadPersistentBuffer",
    ),
    ("InputManager", "m_Axes.snap m_Axes.invert m_UsePhysicalKeys"),
    (
        "ProjectSettings",
        "defaultIsNativeResolution runInBackground captureSingleScreen muteOtherAudioSources resizableWindow",
    ),
    (
        "GraphicsSettings",
        "m_LightsUseLinearIntensity m_LightsUseColorTemperature",
    ),
];

/// Returns the kind of a project setting's value; `None` if the text of the value shows the kind.
pub(super) fn field_kind(file: &str, names: &str) -> Option<Kind> {
    let (_, flags) = FLAGS.iter().find(|(known, _)| *known == file)?;
    if flags.split_whitespace().any(|flag| flag == names) {
        return Some(Kind::Bool);
    }
    // A name that looks like a number is still a name.
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
