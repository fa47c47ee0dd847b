using System;
using UnityDouble;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>A file without a type of its own, or a folder.</summary>
    // Follows Editor/Mono/DefaultAsset.bindings.cs.
    [FileClass(1029, "DefaultAsset")]
    public class DefaultAsset : Object
    {
        [SerializeField]
        internal string m_Name = string.Empty;

        private DefaultAsset()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    /// <summary>A scene file.</summary>
    // Follows Editor/Mono/SceneAsset.bindings.cs.
    [FileClass(1032, "SceneAsset")]
    public class SceneAsset : Object
    {
        [SerializeField]
        internal string m_Name = string.Empty;

        private SceneAsset()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }
    }

    /// <summary>A script file.</summary>
    // Follows Editor/Mono/MonoScript.bindings.cs.
    [FileClass(115, "MonoScript")]
    public class MonoScript : TextAsset
    {
        internal MonoScript()
        {
        }

        /// <summary>Returns the class that the file is named after, or null.</summary>
        public Type GetClass()
        {
            return ScriptFiles.ClassOf(AssetDatabase.GetAssetPath(this));
        }

        /// <summary>Returns the script file of a component's class, or null.</summary>
        public static MonoScript FromMonoBehaviour(MonoBehaviour behaviour)
        {
            return ScriptFiles.Script(behaviour.GetType());
        }

        public static MonoScript FromScriptableObject(ScriptableObject scriptableObject)
        {
            return ScriptFiles.Script(scriptableObject.GetType());
        }
    }
}
