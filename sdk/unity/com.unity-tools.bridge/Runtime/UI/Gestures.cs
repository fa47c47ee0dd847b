using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.EventSystems;

namespace UnityTools.Bridge
{
    /// <summary>
    /// `play-edit/act`: pointer gestures of a player, sent to the event system of the game. The frontmost object takes
    /// the gesture, as for a real player. No pixel and no input device is needed.
    /// </summary>
    internal sealed class Gestures
    {
        private readonly ObjectTable objects;

        internal Gestures(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("play-edit/act", Act);
        }

        private IEnumerator<Rest> Act(CallJob asked, JsonWriter value)
        {
            EventSystem system = EventSystem.current;
            if (system == null)
            {
                throw new Failure("conflict", "no EventSystem is active, so nothing of the UI takes input") { Hint = "load a scene with an EventSystem first" };
            }
            Arguments gesture = new Arguments(asked).Inner("gesture");
            Touch touch = new Touch(system, objects);
            if (gesture.Has("click"))
            {
                touch.Aim(Spot.Read(gesture.Inner("click"), objects));
                touch.Press();
                touch.Release(true);
            }
            else if (gesture.Has("drag"))
            {
                Arguments drag = gesture.Inner("drag");
                Spot to = Spot.Read(drag.Inner("to"), objects);
                touch.Aim(Spot.Read(drag.Inner("from"), objects));
                touch.Press();
                touch.BeginDrag();
                // One frame for each step, so that code that follows a drag sees its progress.
                for (int part = 1; part <= Touch.Parts; part++)
                {
                    yield return Rest.Frame;
                    touch.DragTo(to.Point, part);
                }
                touch.Drop();
            }
            else if (gesture.Has("scroll"))
            {
                Arguments scroll = gesture.Inner("scroll");
                touch.Aim(Spot.Read(scroll.Inner("at"), objects));
                touch.Scroll(new Vector2((float)scroll.Number("x"), (float)scroll.Number("y")));
            }
            else if (gesture.Has("submit"))
            {
                touch.Submit(Spot.Read(gesture.Inner("submit"), objects));
            }
            else
            {
                throw Arguments.Wrong("gesture", new Arguments(asked).Any("gesture"), "one of click, drag, scroll, submit");
            }
            touch.Write(asked, value);
        }
    }
}
