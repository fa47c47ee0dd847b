using System;
using System.Reflection;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Menu items.</content>
    public sealed partial class EditorApplication
    {
        /// <summary>
        /// Runs the method of a menu item if its validation allows it. Logs an error if no such item exists.
        /// </summary>
        public static bool ExecuteMenuItem(string menuItemPath)
        {
            MethodInfo execute = null;
            MethodInfo validate = null;
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<MenuItem>())
            {
                foreach (MenuItem item in method.GetCustomAttributes(typeof(MenuItem), false))
                {
                    if (WithoutHotkey(item.menuItem) != menuItemPath)
                    {
                        continue;
                    }
                    if (item.validate)
                    {
                        validate = validate ?? method;
                    }
                    else
                    {
                        execute = execute ?? method;
                    }
                }
            }
            if (execute == null)
            {
                Debug.LogError("ExecuteMenuItem failed because there is no menu named '" + menuItemPath + "'");
                return false;
            }
            if (validate != null && !true.Equals(Invoke(validate)))
            {
                return false;
            }
            Invoke(execute);
            return true;
        }

        private static object Invoke(MethodInfo method)
        {
            object result = null;
            ParameterInfo[] parameters = method.GetParameters();
            object[] arguments = parameters.Length == 0 ? new object[0] : new object[] { new MenuCommand(null) };
            Native.Call(delegate
            {
                try
                {
                    result = method.Invoke(null, arguments);
                }
                catch (TargetInvocationException error) when (error.InnerException != null)
                {
                    System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(error.InnerException).Throw();
                }
            });
            return result;
        }

        // Follows Editor/Mono/Menu.cs: a hotkey is the last word of the name and begins with one of these characters.
        private static string WithoutHotkey(string name)
        {
            int space = name.LastIndexOf(' ');
            return space > 0 && space + 1 < name.Length && "%#&^_".IndexOf(name[space + 1]) >= 0 ? name.Substring(0, space).TrimEnd() : name;
        }
    }
}
