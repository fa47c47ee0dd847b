namespace UnityTools.Bridge
{
    /// <summary>What a change of packages keeps over domain reloads.</summary>
    internal sealed class PackageChangeMemory
    {
        /// <summary>The compilations that had begun when the request was sent.</summary>
        internal long After;

        /// <summary>The direct packages that the package manager answered, as NAME@VERSION; null before its answer.</summary>
        internal string[] Packages;

        internal static PackageChangeMemory Of(Job job)
        {
            Json source = JsonReader.Read(job.Memory);
            FrameMembers members = new FrameMembers("memory", source);
            return new PackageChangeMemory
            {
                After = members.Number("after"),
                Packages = source["packages"] == null ? null : members.Texts("packages")
            };
        }

        internal string Write()
        {
            JsonWriter text = new JsonWriter().Object().Name("after").Count(After);
            if (Packages != null)
            {
                text.Name("packages").List();
                foreach (string one in Packages)
                {
                    text.Text(one);
                }
                text.EndList();
            }
            return text.EndObject().ToString();
        }
    }
}
