using System;
using System.Collections.Generic;
using System.Text;

namespace UnityDouble
{
    /// <summary>A document of a Unity text file: `--- !u!1 &amp;123 stripped`.</summary>
    public sealed class YamlDocument
    {
        /// <summary>The number of the type, such as 1 for GameObject.</summary>
        public int ClassId { get; set; }

        /// <summary>The number of the object in the file.</summary>
        public long FileId { get; set; }

        /// <summary>The name of the type in the file.</summary>
        public string ClassName { get; set; }

        public bool IsStripped { get; set; }

        /// <summary>The fields, a map. References are maps with the key `fileID` here.</summary>
        public Node Node { get; set; }
    }

    /// <summary>A text file in Unity's form of YAML. What Unity wrote is written again as it was, byte by byte.</summary>
    // Follows Unity's manual pages "Format of Text Serialized files" and "UnityYAML", and the files below shared/fixtures/unity.
    public sealed class YamlFile
    {
        private const string Header = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
        private const string Tag = "--- !u!";

        public YamlFile()
        {
            Documents = new List<YamlDocument>();
        }

        public List<YamlDocument> Documents { get; private set; }

        /// <summary>Whether maps on one line break into lines after 80 characters, as Unity did before 2022.</summary>
        public bool BreaksFlow { get; set; }

        /// <summary>Null if no document has that number.</summary>
        public YamlDocument Find(long fileId)
        {
            return Documents.Find(document => document.FileId == fileId);
        }

        /// <exception cref="FormatException">The text is not in Unity's form; the message contains the line.</exception>
        public static YamlFile Read(string text)
        {
            YamlReader reader = new YamlReader(text);
            YamlFile file = new YamlFile();
            while (reader.SkipTo(Tag))
            {
                file.Documents.Add(Document(reader));
            }
            file.BreaksFlow = reader.SawBrokenFlow;
            return file;
        }

        private static YamlDocument Document(YamlReader reader)
        {
            string[] words = reader.Line.Substring(Tag.Length).Split(' ');
            YamlDocument document = new YamlDocument();
            int classId = 0;
            long fileId = 0;
            bool read = words.Length >= 2 && words[1].StartsWith("&", StringComparison.Ordinal) && int.TryParse(words[0], out classId) && long.TryParse(words[1].Substring(1), out fileId);
            if (!read)
            {
                throw reader.Wrong("not a document of Unity");
            }
            document.ClassId = classId;
            document.FileId = fileId;
            document.IsStripped = words.Length > 2 && words[2] == "stripped";
            reader.Next();
            Node body = reader.Map(0);
            if (body.Keys.Count != 1)
            {
                throw reader.Wrong("a document has one type; this one has " + body.Keys.Count);
            }
            document.ClassName = body.Keys[0];
            document.Node = body.Items[0].Kind == NodeKind.Map ? body.Items[0] : Node.Map();
            return document;
        }

        /// <summary>Reads YAML without documents, such as a `.meta` file.</summary>
        public static Node ReadPlain(string text)
        {
            YamlReader reader = new YamlReader(text);
            return reader.IsOver ? Node.Map() : reader.Map(0);
        }

        public string Write()
        {
            StringBuilder text = new StringBuilder(Header);
            YamlWriter writer = new YamlWriter(text, BreaksFlow);
            foreach (YamlDocument document in Documents)
            {
                text.Append(Tag).Append(document.ClassId).Append(" &").Append(document.FileId).Append(document.IsStripped ? " stripped\n" : "\n");
                writer.Entry(document.ClassName, document.Node, 0);
            }
            return text.ToString();
        }

        /// <summary>Writes YAML without documents, such as a `.meta` file.</summary>
        public static string WritePlain(Node map)
        {
            StringBuilder text = new StringBuilder();
            YamlWriter writer = new YamlWriter(text, false);
            for (int at = 0; at < map.Items.Count; at++)
            {
                writer.Entry(map.Keys[at], map.Items[at], 0);
            }
            return text.ToString();
        }
    }
}
