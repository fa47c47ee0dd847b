using System;
using System.Diagnostics;
using System.Reflection;
using System.Text;

namespace UnityEngine
{
    /// <summary>Stack traces in Unity's format: `Namespace.Class:Method(Type) (at Assets/File.cs:12)`.</summary>
    // Follows Runtime/Export/Scripting/StackTrace.cs: the format, the frames without a file, the parts of inner exceptions.
    public static class StackTraceUtility
    {
        private static string projectFolder = "";

        /// <summary>Paths below this folder are written without it.</summary>
        internal static void SetProjectFolder(string folder)
        {
            projectFolder = (folder ?? "").Replace('\\', '/');
        }

        public static string ExtractStackTrace()
        {
            return ExtractFormattedStackTrace(new StackTrace(1, true));
        }

        /// <summary>The stack from the call of Debug on, without the frames of the logger.</summary>
        internal static string ExtractLogStackTrace()
        {
            StackTrace trace = new StackTrace(1, true);
            for (int at = 0; at < trace.FrameCount; at++)
            {
                MethodBase method = trace.GetFrame(at).GetMethod();
                Type type = method == null ? null : method.DeclaringType;
                if (type != null && type != typeof(DebugLogHandler) && type != typeof(Logger))
                {
                    return ExtractFormattedStackTrace(new StackTrace(at + 1, true));
                }
            }
            return "";
        }

        public static string ExtractStringFromException(object exception)
        {
            string message, stackTrace;
            ExtractStringFromExceptionInternal(exception, out message, out stackTrace);
            return message + "\n" + stackTrace;
        }

        internal static void ExtractStringFromExceptionInternal(object exceptiono, out string message, out string stackTrace)
        {
            Exception exception = exceptiono as Exception;
            if (exception == null)
            {
                throw new ArgumentException("the value is not an exception");
            }
            message = "";
            string trace = "";
            for (; exception != null; exception = exception.InnerException)
            {
                trace = trace.Length == 0 ? exception.StackTrace ?? "" : exception.StackTrace + "\n" + trace;
                string text = exception.Message ?? "";
                message = exception.GetType().Name + (text.Trim().Length == 0 ? "" : ": " + text);
                if (exception.InnerException != null)
                {
                    trace = "Rethrow as " + message + "\n" + trace;
                }
            }
            stackTrace = trace + "\n" + ExtractFormattedStackTrace(new StackTrace(1, true));
        }

        internal static string ExtractFormattedStackTrace(StackTrace stackFrames)
        {
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < stackFrames.FrameCount; at++)
            {
                StackFrame frame = stackFrames.GetFrame(at);
                MethodBase method = frame.GetMethod();
                Type type = method == null ? null : method.DeclaringType;
                if (type == null)
                {
                    continue;
                }
                string above = string.IsNullOrEmpty(type.Namespace) ? "" : type.Namespace + ".";
                string[] parameters = Array.ConvertAll(method.GetParameters(), parameter => parameter.ParameterType.Name);
                text.Append(above).Append(type.Name).Append(':').Append(method.Name).Append('(').Append(string.Join(", ", parameters)).Append(')');
                string file = frame.GetFileName();
                if (file != null && !IsOfLog(method, type))
                {
                    text.Append(" (at ").Append(Shortened(file)).Append(':').Append(frame.GetFileLineNumber()).Append(')');
                }
                text.Append('\n');
            }
            return text.ToString();
        }

        private static bool IsOfLog(MethodBase method, Type type)
        {
            bool logs = type.Name == "Debug" || type.Name == "Logger" || type.Name == "DebugLogHandler";
            return type.Namespace == "UnityEngine" && (logs || (type.Name == "MonoBehaviour" && method.Name == "print"));
        }

        private static string Shortened(string file)
        {
            string path = file.Replace('\\', '/');
            return projectFolder.Length > 0 && path.StartsWith(projectFolder, StringComparison.Ordinal) ? path.Substring(projectFolder.Length) : path;
        }
    }
}
