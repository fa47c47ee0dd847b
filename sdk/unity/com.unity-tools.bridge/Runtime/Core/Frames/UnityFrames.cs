using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Writes the frames of Unity. Texts are cut to the limits that the host checks, so that no text of a game ends the
    /// link.
    /// </summary>
    internal static class UnityFrames
    {
        private const int Name = 256;
        private const int Word = 64;
        private const int Aside = 1 << 10;
        private const int Functions = 512;
        private const int Capabilities = 64;

        internal static string Hello(Identity who, IList<string> functions, string state, JournalCopy journal, string nonce)
        {
            JsonWriter frame = Begin("hello");
            Versions(frame);
            frame.Name("package").Text(Surrogates.Cut(who.Package, Name));
            frame.Name("unity").Text(Surrogates.Cut(who.Unity, Name));
            frame.Name("runtime").Text(who.Runtime).Name("kind").Text(who.Kind);
            frame.Name("platform").Text(Surrogates.Cut(who.Platform, Name));
            frame.Name("pid").Count(who.ProcessId);
            if (who.Started != null)
            {
                frame.Name("started").Text(who.Started);
            }
            frame.Name("project").Object();
            frame.Name("name").Text(Surrogates.Cut(who.ProjectName, Name));
            frame.Name("company").Text(Surrogates.Cut(who.Company, Name));
            frame.Name("version").Text(Surrogates.Cut(who.ProjectVersion, Name));
            // A cut path would name another folder, so a path that is too long is left out.
            if (who.ProjectPath != null && Surrogates.Cut(who.ProjectPath, 4 << 10) == who.ProjectPath)
            {
                frame.Name("path").Text(who.ProjectPath);
            }
            frame.EndObject();
            frame.Name("instance").Text(who.Instance).Name("epoch").Count(who.Epoch);
            Words(frame.Name("functions"), functions, Functions);
            Words(frame.Name("capabilities"), who.Capabilities, Capabilities);
            frame.Name("state").Text(state);
            frame.Name("journal").Object();
            frame.Name("oldest").Count(journal.Oldest).Name("next").Count(journal.Next);
            frame.Name("entries").Object();
            foreach (KeyValuePair<string, bool> entry in journal.Entries)
            {
                frame.Name(entry.Key).Text(entry.Value ? "done" : "started");
            }
            frame.EndObject().EndObject();
            return End(frame.Name("nonce").Text(nonce));
        }

        internal static string Proof(string proof)
        {
            return End(Begin("proof").Name("proof").Text(proof));
        }

        internal static string Result(long id, Outcome outcome)
        {
            JsonWriter frame = Begin("result").Name("id").Count(id);
            if (outcome.Failure == null)
            {
                frame.Name("value").Raw(outcome.Value);
            }
            else
            {
                Failed(frame.Name("error"), outcome.Failure);
            }
            if (outcome.Notes != null && outcome.Notes.Count > 0)
            {
                frame.Name("notes").List();
                for (int at = 0; at < outcome.Notes.Count && at < 64; at++)
                {
                    frame.Text(Surrogates.Cut(outcome.Notes[at], 4 << 10));
                }
                frame.EndList();
            }
            if (outcome.Bytes != null)
            {
                frame.Name("bytes").Count(outcome.Bytes.Length);
            }
            return End(frame);
        }

        internal static string Withdrawn(long id, bool cancelled)
        {
            return End(Begin("withdrawn").Name("id").Count(id).Name("why").Text(cancelled ? "cancelled" : "deadline"));
        }

        /// <param name="total">-1 if unknown.</param>
        /// <param name="text">Null if absent.</param>
        internal static string Progress(long id, long done, long total, string text)
        {
            JsonWriter frame = Begin("progress").Name("id").Count(id).Name("done").Count(done);
            if (total >= 0)
            {
                frame.Name("total").Count(total);
            }
            if (text != null)
            {
                frame.Name("text").Text(Surrogates.Cut(text, Aside));
            }
            return End(frame);
        }

        /// <param name="members">The members after `kind`, as JSON text; may be empty.</param>
        internal static string Event(long number, string kind, string members)
        {
            JsonWriter frame = Begin("event").Name("seq").Count(number).Name("kind").Text(kind);
            return members.Length == 0 ? End(frame) : End(frame.Raw(members));
        }

        internal static string Logs(long first, long dropped, IList<LogLine> lines)
        {
            JsonWriter frame = Begin("logs").Name("first").Count(first).Name("dropped").Count(dropped);
            frame.Name("lines").List();
            foreach (LogLine line in lines)
            {
                line.Write(frame);
            }
            return End(frame.EndList());
        }

        internal static string Pulse(PulseFacts pulse)
        {
            JsonWriter frame = Begin("pulse").Name("state").Text(pulse.State);
            frame.Name("frame").Count(pulse.Frame).Name("main-ms").Count(pulse.MainMs);
            if (pulse.Dialog != null)
            {
                frame.Name("dialog").Text(Surrogates.Cut(pulse.Dialog, Aside));
            }
            if (pulse.LastMs >= 0)
            {
                frame.Name("last-ms").Count(pulse.LastMs);
            }
            return End(frame.Name("assemblies").Count(pulse.Assemblies));
        }

        internal static string UnknownType(string type)
        {
            string message = "there is no frame `" + Surrogates.Cut(type, Word) + "`";
            return End(Begin("error").Name("kind").Text("unsupported").Name("message").Text(message));
        }

        /// <summary>The content of a binary frame: the id of its call, then the bytes.</summary>
        internal static byte[] Binary(long id, byte[] bytes)
        {
            byte[] frame = new byte[Protocol.BinaryHead + bytes.Length];
            for (int at = 0; at < Protocol.BinaryHead; at++)
            {
                frame[at] = (byte)(id >> (56 - 8 * at));
            }
            bytes.CopyTo(frame, Protocol.BinaryHead);
            return frame;
        }

        internal static void Failed(JsonWriter to, Failure failure)
        {
            to.Object().Name("kind").Text(Surrogates.Cut(failure.Kind, Word));
            to.Name("message").Text(Surrogates.Cut(failure.Message, 16 << 10));
            if (failure.Hint != null)
            {
                to.Name("hint").Text(Surrogates.Cut(failure.Hint, 16 << 10));
            }
            if (failure.Exception != null)
            {
                to.Name("exception").Text(Surrogates.Cut(failure.Exception, Aside));
            }
            if (failure.Stack != null)
            {
                to.Name("stack").Text(Surrogates.Cut(failure.Stack, 64 << 10));
            }
            // A cut object is invalid JSON, so details that are too long are left out.
            if (failure.Facts != null && Surrogates.Cut(failure.Facts, 64 << 10) == failure.Facts)
            {
                to.Name("data").Raw(failure.Facts);
            }
            if (failure.RetryAfterMs >= 0)
            {
                to.Name("retry-after-ms").Count(failure.RetryAfterMs);
            }
            to.EndObject();
        }

        private static JsonWriter Begin(string type)
        {
            return new JsonWriter().Object().Name("type").Text(type);
        }

        private static string End(JsonWriter frame)
        {
            return frame.EndObject().ToString();
        }

        private static void Versions(JsonWriter frame)
        {
            frame.Name("protocol").List().Count(Protocol.Oldest).Count(Protocol.Newest).EndList();
        }

        private static void Words(JsonWriter to, IList<string> words, int most)
        {
            to.List();
            for (int at = 0; at < words.Count && at < most; at++)
            {
                to.Text(Surrogates.Cut(words[at], Word));
            }
            to.EndList();
        }
    }
}
