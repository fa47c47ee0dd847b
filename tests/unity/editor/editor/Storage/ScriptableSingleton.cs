using UnityEngine;

namespace UnityEditor
{
    /// <summary>An object of which there is one, and which a domain reload keeps. The double imitates none with a file.</summary>
    // Follows Editor/Mono/ScriptableSingleton.cs.
    public class ScriptableSingleton<T> : ScriptableObject where T : ScriptableObject
    {
        private static T s_Instance;

        public static T instance
        {
            get
            {
                if (s_Instance == null)
                {
                    CreateInstance<T>().hideFlags = HideFlags.HideAndDontSave & ~HideFlags.NotEditable;
                }
                return s_Instance;
            }
        }

        // A domain reload creates the object again, and calls this.
        protected ScriptableSingleton()
        {
            if (s_Instance != null)
            {
                Debug.LogError("ScriptableSingleton already exists. Did you query the singleton in a constructor?");
            }
            else
            {
                object created = this;
                s_Instance = created as T;
            }
        }
    }
}
