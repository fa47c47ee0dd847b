using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The change of one edit in one place.</summary>
    internal sealed class PlanRow
    {
        internal int Edit;

        /// <summary>Null if the object is not created yet.</summary>
        internal string Object;

        /// <summary>The edit that creates the object; -1 if it existed before.</summary>
        internal int MadeBy = -1;

        internal string File = "";
        internal string Path = "";

        /// <summary>Position of the component; -1 if the row is about no component.</summary>
        internal int Index = -1;

        internal string Type;
        internal string Field;

        /// <summary>As JSON; null if absent.</summary>
        internal string Old;

        internal string New;

        /// <summary>The entry that an allowlist must contain for this change, as JSON; null if absent.</summary>
        internal string Need;

        /// <summary>The object that a new value refers to, if the batch may create it.</summary>
        internal Subject Goal;

        /// <summary>
        /// The row is a consequence of a requested change, and a moving object may have changed its value since.
        /// </summary>
        internal bool Follows;

        /// <summary>The row of the change that undoes this one.</summary>
        internal PlanRow Inverse()
        {
            PlanRow inverse = (PlanRow)MemberwiseClone();
            inverse.Old = New;
            inverse.New = Old;
            return inverse;
        }

        internal static string ComponentNeed(string type)
        {
            JsonWriter to = new JsonWriter();
            to.Object().Name("component").Object().Name("type-name").Text(type).EndObject().EndObject();
            return to.ToString();
        }

        /// <summary>
        /// The permission to create an object and its descendants with their components; null if there is nothing but
        /// transforms.
        /// </summary>
        internal static string ComponentsNeed(GameObject root)
        {
            SortedSet<string> types = new SortedSet<string>(System.StringComparer.Ordinal);
            foreach (Component component in root.GetComponentsInChildren<Component>(true))
            {
                // The component of a missing script is null.
                if (component != null && !(component is Transform))
                {
                    types.Add(component.GetType().FullName);
                }
            }
            if (types.Count == 0)
            {
                return null;
            }
            JsonWriter to = new JsonWriter().Object().Name("components").Object().Name("type-names").List();
            foreach (string type in types)
            {
                to.Text(type);
            }
            return to.EndList().EndObject().EndObject().ToString();
        }

        /// <summary>The permission to run code, because the change writes the source with this path.</summary>
        internal static string SourceNeed(string path)
        {
            return new JsonWriter().Object().Name("source").Object().Name("path").Text(path).EndObject().EndObject().ToString();
        }

        internal static string MemberNeed(string type, ComponentMember member)
        {
            return MemberNeed(type, member.Name, member.CSharpName);
        }

        /// <param name="csharp">The C# name if it differs; otherwise null.</param>
        internal static string MemberNeed(string type, string name, string csharp)
        {
            JsonWriter to = new JsonWriter();
            to.Object().Name("member").Object().Name("type-name").Text(type).Name("member").Text(name);
            to.Name("csharp-name").TextOrNull(csharp).EndObject().EndObject();
            return to.ToString();
        }

        internal static string Named(string name, int objects)
        {
            JsonWriter to = new JsonWriter();
            to.Object().Name("name").Text(name);
            if (objects > 1)
            {
                to.Name("objects").Count(objects);
            }
            return to.EndObject().ToString();
        }

        internal static string Typed(string type)
        {
            return new JsonWriter().Object().Name("type").Text(type).EndObject().ToString();
        }

        internal void Write(JsonWriter to)
        {
            to.Object().Name("edit").Count(Edit).Name("object").TextOrNull(Object).Name("file").Text(File).Name("path").Text(Path);
            to.Name("component");
            if (Type == null)
            {
                to.Null();
            }
            else
            {
                to.List().Count(Index).Text(Type).EndList();
            }
            to.Name("field").TextOrNull(Field);
            if (Old != null)
            {
                to.Name("old").Raw(Old);
            }
            if (New != null)
            {
                to.Name("new").Raw(New);
            }
            to.Name("need").Raw(Need ?? "null").EndObject();
        }

        /// <summary>
        /// The text for the digest: all requested changes. Old values are left out, because a game changes them itself.
        /// </summary>
        internal string Bound()
        {
            string about = MadeBy >= 0 ? "made:" + MadeBy : Object;
            return string.Join("|", new[] { Edit.ToString(), about, File, Path, Index.ToString(), Type, Field, Follows ? "" : New, Need });
        }
    }
}
