using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using UnityEditor.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `edits/preview-save`: the lines that a save would change. Unity writes a copy of the scene outside of Assets, and the
    /// copy is compared with the file.
    /// </summary>
    internal sealed class PreviewSaveFunctions
    {
        private const string Folder = "Library/UnityTools/preview";
        private const int MostLines = 200;
        private const int LongestLine = 240;
        private const long LargestFile = 64 << 20;

        /// <summary>The beginning of a scene that Unity saves as text.</summary>
        private const string TextStart = "%YAML";

        private readonly ScenesToSave scenes;
        private readonly EditJournal journal;

        internal PreviewSaveFunctions(ScenesToSave scenes, EditJournal journal)
        {
            this.scenes = scenes;
            this.journal = journal;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("edits/preview-save", Preview);
        }

        private void Preview(CallJob asked, JsonWriter value)
        {
            List<string> files = new Arguments(asked).Texts("files");
            ScenesToSave.CheckMode();
            List<UnsavedScene> wanted = files.Count == 0 ? scenes.All(asked) : scenes.Named(files);
            value.Object().Name("reply").Text("file-changes").Name("value").List();
            foreach (UnsavedScene one in wanted)
            {
                Compare(value, one);
            }
            value.EndList().EndObject();
        }

        private void Compare(JsonWriter value, UnsavedScene one)
        {
            FileInfo file = new FileInfo(ProjectFolder.Full(one.File));
            CheckSize(one.File, file.Exists ? file.Length : 0);
            LineDifference difference = new LineDifference(MostLines);
            try
            {
                difference.Compare(file.Exists ? Lines(one.File, file.FullName) : new string[0], Copy(one));
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                throw new Failure("unity", "cannot compare " + one.File + " with a copy in " + Folder + ": " + error.Message);
            }
            value.Object().Name("file").Text(one.File).Name("lines").List();
            foreach (ChangedLine row in difference.First)
            {
                value.Object().Name("line").Count(row.Line).Name("old").TextOrNull(Cut(row.Old)).Name("new").TextOrNull(Cut(row.New)).EndObject();
            }
            value.EndList().Name("total").Count(difference.Total).Name("needs");
            new SaveNeeds(journal, one).Write(value);
            value.EndObject();
        }

        /// <summary>The lines of the scene as Unity would save it now.</summary>
        private static string[] Copy(UnsavedScene one)
        {
            string path = Folder + "/" + Chance.Digits(8) + ".unity";
            string full = ProjectFolder.Full(path);
            Directory.CreateDirectory(Path.GetDirectoryName(full));
            try
            {
                if (!EditorSceneManager.SaveScene(one.Scene, path, true))
                {
                    throw new Failure("unity", "Unity did not write a copy of " + one.File + " to " + path + ": the console of Unity says why");
                }
                CheckSize(one.File, new FileInfo(full).Length);
                return Lines(one.File, full);
            }
            finally
            {
                File.Delete(full);
            }
        }

        private static string[] Lines(string file, string full)
        {
            string text = File.ReadAllText(full, Encoding.UTF8);
            if (!text.StartsWith(TextStart, StringComparison.Ordinal))
            {
                throw new Failure("unsupported", file + " is no text file, so its lines cannot be compared")
                {
                    Hint = "the user sets Project Settings > Editor > Asset Serialization to Force Text, or saves the scene in Unity"
                };
            }
            string[] lines = text.Split('\n');
            if (lines[lines.Length - 1].Length == 0)
            {
                Array.Resize(ref lines, lines.Length - 1);
            }
            // Version control may have given the file other line ends, which are no change of the scene.
            return Array.ConvertAll(lines, line => line.TrimEnd('\r'));
        }

        private static void CheckSize(string file, long bytes)
        {
            if (bytes > LargestFile)
            {
                throw new Failure("too-large", file + " has " + bytes + " bytes, and lines are compared in files of at most " + LargestFile)
                {
                    Hint = "the user saves this scene in Unity"
                };
            }
        }

        private static string Cut(string line)
        {
            if (line == null || line.Length <= LongestLine)
            {
                return line;
            }
            int length = char.IsHighSurrogate(line[LongestLine - 1]) ? LongestLine - 1 : LongestLine;
            return line.Substring(0, length) + "…";
        }
    }
}
