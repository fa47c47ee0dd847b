using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>Refers to the mesh that a renderer draws.</summary>
    // Follows Runtime/Export/Graphics/Mesh.bindings.cs: MeshFilter; `mesh` makes a copy of the shared mesh.
    [RequireComponent(typeof(Transform))]
    [FileClass(33, "MeshFilter", IsSingle = true)]
    public sealed class MeshFilter : Component
    {
        [Stored] internal Mesh m_Mesh = null;

        public Mesh sharedMesh
        {
            get { return m_Mesh; }
            set { m_Mesh = value; }
        }

        public Mesh mesh
        {
            get
            {
                if (m_Mesh != null && !m_Mesh.name.EndsWith(" Instance", StringComparison.Ordinal))
                {
                    string shared = m_Mesh.name;
                    m_Mesh = Instantiate(m_Mesh);
                    m_Mesh.name = shared + " Instance";
                }
                return m_Mesh;
            }

            set
            {
                m_Mesh = value;
            }
        }
    }

    /// <summary>Draws something with materials.</summary>
    // Follows Runtime/Export/Graphics/GraphicsComponents.bindings.cs: members; `material` makes a copy of the shared material.
    [RequireComponent(typeof(Transform))]
    [FileClass(0, "Renderer")]
    public class Renderer : Component
    {
        [Stored] internal bool m_Enabled = true;
        [Stored] internal byte m_CastShadows = 1;
        [Stored] internal byte m_ReceiveShadows = 1;
        [Stored] internal byte m_DynamicOccludee = 1;
        [Stored] internal byte m_StaticShadowCaster = 0;
        [Stored] internal byte m_MotionVectors = 1;
        [Stored] internal byte m_LightProbeUsage = 1;
        [Stored] internal byte m_ReflectionProbeUsage = 1;
        [Stored] internal byte m_RayTracingMode = 2;
        [Stored] internal byte m_RayTraceProcedural = 0;
        [Stored] internal uint m_RenderingLayerMask = 1;
        [Stored] internal int m_RendererPriority = 0;
        [Stored] internal List<Material> m_Materials = new List<Material>();

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

        public bool receiveShadows
        {
            get { return m_ReceiveShadows != 0; }
            set { m_ReceiveShadows = (byte)(value ? 1 : 0); }
        }

        public Material sharedMaterial
        {
            get
            {
                return m_Materials.Count > 0 ? m_Materials[0] : null;
            }

            set
            {
                if (m_Materials.Count == 0)
                {
                    m_Materials.Add(null);
                }
                m_Materials[0] = value;
            }
        }

        public Material[] sharedMaterials
        {
            get { return m_Materials.ToArray(); }
            set { m_Materials = new List<Material>(value); }
        }

        public Material material
        {
            get
            {
                Material shared = sharedMaterial;
                if (shared != null && !shared.name.EndsWith(" (Instance)", StringComparison.Ordinal))
                {
                    Material own = Instantiate(shared);
                    own.name = shared.name + " (Instance)";
                    sharedMaterial = own;
                }
                return sharedMaterial;
            }

            set
            {
                sharedMaterial = value;
            }
        }

        /// <summary>The box in the world around what is drawn.</summary>
        public Bounds bounds
        {
            get
            {
                Bounds local = localBounds;
                Bounds world = new Bounds(transform.TransformPoint(local.center), Vector3.zero);
                for (int corner = 0; corner < 8; corner++)
                {
                    Vector3 sign = new Vector3((corner & 1) == 0 ? -1F : 1F, (corner & 2) == 0 ? -1F : 1F, (corner & 4) == 0 ? -1F : 1F);
                    world.Encapsulate(transform.TransformPoint(local.center + Vector3.Scale(local.extents, sign)));
                }
                return world;
            }
        }

        public Bounds localBounds
        {
            get { return LocalBounds; }
        }

        internal virtual Bounds LocalBounds
        {
            get { return new Bounds(); }
        }
    }

    // Follows Runtime/Export/Graphics/GraphicsRenderers.bindings.cs: MeshRenderer.
    [FileClass(23, "MeshRenderer", IsSingle = true)]
    public class MeshRenderer : Renderer
    {
        internal override Bounds LocalBounds
        {
            get
            {
                MeshFilter filter = GetComponent<MeshFilter>();
                return filter == null || filter.sharedMesh == null ? new Bounds() : filter.sharedMesh.bounds;
            }
        }
    }
}
