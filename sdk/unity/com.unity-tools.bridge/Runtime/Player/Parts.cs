using System;
using System.Reflection;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The parts that need a Unity module that a game may lack. Each is a separate assembly, served if it is present.
    /// </summary>
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
                // The part may be compiled into this assembly; otherwise it has its own.
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
