using UnityDouble;

namespace UnityEngine
{
    // Follows Modules/Animation/ScriptBindings/Animator.bindings.cs: members and values.
    public enum AnimatorCullingMode
    {
        AlwaysAnimate = 0,
        CullUpdateTransforms = 1,
        CullCompletely = 2
    }

    public enum AnimatorUpdateMode
    {
        Normal = 0,
#if UNITY_6000_0_OR_NEWER
        Fixed = 1,
#else
        AnimatePhysics = 1,
#endif
        UnscaledTime = 2
    }

    /// <summary>An animation graph. The double loads none from files; fields keep their references to them.</summary>
    [FileClass(93, "RuntimeAnimatorController")]
    public class RuntimeAnimatorController : Object
    {
        [Stored] internal string m_Name = "";

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    /// <summary>How the bones of a model belong to a body.</summary>
    [FileClass(90, "Avatar")]
    public class Avatar : Object
    {
        [Stored] internal string m_Name = "";

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    /// <summary>Animates an object. The double keeps its settings and plays no animation.</summary>
    [RequireComponent(typeof(Transform))]
    [FileClass(95, "Animator", Version = 5, IsSingle = true)]
    public sealed class Animator : Behaviour
    {
        [Stored] internal Avatar m_Avatar = null;
        [Stored] internal RuntimeAnimatorController m_Controller = null;
        [Stored] internal AnimatorCullingMode m_CullingMode = AnimatorCullingMode.AlwaysAnimate;
        [Stored] internal AnimatorUpdateMode m_UpdateMode = AnimatorUpdateMode.Normal;
        [Stored] internal bool m_ApplyRootMotion = false;
        [Stored] internal bool m_LinearVelocityBlending = false;
        [Stored] internal bool m_StabilizeFeet = false;
        [Stored] internal string m_WarningMessage = "";
        [Stored] internal bool m_HasTransformHierarchy = true;
        [Stored] internal bool m_AllowConstantClipSamplingOptimization = true;
        [Stored] internal bool m_KeepAnimatorStateOnDisable = false;
        [Stored] internal bool m_WriteDefaultValuesOnDisable = false;

        public float speed { get; set; }

        public Animator()
        {
            speed = 1F;
        }

        public RuntimeAnimatorController runtimeAnimatorController
        {
            get { return m_Controller; }
            set { m_Controller = value; }
        }

        public Avatar avatar
        {
            get { return m_Avatar; }
            set { m_Avatar = value; }
        }

        public AnimatorCullingMode cullingMode
        {
            get { return m_CullingMode; }
            set { m_CullingMode = value; }
        }

        public AnimatorUpdateMode updateMode
        {
            get { return m_UpdateMode; }
            set { m_UpdateMode = value; }
        }

        public bool applyRootMotion
        {
            get { return m_ApplyRootMotion; }
            set { m_ApplyRootMotion = value; }
        }

        public bool stabilizeFeet
        {
            get { return m_StabilizeFeet; }
            set { m_StabilizeFeet = value; }
        }

        public bool keepAnimatorStateOnDisable
        {
            get { return m_KeepAnimatorStateOnDisable; }
            set { m_KeepAnimatorStateOnDisable = value; }
        }

        public bool writeDefaultValuesOnDisable
        {
            get { return m_WriteDefaultValuesOnDisable; }
            set { m_WriteDefaultValuesOnDisable = value; }
        }

        public bool hasTransformHierarchy
        {
            get { return m_HasTransformHierarchy; }
        }
    }
}
