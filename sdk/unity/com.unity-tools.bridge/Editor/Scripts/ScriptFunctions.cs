using System.Collections.Generic;
using System.Text;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `scripts-edit/write`: writes a script, and compiles it as a job. Served only if the user allows code from the host,
    /// because the editor runs what it compiles.
    /// </summary>
    internal sealed class ScriptFunctions
    {
        private const int LargestText = 1 << 20;
        private const char Mark = '\uFEFF';

        private readonly EditJournal journal;
        private readonly SceneWriter writer;
        private readonly JobStore jobs;
        private readonly Clock clock;

        internal ScriptFunctions(EditJournal journal, SceneWriter writer, JobStore jobs, Clock clock)
        {
            this.journal = journal;
            this.writer = writer;
            this.jobs = jobs;
            this.clock = clock;
        }

        internal void AddTo(Functions functions, bool allowsCode)
        {
            // A job of an earlier domain load goes on, also if the user has switched code off since.
            if (!jobs.Serves(ScriptWriteKind.KindName))
            {
                jobs.Serve(new ScriptWriteKind(clock));
            }
            if (allowsCode)
            {
                functions.Add("scripts-edit/write", Write);
            }
        }

        private void Write(CallJob asked, JsonWriter value)
        {
            Arguments arguments = new Arguments(asked);
            string path = arguments.Text("path");
            ScriptPath.Check(path);
            string text = CheckedText(arguments.Text("text"));
            string known = arguments.TextIfAny("digest");
            CheckDigest(known);
            ScriptFile now = ScriptFile.Read(path, ScriptPlace.Find(path));
            CheckKnown(path, known, now);
            ScriptFile next = ScriptFile.With(now, text);
            string digest = next.Digest;
            JsonWriter kept = new JsonWriter().Object().Name("path").Text(path).Name("digest").Text(digest).EndObject();
            Job job = jobs.Begin(ScriptWriteKind.KindName, kept.ToString());
            ScriptWriteMemory memory = new ScriptWriteMemory { IsCreated = now == null };
            if (digest != known)
            {
                memory.Entry = Apply(asked, job, path, new ScriptChange(path, known, next));
            }
            jobs.Remember(job, memory.Write());
            JobFunctions.Began(value, job);
        }

        /// <summary>Writes the file; returns the entry of the journal.</summary>
        private long Apply(CallJob asked, Job job, string path, Change change)
        {
            EditEntry entry = EditEntry.Of(asked, clock);
            entry.Rows = new List<PlanRow>(change.Rows(null));
            // The file has the change already, and no save writes it.
            entry.Saved.Add(path);
            try
            {
                entry.Make(new List<Change> { change }, writer);
            }
            catch
            {
                jobs.Withdraw(job);
                throw;
            }
            return journal.Add(entry);
        }

        private static string CheckedText(string text)
        {
            int bytes = Encoding.UTF8.GetByteCount(text);
            if (bytes > LargestText)
            {
                throw Failure.Argument("`text` has " + bytes + " bytes as UTF-8, and must have at most " + LargestText);
            }
            if (!Surrogates.Paired(text))
            {
                throw Failure.Argument("`text` contains half of a surrogate pair, which UTF-8 cannot store");
            }
            if (text.Length > 0 && text[0] == Mark)
            {
                throw Failure.Argument("`text` begins with a byte order mark: leave it out, because the mark of the present file stays");
            }
            return text;
        }

        private static void CheckDigest(string digest)
        {
            if (digest != null && (!Hex.Is(digest, 64) || digest != digest.ToLowerInvariant()))
            {
                throw Failure.Argument("`digest` is \"" + Surrogates.Cut(digest, 80)
                    + "\", and must be null or the SHA-256 of the present text: 64 lower-case hexadecimal digits");
            }
        }

        /// <exception cref="Failure">The file is not the one that the caller read.</exception>
        private static void CheckKnown(string path, string known, ScriptFile now)
        {
            string present = now == null ? null : now.Digest;
            if (present == known)
            {
                return;
            }
            if (now == null)
            {
                throw new Failure("conflict", path + " does not exist, so its text has not the digest " + known + "; nothing was written")
                {
                    Hint = "pass null as `digest` to create the file"
                };
            }
            string message = known == null
                ? path + " exists already, with the digest " + present
                : path + " was changed since it was read: its digest is now " + present;
            throw new Failure("conflict", message + "; nothing was written")
            {
                Hint = "read the file, and pass the digest of its text",
                Facts = new JsonWriter().Object().Name("digest").Text(present).EndObject().ToString()
            };
        }
    }
}
