using System;

namespace UnityEngine
{
    // Follows Runtime/Export/Scripting/StackTrace.cs: the exceptions of the engine.

    [Serializable]
    public class UnityException : SystemException
    {
        public UnityException() : base("A Unity Runtime error occurred!")
        {
        }

        public UnityException(string message) : base(message)
        {
        }

        public UnityException(string message, Exception innerException) : base(message, innerException)
        {
        }
    }

    [Serializable]
    public class MissingComponentException : SystemException
    {
        public MissingComponentException(string message) : base(message)
        {
        }
    }

    [Serializable]
    public class MissingReferenceException : SystemException
    {
        public MissingReferenceException(string message) : base(message)
        {
        }
    }

    [Serializable]
    public class UnassignedReferenceException : SystemException
    {
        public UnassignedReferenceException(string message) : base(message)
        {
        }
    }
}
