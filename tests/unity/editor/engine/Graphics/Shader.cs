using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine.Rendering;

namespace UnityEngine.Rendering
{
    // Follows Runtime/Export/Shaders/ShaderProperties.cs.
    public enum ShaderPropertyType
    {
        Color,
        Vector,
        Float,
        Range,
        Texture,
        Int,
    }
}

namespace UnityEngine
{
    /// <summary>A program of the graphics device; the double knows its name only.</summary>
    // Follows Runtime/Export/Shaders/Shader.bindings.cs and ShaderProperties.cs: members.
    [FileClass(48, "Shader")]
    public sealed class Shader : Object
    {
        /// <summary>Each shader has the properties of the standard shader that scripts use most, and one of each other type.</summary>
        private static readonly KeyValuePair<string, ShaderPropertyType>[] Properties =
        {
            new KeyValuePair<string, ShaderPropertyType>("_Color", ShaderPropertyType.Color),
            new KeyValuePair<string, ShaderPropertyType>("_MainTex", ShaderPropertyType.Texture),
            new KeyValuePair<string, ShaderPropertyType>("_Cutoff", ShaderPropertyType.Range),
            new KeyValuePair<string, ShaderPropertyType>("_Glossiness", ShaderPropertyType.Range),
            new KeyValuePair<string, ShaderPropertyType>("_Metallic", ShaderPropertyType.Range),
            new KeyValuePair<string, ShaderPropertyType>("_Mode", ShaderPropertyType.Float),
            new KeyValuePair<string, ShaderPropertyType>("_Wind", ShaderPropertyType.Vector),
            new KeyValuePair<string, ShaderPropertyType>("_Layer", ShaderPropertyType.Int)
        };

        [Stored] internal string m_Name = "";

        private Shader()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public int GetPropertyCount()
        {
            return Properties.Length;
        }

        /// <summary>-1 if the shader has no such property.</summary>
        public int FindPropertyIndex(string propertyName)
        {
            return Array.FindIndex(Properties, one => one.Key == propertyName);
        }

        public string GetPropertyName(int propertyIndex)
        {
            return Properties[propertyIndex].Key;
        }

        public ShaderPropertyType GetPropertyType(int propertyIndex)
        {
            return Properties[propertyIndex].Value;
        }

        /// <summary>Every name has a shader here, because the double compiles none.</summary>
        public static Shader Find(string name)
        {
            Shader known = (Shader)(BuiltInAssets.Shader(name) ?? World.All.Find(one => one is Shader && one.StoredName == name));
            if (known == null)
            {
                known = (Shader)World.Create(typeof(Shader), 0);
                known.m_Name = name;
                known.m_ObjectHideFlags = HideFlags.NotEditable | HideFlags.DontSave;
            }
            return known;
        }
    }
}
