namespace UnityTools.Bridge
{
    /// <summary>The members of one change, with errors that contain their full names.</summary>
    internal struct AssetArguments
    {
        private readonly string field;
        private readonly Arguments members;

        internal AssetArguments(string field, Json given)
        {
            if (given.Kind != JsonKind.Object)
            {
                throw Arguments.Wrong(field, given, "an object");
            }
            this.field = field;
            members = new Arguments(given);
        }

        internal string Name(string name)
        {
            return field + "." + name;
        }

        internal bool Has(string name)
        {
            return members.Has(name);
        }

        internal Json Any(string name)
        {
            return Checked(name, members.Any);
        }

        internal string Text(string name)
        {
            return Checked(name, members.Text);
        }

        internal string TextIfAny(string name)
        {
            return Checked(name, members.TextIfAny);
        }

        internal bool Bool(string name)
        {
            return Checked(name, members.Bool);
        }

        /// <summary>An asset path.</summary>
        internal string Path(string name)
        {
            string path = Text(name);
            AssetPath.Check(Name(name), path);
            return path;
        }

        private T Checked<T>(string name, System.Func<string, T> read)
        {
            try
            {
                return read(name);
            }
            catch (Failure failure)
            {
                throw new Failure(failure.Kind, failure.Message.Replace("`" + name + "`", "`" + Name(name) + "`")) { Hint = failure.Hint };
            }
        }
    }
}
