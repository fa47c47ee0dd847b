using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>A mesh of vertices and triangles.</summary>
    // Follows Runtime/Export/Graphics/Mesh.cs and Mesh.bindings.cs: members.
    [FileClass(43, "Mesh")]
    public sealed class Mesh : Object
    {
        [Stored] internal string m_Name = "";
        [Stored] internal Vector3[] m_Points = new Vector3[0];
        [Stored] internal int[] m_Corners = new int[0];
        [Stored] internal Bounds m_LocalAABB = new Bounds();

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public int vertexCount
        {
            get { return m_Points.Length; }
        }

        public Vector3[] vertices
        {
            get { return (Vector3[])m_Points.Clone(); }
            set { m_Points = (Vector3[])value.Clone(); }
        }

        public int[] triangles
        {
            get
            {
                return (int[])m_Corners.Clone();
            }

            set
            {
                m_Corners = (int[])value.Clone();
                RecalculateBounds();
            }
        }

        public Bounds bounds
        {
            get { return m_LocalAABB; }
            set { m_LocalAABB = value; }
        }

        public void RecalculateBounds()
        {
            if (m_Points.Length == 0)
            {
                m_LocalAABB = new Bounds();
                return;
            }
            Bounds box = new Bounds(m_Points[0], Vector3.zero);
            Array.ForEach(m_Points, point => box.Encapsulate(point));
            m_LocalAABB = box;
        }

        public void Clear()
        {
            m_Points = new Vector3[0];
            m_Corners = new int[0];
        }
    }
}
