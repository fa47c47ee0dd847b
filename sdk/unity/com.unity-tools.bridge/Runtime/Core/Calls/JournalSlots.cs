using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Converts entries of the journal to text and back, so that they survive a domain load.</summary>
    internal static class JournalSlots
    {
        internal static string Write(JournalEntry entry)
        {
            JsonWriter slot = new JsonWriter().Object();
            slot.Name("key").Text(entry.Key).Name("digest").Text(entry.Digest);
            slot.Name("number").Count(entry.Number).Name("epoch").Count(entry.Epoch);
            slot.Name("owing").List();
            foreach (string run in entry.Owing)
            {
                slot.Text(run);
            }
            slot.EndList().Name("done").Bool(entry.IsDone).Name("plan").Bool(entry.IsPlan);
            if (entry.Kept != null && entry.Kept.Failure == null)
            {
                slot.Name("value").Raw(entry.Kept.Value);
            }
            if (entry.Kept != null && entry.Kept.Failure != null)
            {
                UnityFrames.Failed(slot.Name("error"), entry.Kept.Failure);
            }
            if (entry.Kept != null && entry.Kept.Notes != null)
            {
                slot.Name("notes").List();
                foreach (string note in entry.Kept.Notes)
                {
                    slot.Text(note);
                }
                slot.EndList();
            }
            return slot.EndObject().ToString();
        }

        /// <exception cref="BadFrame">The text is not a slot that <see cref="Write"/> produced.</exception>
        internal static JournalEntry Read(string text)
        {
            Json slot = JsonReader.Read(text);
            FrameMembers members = new FrameMembers("journal", slot);
            JournalEntry entry = new JournalEntry
            {
                Key = members.Text("key"),
                Digest = members.Text("digest"),
                Number = members.Number("number"),
                Epoch = members.Number("epoch"),
                IsDone = members.Any("done").Kind == JsonKind.True,
                IsPlan = slot["plan"] != null && slot["plan"].Kind == JsonKind.True
            };
            entry.Owing.AddRange(members.Texts("owing"));
            if (slot["value"] != null)
            {
                entry.Kept = new Outcome { Value = slot["value"].Raw };
            }
            else if (slot["error"] != null)
            {
                entry.Kept = Outcome.Of(Failed(members.Inner("error"), slot["error"]));
            }
            if (entry.Kept != null && slot["notes"] != null)
            {
                entry.Kept.Notes = new List<string>(members.Texts("notes"));
            }
            return entry;
        }

        /// <summary>Reads an error that <see cref="UnityFrames.Failed"/> wrote.</summary>
        internal static Failure Failed(FrameMembers members, Json error)
        {
            return new Failure(members.Text("kind"), members.Text("message"))
            {
                Hint = members.TextIfAny("hint"),
                Exception = members.TextIfAny("exception"),
                Stack = members.TextIfAny("stack"),
                Facts = error["data"] == null ? null : error["data"].Raw,
                RetryAfterMs = members.NumberIfAny("retry-after-ms")
            };
        }
    }
}
