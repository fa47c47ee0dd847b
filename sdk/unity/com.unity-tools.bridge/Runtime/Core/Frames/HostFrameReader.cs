namespace UnityTools.Bridge
{
    /// <summary>
    /// Reads text frames of the host. An invalid frame ends the link; an unknown type becomes an unknown frame.
    /// </summary>
    internal static class HostFrameReader
    {
        private const int LongestKey = 128;

        /// <exception cref="BadFrame">The text is not a frame, or has invalid members.</exception>
        internal static HostFrame Read(string text)
        {
            Json frame;
            try
            {
                frame = JsonReader.Read(text);
            }
            catch (NoJson error)
            {
                throw new BadFrame("a frame is no JSON: " + error.Message);
            }
            if (frame.Kind != JsonKind.Object || frame["type"] == null || frame["type"].Kind != JsonKind.Text)
            {
                throw new BadFrame("a frame is no JSON object with `type`");
            }
            string type = frame["type"].Text;
            FrameMembers members = new FrameMembers(type, frame);
            switch (type)
            {
                case "challenge":
                    return Challenged(members);
                case "refused":
                    int[] versions = members.Versions("protocol");
                    return new Refused { Oldest = versions[0], Newest = versions[1], Message = members.Text("message") };
                case "welcome":
                    return Welcomed(members);
                case "call":
                    return Called(members);
                case "cancel":
                    return new Cancel { Id = members.Number("id") };
                case "settled":
                    return new Settled { Keys = members.Texts("keys") };
                case "error":
                    return new Complaint { Kind = members.Text("kind"), Message = members.Text("message") };
                default:
                    return new UnknownFrame { Type = type };
            }
        }

        private static HostFrame Challenged(FrameMembers members)
        {
            long version = members.Number("protocol");
            if (version < Protocol.Oldest || version > Protocol.Newest)
            {
                throw new BadFrame(Protocol.CloseVersions, "the host chose version " + version + " of the link, which is not ours");
            }
            return new Challenge
            {
                Version = (int)version,
                Nonce = members.Digits("nonce", 64),
                Proof = members.Digits("proof", 64)
            };
        }

        private static HostFrame Welcomed(FrameMembers members)
        {
            FrameMembers limits = members.Inner("limits");
            return new Welcome
            {
                Host = members.Text("host"),
                Run = members.Text("run"),
                Id = members.Text("id"),
                FrameBytes = limits.Number("frame-bytes"),
                Calls = limits.Number("calls"),
                Journal = limits.Number("journal"),
                Acknowledged = members.Number("acknowledged")
            };
        }

        private static HostFrame Called(FrameMembers members)
        {
            Call call = new Call
            {
                Id = members.Number("id"),
                Function = members.Text("fn"),
                Args = members.Any("args"),
                DeadlineMs = members.Number("deadline-ms"),
                Effect = Effects(members),
                Key = members.TextIfAny("key"),
                Digest = members.TextIfAny("digest"),
                Tool = members.TextIfAny("tool"),
                BytesLength = members.NumberIfAny("bytes")
            };
            if (call.BytesLength > Protocol.Frame - Protocol.BinaryHead)
            {
                throw members.Wrong("bytes", "at most what a frame of 8 MiB holds", members.Any("bytes"));
            }
            if (call.Effect == Effect.Read && call.Key == null)
            {
                call.Digest = null;
                return call;
            }
            if (call.Key == null || call.Digest == null)
            {
                throw new BadFrame("`call`: a " + members.Text("effect") + " has no `key` or no `digest`");
            }
            if (!Printable(call.Key))
            {
                throw members.Wrong("key", "1 to " + LongestKey + " printable letters of ASCII", members.Any("key"));
            }
            call.Digest = members.Digits("digest", 64);
            return call;
        }

        private static Effect Effects(FrameMembers members)
        {
            switch (members.Text("effect"))
            {
                case "read":
                    return Effect.Read;
                case "write":
                    return Effect.Write;
                case "destructive":
                    return Effect.Destructive;
                case "code":
                    return Effect.Code;
                default:
                    throw members.Wrong("effect", "read, write, destructive or code", members.Any("effect"));
            }
        }

        private static bool Printable(string key)
        {
            foreach (char letter in key)
            {
                if (letter <= ' ' || letter > '~')
                {
                    return false;
                }
            }
            return key.Length > 0 && key.Length <= LongestKey;
        }
    }
}
