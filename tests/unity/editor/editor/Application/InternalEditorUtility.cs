using System;
using UnityDouble;

namespace UnityEditorInternal
{
    /// <summary>Tags and layers of the project.</summary>
    // Follows Editor/Mono/InternalEditorUtility.bindings.cs.
    public sealed class InternalEditorUtility
    {
        private InternalEditorUtility()
        {
        }

        public static string[] tags
        {
            get { return Tags.All; }
        }

        public static string[] layers
        {
            get { return Array.FindAll(Tags.Layers, delegate(string name) { return name.Length > 0; }); }
        }
    }
}
