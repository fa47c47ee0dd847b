using System;
using System.Globalization;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>The user's preferences. They survive the process.</summary>
    // Follows Editor/Mono/EditorPrefs.bindings.cs. A value of another type counts as absent.
    public sealed class EditorPrefs
    {
        public static void SetInt(string key, int value)
        {
            Native.Store.Prefs.Set(key, (long)value);
        }

        public static int GetInt(string key)
        {
            return GetInt(key, 0);
        }

        public static int GetInt(string key, int defaultValue)
        {
            return Native.Store.Prefs.Get(key) is long value ? (int)value : defaultValue;
        }

        public static void SetFloat(string key, float value)
        {
            Native.Store.Prefs.Set(key, (double)value);
        }

        public static float GetFloat(string key)
        {
            return GetFloat(key, 0);
        }

        public static float GetFloat(string key, float defaultValue)
        {
            object value = Native.Store.Prefs.Get(key);
            return value is double || value is long ? Convert.ToSingle(value, CultureInfo.InvariantCulture) : defaultValue;
        }

        public static void SetString(string key, string value)
        {
            Native.Store.Prefs.Set(key, value ?? string.Empty);
        }

        public static string GetString(string key)
        {
            return GetString(key, string.Empty);
        }

        public static string GetString(string key, string defaultValue)
        {
            return Native.Store.Prefs.Get(key) as string ?? defaultValue;
        }

        public static void SetBool(string key, bool value)
        {
            Native.Store.Prefs.Set(key, value);
        }

        public static bool GetBool(string key)
        {
            return GetBool(key, false);
        }

        public static bool GetBool(string key, bool defaultValue)
        {
            return Native.Store.Prefs.Get(key) is bool value ? value : defaultValue;
        }

        public static bool HasKey(string key)
        {
            return Native.Store.Prefs.Get(key) != null;
        }

        public static void DeleteKey(string key)
        {
            Native.Store.Prefs.Delete(key);
        }

        public static void DeleteAll()
        {
            Native.Store.Prefs.DeleteAll();
        }
    }
}
