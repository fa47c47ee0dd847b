// Public methods of UnityEngine 2022.3 that are not marked obsolete. Accessors are written as properties.
using System;
using System.Collections;
using System.Collections.Generic;
using Unity.Collections;
using UnityEngine.Rendering;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    public sealed class GameObject : Object
    {
        public Transform transform { get; }
        public int layer { get; set; }
        public bool activeSelf { get; }
        public bool activeInHierarchy { get; }
        public bool isStatic { get; set; }
        public string tag { get; set; }
        public Scene scene { get; }
        public ulong sceneCullingMask { get; }
        public GameObject gameObject { get; }
        public static GameObject CreatePrimitive(PrimitiveType type);
        public T GetComponent<T>();
        public Component GetComponent(Type type);
        public Component GetComponent(string type);
        public Component GetComponentInChildren(Type type, bool includeInactive);
        public Component GetComponentInChildren(Type type);
        public T GetComponentInChildren<T>();
        public T GetComponentInChildren<T>(bool includeInactive = false);
        public Component GetComponentInParent(Type type, bool includeInactive);
        public Component GetComponentInParent(Type type);
        public T GetComponentInParent<T>();
        public T GetComponentInParent<T>(bool includeInactive = false);
        public Component[] GetComponents(Type type);
        public T[] GetComponents<T>();
        public void GetComponents(Type type, List<Component> results);
        public void GetComponents<T>(List<T> results);
        public Component[] GetComponentsInChildren(Type type);
        public Component[] GetComponentsInChildren(Type type, bool includeInactive = false);
        public T[] GetComponentsInChildren<T>(bool includeInactive);
        public void GetComponentsInChildren<T>(bool includeInactive, List<T> results);
        public T[] GetComponentsInChildren<T>();
        public void GetComponentsInChildren<T>(List<T> results);
        public Component[] GetComponentsInParent(Type type);
        public Component[] GetComponentsInParent(Type type, bool includeInactive = false);
        public void GetComponentsInParent<T>(bool includeInactive, List<T> results);
        public T[] GetComponentsInParent<T>(bool includeInactive);
        public T[] GetComponentsInParent<T>();
        public bool TryGetComponent<T>(out T component);
        public bool TryGetComponent(Type type, out Component component);
        public static GameObject FindWithTag(string tag);
        public void SendMessageUpwards(string methodName, SendMessageOptions options);
        public void SendMessageUpwards(string methodName, object value = null, SendMessageOptions options = 0);
        public void SendMessageUpwards(string methodName, object value);
        public void SendMessageUpwards(string methodName);
        public void SendMessage(string methodName, SendMessageOptions options);
        public void SendMessage(string methodName, object value = null, SendMessageOptions options = 0);
        public void SendMessage(string methodName, object value);
        public void SendMessage(string methodName);
        public void BroadcastMessage(string methodName, SendMessageOptions options);
        public void BroadcastMessage(string methodName, object parameter = null, SendMessageOptions options = 0);
        public void BroadcastMessage(string methodName, object parameter);
        public void BroadcastMessage(string methodName);
        public Component AddComponent(Type componentType);
        public T AddComponent<T>() where T : Component;
        public int GetComponentCount();
        public Component GetComponentAtIndex(int index);
        public T GetComponentAtIndex<T>(int index) where T : Component;
        public int GetComponentIndex(Component component);
        public void SetActive(bool value);
        public bool CompareTag(string tag);
        public static GameObject FindGameObjectWithTag(string tag);
        public static GameObject[] FindGameObjectsWithTag(string tag);
        public static GameObject Find(string name);
        public static Scene GetScene(int instanceID);
        public static void SetGameObjectsActive(NativeArray<int> instanceIDs, bool active);
        public static void SetGameObjectsActive(ReadOnlySpan<int> instanceIDs, bool active);
        public static void InstantiateGameObjects(int sourceInstanceID, int count, NativeArray<int> newInstanceIDs, NativeArray<int> newTransformInstanceIDs, Scene destinationScene = default);
    }

    public class Component : Object
    {
        public Transform transform { get; }
        public GameObject gameObject { get; }
        public string tag { get; set; }
        public Component GetComponent(Type type);
        public T GetComponent<T>();
        public bool TryGetComponent(Type type, out Component component);
        public bool TryGetComponent<T>(out T component);
        public Component GetComponent(string type);
        public Component GetComponentInChildren(Type t, bool includeInactive);
        public Component GetComponentInChildren(Type t);
        public T GetComponentInChildren<T>(bool includeInactive = false);
        public T GetComponentInChildren<T>();
        public Component[] GetComponentsInChildren(Type t, bool includeInactive);
        public Component[] GetComponentsInChildren(Type t);
        public T[] GetComponentsInChildren<T>(bool includeInactive);
        public void GetComponentsInChildren<T>(bool includeInactive, List<T> result);
        public T[] GetComponentsInChildren<T>();
        public void GetComponentsInChildren<T>(List<T> results);
        public Component GetComponentInParent(Type t, bool includeInactive);
        public Component GetComponentInParent(Type t);
        public T GetComponentInParent<T>(bool includeInactive = false);
        public T GetComponentInParent<T>();
        public Component[] GetComponentsInParent(Type t, bool includeInactive = false);
        public Component[] GetComponentsInParent(Type t);
        public T[] GetComponentsInParent<T>(bool includeInactive);
        public void GetComponentsInParent<T>(bool includeInactive, List<T> results);
        public T[] GetComponentsInParent<T>();
        public Component[] GetComponents(Type type);
        public void GetComponents(Type type, List<Component> results);
        public void GetComponents<T>(List<T> results);
        public T[] GetComponents<T>();
        public int GetComponentIndex();
        public bool CompareTag(string tag);
        public void SendMessageUpwards(string methodName, object value = null, SendMessageOptions options = 0);
        public void SendMessageUpwards(string methodName, object value);
        public void SendMessageUpwards(string methodName);
        public void SendMessageUpwards(string methodName, SendMessageOptions options);
        public void SendMessage(string methodName, object value);
        public void SendMessage(string methodName);
        public void SendMessage(string methodName, object value, SendMessageOptions options);
        public void SendMessage(string methodName, SendMessageOptions options);
        public void BroadcastMessage(string methodName, object parameter = null, SendMessageOptions options = 0);
        public void BroadcastMessage(string methodName, object parameter);
        public void BroadcastMessage(string methodName);
        public void BroadcastMessage(string methodName, SendMessageOptions options);
    }

    public class Behaviour : Component
    {
        public bool enabled { get; set; }
        public bool isActiveAndEnabled { get; }
    }

    public class MonoBehaviour : Behaviour
    {
        public System.Threading.CancellationToken destroyCancellationToken { get; }
        public bool useGUILayout { get; set; }
        public bool runInEditMode { get; set; }
        public bool IsInvoking();
        public bool IsInvoking(string methodName);
        public void CancelInvoke();
        public void CancelInvoke(string methodName);
        public void Invoke(string methodName, float time);
        public void InvokeRepeating(string methodName, float time, float repeatRate);
        public Coroutine StartCoroutine(string methodName);
        public Coroutine StartCoroutine(string methodName, object value = null);
        public Coroutine StartCoroutine(IEnumerator routine);
        public void StopCoroutine(IEnumerator routine);
        public void StopCoroutine(Coroutine routine);
        public void StopCoroutine(string methodName);
        public void StopAllCoroutines();
        public static void print(object message);
    }

    public class Transform : Component, IEnumerable
    {
        public Vector3 position { get; set; }
        public Vector3 localPosition { get; set; }
        public Vector3 eulerAngles { get; set; }
        public Vector3 localEulerAngles { get; set; }
        public Vector3 right { get; set; }
        public Vector3 up { get; set; }
        public Vector3 forward { get; set; }
        public Quaternion rotation { get; set; }
        public Quaternion localRotation { get; set; }
        public Vector3 localScale { get; set; }
        public Transform parent { get; set; }
        public Matrix4x4 worldToLocalMatrix { get; }
        public Matrix4x4 localToWorldMatrix { get; }
        public Transform root { get; }
        public int childCount { get; }
        public Vector3 lossyScale { get; }
        public bool hasChanged { get; set; }
        public int hierarchyCapacity { get; set; }
        public int hierarchyCount { get; }
        public void SetParent(Transform p);
        public void SetParent(Transform parent, bool worldPositionStays);
        public void SetPositionAndRotation(Vector3 position, Quaternion rotation);
        public void SetLocalPositionAndRotation(Vector3 localPosition, Quaternion localRotation);
        public void GetPositionAndRotation(out Vector3 position, out Quaternion rotation);
        public void GetLocalPositionAndRotation(out Vector3 localPosition, out Quaternion localRotation);
        public void Translate(Vector3 translation, Space relativeTo = 0);
        public void Translate(Vector3 translation);
        public void Translate(float x, float y, float z, Space relativeTo = 0);
        public void Translate(float x, float y, float z);
        public void Translate(Vector3 translation, Transform relativeTo);
        public void Translate(float x, float y, float z, Transform relativeTo);
        public void Rotate(Vector3 eulers, Space relativeTo = 0);
        public void Rotate(Vector3 eulers);
        public void Rotate(float xAngle, float yAngle, float zAngle, Space relativeTo = 0);
        public void Rotate(float xAngle, float yAngle, float zAngle);
        public void Rotate(Vector3 axis, float angle, Space relativeTo = 0);
        public void Rotate(Vector3 axis, float angle);
        public void RotateAround(Vector3 point, Vector3 axis, float angle);
        public void LookAt(Transform target, Vector3 worldUp = default);
        public void LookAt(Transform target);
        public void LookAt(Vector3 worldPosition, Vector3 worldUp = default);
        public void LookAt(Vector3 worldPosition);
        public Vector3 TransformDirection(Vector3 direction);
        public Vector3 TransformDirection(float x, float y, float z);
        public void TransformDirections(ReadOnlySpan<Vector3> directions, Span<Vector3> transformedDirections);
        public void TransformDirections(Span<Vector3> directions);
        public Vector3 InverseTransformDirection(Vector3 direction);
        public Vector3 InverseTransformDirection(float x, float y, float z);
        public void InverseTransformDirections(ReadOnlySpan<Vector3> directions, Span<Vector3> transformedDirections);
        public void InverseTransformDirections(Span<Vector3> directions);
        public Vector3 TransformVector(Vector3 vector);
        public Vector3 TransformVector(float x, float y, float z);
        public void TransformVectors(ReadOnlySpan<Vector3> vectors, Span<Vector3> transformedVectors);
        public void TransformVectors(Span<Vector3> vectors);
        public Vector3 InverseTransformVector(Vector3 vector);
        public Vector3 InverseTransformVector(float x, float y, float z);
        public void InverseTransformVectors(ReadOnlySpan<Vector3> vectors, Span<Vector3> transformedVectors);
        public void InverseTransformVectors(Span<Vector3> vectors);
        public Vector3 TransformPoint(Vector3 position);
        public Vector3 TransformPoint(float x, float y, float z);
        public void TransformPoints(ReadOnlySpan<Vector3> positions, Span<Vector3> transformedPositions);
        public void TransformPoints(Span<Vector3> positions);
        public Vector3 InverseTransformPoint(Vector3 position);
        public Vector3 InverseTransformPoint(float x, float y, float z);
        public void InverseTransformPoints(ReadOnlySpan<Vector3> positions, Span<Vector3> transformedPositions);
        public void InverseTransformPoints(Span<Vector3> positions);
        public void DetachChildren();
        public void SetAsFirstSibling();
        public void SetAsLastSibling();
        public void SetSiblingIndex(int index);
        public int GetSiblingIndex();
        public Transform Find(string n);
        public bool IsChildOf(Transform parent);
        public IEnumerator GetEnumerator();
        public Transform GetChild(int index);
    }

    public sealed class Camera : Behaviour
    {
        public float nearClipPlane { get; set; }
        public float farClipPlane { get; set; }
        public float fieldOfView { get; set; }
        public RenderingPath renderingPath { get; set; }
        public RenderingPath actualRenderingPath { get; }
        public bool allowHDR { get; set; }
        public bool allowMSAA { get; set; }
        public bool allowDynamicResolution { get; set; }
        public bool forceIntoRenderTexture { get; set; }
        public float orthographicSize { get; set; }
        public bool orthographic { get; set; }
        public OpaqueSortMode opaqueSortMode { get; set; }
        public TransparencySortMode transparencySortMode { get; set; }
        public Vector3 transparencySortAxis { get; set; }
        public float depth { get; set; }
        public float aspect { get; set; }
        public Vector3 velocity { get; }
        public int cullingMask { get; set; }
        public int eventMask { get; set; }
        public bool layerCullSpherical { get; set; }
        public CameraType cameraType { get; set; }
        public ulong overrideSceneCullingMask { get; set; }
        public float[] layerCullDistances { get; set; }
        public bool useOcclusionCulling { get; set; }
        public Matrix4x4 cullingMatrix { get; set; }
        public Color backgroundColor { get; set; }
        public CameraClearFlags clearFlags { get; set; }
        public DepthTextureMode depthTextureMode { get; set; }
        public bool clearStencilAfterLightingPass { get; set; }
        public bool usePhysicalProperties { get; set; }
        public int iso { get; set; }
        public float shutterSpeed { get; set; }
        public float aperture { get; set; }
        public float focusDistance { get; set; }
        public int bladeCount { get; set; }
        public Vector2 curvature { get; set; }
        public float barrelClipping { get; set; }
        public float anamorphism { get; set; }
        public Vector2 sensorSize { get; set; }
        public Vector2 lensShift { get; set; }
        public float focalLength { get; set; }
        public GateFitMode gateFit { get; set; }
        public Rect rect { get; set; }
        public Rect pixelRect { get; set; }
        public int pixelWidth { get; }
        public int pixelHeight { get; }
        public int scaledPixelWidth { get; }
        public int scaledPixelHeight { get; }
        public RenderTexture targetTexture { get; set; }
        public RenderTexture activeTexture { get; }
        public int targetDisplay { get; set; }
        public Matrix4x4 cameraToWorldMatrix { get; }
        public Matrix4x4 worldToCameraMatrix { get; set; }
        public Matrix4x4 projectionMatrix { get; set; }
        public Matrix4x4 nonJitteredProjectionMatrix { get; set; }
        public bool useJitteredProjectionMatrixForTransparentRendering { get; set; }
        public Matrix4x4 previousViewProjectionMatrix { get; }
        public static Camera main { get; }
        public static Camera current { get; }
        public Scene scene { get; set; }
        public bool stereoEnabled { get; }
        public float stereoSeparation { get; set; }
        public float stereoConvergence { get; set; }
        public bool areVRStereoViewMatricesWithinSingleCullTolerance { get; }
        public StereoTargetEyeMask stereoTargetEye { get; set; }
        public MonoOrStereoscopicEye stereoActiveEye { get; }
        public static int allCamerasCount { get; }
        public static Camera[] allCameras { get; }
        public int commandBufferCount { get; }
        public SceneViewFilterMode sceneViewFilterMode { get; }
        public void SubmitRenderRequest<RequestData>(RequestData renderRequest);
        public void Reset();
        public void ResetTransparencySortSettings();
        public void ResetAspect();
        public void ResetCullingMatrix();
        public void SetReplacementShader(Shader shader, string replacementTag);
        public void ResetReplacementShader();
        public float GetGateFittedFieldOfView();
        public Vector2 GetGateFittedLensShift();
        public void SetTargetBuffers(RenderBuffer colorBuffer, RenderBuffer depthBuffer);
        public void SetTargetBuffers(RenderBuffer[] colorBuffer, RenderBuffer depthBuffer);
        public void ResetWorldToCameraMatrix();
        public void ResetProjectionMatrix();
        public Matrix4x4 CalculateObliqueMatrix(Vector4 clipPlane);
        public Vector3 WorldToScreenPoint(Vector3 position, MonoOrStereoscopicEye eye);
        public Vector3 WorldToViewportPoint(Vector3 position, MonoOrStereoscopicEye eye);
        public Vector3 ViewportToWorldPoint(Vector3 position, MonoOrStereoscopicEye eye);
        public Vector3 ScreenToWorldPoint(Vector3 position, MonoOrStereoscopicEye eye);
        public Vector3 WorldToScreenPoint(Vector3 position);
        public Vector3 WorldToViewportPoint(Vector3 position);
        public Vector3 ViewportToWorldPoint(Vector3 position);
        public Vector3 ScreenToWorldPoint(Vector3 position);
        public Vector3 ScreenToViewportPoint(Vector3 position);
        public Vector3 ViewportToScreenPoint(Vector3 position);
        public Ray ViewportPointToRay(Vector3 pos, MonoOrStereoscopicEye eye);
        public Ray ViewportPointToRay(Vector3 pos);
        public Ray ScreenPointToRay(Vector3 pos, MonoOrStereoscopicEye eye);
        public Ray ScreenPointToRay(Vector3 pos);
        public void CalculateFrustumCorners(Rect viewport, float z, MonoOrStereoscopicEye eye, Vector3[] outCorners);
        public static void CalculateProjectionMatrixFromPhysicalProperties(out Matrix4x4 output, float focalLength, Vector2 sensorSize, Vector2 lensShift, float nearClip, float farClip, GateFitParameters gateFitParameters = default);
        public static float FocalLengthToFieldOfView(float focalLength, float sensorSize);
        public static float FieldOfViewToFocalLength(float fieldOfView, float sensorSize);
        public static float HorizontalToVerticalFieldOfView(float horizontalFieldOfView, float aspectRatio);
        public static float VerticalToHorizontalFieldOfView(float verticalFieldOfView, float aspectRatio);
        public Matrix4x4 GetStereoNonJitteredProjectionMatrix(StereoscopicEye eye);
        public Matrix4x4 GetStereoViewMatrix(StereoscopicEye eye);
        public void CopyStereoDeviceProjectionMatrixToNonJittered(StereoscopicEye eye);
        public Matrix4x4 GetStereoProjectionMatrix(StereoscopicEye eye);
        public void SetStereoProjectionMatrix(StereoscopicEye eye, Matrix4x4 matrix);
        public void ResetStereoProjectionMatrices();
        public void SetStereoViewMatrix(StereoscopicEye eye, Matrix4x4 matrix);
        public void ResetStereoViewMatrices();
        public static int GetAllCameras(Camera[] cameras);
        public bool RenderToCubemap(Cubemap cubemap, int faceMask);
        public bool RenderToCubemap(Cubemap cubemap);
        public bool RenderToCubemap(RenderTexture cubemap, int faceMask);
        public bool RenderToCubemap(RenderTexture cubemap);
        public bool RenderToCubemap(RenderTexture cubemap, int faceMask, MonoOrStereoscopicEye stereoEye);
        public void Render();
        public void RenderWithShader(Shader shader, string replacementTag);
        public void RenderDontRestore();
        public static void SetupCurrent(Camera cur);
        public void CopyFrom(Camera other);
        public void RemoveCommandBuffers(CameraEvent evt);
        public void RemoveAllCommandBuffers();
        public void AddCommandBuffer(CameraEvent evt, CommandBuffer buffer);
        public void AddCommandBufferAsync(CameraEvent evt, CommandBuffer buffer, ComputeQueueType queueType);
        public void RemoveCommandBuffer(CameraEvent evt, CommandBuffer buffer);
        public CommandBuffer[] GetCommandBuffers(CameraEvent evt);
        public bool TryGetCullingParameters(out ScriptableCullingParameters cullingParameters);
        public bool TryGetCullingParameters(bool stereoAware, out ScriptableCullingParameters cullingParameters);
    }

    public sealed class Light : Behaviour
    {
        public LightType type { get; set; }
        public LightShape shape { get; set; }
        public float spotAngle { get; set; }
        public float innerSpotAngle { get; set; }
        public Color color { get; set; }
        public float colorTemperature { get; set; }
        public bool useColorTemperature { get; set; }
        public float intensity { get; set; }
        public float bounceIntensity { get; set; }
        public bool useBoundingSphereOverride { get; set; }
        public Vector4 boundingSphereOverride { get; set; }
        public bool useViewFrustumForShadowCasterCull { get; set; }
        public int shadowCustomResolution { get; set; }
        public float shadowBias { get; set; }
        public float shadowNormalBias { get; set; }
        public float shadowNearPlane { get; set; }
        public bool useShadowMatrixOverride { get; set; }
        public Matrix4x4 shadowMatrixOverride { get; set; }
        public float range { get; set; }
        public float dilatedRange { get; }
        public Flare flare { get; set; }
        public LightBakingOutput bakingOutput { get; set; }
        public int cullingMask { get; set; }
        public int renderingLayerMask { get; set; }
        public LightShadowCasterMode lightShadowCasterMode { get; set; }
        public float shadowRadius { get; set; }
        public float shadowAngle { get; set; }
        public LightShadows shadows { get; set; }
        public float shadowStrength { get; set; }
        public LightShadowResolution shadowResolution { get; set; }
        public float[] layerShadowCullDistances { get; set; }
        public float cookieSize { get; set; }
        public Texture cookie { get; set; }
        public LightRenderMode renderMode { get; set; }
        public Vector2 areaSize { get; set; }
        public LightmapBakeType lightmapBakeType { get; set; }
        public int commandBufferCount { get; }
        public void Reset();
        public void SetLightDirty();
        public void AddCommandBuffer(LightEvent evt, CommandBuffer buffer);
        public void AddCommandBuffer(LightEvent evt, CommandBuffer buffer, ShadowMapPass shadowPassMask);
        public void AddCommandBufferAsync(LightEvent evt, CommandBuffer buffer, ComputeQueueType queueType);
        public void AddCommandBufferAsync(LightEvent evt, CommandBuffer buffer, ShadowMapPass shadowPassMask, ComputeQueueType queueType);
        public void RemoveCommandBuffer(LightEvent evt, CommandBuffer buffer);
        public void RemoveCommandBuffers(LightEvent evt);
        public void RemoveAllCommandBuffers();
        public CommandBuffer[] GetCommandBuffers(LightEvent evt);
    }
}
