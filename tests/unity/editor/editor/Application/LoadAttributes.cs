using System;

namespace UnityEditor
{
    /// <summary>Runs the static constructor of a class after each domain load.</summary>
    // Follows Editor/Mono/EditorAssemblies.cs.
    [AttributeUsage(AttributeTargets.Class)]
    public class InitializeOnLoadAttribute : Attribute
    {
    }

    /// <summary>Runs a static method after each domain load.</summary>
    // Follows Editor/Mono/EditorAssemblies.cs.
    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnLoadMethodAttribute : Attribute
    {
    }

    /// <summary>Runs a static method on the way into play mode, after a domain reload if there is one.</summary>
    // Follows Editor/Mono/EditorAssemblies.cs, and the scripting reference for the optional parameter EnterPlayModeOptions.
    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnEnterPlayModeAttribute : Attribute
    {
    }

    /// <summary>Base of the callback attributes with an order.</summary>
    // Follows Editor/Mono/Callbacks.cs.
    public abstract class CallbackOrderAttribute : Attribute
    {
        protected int m_CallbackOrder;

        internal int callbackOrder
        {
            get { return m_CallbackOrder; }
        }
    }
}

namespace UnityEditor.Callbacks
{
    /// <summary>Runs a static method after each domain load, in ascending order of its number.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class DidReloadScripts : CallbackOrderAttribute
    {
        public DidReloadScripts()
        {
            m_CallbackOrder = 1;
        }

        public DidReloadScripts(int callbackOrder)
        {
            m_CallbackOrder = callbackOrder;
        }
    }
}
