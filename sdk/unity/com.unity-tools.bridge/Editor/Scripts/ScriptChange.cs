using System;
using System.Collections.Generic;
using System.IO;

namespace UnityTools.Bridge
{
    /// <summary>Replaces, creates or deletes a script, if the file is still the one that the change is about.</summary>
    internal sealed class ScriptChange : Change
    {
        private readonly string path;

        /// <summary>The digest of the file before the change; null if there must be none.</summary>
        private readonly string expects;

        /// <summary>The digest of the file after it; null if the file is deleted.</summary>
        private readonly string to;

        /// <summary>The copy with the content; null if the file is deleted, or if <see cref="text"/> is the content.</summary>
        private readonly string kept;

        private readonly ScriptFile text;

        /// <summary>Writes a new text.</summary>
        internal ScriptChange(string path, string expects, ScriptFile text)
        {
            this.path = path;
            this.expects = expects;
            this.text = text;
            to = text.Digest;
        }

        private ScriptChange(string path, string expects, string to, string kept)
        {
            this.path = path;
            this.expects = expects;
            this.to = to;
            this.kept = kept;
        }

        internal override bool IsGone
        {
            get { return kept != null && !ScriptCopies.Has(kept); }
        }

        internal override string WhyGone
        {
            get { return ScriptCopies.WhyGone; }
        }

        internal override bool IsRecorded
        {
            get { return false; }
        }

        internal override IEnumerable<string> Places
        {
            get { return new[] { "f:" + path }; }
        }

        internal override string Stored
        {
            get
            {
                if (text != null)
                {
                    return null;
                }
                JsonWriter stored = new JsonWriter().Object().Name("script").Text(path).Name("expects").TextOrNull(expects);
                return stored.Name("to").TextOrNull(to).Name("kept").TextOrNull(kept).EndObject().ToString();
            }
        }

        /// <exception cref="BadFrame">This is no text of <see cref="Stored"/>.</exception>
        internal static ScriptChange Read(Json stored)
        {
            FrameMembers members = new FrameMembers("script", stored);
            string kept = stored["kept"] == null || stored["kept"].IsNull ? null : members.Digits("kept", 16);
            return new ScriptChange(members.Text("script"), members.TextIfAny("expects"), members.TextIfAny("to"), kept);
        }

        internal override string Obstacle(bool isLater)
        {
            if (!CodeSwitch.IsOn)
            {
                return "it would change " + path + ", and this editor does not allow code from the host (Project Settings > Unity Tools)";
            }
            try
            {
                ScriptFile now = ScriptFile.Read(path, Full());
                return isLater || Digest(now) == expects ? null : Changed(now);
            }
            catch (Failure failure)
            {
                return failure.Message;
            }
        }

        internal override Change Make(SceneWriter writer)
        {
            string full = Full();
            ScriptFile now = ScriptFile.Read(path, full);
            if (Digest(now) != expects)
            {
                throw new Failure("conflict", Changed(now)) { Hint = "nothing was written; read the file again" };
            }
            ScriptFile next = text ?? (kept == null ? null : new ScriptFile(ScriptCopies.Read(kept)));
            string meta = full + ".meta";
            if (FileLink.Is(meta))
            {
                throw Failure.Unsupported(path + ".meta is a link, and links are neither read nor written");
            }
            byte[] goes = next == null && File.Exists(meta) ? File.ReadAllBytes(meta) : null;
            if (goes != null)
            {
                // Before the script is deleted, so that a script without its .meta file never remains.
                ScriptFile.CheckDeletable(path + ".meta", meta);
            }
            string copy = now == null ? null : ScriptCopies.Keep(now.Bytes, goes);
            if (next == null)
            {
                ScriptFile.Delete(path, full);
                DeleteMeta(meta, full, now);
            }
            else
            {
                next.Write(path, full, now);
                RestoreMeta(meta);
            }
            ScriptImports.Request(path);
            return new ScriptChange(path, to, expects, copy);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            yield return new PlanRow { File = path, Field = "sha256", Old = Quoted(expects), New = Quoted(to), Need = PlanRow.SourceNeed(path) };
        }

        /// <summary>Scenes refer to a script by the id in its .meta file, so a script that comes back has the same.</summary>
        private void RestoreMeta(string meta)
        {
            byte[] content = kept == null || File.Exists(meta) ? null : ScriptCopies.ReadMeta(kept);
            if (content != null)
            {
                File.WriteAllBytes(meta, content);
            }
        }

        private void DeleteMeta(string meta, string full, ScriptFile deleted)
        {
            try
            {
                File.Delete(meta);
            }
            catch (Exception error) when (AtomicFile.IsDiskError(error))
            {
                deleted.Write(path, full, null);
                throw new Failure("unity", "cannot delete " + path + ".meta: " + error.Message) { Hint = "the script was put back" };
            }
        }

        /// <summary>Checks the path again: it may come from a file, and a folder may be another one since.</summary>
        private string Full()
        {
            ScriptPath.Check(path);
            return ScriptPlace.Find(path);
        }

        private string Changed(ScriptFile now)
        {
            if (now == null)
            {
                return path + " does not exist any more";
            }
            return expects == null ? path + " exists again, with the digest " + now.Digest : path + " was changed since: its digest is now " + now.Digest;
        }

        private static string Digest(ScriptFile file)
        {
            return file == null ? null : file.Digest;
        }

        private static string Quoted(string digest)
        {
            return digest == null ? null : new JsonWriter().Text(digest).ToString();
        }
    }
}
