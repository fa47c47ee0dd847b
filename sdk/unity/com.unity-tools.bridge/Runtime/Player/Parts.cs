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

        /// <summary>Parts that an editor leaves out.</summary>
        private static readonly string[] NamesOfPlayer = { "UnityTools.Bridge.TestUIFunctions, UnityTools.Bridge.UI" };

        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            Add(Names, functions, objects, scenes, screen);
            if (!screen.IsView)
            {
                Add(NamesOfPlayer, functions, objects, scenes, screen);
            }
        }

        private static void Add(string[] names, Functions functions, ObjectTable objects, SceneTable scenes, GameScreen screen)
        {
            foreach (string name in names)
            {
                // The part may be compiled into this assembly; otherwise it has its own.
                string own = name.Substring(0, name.IndexOf(','));
                Type part = typeof(Parts).Assembly.GetType(own, false) ?? Type.GetType(name, false);
                MethodInfo add = part == null ? null : part.GetMethod("AddTo", BindingFlags.Static | BindingFlags.NonPublic);
                if (add != null)
                {
                    add.Invoke(null, new object[] { functions, objects, scenes, screen });
                }
            }
        }
    }
}
