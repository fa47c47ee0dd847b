using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>Runs the commands of the control channel on the main thread.</summary>
    internal sealed class Commands
    {
        private const int LongestBlock = 10 * 60 * 1000;
        private readonly NativeStore store;
        private readonly ScriptDomain scripts;

        internal Commands(NativeStore store, ScriptDomain scripts)
        {
            this.store = store;
            this.scripts = scripts;
        }

        /// <summary>Runs the commands that are waiting; stops early if the process must end.</summary>
        internal void RunWaiting()
        {
            for (string line = store.Channel.Take(); line != null && !store.Loop.Quitting; line = store.Channel.Take())
            {
                Dictionary<string, object> command = Json.ReadObject(line);
                Dictionary<string, object> answer = Json.Object("id", command.TryGetValue("id", out object id) ? id : null);
                try
                {
                    Dictionary<string, object> result = Run(command, line);
                    answer["ok"] = true;
                    foreach (KeyValuePair<string, object> member in result)
                    {
                        answer[member.Key] = member.Value;
                    }
                }
                catch (Exception error)
                {
                    answer.Remove("ok");
                    answer["error"] = error.Message;
                }
                store.Channel.Write(Json.Write(answer));
            }
        }

        private Dictionary<string, object> Run(Dictionary<string, object> command, string line)
        {
            switch (Json.Text(command, "command"))
            {
                case "block":
                    long milliseconds = Math.Min(LongestBlock, Math.Max(0, Json.Whole(command, "ms", 1000)));
                    int button = store.Channel.Ask(Json.Text(command, "title", "Dialog"), string.Empty, new[] { "OK" }, (int)milliseconds);
                    return Json.Object("button", button);
                case "quit":
                    if (!scripts.Gate.WantsToQuit())
                    {
                        throw new InvalidOperationException("a subscriber of EditorApplication.wantsToQuit refused to quit");
                    }
                    store.Loop.Quit((int)Json.Whole(command, "code", 0));
                    return Json.Object();
                default:
                    return Json.ReadObject(scripts.Gate.Execute(line));
            }
        }
    }
}
