using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>What needs a module of Unity that a game may lack: an assembly of its own each, served where it is there.</summary>
    internal static class Parts
    {
        private static readonly string[] Names = 
        {
            "UnityTools.Bridge.PhysicsFunctions, UnityTools.Bridge.Physics",
            "UnityTools.Bridge.ImageFunctions, UnityTools.Bridge.Image",
            "UnityTools.Bridge.UIFunctions, UnityTools.Bridge.UI"
        };

        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes)
        {
            foreach (string name in Names)
            {
                // One that was compiled into this very assembly, else its own.
                string own = name.Substring(0, name.IndexOf(','));
                Type part = typeof(Parts).Assembly.GetType(own, false) ?? Type.GetType(name, false);
                MethodInfo add = part == null ? null : part.GetMethod("AddTo", BindingFlags.Static | BindingFlags.NonPublic);
                if (add != null)
                {
                    add.Invoke(null, new object[] { functions, objects, scenes });
                }
            }
        }
    }
}
