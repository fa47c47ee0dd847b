using System;
using System.Diagnostics;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>Writes to the log.</summary>
    // Follows Runtime/Export/Debug/Debug.bindings.cs: members; assertions are compiled in with UNITY_ASSERTIONS only.
    public class Debug
    {
        private static readonly ILogger Default = new Logger(new DebugLogHandler());

        public static ILogger unityLogger
        {
            get { return Default; }
        }

        public static bool isDebugBuild
        {
            get { return true; }
        }

        public static void Log(object message)
        {
            unityLogger.Log(LogType.Log, message);
        }

        public static void Log(object message, Object context)
        {
            unityLogger.Log(LogType.Log, message, context);
        }

        public static void LogFormat(string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Log, format, args);
        }

        public static void LogFormat(Object context, string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Log, context, format, args);
        }

        public static void LogWarning(object message)
        {
            unityLogger.Log(LogType.Warning, message);
        }

        public static void LogWarning(object message, Object context)
        {
            unityLogger.Log(LogType.Warning, message, context);
        }

        public static void LogWarningFormat(string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Warning, format, args);
        }

        public static void LogWarningFormat(Object context, string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Warning, context, format, args);
        }

        public static void LogError(object message)
        {
            unityLogger.Log(LogType.Error, message);
        }

        public static void LogError(object message, Object context)
        {
            unityLogger.Log(LogType.Error, message, context);
        }

        public static void LogErrorFormat(string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Error, format, args);
        }

        public static void LogErrorFormat(Object context, string format, params object[] args)
        {
            unityLogger.LogFormat(LogType.Error, context, format, args);
        }

        /// <summary>Pauses the editor, so that no further frame runs.</summary>
        public static void Break()
        {
            if (Settings.Break == null)
            {
                throw new NotSupportedException("the editor double does not imitate Debug.Break without an editor");
            }
            Settings.Break();
        }

        public static void LogException(Exception exception)
        {
            unityLogger.LogException(exception, null);
        }

        public static void LogException(Exception exception, Object context)
        {
            unityLogger.LogException(exception, context);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void LogAssertion(object message)
        {
            unityLogger.Log(LogType.Assert, message);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void LogAssertion(object message, Object context)
        {
            unityLogger.Log(LogType.Assert, message, context);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition)
        {
            Check(condition, "Assertion failed", null);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition, Object context)
        {
            Check(condition, "Assertion failed", context);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition, object message)
        {
            Check(condition, message, null);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition, string message)
        {
            Check(condition, message, null);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition, object message, Object context)
        {
            Check(condition, message, context);
        }

        [Conditional("UNITY_ASSERTIONS")]
        public static void Assert(bool condition, string message, Object context)
        {
            Check(condition, message, context);
        }

        private static void Check(bool condition, object message, Object context)
        {
            if (!condition)
            {
                unityLogger.Log(LogType.Assert, message, context);
            }
        }
    }
}
