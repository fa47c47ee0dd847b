using System;
using System.IO;
using UnityDouble;

namespace EngineCheck
{
    /// <summary>Unity's text files, read and written again.</summary>
    internal static class YamlChecks
    {
        internal static void Run(string folder)
        {
            foreach (string pattern in new[] { "*.unity", "*.prefab", "*.asset", "*.mat" })
            {
                foreach (string path in Directory.GetFiles(folder, pattern, SearchOption.AllDirectories))
                {
                    string text = File.ReadAllText(path);
                    if (text.StartsWith("%YAML", StringComparison.Ordinal))
                    {
                        Compare(text, YamlFile.Read(text).Write(), path);
                    }
                }
            }
            Scalars();
            Check.Throws<FormatException>(() => YamlFile.Read("%YAML 1.1\n--- !u!1 &x\nGameObject:\n"), "a document without a number");
            Check.Same("abc", YamlFile.ReadPlain("fileFormatVersion: 2\nguid: abc\n")["guid"].AsText, "a .meta file");
        }

        internal static void Compare(string wanted, string found, string path)
        {
            string[] before = wanted.Split('\n');
            string[] after = found.Split('\n');
            for (int at = 0; at < before.Length || at < after.Length; at++)
            {
                string old = at < before.Length ? before[at] : "(end)";
                string now = at < after.Length ? after[at] : "(end)";
                if (old != now)
                {
                    Check.Same(old, now, path + " line " + (at + 1));
                }
            }
            Check.Same(wanted.Length, found.Length, path);
        }

        private static void Scalars()
        {
            string[] texts =
            {
                "plain", "", "two words", "a: b", "#start", "a #b", "- dash", "-dash", "'quoted'", "it's", "\"double\"", "ends with space ", " starts", "two\nlines", "ends\n", "tab\there",
                "\u00e4\u3042", "\U0001F600", "trailing colon:", "{brace", "[bracket", "0.5", "true", "null", "~", "%percent", "a\n\nb", "\nstarts with a break", "space \nbreak",
                "a long text that has more than eighty characters so that it goes on in the next line, and \"quotes\" and it's plain",
                "a long text: that has more than eighty characters so that it goes on in the next line, and \"quotes\" and it's not plain",
                "ein langer Text mit Umlauten \u00e4\u00f6\u00fc, der mehr als achtzig Zeichen hat und deshalb in der n\u00e4chsten Zeile weitergeht,  mit zwei  Leerzeichen"
            };
            foreach (string text in texts)
            {
                Node map = Node.Map().With("key", Node.Text(text)).With("list", Node.List(Node.Text(text), Node.Map().With("inner", Node.Text(text)).With("next", Node.Number(1L))));
                Node read = YamlFile.ReadPlain(YamlFile.WritePlain(map));
                Check.Same(text, read["key"].AsText, "a text as the value of a key");
                Check.Same(text, read["list"].Items[0].AsText, "a text as an item");
                Check.Same(text, read.Find("list.Array.data[1].inner").AsText, "a text in an item");
            }
            Check.Same("n: 0.000000059604645\n", YamlFile.WritePlain(Node.Map().With("n", Node.Number(5.9604645E-08F))), "a small number has no exponent");
            Check.Same("n: 0.1\n", YamlFile.WritePlain(Node.Map().With("n", Node.Number(0.1F))), "the shortest text of a number");
            Check.Same("n: -0.86197674\n", YamlFile.WritePlain(Node.Map().With("n", Node.Number(-0.86197674F))), "eight digits");
            Node packed = Node.List(Node.Number(1L), Node.Number(-1L));
            packed.Packed = 4;
            Check.Same("n: 01000000ffffffff\n", YamlFile.WritePlain(Node.Map().With("n", packed)), "packed numbers");
        }
    }
}
