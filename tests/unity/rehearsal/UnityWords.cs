using System;
using System.Collections.Generic;
using System.Globalization;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>What Unity says: a sample's facts are taken out of it and given to the package's own writer.</summary>
    internal static class UnityWords
    {
        internal static string Again(Json frame)
        {
            switch (frame["type"].Text)
            {
                case "hello":
                    return Hello(frame);
                case "proof":
                    return UnityFrames.Proof(frame["proof"].Text);
                case "result":
                    return UnityFrames.Result(Whole(frame["id"]), Outcome(frame));
                case "withdrawn":
                    return UnityFrames.Withdrawn(Whole(frame["id"]), frame["why"].Text == "cancelled");
                case "progress":
                    return UnityFrames.Progress(Whole(frame["id"]), Whole(frame["done"]), WholeIfAny(frame["total"]), TextIfAny(frame["text"]));
                case "event":
                    return Event(frame);
                case "logs":
                    return Logs(frame);
                case "pulse":
                    return UnityFrames.Pulse(new PulseFacts
                    {
                        State = frame["state"].Text,
                        Frame = Whole(frame["frame"]),
                        MainMs = Whole(frame["main-ms"]),
                        Dialog = TextIfAny(frame["dialog"]),
                        LastMs = WholeIfAny(frame["last-ms"]),
                        Assemblies = Whole(frame["assemblies"])
                    });
                case "error":
                    string message = frame["message"].Text;
                    return UnityFrames.UnknownType(message.Split('`')[1]);
                default:
                    throw new InvalidOperationException("a frame that this cannot write: " + frame.Raw);
            }
        }

        private static string Hello(Json frame)
        {
            Json project = frame["project"];
            Identity who = new Identity
            {
                Package = frame["package"].Text,
                Unity = frame["unity"].Text,
                Runtime = frame["runtime"].Text,
                Kind = frame["kind"].Text,
                Platform = frame["platform"].Text,
                ProcessId = Whole(frame["pid"]),
                Started = TextIfAny(frame["started"]),
                ProjectName = project["name"].Text,
                Company = project["company"].Text,
                ProjectVersion = project["version"].Text,
                ProjectPath = TextIfAny(project["path"]),
                Instance = frame["instance"].Text,
                Epoch = Whole(frame["epoch"]),
                Capabilities = Texts(frame["capabilities"]).ToArray()
            };
            Json journal = frame["journal"];
            JournalCopy copy = new JournalCopy { Oldest = Whole(journal["oldest"]), Next = Whole(journal["next"]) };
            Json entries = journal["entries"];
            for (int at = 0; at < entries.Names.Count; at++)
            {
                copy.Entries[entries.Names[at]] = entries.Items[at].Text == "done";
            }
            return UnityFrames.Hello(who, Texts(frame["functions"]), frame["state"].Text, copy, frame["nonce"].Text);
        }

        private static Outcome Outcome(Json frame)
        {
            Outcome outcome = new Outcome();
            Json error = frame["error"];
            if (error == null)
            {
                outcome.Value = frame["value"].Raw;
            }
            else
            {
                outcome.Failure = new Failure(error["kind"].Text, error["message"].Text)
                {
                    Hint = TextIfAny(error["hint"]),
                    Exception = TextIfAny(error["exception"]),
                    Stack = TextIfAny(error["stack"]),
                    Facts = error["data"] == null ? null : error["data"].Raw,
                    RetryAfterMs = WholeIfAny(error["retry-after-ms"])
                };
            }
            outcome.Notes = frame["notes"] == null ? null : Texts(frame["notes"]);
            outcome.Bytes = frame["bytes"] == null ? null : new byte[Whole(frame["bytes"])];
            return outcome;
        }

        private static string Event(Json frame)
        {
            List<string> members = new List<string>();
            for (int at = 3; at < frame.Names.Count; at++)
            {
                members.Add("\"" + frame.Names[at] + "\":" + frame.Items[at].Raw);
            }
            return UnityFrames.Event(Whole(frame["seq"]), frame["kind"].Text, string.Join(",", members.ToArray()));
        }

        private static string Logs(Json frame)
        {
            List<LogLine> lines = new List<LogLine>();
            foreach (Json line in frame["lines"].Items)
            {
                lines.Add(new LogLine
                {
                    Level = line["level"].Text,
                    Text = line["text"].Text,
                    Stack = TextIfAny(line["stack"]),
                    TimeMs = Whole(line["time-ms"]),
                    Thread = WholeIfAny(line["thread"])
                });
            }
            return UnityFrames.Logs(Whole(frame["first"]), Whole(frame["dropped"]), lines);
        }

        private static List<string> Texts(Json list)
        {
            List<string> texts = new List<string>();
            foreach (Json item in list.Items)
            {
                texts.Add(item.Text);
            }
            return texts;
        }

        private static long Whole(Json number)
        {
            return long.Parse(number.Text, CultureInfo.InvariantCulture);
        }

        private static long WholeIfAny(Json number)
        {
            return number == null ? -1 : Whole(number);
        }

        private static string TextIfAny(Json text)
        {
            return text == null ? null : text.Text;
        }
    }
}
