using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Rendering;

namespace UnityTools.Bridge
{
    /// <summary>Properties of the shader of a material, by their own names such as `_Color`.</summary>
    internal static class ShaderField
    {
        internal static bool Is(Material material, string name)
        {
            return material != null && material.shader != null && material.shader.FindPropertyIndex(name) >= 0;
        }

        internal static bool IsTexture(Material material, string name)
        {
            return Type(material, name) == ShaderPropertyType.Texture;
        }

        internal static List<string> Names(Material material)
        {
            List<string> names = new List<string>();
            for (int at = 0; material.shader != null && at < material.shader.GetPropertyCount(); at++)
            {
                names.Add(material.shader.GetPropertyName(at));
            }
            return names;
        }

        /// <summary>The present value as C#.</summary>
        internal static object Get(Material material, string name)
        {
            switch (Type(material, name))
            {
                case ShaderPropertyType.Color:
                    return material.GetColor(name);
                case ShaderPropertyType.Vector:
                    return material.GetVector(name);
                case ShaderPropertyType.Texture:
                    return material.GetTexture(name);
                case ShaderPropertyType.Int:
                    return material.GetInteger(name);
                default:
                    return material.GetFloat(name);
            }
        }

        /// <summary>The value as C#, without setting it.</summary>
        /// <exception cref="Failure">The value does not fit the property.</exception>
        internal static object Read(Material material, string name, Json value, ObjectTable objects)
        {
            ValueReader reader = new ValueReader(objects);
            switch (Type(material, name))
            {
                case ShaderPropertyType.Color:
                    return reader.Read(value, typeof(Color), null);
                case ShaderPropertyType.Vector:
                    return reader.Read(value, typeof(Vector4), null);
                case ShaderPropertyType.Texture:
                    return reader.Read(value, typeof(Texture), null);
                case ShaderPropertyType.Int:
                    return reader.Read(value, typeof(int), null);
                default:
                    return reader.Read(value, typeof(float), null);
            }
        }

        internal static void Set(Material material, string name, object value)
        {
            switch (Type(material, name))
            {
                case ShaderPropertyType.Color:
                    material.SetColor(name, (Color)value);
                    break;
                case ShaderPropertyType.Vector:
                    material.SetVector(name, (Vector4)value);
                    break;
                case ShaderPropertyType.Texture:
                    material.SetTexture(name, (Texture)value);
                    break;
                case ShaderPropertyType.Int:
                    material.SetInteger(name, (int)value);
                    break;
                default:
                    material.SetFloat(name, (float)value);
                    break;
            }
        }

        private static ShaderPropertyType Type(Material material, string name)
        {
            return material.shader.GetPropertyType(material.shader.FindPropertyIndex(name));
        }
    }
}
