using System;

namespace UnityDouble
{
    /// <summary>One line of the compiler's output. The file is relative to the project folder.</summary>
    [Serializable]
    public sealed class ScriptMessage
    {
        /// <summary>The whole line, as the compiler printed it.</summary>
        public string Text;

        /// <summary>Source file, or an empty string.</summary>
        public string File = string.Empty;

        /// <summary>Line, counted from 1; 0 without a place.</summary>
        public int Line;

        /// <summary>Column, counted from 1; 0 without a place.</summary>
        public int Column;

        /// <summary>True for an error, false for a warning.</summary>
        public bool IsError;
    }
}
