namespace UnityTools.Bridge
{
    /// <summary>The content of a host file.</summary>
    internal sealed class HostFile
    {
        internal HostAddress Address;
        internal Secret Secret;
        internal string Run;
        internal long ProcessId;

        /// <summary>Milliseconds since 1970; -1 if the file does not contain it.</summary>
        internal long Started;

        /// <summary>Distinguishes two contents of one file.</summary>
        internal string Content;

        /// <summary>The source as messages name it: a file or a variable.</summary>
        internal string Place;

        /// <summary>Returns null if the text is not a host file; <paramref name="why"/> contains the reason.</summary>
        internal static HostFile Read(string place, string text, out string why)
        {
            try
            {
                Json file = JsonReader.Read(text);
                FrameMembers members = new FrameMembers("host file", file);
                long version = members.Number("version");
                if (version != 1)
                {
                    why = "version " + version + " of the host's file is not known: update the package in Unity";
                    return null;
                }
                HostAddress address = HostAddress.Read(members.Text("address"), out why);
                string secret = members.Text("secret");
                if (address == null)
                {
                    return null;
                }
                if (secret.Length < Secret.Least)
                {
                    why = "the secret has " + secret.Length + " letters, at least " + Secret.Least + " are needed";
                    return null;
                }
                long started;
                return new HostFile
                {
                    Address = address,
                    Secret = new Secret(secret),
                    Run = members.Text("run"),
                    ProcessId = members.Number("pid"),
                    Started = Numbers.Long(members.Text("started"), out started) ? started : -1,
                    Content = text,
                    Place = place
                };
            }
            catch (NoJson error)
            {
                why = error.Message;
            }
            catch (BadFrame error)
            {
                why = error.Message;
            }
            return null;
        }
    }
}
