namespace UnityTools.Bridge
{
    /// <summary>The members of one frame, read by name and kind. A member of the wrong kind ends the link.</summary>
    internal struct FrameMembers
    {
        private readonly string type;
        private readonly Json frame;

        internal FrameMembers(string type, Json frame)
        {
            this.type = type;
            this.frame = frame;
        }

        internal Json Any(string name)
        {
            Json member = frame[name];
            if (member == null)
            {
                throw new BadFrame("`" + type + "` has no `" + name + "`");
            }
            return member;
        }

        internal string Text(string name)
        {
            return Texts(name, Any(name));
        }

        /// <summary>Null if the member is missing.</summary>
        internal string TextIfAny(string name)
        {
            Json member = frame[name];
            return member == null || member.IsNull ? null : Texts(name, member);
        }

        internal string Digits(string name, int length)
        {
            string text = Text(name);
            if (!Hex.Is(text, length))
            {
                throw Wrong(name, length + " hexadecimal digits", Any(name));
            }
            return text;
        }

        /// <summary>A count of the protocol: a whole number from 0 to 2^53.</summary>
        internal long Number(string name)
        {
            return Numbered(name, Any(name));
        }

        /// <summary>-1 if the member is missing.</summary>
        internal long NumberIfAny(string name)
        {
            Json member = frame[name];
            return member == null || member.IsNull ? -1 : Numbered(name, member);
        }

        internal FrameMembers Inner(string name)
        {
            Json member = Any(name);
            if (member.Kind != JsonKind.Object)
            {
                throw Wrong(name, "an object", member);
            }
            return new FrameMembers(type + "." + name, member);
        }

        internal int[] Versions(string name)
        {
            Json member = Any(name);
            if (member.Kind != JsonKind.List || member.Items.Count != 2)
            {
                throw Wrong(name, "two numbers", member);
            }
            long oldest = Numbered(name, member.Items[0]);
            long newest = Numbered(name, member.Items[1]);
            if (oldest > int.MaxValue || newest > int.MaxValue)
            {
                throw Wrong(name, "two versions", member);
            }
            return new[] { (int)oldest, (int)newest };
        }

        internal string[] Texts(string name)
        {
            Json member = Any(name);
            if (member.Kind != JsonKind.List)
            {
                throw Wrong(name, "a list of texts", member);
            }
            string[] texts = new string[member.Items.Count];
            for (int at = 0; at < texts.Length; at++)
            {
                texts[at] = Texts(name, member.Items[at]);
            }
            return texts;
        }

        internal BadFrame Wrong(string name, string wanted, Json given)
        {
            return new BadFrame("`" + type + "`: `" + name + "` is " + given.Told + ", wanted: " + wanted);
        }

        private string Texts(string name, Json member)
        {
            if (member.Kind != JsonKind.Text)
            {
                throw Wrong(name, "a text", member);
            }
            return member.Text;
        }

        private long Numbered(string name, Json member)
        {
            long value = 0;
            bool whole = member.Kind == JsonKind.Number && Numbers.Long(member.Text, out value);
            if (!whole || value < 0 || value > Protocol.LargestNumber)
            {
                throw Wrong(name, "a whole number from 0 to 2^53", member);
            }
            return value;
        }
    }
}
