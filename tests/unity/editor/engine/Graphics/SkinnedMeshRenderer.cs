using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    // Follows Runtime/Export/Graphics/GraphicsEnums.cs: values.
    public enum SkinQuality
    {
        Auto = 0,
        Bone1 = 1,
        Bone2 = 2,
        Bone4 = 4
    }

    /// <summary>Draws a mesh that bones move. The double keeps its settings and moves no vertex.</summary>
    // Follows Runtime/Export/Graphics/GraphicsRenderers.bindings.cs: members.
    [FileClass(137, "SkinnedMeshRenderer", Version = 2, IsSingle = true)]
    public class SkinnedMeshRenderer : Renderer
    {
        [Stored] internal SkinQuality m_Quality = SkinQuality.Auto;
        [Stored] internal bool m_UpdateWhenOffscreen = false;
        [Stored] internal byte m_SkinnedMotionVectors = 1;
        [Stored] internal Mesh m_Mesh = null;
        [Stored] internal List<Transform> m_Bones = new List<Transform>();
        [Stored] internal List<float> m_BlendShapeWeights = new List<float>();
        [Stored] internal Transform m_RootBone = null;
        [Stored] internal Bounds m_AABB = new Bounds();
        [Stored] internal bool m_DirtyAABB = true;

        public SkinQuality quality
        {
            get { return m_Quality; }
            set { m_Quality = value; }
        }

        public bool updateWhenOffscreen
        {
            get { return m_UpdateWhenOffscreen; }
            set { m_UpdateWhenOffscreen = value; }
        }

        public bool skinnedMotionVectors
        {
            get { return m_SkinnedMotionVectors != 0; }
            set { m_SkinnedMotionVectors = (byte)(value ? 1 : 0); }
        }

        public Mesh sharedMesh
        {
            get { return m_Mesh; }
            set { m_Mesh = value; }
        }

        public Transform[] bones
        {
            get { return m_Bones.ToArray(); }
            set { m_Bones = new List<Transform>(value); }
        }

        public Transform rootBone
        {
            get { return m_RootBone; }
            set { m_RootBone = value; }
        }

        public float GetBlendShapeWeight(int index)
        {
            return index < m_BlendShapeWeights.Count ? m_BlendShapeWeights[index] : 0F;
        }

        public void SetBlendShapeWeight(int index, float value)
        {
            while (m_BlendShapeWeights.Count <= index)
            {
                m_BlendShapeWeights.Add(0F);
            }
            m_BlendShapeWeights[index] = value;
        }

        internal override Bounds LocalBounds
        {
            get { return m_AABB; }
        }
    }
}
