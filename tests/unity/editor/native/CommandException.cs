using System;
using System.Runtime.Serialization;

namespace UnityDouble
{
    /// <summary>A command of the control channel that cannot run; its message is the answer. It crosses AppDomains.</summary>
    [Serializable]
    public sealed class CommandException : Exception
    {
        /// <summary>Creates the error with the text of the answer.</summary>
        public CommandException(string message)
            : base(message)
        {
        }

        private CommandException(SerializationInfo info, StreamingContext context)
            : base(info, context)
        {
        }
    }
}
