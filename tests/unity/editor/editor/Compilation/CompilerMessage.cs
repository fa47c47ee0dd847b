namespace UnityEditor.Compilation
{
    /// <summary>Severity of a compiler message.</summary>
    // Follows Editor/Mono/Scripting/ScriptCompilation/CompilerMessage.cs.
    public enum CompilerMessageType
    {
        Error = 0,
        Warning = 1,
        Info = 2,
    }

    /// <summary>One message of the compiler.</summary>
    public struct CompilerMessage
    {
        public string message;
        public string file;
        public int line;
        public int column;
        public CompilerMessageType type;
    }
}
