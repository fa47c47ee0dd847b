using System;

namespace UnityEditor
{
    /// <summary>Makes a static method a menu item, or the validation of one.</summary>
    // Follows Editor/Mono/MenuItem.cs: default priorities, and each part of the name is trimmed.
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public string menuItem;
        public bool validate;
        public int priority;
#if UNITY_2022_2_OR_NEWER
        public float secondaryPriority = float.MaxValue;
#endif
        public string[] editorModes = { "default" };

        public MenuItem(string itemName)
            : this(itemName, false)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction)
            : this(itemName, isValidateFunction, itemName.StartsWith("GameObject/Create Other", StringComparison.Ordinal) ? 10 : 1000)
        {
        }

        public MenuItem(string itemName, bool isValidateFunction, int priority)
        {
            string[] parts = itemName.Split('/');
            for (int i = 0; i < parts.Length; i++)
            {
                parts[i] = parts[i].Trim();
            }
            menuItem = string.Join("/", parts);
            validate = isValidateFunction;
            this.priority = priority;
        }
    }

    /// <summary>Argument of a menu item: the object whose context menu was used.</summary>
    // Follows Editor/Mono/MenuCommand.cs.
    public sealed class MenuCommand
    {
        public UnityEngine.Object context;
        public int userData;

        public MenuCommand(UnityEngine.Object inContext)
            : this(inContext, 0)
        {
        }

        public MenuCommand(UnityEngine.Object inContext, int inUserData)
        {
            context = inContext;
            userData = inUserData;
        }
    }
}
