using System;
using UnityDouble;

namespace UnityEngine
{
    // Follows Modules/Physics/Managed/Dynamics.cs: values.
    public enum RigidbodyConstraints
    {
        None = 0,
        FreezePositionX = 2,
        FreezePositionY = 4,
        FreezePositionZ = 8,
        FreezeRotationX = 16,
        FreezeRotationY = 32,
        FreezeRotationZ = 64,
        FreezePosition = 14,
        FreezeRotation = 112,
        FreezeAll = 126
    }

    public enum RigidbodyInterpolation
    {
        None = 0,
        Interpolate = 1,
        Extrapolate = 2
    }

    public enum CollisionDetectionMode
    {
        Discrete = 0,
        Continuous = 1,
        ContinuousDynamic = 2,
        ContinuousSpeculative = 3
    }

    /// <summary>The mass of an object. The double does not simulate: velocities stay as they are set, and nothing falls.</summary>
    // Follows Modules/Physics/ScriptBindings/Dynamics.bindings.cs: members.
    [RequireComponent(typeof(Transform))]
    [FileClass(54, "Rigidbody", Version = 4, IsSingle = true)]
    public class Rigidbody : Component
    {
        [Stored] internal float m_Mass = 1F;
        [Stored] internal float m_Drag = 0F;
        [Stored] internal float m_AngularDrag = 0.05F;
        [Stored] internal Vector3 m_CenterOfMass = Vector3.zero;
        [Stored] internal Vector3 m_InertiaTensor = Vector3.one;
        [Stored] internal Quaternion m_InertiaRotation = Quaternion.identity;
        [Stored] internal LayerMask m_IncludeLayers = 0;
        [Stored] internal LayerMask m_ExcludeLayers = 0;
        [Stored] internal bool m_ImplicitCom = true;
        [Stored] internal bool m_ImplicitTensor = true;
        [Stored] internal bool m_UseGravity = true;
        [Stored] internal bool m_IsKinematic = false;
        [Stored] internal RigidbodyInterpolation m_Interpolate = RigidbodyInterpolation.None;
        [Stored] internal RigidbodyConstraints m_Constraints = RigidbodyConstraints.None;
        [Stored] internal CollisionDetectionMode m_CollisionDetection = CollisionDetectionMode.Discrete;

        // Unity 6000.0 renamed these members and warns of the earlier names.
#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity { get; set; }

        public float linearDamping
        {
            get { return m_Drag; }
            set { m_Drag = value; }
        }

        public float angularDamping
        {
            get { return m_AngularDrag; }
            set { m_AngularDrag = value; }
        }

        [Obsolete("use linearVelocity")]
        public Vector3 velocity
        {
            get { return linearVelocity; }
            set { linearVelocity = value; }
        }
#else
        public Vector3 velocity { get; set; }
#endif

        public Vector3 angularVelocity { get; set; }

        public float mass
        {
            get { return m_Mass; }
            set { m_Mass = Mathf.Max(0.0000001F, value); }
        }

#if UNITY_6000_0_OR_NEWER
        [Obsolete("use linearDamping")]
#endif
        public float drag
        {
            get { return m_Drag; }
            set { m_Drag = value; }
        }

#if UNITY_6000_0_OR_NEWER
        [Obsolete("use angularDamping")]
#endif
        public float angularDrag
        {
            get { return m_AngularDrag; }
            set { m_AngularDrag = value; }
        }

        public bool useGravity
        {
            get { return m_UseGravity; }
            set { m_UseGravity = value; }
        }

        public bool isKinematic
        {
            get { return m_IsKinematic; }
            set { m_IsKinematic = value; }
        }

        public RigidbodyInterpolation interpolation
        {
            get { return m_Interpolate; }
            set { m_Interpolate = value; }
        }

        public RigidbodyConstraints constraints
        {
            get { return m_Constraints; }
            set { m_Constraints = value; }
        }

        public CollisionDetectionMode collisionDetectionMode
        {
            get { return m_CollisionDetection; }
            set { m_CollisionDetection = value; }
        }

        public Vector3 position
        {
            get { return transform.position; }
            set { transform.position = value; }
        }

        public Quaternion rotation
        {
            get { return transform.rotation; }
            set { transform.rotation = value; }
        }
    }
}
