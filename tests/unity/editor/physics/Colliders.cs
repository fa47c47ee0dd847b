using System;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>A shape for rays.</summary>
    // Follows Modules/Physics/ScriptBindings/Dynamics.bindings.cs: members.
    [RequireComponent(typeof(Transform))]
    [FileClass(0, "Collider")]
    public class Collider : Component
    {
        [Stored] internal Pointer m_Material = new Pointer();
        [Stored] internal LayerMask m_IncludeLayers = 0;
        [Stored] internal LayerMask m_ExcludeLayers = 0;
        [Stored] internal int m_LayerOverridePriority = 0;
        [Stored] internal bool m_IsTrigger = false;
        [Stored] internal bool m_ProvidesContacts = false;
        [Stored] internal bool m_Enabled = true;

        public bool enabled
        {
            get
            {
                Demand();
                return m_Enabled;
            }

            set
            {
                Demand();
                m_Enabled = value;
            }
        }

        public bool isTrigger
        {
            get { return m_IsTrigger; }
            set { m_IsTrigger = value; }
        }

#if UNITY_2022_2_OR_NEWER
        public LayerMask includeLayers
        {
            get { return m_IncludeLayers; }
            set { m_IncludeLayers = value; }
        }
#endif

#if UNITY_2022_2_OR_NEWER
        public LayerMask excludeLayers
        {
            get { return m_ExcludeLayers; }
            set { m_ExcludeLayers = value; }
        }
#endif

        public Rigidbody attachedRigidbody
        {
            get { return GetComponentInParent<Rigidbody>(); }
        }

        /// <summary>The box in the world around the shape; empty if the collider is inactive or has no shape.</summary>
        public Bounds bounds
        {
            get
            {
                Shape shape = m_Enabled && gameObject.activeInHierarchy ? Shape : null;
                return shape == null ? new Bounds() : shape.Bounds;
            }
        }

        internal virtual Shape Shape
        {
            get { throw new NotSupportedException("the editor double does not imitate the shape of a " + GetType().FullName); }
        }

        public bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance)
        {
            return RayTest.One(this, ray, maxDistance, out hitInfo);
        }
    }

    [RequireComponent(typeof(Transform))]
    [FileClass(65, "BoxCollider", Version = 3)]
    public class BoxCollider : Collider
    {
        [Stored] internal Vector3 m_Size = Vector3.one;
        [Stored] internal Vector3 m_Center = Vector3.zero;

        public Vector3 center
        {
            get { return m_Center; }
            set { m_Center = value; }
        }

        public Vector3 size
        {
            get { return m_Size; }
            set { m_Size = value; }
        }

        internal override Shape Shape
        {
            get { return new BoxShape(transform.localToWorldMatrix, m_Center, m_Size); }
        }
    }

    [RequireComponent(typeof(Transform))]
    [FileClass(135, "SphereCollider", Version = 3)]
    public class SphereCollider : Collider
    {
        [Stored] internal float m_Radius = 0.5F;
        [Stored] internal Vector3 m_Center = Vector3.zero;

        public Vector3 center
        {
            get { return m_Center; }
            set { m_Center = value; }
        }

        public float radius
        {
            get { return m_Radius; }
            set { m_Radius = value; }
        }

        internal override Shape Shape
        {
            get
            {
                Vector3 scale = transform.lossyScale;
                float most = Mathf.Max(Mathf.Abs(scale.x), Mathf.Max(Mathf.Abs(scale.y), Mathf.Abs(scale.z)));
                Vector3 middle = transform.TransformPoint(m_Center);
                return new CapsuleShape(middle, middle, m_Radius * most);
            }
        }
    }

    [RequireComponent(typeof(Transform))]
    [FileClass(136, "CapsuleCollider", Version = 2)]
    public class CapsuleCollider : Collider
    {
        [Stored] internal float m_Radius = 0.5F;
        [Stored] internal float m_Height = 1F;
        [Stored] internal int m_Direction = 1;
        [Stored] internal Vector3 m_Center = Vector3.zero;

        public Vector3 center
        {
            get { return m_Center; }
            set { m_Center = value; }
        }

        public float radius
        {
            get { return m_Radius; }
            set { m_Radius = value; }
        }

        public float height
        {
            get { return m_Height; }
            set { m_Height = value; }
        }

        public int direction
        {
            get { return m_Direction; }
            set { m_Direction = value; }
        }

        internal override Shape Shape
        {
            get
            {
                Vector3 scale = transform.lossyScale;
                scale = new Vector3(Mathf.Abs(scale.x), Mathf.Abs(scale.y), Mathf.Abs(scale.z));
                float along = scale[m_Direction];
                float across = Mathf.Max(scale[(m_Direction + 1) % 3], scale[(m_Direction + 2) % 3]);
                float width = m_Radius * across;
                float half = Mathf.Max(0F, m_Height * along * 0.5F - width);
                Vector3 axis = Vector3.zero;
                axis[m_Direction] = half;
                axis = transform.rotation * axis;
                Vector3 middle = transform.TransformPoint(m_Center);
                return new CapsuleShape(middle - axis, middle + axis, width);
            }
        }
    }

    /// <summary>A collider with the shape of a mesh. Rays hit the box around the mesh here, not its triangles.</summary>
    [RequireComponent(typeof(Transform))]
    [FileClass(64, "MeshCollider", Version = 5)]
    public class MeshCollider : Collider
    {
        [Stored] internal bool m_Convex = false;
        [Stored] internal int m_CookingOptions = 30;
        [Stored] internal Mesh m_Mesh = null;

        public bool convex
        {
            get { return m_Convex; }
            set { m_Convex = value; }
        }

        public Mesh sharedMesh
        {
            get { return m_Mesh; }
            set { m_Mesh = value; }
        }

        internal override Shape Shape
        {
            get { return m_Mesh == null ? null : new BoxShape(transform.localToWorldMatrix, m_Mesh.bounds.center, m_Mesh.bounds.size); }
        }
    }
}
