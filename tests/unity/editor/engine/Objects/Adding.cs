using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Adds components, together with the ones that they require.</summary>
    // Follows Runtime/Export/Scripting/Attributes.cs: RequireComponent, DisallowMultipleComponent.
    internal static class Adding
    {
        internal static Component Add(GameObject to, Type type)
        {
            if (type == null)
            {
                throw new ArgumentNullException("componentType");
            }
            if (!typeof(Component).IsAssignableFrom(type) || type.IsAbstract || type.ContainsGenericParameters || !IsCreatable(type))
            {
                Debug.LogError("Can't add component '" + type.Name + "' to " + to.m_Name + ": the class is abstract or no component", to);
                return null;
            }
            if (type == typeof(RectTransform) && !(to.Own is RectTransform))
            {
                return Replace(to);
            }
            Type single = Single(type);
            if (typeof(Transform).IsAssignableFrom(type) || (single != null && to.m_Component.Exists(entry => single.IsInstanceOfType(entry.component))))
            {
                Debug.LogError("Can't add '" + type.Name + "' to " + to.m_Name + " because a '" + type.Name + "' is already added to the game object!", to);
                return null;
            }
            foreach (Type required in Required(type))
            {
                bool has = to.m_Component.Exists(entry => required.IsInstanceOfType(entry.component));
                if (!has && !required.IsAbstract && Add(to, required) == null)
                {
                    return null;
                }
            }
            Component made = (Component)World.Create(type, 0);
            made.m_GameObject = to;
            to.m_Component.Add(new ComponentEntry { component = made });
            MonoBehaviour script = made as MonoBehaviour;
            if (!ReferenceEquals(script, null))
            {
                script.m_Script = new Pointer(ScriptTypes.ScriptId(type));
                LifeCycle.Added(script);
            }
            return made;
        }

        /// <summary>Built-in types that only exist as base classes have no number in files.</summary>
        private static bool IsCreatable(Type type)
        {
            FileClassAttribute known = (FileClassAttribute)Attribute.GetCustomAttribute(type, typeof(FileClassAttribute), false);
            return typeof(MonoBehaviour).IsAssignableFrom(type) ? type != typeof(MonoBehaviour) && type != typeof(MissingScript) : known != null && known.Id > 8;
        }

        /// <summary>The type of which the object may have one only; null if it may have several.</summary>
        private static Type Single(Type type)
        {
            for (Type at = type; at != null; at = at.BaseType)
            {
                FileClassAttribute known = (FileClassAttribute)Attribute.GetCustomAttribute(at, typeof(FileClassAttribute), false);
                if (at.IsDefined(typeof(DisallowMultipleComponent), false) || (known != null && known.IsSingle))
                {
                    return at;
                }
            }
            return null;
        }

        internal static IEnumerable<Type> Required(Type type)
        {
            IEnumerable<RequireComponent> all = type.GetCustomAttributes(typeof(RequireComponent), true).Cast<RequireComponent>();
            return all.SelectMany(one => new[] { one.m_Type0, one.m_Type1, one.m_Type2 }).Where(one => one != null);
        }

        /// <summary>The type of another component that requires this one; null if absent.</summary>
        internal static Type Dependent(Component component)
        {
            foreach (ComponentEntry entry in component.m_GameObject.m_Component)
            {
                if (ReferenceEquals(entry.component, component) || ReferenceEquals(entry.component, null))
                {
                    continue;
                }
                foreach (Type required in Required(entry.component.GetType()))
                {
                    bool another = component.m_GameObject.m_Component.Exists(one => !ReferenceEquals(one.component, component) && required.IsInstanceOfType(one.component));
                    if (required.IsInstanceOfType(component) && !another)
                    {
                        return entry.component.GetType();
                    }
                }
            }
            return null;
        }

        /// <summary>Puts a RectTransform in the place of the Transform, which is destroyed.</summary>
        private static Component Replace(GameObject of)
        {
            Transform old = of.Own;
            RectTransform made = (RectTransform)World.Create(typeof(RectTransform), 0);
            made.m_GameObject = of;
            made.m_LocalPosition = old.m_LocalPosition;
            made.m_LocalRotation = old.m_LocalRotation;
            made.m_LocalScale = old.m_LocalScale;
            made.m_Father = old.m_Father;
            made.m_Children = old.m_Children;
            made.m_Children.ForEach(child => child.m_Father = made);
            if (!ReferenceEquals(old.m_Father, null))
            {
                old.m_Father.m_Children[old.m_Father.m_Children.IndexOf(old)] = made;
            }
            made.Place = old.m_LocalPosition;
            of.m_Component[0] = new ComponentEntry { component = made };
            World.Remove(old);
            return made;
        }
    }

    /// <summary>The classes of scripts in the loaded assemblies, and their files.</summary>
    internal static class ScriptTypes
    {
        internal static Type[] All(Type below)
        {
            List<Type> all = new List<Type>();
            foreach (System.Reflection.Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
            {
                all.AddRange(Array.FindAll(Of(assembly), type => below.IsAssignableFrom(type) && !type.IsAbstract));
            }
            return all.ToArray();
        }

        internal static Type[] Of(System.Reflection.Assembly assembly)
        {
            try
            {
                return assembly.GetTypes();
            }
            catch (System.Reflection.ReflectionTypeLoadException error)
            {
                return Array.FindAll(error.Types, type => type != null);
            }
        }

        /// <summary>Sets the script file of a script that was created before its file was known.</summary>
        internal static void Identify(UnityEngine.Object one)
        {
            MonoBehaviour script = one as MonoBehaviour;
            ScriptableObject asset = one as ScriptableObject;
            if (!ReferenceEquals(script, null) && script.m_Script.Id == 0)
            {
                script.m_Script = new Pointer(ScriptId(one.GetType()));
            }
            if (!ReferenceEquals(asset, null) && asset.m_Script.Id == 0)
            {
                asset.m_Script = new Pointer(ScriptId(one.GetType()));
            }
        }

        /// <summary>The instance id of the script file of a class; 0 if it is in no file.</summary>
        internal static int ScriptId(Type type)
        {
            FileReference file = World.Assets == null ? null : World.Assets.ScriptFile(type);
            return file == null ? 0 : World.IdOf(file);
        }
    }
}
