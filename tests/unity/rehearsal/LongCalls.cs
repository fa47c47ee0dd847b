using System.Collections.Generic;

namespace UnityTools.Bridge.Rehearsal
{
    /// <summary>Calls that wait for many frames, and the others meanwhile.</summary>
    internal static partial class Calls
    {
        /// <summary>Frames that long calls still wait for.</summary>
        private static int frames;

        private static IEnumerator<Rest> Resting(CallJob asked, JsonWriter value)
        {
            while (frames > 0 && !asked.IsCancelled)
            {
                yield return Rest.Frame;
            }
            value.Text(asked.IsCancelled ? "left" : "over");
        }

        private static void AddLong(Functions functions)
        {
            functions.AddLong("snippet", Way.Aside, Resting);
            functions.AddLong("step", Way.Alone, Resting);
            functions.AddSteps("short", Resting);
        }

        /// <summary>What the first host receives in one frame.</summary>
        private static string FrameOf(Scene scene)
        {
            // So long that all of a frame's work is done in it, since the clock is stopped.
            scene.Queue.Pump(1);
            return scene.A.Told();
        }

        private static void Aside()
        {
            Scene scene = new Scene();
            frames = 1;
            scene.Ask(scene.A, "snippet", "s");
            scene.Ask(scene.A, "count", null);
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.A, "snippet", "t");
            scene.Ask(scene.A, "snippet", "s");
            Expect.Equal("2:1 3:2", FrameOf(scene), "reads and writes go on while a snippet waits for frames");
            frames = 0;
            Expect.Equal("1:over 5:over 4:over", FrameOf(scene), "each ends once, and who asked again has the same");
            scene.Ask(scene.A, "snippet", "s");
            Expect.Equal("6:over", FrameOf(scene), "out of the journal");
            frames = 1;
            long left = scene.Ask(scene.A, "snippet", "u");
            scene.Queue.Pump(1);
            scene.Queue.Cancel(scene.A, left);
            Expect.Equal("7:left", FrameOf(scene), "the end of the wait is reported");
            scene.Ask(scene.A, "short", null);
            scene.Ask(scene.A, "count", null);
            Expect.Equal("", FrameOf(scene), "what is through in a frame is waited for");
            frames = 0;
            Expect.Equal("8:over 9:3", FrameOf(scene), "in turn");
        }

        private static void Alone()
        {
            Scene scene = new Scene();
            frames = 1;
            scene.Ask(scene.A, "snippet", "s");
            scene.Ask(scene.A, "step", "a");
            scene.Ask(scene.A, "step", "b");
            scene.Ask(scene.A, "count", "k");
            scene.Ask(scene.A, "count", null);
            scene.Ask(scene.A, "step", "a");
            Expect.Equal("3:held 4:held 5:1", FrameOf(scene), "reads go on, writes wait, which is reported once");
            Expect.Equal("", FrameOf(scene), "once");
            scene.Clock.Now += 40;
            frames = 0;
            Expect.Equal("1:over 2:over 6:over 3:over 4:2", FrameOf(scene), "in the order in which they came");
            frames = 1;
            scene.Ask(scene.A, "step", "c");
            scene.Queue.Pump(1);
            long late = scene.Ask(scene.A, "count", "l");
            scene.Queue.Pump(1);
            scene.Clock.Now += 100;
            scene.Queue.LookAtTime();
            Expect.Equal(late + ":held " + late + ":deadline", FrameOf(scene), "one that waited too long was never begun");
            long back = scene.Ask(scene.A, "count", "m");
            scene.Queue.Pump(1);
            scene.Queue.Cancel(scene.A, back);
            Expect.Equal(back + ":held " + back + ":cancelled", FrameOf(scene), "nor one that was cancelled");
            scene.Queue.Went(scene.A);
            frames = 0;
            scene.Queue.Pump(1);
            Expect.Equal(1, scene.Queue.Greet().Entries["c"] ? 1 : 0, "a step goes on without its link, and its end is kept");
            Expect.Equal(2, scene.Count, "nothing else was done");
        }
    }
}
