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

    /// <summary>A program of the graphics device; the double knows its name only.</summary>
    // Follows Runtime/Export/Shaders/Shader.bindings.cs: members.
    [FileClass(48, "Shader")]
    public sealed class Shader : Object
    {
        [Stored] internal string m_Name = "";

        private Shader()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        /// <summary>Every name has a shader here, because the double compiles none.</summary>
        public static Shader Find(string name)
        {
            Shader known = (Shader)World.All.Find(one => one is Shader && one.StoredName == name);
            if (known == null)
            {
                known = (Shader)World.Create(typeof(Shader), 0);
                known.m_Name = name;
                known.m_ObjectHideFlags = HideFlags.NotEditable | HideFlags.DontSave;
            }
            return known;
        }
    }

    /// <summary>How a surface looks: a colour and other numbers by name.</summary>
    // Follows Runtime/Export/Shaders/Material.bindings.cs: members.
    [FileClass(21, "Material", Version = 8)]
    public class Material : Object
    {
        [Stored] internal string m_Name = "";
        [Stored] internal Shader m_Shader = null;
        [Stored] internal SavedProperties m_SavedProperties = new SavedProperties();

        private Material()
        {
        }

        public Material(Shader shader)
        {
            m_Shader = shader;
        }

        public Material(Material source)
        {
            if (source == null)
            {
                throw new ArgumentNullException("source");
            }
            SerializedForm.Write(this, SerializedForm.Read(source));
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public Shader shader
        {
            get { return m_Shader; }
            set { m_Shader = value; }
        }

        public Color color
        {
            get { return GetColor("_Color"); }
            set { SetColor("_Color", value); }
        }

        public Color GetColor(string name)
        {
            ColorEntry found = m_SavedProperties.m_Colors.Find(entry => entry.first == name);
            return found == null ? Color.white : found.second;
        }

        public void SetColor(string name, Color value)
        {
            m_SavedProperties.m_Colors.RemoveAll(entry => entry.first == name);
            m_SavedProperties.m_Colors.Add(new ColorEntry { first = name, second = value });
        }

        public float GetFloat(string name)
        {
            FloatEntry found = m_SavedProperties.m_Floats.Find(entry => entry.first == name);
            return found == null ? 0F : found.second;
        }

        public void SetFloat(string name, float value)
        {
            m_SavedProperties.m_Floats.RemoveAll(entry => entry.first == name);
            m_SavedProperties.m_Floats.Add(new FloatEntry { first = name, second = value });
        }

        public bool HasProperty(string name)
        {
            return m_SavedProperties.m_Colors.Exists(entry => entry.first == name) || m_SavedProperties.m_Floats.Exists(entry => entry.first == name);
        }
    }

    /// <summary>The values of a material; files contain each as a map of one key.</summary>
    [Serializable]
    internal sealed class SavedProperties
    {
        public List<FloatEntry> m_Floats = new List<FloatEntry>();
        public List<ColorEntry> m_Colors = new List<ColorEntry>();
    }

    [Serializable]
    internal sealed class FloatEntry
    {
        public string first = "";
        public float second = 0F;
    }

    [Serializable]
    internal sealed class ColorEntry
    {
        public string first = "";
        public Color second = Color.white;
    }
}
