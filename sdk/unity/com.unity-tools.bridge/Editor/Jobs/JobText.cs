using System;

namespace UnityTools.Bridge
{
    /// <summary>Converts jobs to JSON and back, for their files, the session state and the hosts.</summary>
    internal static class JobText
    {
        /// <summary>The members that a host gets as the answer to `link/job`.</summary>
        internal static void WriteStatus(JsonWriter to, Job job)
        {
            to.Name("state").Text(Word(job.State)).Name("done").Count(job.Done);
            if (job.Total >= 0)
            {
                to.Name("total").Count(job.Total);
            }
            if (job.Text != null)
            {
                to.Name("text").Text(job.Text);
            }
            if (job.Value != null)
            {
                to.Name("value").Raw(job.Value);
            }
            if (job.Failure != null)
            {
                UnityFrames.Failed(to.Name("error"), job.Failure);
            }
        }

        internal static string Write(Job job)
        {
            JsonWriter text = new JsonWriter().Object().Name("job").Text(job.Id);
            WriteStatus(text, job);
            text.Name("kind").Text(job.Kind).Name("arguments").Raw(job.Arguments);
            if (job.Memory != null)
            {
                text.Name("memory").Raw(job.Memory);
            }
            return text.Name("cancelled").Bool(job.IsCancelled).EndObject().ToString();
        }

        /// <summary>Null if the text is damaged, or if another version of the package wrote it.</summary>
        internal static Job Read(string text)
        {
            try
            {
                return Read(JsonReader.Read(text));
            }
            catch (NoJson)
            {
                return null;
            }
            catch (BadFrame)
            {
                return null;
            }
        }

        /// <summary>The start of the text of a job in that state, without reading the rest.</summary>
        internal static string Head(string id, JobState state)
        {
            return "{\"job\":\"" + id + "\",\"state\":\"" + Word(state) + "\"";
        }

        private static Job Read(Json source)
        {
            FrameMembers members = new FrameMembers("job", source);
            Job job = new Job(members.Digits("job", 32), members.Text("kind"), members.Any("arguments").Raw)
            {
                State = State(members),
                Done = members.Number("done"),
                Total = members.NumberIfAny("total"),
                Text = members.TextIfAny("text"),
                Memory = source["memory"] == null ? null : source["memory"].Raw,
                Value = source["value"] == null ? null : source["value"].Raw,
                IsCancelled = members.Any("cancelled").Kind == JsonKind.True
            };
            if (source["error"] != null)
            {
                job.Failure = JournalSlots.Failed(members.Inner("error"), source["error"]);
            }
            return job;
        }

        private static string Word(JobState state)
        {
            return state.ToString().ToLowerInvariant();
        }

        private static JobState State(FrameMembers members)
        {
            string word = members.Text("state");
            foreach (JobState state in Enum.GetValues(typeof(JobState)))
            {
                if (Word(state) == word)
                {
                    return state;
                }
            }
            throw members.Wrong("state", "a state of a job", members.Any("state"));
        }
    }
}
