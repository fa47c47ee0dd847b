using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
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

        public Vector4 GetVector(string name)
        {
            Color found = GetColor(name);
            return new Vector4(found.r, found.g, found.b, found.a);
        }

        public void SetVector(string name, Vector4 value)
        {
            SetColor(name, new Color(value.x, value.y, value.z, value.w));
        }

        public int GetInteger(string name)
        {
            IntegerEntry found = m_SavedProperties.m_Ints.Find(entry => entry.first == name);
            return found == null ? 0 : found.second;
        }

        public void SetInteger(string name, int value)
        {
            m_SavedProperties.m_Ints.RemoveAll(entry => entry.first == name);
            m_SavedProperties.m_Ints.Add(new IntegerEntry { first = name, second = value });
        }

        public Texture GetTexture(string name)
        {
            TextureEntry found = m_SavedProperties.m_TexEnvs.Find(entry => entry.first == name);
            return found == null ? null : found.second.m_Texture;
        }

        public void SetTexture(string name, Texture value)
        {
            m_SavedProperties.m_TexEnvs.RemoveAll(entry => entry.first == name);
            m_SavedProperties.m_TexEnvs.Add(new TextureEntry { first = name, second = new TextureUse { m_Texture = value } });
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
        public List<TextureEntry> m_TexEnvs = new List<TextureEntry>();
        public List<IntegerEntry> m_Ints = new List<IntegerEntry>();
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

    [Serializable]
    internal sealed class IntegerEntry
    {
        public string first = "";
        public int second = 0;
    }

    [Serializable]
    internal sealed class TextureEntry
    {
        public string first = "";
        public TextureUse second = new TextureUse();
    }

    [Serializable]
    internal sealed class TextureUse
    {
        public Texture m_Texture = null;
        public Vector2 m_Scale = Vector2.one;
        public Vector2 m_Offset = Vector2.zero;
    }
}
