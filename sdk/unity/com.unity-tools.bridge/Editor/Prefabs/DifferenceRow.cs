using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>One difference of an instance from its prefab, or of two objects.</summary>
    internal sealed class DifferenceRow
    {
        /// <summary>The bytes of a row without its texts.</summary>
        private const int OwnBytes = 110;

        internal string Difference;
        internal string Object;
        internal string Path;

        /// <summary>Position of the component; -1 if the row is about no component.</summary>
        internal int Index = -1;

        internal string Type;
        internal string Field;

        /// <summary>As JSON; null if absent.</summary>
        internal string Value;

        internal string SourceValue;

        internal string Json()
        {
            JsonWriter to = new JsonWriter().Object();
            to.Name("difference").Text(Difference).Name("object").Text(Object).Name("path").Text(Path).Name("component");
            if (Index < 0)
            {
                to.Null();
            }
            else
            {
                to.List().Count(Index).Text(Type).EndList();
            }
            to.Name("field").TextOrNull(Field);
            if (Value != null)
            {
                to.Name("value").Raw(Value);
            }
            if (SourceValue != null)
            {
                to.Name("source-value").Raw(SourceValue);
            }
            return to.Name("part").Null().EndObject().ToString();
        }

        /// <summary>The bytes by which pages are limited, counted as for a project folder.</summary>
        internal int Bytes()
        {
            int bytes = OwnBytes + Length(Path);
            bytes += Index < 0 ? 0 : Length(Type);
            bytes += Field == null ? 0 : Length(Field);
            foreach (string value in new[] { Value, SourceValue })
            {
                bytes += value == null ? 0 : Encoding.UTF8.GetByteCount(value);
            }
            return bytes;
        }

        private static int Length(string text)
        {
            return Encoding.UTF8.GetByteCount(new JsonWriter().Text(text).ToString());
        }
    }
}
