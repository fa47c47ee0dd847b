using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>The fields that Unity writes for a new object and that the double's types do not have, with their default values.</summary>
    // Follows the files below shared/fixtures/unity.
    internal static class DefaultDocuments
    {
        private const string Head = @"m_ObjectHideFlags: 0
m_CorrespondingSourceObject: {fileID: 0}
m_PrefabInstance: {fileID: 0}
m_PrefabAsset: {fileID: 0}
m_GameObject: {fileID: 0}
m_Enabled: 1
";

        private const string Camera = @"serializedVersion: 2
m_ClearFlags: 1
m_BackGroundColor: {r: 0.19215687, g: 0.3019608, b: 0.4745098, a: 0}
m_projectionMatrixMode: 1
m_GateFitMode: 2
m_FOVAxisMode: 0
m_Iso: 200
m_ShutterSpeed: 0.005
m_Aperture: 16
m_FocusDistance: 10
m_FocalLength: 50
m_BladeCount: 5
m_Curvature: {x: 2, y: 11}
m_BarrelClipping: 0.25
m_Anamorphism: 0
m_SensorSize: {x: 36, y: 24}
m_LensShift: {x: 0, y: 0}
m_NormalizedViewPortRect: 0
near clip plane: 0.3
far clip plane: 1000
field of view: 60
orthographic: 0
orthographic size: 5
m_Depth: 0
m_CullingMask: 0
m_RenderingPath: -1
m_TargetTexture: {fileID: 0}
m_TargetDisplay: 0
m_TargetEye: 3
m_HDR: 1
m_AllowMSAA: 1
m_AllowDynamicResolution: 0
m_ForceIntoRT: 0
m_OcclusionCulling: 1
m_StereoConvergence: 10
m_StereoSeparation: 0.022
";

        private const string Light = @"serializedVersion: 10
m_Type: 2
m_Shape: 0
m_Color: {r: 1, g: 1, b: 1, a: 1}
m_Intensity: 1
m_Range: 10
m_SpotAngle: 30
m_InnerSpotAngle: 21.80208
m_CookieSize: 10
m_Shadows:
  m_Type: 0
  m_Resolution: -1
  m_CustomResolution: -1
  m_Strength: 1
  m_Bias: 0.05
  m_NormalBias: 0.4
  m_NearPlane: 0.2
  m_UseCullingMatrixOverride: 0
m_Cookie: {fileID: 0}
m_DrawHalo: 0
m_Flare: {fileID: 0}
m_RenderMode: 0
m_CullingMask:
  serializedVersion: 2
  m_Bits: 4294967295
m_RenderingLayerMask: 1
m_Lightmapping: 4
m_LightShadowCasterMode: 0
m_AreaSize: {x: 1, y: 1}
m_BounceIntensity: 1
m_ColorTemperature: 6570
m_UseColorTemperature: 0
m_BoundingSphereOverride: {x: 0, y: 0, z: 0, w: 0}
m_UseBoundingSphereOverride: 0
m_UseViewFrustumForShadowCasterCull: 1
m_ShadowRadius: 0
m_ShadowAngle: 0
";

        private const string MeshRenderer = @"m_CastShadows: 1
m_ReceiveShadows: 1
m_DynamicOccludee: 1
m_StaticShadowCaster: 0
m_MotionVectors: 1
m_LightProbeUsage: 1
m_ReflectionProbeUsage: 1
m_RayTracingMode: 2
m_RayTraceProcedural: 0
m_RenderingLayerMask: 1
m_RendererPriority: 0
m_Materials: []
m_StaticBatchInfo:
  firstSubMesh: 0
  subMeshCount: 0
m_StaticBatchRoot: {fileID: 0}
m_ProbeAnchor: {fileID: 0}
m_LightProbeVolumeOverride: {fileID: 0}
m_ScaleInLightmap: 1
m_ReceiveGI: 1
m_PreserveUVs: 0
m_IgnoreNormalsForChartDetection: 0
m_ImportantGI: 0
m_StitchLightmapSeams: 1
m_SelectedEditorRenderState: 3
m_MinimumChartSize: 4
m_AutoUVMaxDistance: 0.5
m_AutoUVMaxAngle: 89
m_LightmapParameters: {fileID: 0}
m_SortingLayerID: 0
m_SortingLayer: 0
m_SortingOrder: 0
m_AdditionalVertexStreams: {fileID: 0}
";

        private static readonly Dictionary<int, Node> Known = new Dictionary<int, Node>
        {
            { 20, Read(Camera) },
            { 23, Read(MeshRenderer) },
            { 108, Read(Light) }
        };

        private static Node Read(string own)
        {
            return ReferenceForms.ToState(YamlFile.ReadPlain((Head + own).Replace("\r", "")), new Dictionary<long, UnityEngine.Object>());
        }

        private static readonly Dictionary<Type, Node> Fresh = new Dictionary<Type, Node>();

        /// <summary>
        /// Removes the fields of a built-in type that the object's document does not contain and that have their default value, so that documents of other
        /// versions of Unity stay as they are.
        /// </summary>
        internal static void LeaveOut(Node state, UnityEngine.Object of)
        {
            Type type = of.GetType();
            if (!StoredFields.IsBuiltIn(type) && !StoredFields.IsBuiltIn(type.BaseType))
            {
                return;
            }
            Node fresh;
            if (!Fresh.TryGetValue(type, out fresh))
            {
                UnityEngine.Object one = World.Create(StoredFields.IsBuiltIn(type) ? type : type.BaseType, 0);
                fresh = SerializedForm.Read(one);
                World.Remove(one);
                Fresh.Add(type, fresh);
            }
            for (int at = state.Items.Count - 1; at >= 0; at--)
            {
                string key = state.Keys[at];
                if (of.m_Kept[key] == null && fresh[key] != null && fresh[key].Same(state.Items[at]))
                {
                    state[key] = null;
                }
            }
        }

        /// <summary>Null if nothing is known about the type.</summary>
        internal static Node Of(int classId)
        {
            Node known;
            return Known.TryGetValue(classId, out known) ? known : null;
        }
    }
}
