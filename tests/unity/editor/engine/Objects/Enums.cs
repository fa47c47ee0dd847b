using System;

namespace UnityEngine
{
    // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs, GameObject.bindings.cs, Transform.bindings.cs: enums of objects.

    [Flags]
    public enum HideFlags
    {
        None = 0,
        HideInHierarchy = 1,
        HideInInspector = 2,
        DontSaveInEditor = 4,
        NotEditable = 8,
        DontSaveInBuild = 16,
        DontUnloadUnusedAsset = 32,
        DontSave = DontSaveInEditor | DontSaveInBuild | DontUnloadUnusedAsset,
        HideAndDontSave = HideInHierarchy | DontSaveInEditor | NotEditable | DontSaveInBuild | DontUnloadUnusedAsset
    }

#if UNITY_6000_4_OR_NEWER
    [System.Obsolete("use the members without a sort mode")]
#endif
    public enum FindObjectsSortMode
    {
        None = 0,
        InstanceID = 1
    }

    public enum FindObjectsInactive
    {
        Exclude = 0,
        Include = 1
    }

    public enum PrimitiveType
    {
        Sphere = 0,
        Capsule = 1,
        Cylinder = 2,
        Cube = 3,
        Plane = 4,
        Quad = 5
    }

    public enum SendMessageOptions
    {
        RequireReceiver = 0,
        DontRequireReceiver = 1
    }

    public enum Space
    {
        World = 0,
        Self = 1
    }
}
