using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>The names of build targets, and those for which this editor can build.</summary>
    internal static class BuildTargets
    {
        private const int Shown = 20;

        /// <param name="name">Null for the active target.</param>
        /// <exception cref="Failure">There is no such target, or this editor cannot build for it.</exception>
        internal static BuildTarget Find(string name)
        {
            BuildTarget target = name == null ? EditorUserBuildSettings.activeBuildTarget : Parse(name);
            if (!IsInstalled(target))
            {
                string which = name == null ? "the active build target " + Name(target) : "`target` is \"" + name + "\"";
                throw new Failure("unsupported", which + ", and this editor has no module for it")
                {
                    Hint = "the user installs the module in Unity Hub; this editor builds for " + Installed()
                };
            }
            return target;
        }

        /// <summary>The name that is not obsolete, if a target has several.</summary>
        internal static string Name(BuildTarget target)
        {
            foreach (FieldInfo field in Fields())
            {
                if ((BuildTarget)field.GetValue(null) == target)
                {
                    return field.Name;
                }
            }
            return target.ToString();
        }

        private static BuildTarget Parse(string name)
        {
            foreach (FieldInfo field in Fields())
            {
                if (field.Name == name)
                {
                    return (BuildTarget)field.GetValue(null);
                }
            }
            throw new Failure("invalid-argument", "`target` is \"" + Surrogates.Cut(name, 80) + "\", which is no build target of this version of Unity")
            {
                Hint = "give null for the active target, or one of these: " + Installed()
            };
        }

        private static string Installed()
        {
            List<string> names = new List<string>();
            foreach (FieldInfo field in Fields())
            {
                if (IsInstalled((BuildTarget)field.GetValue(null)))
                {
                    names.Add(field.Name);
                }
            }
            names.Sort(StringComparer.Ordinal);
            return names.Count == 0 ? "none, this editor can build no player" : string.Join(", ", names.GetRange(0, Math.Min(Shown, names.Count)).ToArray());
        }

        private static bool IsInstalled(BuildTarget target)
        {
            return BuildPipeline.IsBuildTargetSupported(BuildPipeline.GetBuildTargetGroup(target), target);
        }

        /// <summary>The members of the enumeration that name a target and are not obsolete.</summary>
        private static IEnumerable<FieldInfo> Fields()
        {
            foreach (FieldInfo field in typeof(BuildTarget).GetFields(BindingFlags.Static | BindingFlags.Public))
            {
                if (!field.IsDefined(typeof(ObsoleteAttribute), false) && (int)field.GetValue(null) > 0)
                {
                    yield return field;
                }
            }
        }
    }
}
