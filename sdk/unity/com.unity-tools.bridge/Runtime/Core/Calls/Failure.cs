using System;

namespace UnityTools.Bridge
{
    /// <summary>Why a call has no value, in the words of the contract. A function throws it.</summary>
    internal sealed class Failure : Exception
    {
        /// <summary>One of `unity-tools:shared/types.error-kind`.</summary>
        internal readonly string Kind;

        /// <summary>What to do; null where nothing is known.</summary>
        internal string Hint;

        /// <summary>Full name of the exception's type that was thrown by the game or by Unity.</summary>
        internal string Exception;

        internal string Stack;

        /// <summary>One JSON object for a program.</summary>
        internal string Facts;

        /// <summary>When the same call is worth another try; -1 where it never is.</summary>
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

        /// <summary>Something of Unity or of the game threw.</summary>
        internal static Failure Thrown(Exception error)
        {
            return new Failure("unity", error.Message)
            {
                Exception = error.GetType().FullName,
                Stack = error.StackTrace
            };
        }

        /// <summary>A write began, and what it came to cannot be told.</summary>
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
