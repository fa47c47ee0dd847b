using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `play` and `play-edit` except input, which needs the UI, and play mode: the clock, frame costs, freezing and
    /// stepping.
    /// </summary>
    internal sealed class PlayFunctions
    {
        private readonly ObjectTable objects;
        private readonly TimeScaleLock time;
        private readonly Stepper stepper;
        private readonly FrameCosts costs;

        internal PlayFunctions(ObjectTable objects, TimeScaleLock time, Stepper stepper, FrameCosts costs)
        {
            this.objects = objects;
            this.time = time;
            this.stepper = stepper;
            this.costs = costs;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("play/get-clock", (asked, value) => Clock(value));
            functions.Add("play/stats", (asked, value) => costs.Write(new Arguments(asked).Whole("frames"), asked, value));
            functions.Add("play-edit/freeze", Freeze);
            functions.AddLong("play-edit/step", Way.Alone, Step);
        }

        private void Freeze(CallJob asked, JsonWriter value)
        {
            time.Freeze(new Arguments(asked).Bool("frozen"));
            Clock(value);
        }

        private IEnumerator<Rest> Step(CallJob asked, JsonWriter value)
        {
            Step step = new Step(asked, objects);
            stepper.Begin(step);
            while (stepper.IsBusy)
            {
                yield return Rest.Frame;
            }
            if (step.Failure != null)
            {
                throw step.Failure;
            }
            step.Write(value);
            Now(value);
            value.EndObject().EndObject();
        }

        private void Clock(JsonWriter value)
        {
            value.Object().Name("reply").Text("clock").Name("value");
            Now(value);
            value.EndObject();
        }

        private void Now(JsonWriter value)
        {
            value.Object().Name("frame").Count(Time.frameCount).Name("time").Number(Time.time);
            value.Name("fixed-time").Number(Time.fixedTime).Name("fixed-step").Number(Time.fixedDeltaTime);
            value.Name("frozen").Bool(time.IsFrozen).EndObject();
        }
    }
}
