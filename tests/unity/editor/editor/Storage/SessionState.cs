using System;
using System.Globalization;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>Values that survive domain reloads and end with the process.</summary>
    // Follows Editor/Mono/EditorGUIUtility.bindings.cs, class SessionState: each value type has its own keys.
    public class SessionState
    {
        public static void SetBool(string key, bool value)
        {
            Set("bool", key, value ? "true" : "false");
        }

        public static bool GetBool(string key, bool defaultValue)
        {
            string text = Get("bool", key);
            return text == null ? defaultValue : text == "true";
        }

        public static void EraseBool(string key)
        {
            Set("bool", key, null);
        }

        public static void SetFloat(string key, float value)
        {
            Set("float", key, Write(value));
        }

        public static float GetFloat(string key, float defaultValue)
        {
            string text = Get("float", key);
            return text == null ? defaultValue : ReadFloat(text);
        }

        public static void EraseFloat(string key)
        {
            Set("float", key, null);
        }

        public static void SetInt(string key, int value)
        {
            Set("int", key, value.ToString(CultureInfo.InvariantCulture));
        }

        public static int GetInt(string key, int defaultValue)
        {
            string text = Get("int", key);
            return text == null ? defaultValue : ReadInt(text);
        }

        public static void EraseInt(string key)
        {
            Set("int", key, null);
        }

        public static void SetString(string key, string value)
        {
            Set("string", key, value ?? string.Empty);
        }

        public static string GetString(string key, string defaultValue)
        {
            return Get("string", key) ?? defaultValue;
        }

        public static void EraseString(string key)
        {
            Set("string", key, null);
        }

        public static void SetVector3(string key, Vector3 value)
        {
            Set("vector3", key, Write(value.x) + " " + Write(value.y) + " " + Write(value.z));
        }

        public static Vector3 GetVector3(string key, Vector3 defaultValue)
        {
            string text = Get("vector3", key);
            if (text == null)
            {
                return defaultValue;
            }
            string[] parts = text.Split(' ');
            return new Vector3(ReadFloat(parts[0]), ReadFloat(parts[1]), ReadFloat(parts[2]));
        }

        public static void EraseVector3(string key)
        {
            Set("vector3", key, null);
        }

        public static void SetIntArray(string key, int[] value)
        {
            Set("intArray", key, string.Join(" ", Array.ConvertAll(value, delegate(int item) { return item.ToString(CultureInfo.InvariantCulture); })));
        }

        public static int[] GetIntArray(string key, int[] defaultValue)
        {
            string text = Get("intArray", key);
            if (text == null)
            {
                return defaultValue;
            }
            return text.Length == 0 ? new int[0] : Array.ConvertAll(text.Split(' '), ReadInt);
        }

        public static void EraseIntArray(string key)
        {
            Set("intArray", key, null);
        }

        private static string Get(string type, string key)
        {
            return Native.Store.Session.GetText(type + ":" + key);
        }

        private static void Set(string type, string key, string text)
        {
            Native.Store.Session.SetText(type + ":" + key, text);
        }

        private static string Write(float value)
        {
            return value.ToString("R", CultureInfo.InvariantCulture);
        }

        private static float ReadFloat(string text)
        {
            return float.Parse(text, CultureInfo.InvariantCulture);
        }

        private static int ReadInt(string text)
        {
            return int.Parse(text, CultureInfo.InvariantCulture);
        }
    }
}
