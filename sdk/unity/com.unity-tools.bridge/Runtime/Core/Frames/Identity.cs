namespace UnityTools.Bridge
{
    /// <summary>
    /// The data of this process in `hello` that does not change while it runs. Collected on the main thread.
    /// </summary>
    internal sealed class Identity
    {
        internal Identity()
        {
            Epoch = 1;
            Capabilities = new string[0];
        }

        internal string Package { get; set; }
        internal string Unity { get; set; }

        /// <summary>`mono`, `il2cpp` or `coreclr`.</summary>
        internal string Runtime { get; set; }

        /// <summary>`editor` or `player`.</summary>
        internal string Kind { get; set; }

        /// <summary>Unity's name of the platform.</summary>
        internal string Platform { get; set; }

        internal long ProcessId { get; set; }

        /// <summary>The start of the process in milliseconds since 1970; null if it is unknown.</summary>
        internal string Started { get; set; }
        internal string ProjectName { get; set; }
        internal string Company { get; set; }
        internal string ProjectVersion { get; set; }

        /// <summary>Set for an editor; null in players.</summary>
        internal string ProjectPath { get; set; }

        /// <summary>32 hexadecimal digits, drawn at random by each process.</summary>
        internal string Instance { get; set; }

        /// <summary>Domain loads in this process, from 1.</summary>
        internal long Epoch { get; set; }

        internal string[] Capabilities { get; set; }
    }
}
