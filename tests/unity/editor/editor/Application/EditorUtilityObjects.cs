using System;
using UnityDouble;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <content>Objects and their dirty mark.</content>
    public partial class EditorUtility
    {
        /// <summary>True for an object of an asset file.</summary>
        public static bool IsPersistent(Object target)
        {
            return !ReferenceEquals(target, null) && World.FileOf(target.m_InstanceID) != null;
        }

        public static void SetDirty(Object target)
        {
            Demand(target, "target");
            DirtyObjects.Mark(target);
        }

        public static void ClearDirty(Object target)
        {
            Demand(target, "target");
            DirtyObjects.Clear(target.m_InstanceID);
        }

        public static bool IsDirty(Object target)
        {
            return target != null && DirtyObjects.Count(target.m_InstanceID) > 0;
        }

        public static int GetDirtyCount(Object target)
        {
            return target != null ? DirtyObjects.Count(target.m_InstanceID) : 0;
        }

        /// <summary>Copies all serialized values, but not the place in the hierarchy.</summary>
        public static void CopySerialized(Object source, Object dest)
        {
            Demand(source, "source");
            Demand(dest, "dest");
            if (source.GetType() != dest.GetType())
            {
                throw new ArgumentException("source and dest have different types: " + source.GetType().FullName + " and " + dest.GetType().FullName);
            }
            Node from = SerializedForm.Read(source);
            Node to = SerializedForm.Read(dest);
            for (int i = 0; i < from.Keys.Count; i++)
            {
                if (!NodeDifference.IsStructure(from.Keys[i]))
                {
                    to[from.Keys[i]] = from.Items[i].Copy();
                }
            }
            SerializedForm.Write(dest, to);
        }

        public static void CopySerializedIfDifferent(Object source, Object dest)
        {
            Demand(source, "source");
            Demand(dest, "dest");
            if (NodeDifference.Between(SerializedForm.Read(source), SerializedForm.Read(dest)).Count > 0)
            {
                CopySerialized(source, dest);
            }
        }

        private static void Demand(Object one, string parameter)
        {
            if (one == null)
            {
                throw new ArgumentNullException(parameter);
            }
        }
    }
}
