using System;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>What the host says, written again: only the tests need it.</summary>
    internal static class HostWords
    {
        internal static string Write(HostFrame frame)
        {
            JsonWriter to = new JsonWriter().Object();
            Members(frame, to);
            return to.EndObject().ToString();
        }

        private static void Members(HostFrame frame, JsonWriter to)
        {
            Challenge challenge = frame as Challenge;
            Refused refused = frame as Refused;
            Welcome welcome = frame as Welcome;
            Call call = frame as Call;
            Cancel cancel = frame as Cancel;
            Settled settled = frame as Settled;
            Complaint complaint = frame as Complaint;
            if (challenge != null)
            {
                to.Name("type").Text("challenge").Name("protocol").Count(challenge.Version);
                to.Name("nonce").Text(challenge.Nonce).Name("proof").Text(challenge.Proof);
            }
            else if (refused != null)
            {
                to.Name("type").Text("refused").Name("protocol").List().Count(refused.Oldest).Count(refused.Newest).EndList();
                to.Name("message").Text(refused.Message);
            }
            else if (welcome != null)
            {
                to.Name("type").Text("welcome").Name("host").Text(welcome.Host).Name("run").Text(welcome.Run);
                to.Name("id").Text(welcome.Id).Name("limits").Object().Name("frame-bytes").Count(welcome.FrameBytes);
                to.Name("calls").Count(welcome.Calls).Name("journal").Count(welcome.Journal).EndObject();
                to.Name("acknowledged").Count(welcome.Acknowledged);
            }
            else if (call != null)
            {
                Called(call, to);
            }
            else if (cancel != null)
            {
                to.Name("type").Text("cancel").Name("id").Count(cancel.Id);
            }
            else if (settled != null)
            {
                to.Name("type").Text("settled").Name("keys").List();
                foreach (string key in settled.Keys)
                {
                    to.Text(key);
                }
                to.EndList();
            }
            else if (complaint != null)
            {
                to.Name("type").Text("error").Name("kind").Text(complaint.Kind).Name("message").Text(complaint.Message);
            }
            else
            {
                throw new InvalidOperationException("a frame that this cannot write: " + frame.GetType().Name);
            }
        }

        private static void Called(Call call, JsonWriter to)
        {
            to.Name("type").Text("call").Name("id").Count(call.Id).Name("fn").Text(call.Function);
            to.Name("args").Raw(call.Args.Raw).Name("deadline-ms").Count(call.DeadlineMs);
            to.Name("effect").Text(call.Effect.ToString().ToLowerInvariant());
            if (call.Key != null)
            {
                to.Name("key").Text(call.Key).Name("digest").Text(call.Digest);
            }
            if (call.Tool != null)
            {
                to.Name("tool").Text(call.Tool);
            }
            if (call.BytesLength >= 0)
            {
                to.Name("bytes").Count(call.BytesLength);
            }
        }
    }
}
