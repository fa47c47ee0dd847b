using System;
using System.Collections.Generic;
using System.Reflection;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>Where a settings page is shown.</summary>
    // Follows Editor/Mono/Settings/SettingsProvider.cs.
    public enum SettingsScope
    {
        User,
        Project,
    }

    /// <summary>A page of the preferences or of the project settings.</summary>
    public class SettingsProvider
    {
        private string shownLabel;

        public SettingsProvider(string path, SettingsScope scopes, IEnumerable<string> keywords = null)
        {
            settingsPath = path;
            scope = scopes;
            this.keywords = keywords ?? new string[0];
        }

        /// <summary>The title; without one the last part of the path.</summary>
        public string label
        {
            get { return shownLabel ?? settingsPath.Substring(settingsPath.LastIndexOf('/') + 1); }
            set { shownLabel = value; }
        }

        public string settingsPath { get; }

        public SettingsScope scope { get; }

        public IEnumerable<string> keywords { get; set; }

        public Action<string> guiHandler { get; set; }

        public Action deactivateHandler { get; set; }

        public virtual void OnGUI(string searchContext)
        {
            guiHandler?.Invoke(searchContext);
        }

        public virtual void OnDeactivate()
        {
            deactivateHandler?.Invoke();
        }
    }

    /// <summary>Marks a static method that returns a settings page.</summary>
    // Follows Editor/Mono/Settings/SettingsProviderAttribute.cs.
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class SettingsProviderAttribute : Attribute
    {
    }

    /// <summary>The settings pages.</summary>
    // Follows Editor/Mono/Settings/SettingsService.cs: pages come from the methods with the attribute.
    public static class SettingsService
    {
#if UNITY_2022_2_OR_NEWER
        public static bool Exists(string settingsPath)
        {
            return Find(settingsPath) != null;
        }
#endif

        internal static SettingsProvider Find(string path)
        {
            foreach (MethodInfo method in TypeCache.GetMethodsWithAttribute<SettingsProviderAttribute>())
            {
                SettingsProvider provider = method.Invoke(null, null) as SettingsProvider;
                if (provider != null && provider.settingsPath == path)
                {
                    return provider;
                }
            }
            return null;
        }

        /// <summary>Draws a page for the control channel.</summary>
        internal static Dictionary<string, object> Draw(string path, string toggle)
        {
            SettingsProvider provider = Find(path);
            if (provider == null)
            {
                throw new CommandException("no settings page has the path " + path);
            }
            bool found = Page.Draw(delegate { provider.OnGUI(string.Empty); }, toggle, out List<string> texts);
            provider.OnDeactivate();
            if (!found)
            {
                throw new CommandException("the settings page " + path + " has no enabled toggle named " + toggle);
            }
            return Json.Object("label", provider.label, "texts", texts);
        }
    }
}
