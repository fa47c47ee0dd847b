using System;

namespace UnityTools.Bridge
{
    /// <summary>The error of a call, with the error kinds of the contract. A function throws it.</summary>
    internal sealed class Failure : Exception
    {
        /// <summary>One of `unity-tools:shared/types.error-kind`.</summary>
        internal readonly string Kind;

        /// <summary>What the caller can do about it; null if unknown.</summary>
        internal string Hint;

        /// <summary>Full name of the type of the exception that the game or Unity threw.</summary>
        internal string Exception;

        internal string Stack;

        /// <summary>One JSON object with details for programs.</summary>
        internal string Facts;

        /// <summary>The delay after which a retry of the same call can succeed; -1 if a retry never helps.</summary>
        internal long RetryAfterMs = -1;

        internal Failure(string kind, string message)
            : base(message)
        {
            Kind = kind;
        }

        internal static Failure Argument(string message)
        {
            return new Failure("invalid-argument", message);
        }

        internal static Failure NotFound(string message)
        {
            return new Failure("not-found", message);
        }

        internal static Failure Unsupported(string message)
        {
            return new Failure("unsupported", message);
        }

        /// <summary>Unity or the game threw an exception.</summary>
        internal static Failure Thrown(Exception error)
        {
            return new Failure("unity", error.Message)
            {
                Exception = error.GetType().FullName,
                Stack = error.StackTrace
            };
        }

        /// <summary>A write began, and its outcome is unknown.</summary>
        internal static Failure Unknown(string message, string facts)
        {
            return new Failure("outcome-unknown", message)
            {
                Hint = "look at what it was to change",
                Facts = facts
            };
        }
    }
}
