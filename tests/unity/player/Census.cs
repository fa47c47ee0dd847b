using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Text;
using UnityEngine;

namespace Game
{
    /// <summary>
    /// What an object's components have, by means of the game's own and with no help of the package: for tests to compare with. A line for
    /// each value: `place|type|member|parts`, its parts with a space between them.
    /// </summary>
    public static class Census
    {
        /// <summary>To read these makes a copy of an asset.</summary>
        private static readonly List<string> Copying = new List<string> { "material", "materials", "mesh" };

        /// <summary>Enumerations of several bits of which this Unity does not say so.</summary>
        private static readonly List<string> Bits = new List<string> { "RigidbodyConstraints", "StereoTargetEyeMask" };

        public static string Of(string path)
        {
            StringBuilder all = new StringBuilder();
            foreach (Transform at in Resources.FindObjectsOfTypeAll<Transform>())
            {
                if (at.gameObject.scene.IsValid() && Path(at) == path)
                {
                    Add(all, at.GetComponents<Component>());
                }
            }
            return all.ToString();
        }

        private static void Add(StringBuilder all, Component[] components)
        {
            for (int place = 0; place < components.Length; place++)
            {
                Component one = components[place];
                foreach (PropertyInfo property in one.GetType().GetProperties(BindingFlags.Instance | BindingFlags.Public))
                {
                    Type home = property.DeclaringType;
                    bool own = home != typeof(Component) && home != typeof(MonoBehaviour) && home != typeof(UnityEngine.Object);
                    if (own && property.CanRead && property.GetIndexParameters().Length == 0 && !Copying.Contains(property.Name)
                        && property.GetCustomAttributes(typeof(ObsoleteAttribute), true).Length == 0)
                    {
                        Line(all, place, one, property.Name, property.GetValue(one, null));
                    }
                }
                for (Type home = one.GetType(); typeof(MonoBehaviour).IsAssignableFrom(home); home = home.BaseType)
                {
                    const BindingFlags fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
                    foreach (FieldInfo field in home.GetFields(fields))
                    {
                        if (field.IsPublic || field.GetCustomAttributes(typeof(SerializeField), true).Length > 0)
                        {
                            Line(all, place, one, field.Name, field.GetValue(one));
                        }
                    }
                }
            }
        }

        private static void Line(StringBuilder all, int place, Component one, string member, object value)
        {
            List<string> parts = new List<string>();
            bool mask = member == "cullingMask" || member == "eventMask";
            if (mask || value is LayerMask)
            {
                Layers(parts, mask ? (int)value : ((LayerMask)value).value);
            }
            else
            {
                Parts(parts, value);
            }
            all.Append(place).Append('|').Append(one.GetType().FullName).Append('|').Append(member).Append('|');
            all.Append(string.Join(" ", parts.ToArray())).Append('\n');
        }

        private static void Parts(List<string> to, object value)
        {
            UnityEngine.Object referred = value as UnityEngine.Object;
            IList list = value as IList;
            if (value == null || (value is UnityEngine.Object && referred == null))
            {
                to.Add("null");
            }
            else if (referred != null)
            {
                to.Add(Reference(referred));
            }
            else if (value is bool)
            {
                to.Add((bool)value ? "true" : "false");
            }
            else if (value is string)
            {
                to.Add(Text((string)value));
            }
            else if (value is Enum)
            {
                Enumeration(to, (Enum)value);
            }
            else if (value is float || value is double || value is int || value is uint || value is short || value is byte || value is long)
            {
                to.Add(string.Format(CultureInfo.InvariantCulture, value is float || value is double ? "{0:R}" : "{0}", value));
            }
            else if (list != null)
            {
                foreach (object item in list)
                {
                    Parts(to, item);
                }
            }
            else
            {
                Numbers(to, value);
            }
        }

        private static void Numbers(List<string> to, object value)
        {
            float[] numbers = null;
            if (value is Vector2)
            {
                Vector2 at = (Vector2)value;
                numbers = new[] { at.x, at.y };
            }
            else if (value is Vector3)
            {
                Vector3 at = (Vector3)value;
                numbers = new[] { at.x, at.y, at.z };
            }
            else if (value is Vector4)
            {
                Vector4 at = (Vector4)value;
                numbers = new[] { at.x, at.y, at.z, at.w };
            }
            else if (value is Quaternion)
            {
                Quaternion turn = (Quaternion)value;
                numbers = new[] { turn.x, turn.y, turn.z, turn.w };
            }
            else if (value is Color)
            {
                Color color = (Color)value;
                numbers = new[] { color.r, color.g, color.b, color.a };
            }
            else if (value is Rect)
            {
                Rect rect = (Rect)value;
                numbers = new[] { rect.xMin, rect.yMin, rect.width, rect.height };
            }
            else if (value is Bounds)
            {
                Bounds box = (Bounds)value;
                numbers = new[] { box.center.x, box.center.y, box.center.z, box.size.x, box.size.y, box.size.z };
            }
            else if (value is Matrix4x4)
            {
                Matrix4x4 matrix = (Matrix4x4)value;
                numbers = new float[16];
                for (int at = 0; at < 16; at++)
                {
                    numbers[at] = matrix[at / 4, at % 4];
                }
            }
            if (numbers == null)
            {
                to.Add("?" + value.GetType().FullName);
                return;
            }
            foreach (float number in numbers)
            {
                Parts(to, number);
            }
        }

        private static void Enumeration(List<string> to, Enum value)
        {
            Type type = value.GetType();
            bool several = type.GetCustomAttributes(typeof(FlagsAttribute), false).Length > 0 || Bits.Contains(type.Name);
            long bits = Convert.ToInt64(value);
            if (several && bits == 0)
            {
                return;
            }
            if (Enum.IsDefined(type, value) || !several)
            {
                to.Add(Enum.IsDefined(type, value) ? Text(value.ToString()) : bits.ToString());
                return;
            }
            foreach (object one in Enum.GetValues(type))
            {
                long bit = Convert.ToInt64(one);
                if (Mathf.IsPowerOfTwo((int)bit) && (bits & bit) != 0)
                {
                    to.Add(Text(one.ToString()));
                }
            }
        }

        private static void Layers(List<string> to, int mask)
        {
            if (mask == ~0)
            {
                to.Add(Text("Everything"));
                return;
            }
            for (int layer = 0; layer < 32; layer++)
            {
                if ((mask >> layer & 1) == 1)
                {
                    string name = LayerMask.LayerToName(layer);
                    to.Add(name.Length == 0 ? layer.ToString() : Text(name));
                }
            }
        }

        /// <summary>An object of the scene by its path and the component's place, an asset by its name; each with its type.</summary>
        private static string Reference(UnityEngine.Object referred)
        {
            Component component = referred as Component;
            GameObject one = component == null ? referred as GameObject : component.gameObject;
            if (one == null)
            {
                return Text("asset " + referred.name + " " + referred.GetType().FullName);
            }
            int place = component == null ? -1 : Array.IndexOf(one.GetComponents<Component>(), component);
            return Text("object " + Path(one.transform) + " " + referred.GetType().FullName + " " + place);
        }

        private static string Text(string text)
        {
            return "'" + Uri.EscapeDataString(text);
        }

        private static string Path(Transform at)
        {
            return (at.parent == null ? "" : Path(at.parent)) + "/" + at.name;
        }
    }
}
