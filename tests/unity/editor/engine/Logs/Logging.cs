using System;
using System.Globalization;

namespace UnityEngine
{
    // Follows Runtime/Export/Logging/ILogHandler.cs, ILogger.cs, Logger.cs, DebugLogHandler.cs: interfaces, filter, text of messages.

    public enum LogType
    {
        Error = 0,
        Assert = 1,
        Warning = 2,
        Log = 3,
        Exception = 4
    }

    public enum LogOption
    {
        None = 0,
        NoStacktrace = 1
    }

    public interface ILogHandler
    {
        void LogFormat(LogType logType, Object context, string format, params object[] args);

        void LogException(Exception exception, Object context);
    }

    public interface ILogger : ILogHandler
    {
        ILogHandler logHandler { get; set; }

        bool logEnabled { get; set; }

        LogType filterLogType { get; set; }

        bool IsLogTypeAllowed(LogType logType);

        void Log(LogType logType, object message);

        void Log(LogType logType, object message, Object context);

        void Log(LogType logType, string tag, object message);

        void Log(LogType logType, string tag, object message, Object context);

        void Log(object message);

        void Log(string tag, object message);

        void Log(string tag, object message, Object context);

        void LogWarning(string tag, object message);

        void LogWarning(string tag, object message, Object context);

        void LogError(string tag, object message);

        void LogError(string tag, object message, Object context);

        void LogFormat(LogType logType, string format, params object[] args);

        void LogException(Exception exception);
    }

    public class Logger : ILogger
    {
        public Logger(ILogHandler logHandler)
        {
            this.logHandler = logHandler;
            logEnabled = true;
            filterLogType = LogType.Log;
        }

        public ILogHandler logHandler { get; set; }

        public bool logEnabled { get; set; }

        public LogType filterLogType { get; set; }

        public bool IsLogTypeAllowed(LogType logType)
        {
            return logEnabled && (logType == LogType.Exception || (filterLogType != LogType.Exception && logType <= filterLogType));
        }

        private static string Text(object message)
        {
            if (message == null)
            {
                return "Null";
            }
            IFormattable formattable = message as IFormattable;
            return formattable != null ? formattable.ToString(null, CultureInfo.InvariantCulture) : message.ToString();
        }

        private void Write(LogType logType, Object context, object message)
        {
            if (IsLogTypeAllowed(logType))
            {
                logHandler.LogFormat(logType, context, "{0}", Text(message));
            }
        }

        private void Write(LogType logType, Object context, string tag, object message)
        {
            if (IsLogTypeAllowed(logType))
            {
                logHandler.LogFormat(logType, context, "{0}: {1}", tag, Text(message));
            }
        }

        public void Log(LogType logType, object message)
        {
            Write(logType, null, message);
        }

        public void Log(LogType logType, object message, Object context)
        {
            Write(logType, context, message);
        }

        public void Log(LogType logType, string tag, object message)
        {
            Write(logType, null, tag, message);
        }

        public void Log(LogType logType, string tag, object message, Object context)
        {
            Write(logType, context, tag, message);
        }

        public void Log(object message)
        {
            Write(LogType.Log, null, message);
        }

        public void Log(string tag, object message)
        {
            Write(LogType.Log, null, tag, message);
        }

        public void Log(string tag, object message, Object context)
        {
            Write(LogType.Log, context, tag, message);
        }

        public void LogWarning(string tag, object message)
        {
            Write(LogType.Warning, null, tag, message);
        }

        public void LogWarning(string tag, object message, Object context)
        {
            Write(LogType.Warning, context, tag, message);
        }

        public void LogError(string tag, object message)
        {
            Write(LogType.Error, null, tag, message);
        }

        public void LogError(string tag, object message, Object context)
        {
            Write(LogType.Error, context, tag, message);
        }

        public void LogFormat(LogType logType, string format, params object[] args)
        {
            LogFormat(logType, null, format, args);
        }

        public void LogFormat(LogType logType, Object context, string format, params object[] args)
        {
            if (IsLogTypeAllowed(logType))
            {
                logHandler.LogFormat(logType, context, format, args);
            }
        }

        public void LogException(Exception exception)
        {
            LogException(exception, null);
        }

        public void LogException(Exception exception, Object context)
        {
            if (logEnabled)
            {
                logHandler.LogException(exception, context);
            }
        }
    }

    internal sealed class DebugLogHandler : ILogHandler
    {
        public void LogFormat(LogType logType, Object context, string format, params object[] args)
        {
            Application.CallLogCallback(string.Format(CultureInfo.InvariantCulture, format, args), StackTraceUtility.ExtractLogStackTrace(), logType, context);
        }

        public void LogException(Exception exception, Object context)
        {
            if (exception == null)
            {
                throw new ArgumentNullException("exception");
            }
            string message, stack;
            StackTraceUtility.ExtractStringFromExceptionInternal(exception, out message, out stack);
            Application.CallLogCallback(message, stack, LogType.Exception, context);
        }
    }
}
