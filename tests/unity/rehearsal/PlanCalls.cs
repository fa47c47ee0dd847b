namespace UnityTools.Bridge.Rehearsal
{
    /// <content>Reads with a key, which plan a write.</content>
    internal static partial class Calls
    {
        /// <summary>Reads with a key, whose results the next host gets again.</summary>
        private static void Plans()
        {
            Scene scene = new Scene { Steps = 1 };
            scene.A.Most = scene.B.Most = 8;
            scene.Ask(scene.A, "count", "p", "aa", Effect.Read);
            scene.Ask(scene.B, "count", "p", "aa", Effect.Read);
            Expect.Equal("1:1", scene.Pumped(scene.A), "the plan");
            Expect.Equal("2:1", scene.B.Told(), "the plan again");
            scene.Ask(scene.B, "count", "p", "bb", Effect.Read);
            Expect.Equal("3:2", scene.Pumped(scene.B), "another plan with the key runs, and is not stored");
            scene.Ask(scene.B, "count", "p", "aa", Effect.Read);
            Expect.Equal("4:1", scene.Pumped(scene.B), "the first one is still there");
            scene.Ask(scene.A, "throw", "t", "aa", Effect.Read);
            scene.Ask(scene.A, "large", "l", "aa", Effect.Read);
            scene.Ask(scene.A, "huge", "h", "aa", Effect.Read);
            scene.Queue.Pump(0);
            scene.Pumped(scene.A);
            Expect.Equal(1, scene.Journal.Count, "neither errors nor large results are stored");
            long withdrawn = scene.Ask(scene.A, "steps", "s", "aa", Effect.Read);
            scene.Queue.Pump(0);
            scene.Queue.Cancel(scene.A, withdrawn);
            scene.Queue.Pump(0);
            Expect.Equal("8:cancelled", scene.A.Told(), "a plan that runs can be cancelled");
            foreach (string key in new[] { "1", "2", "3", "4", "5" })
            {
                scene.Ask(scene.A, "count", key, "aa", Effect.Read);
            }
            scene.Pumped(scene.A);
            Expect.Equal(4, scene.Journal.Count, "plans fill half of the journal at most");
            foreach (string key in new[] { "6", "7", "8", "9", "10", "11", "12", "13", "14" })
            {
                scene.Ask(scene.A, "count", key);
            }
            string told = scene.Pumped(scene.A);
            Expect.True(told.EndsWith("22:busy"), "writes get the places of plans: " + told);
            Expect.Equal(8, scene.Journal.Count, "only writes are left");
            scene.Ask(scene.B, "count", "p", "aa", Effect.Read);
            Expect.True(scene.Pumped(scene.B) != "23:1", "a dropped plan runs again");
            scene = new Scene();
            scene.Ask(scene.A, "count", "p", "aa", Effect.Read);
            scene.Ask(scene.B, "count", "p", "aa", Effect.Read);
            scene.Pumped(scene.A);
            scene.Queue.Settle("a", new[] { "p" });
            Expect.Equal(1, scene.Journal.Count, "the other host has not settled its plan");
        }
    }
}
