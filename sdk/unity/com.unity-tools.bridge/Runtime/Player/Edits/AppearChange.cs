using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Moves an object that was created as a trial into the game, with all its values: only now do its scripts run
    /// `Awake`.
    /// </summary>
    internal sealed class AppearChange : Change
    {
        private readonly Subject subject;

        internal AppearChange(Subject subject)
        {
            this.subject = subject;
        }

        internal override bool IsGone
        {
            get { return subject.One == null; }
        }

        internal override string Makes
        {
            get { return "t:" + NativeId.Of(subject.One); }
        }

        internal override IEnumerable<string> Places
        {
            get
            {
                List<string> places = new List<string> { Makes, "o:" + NativeId.Of(subject.One) };
                if (subject.Parent != null)
                {
                    places.Add("t:" + NativeId.Of(subject.Parent.One));
                }
                return places;
            }
        }

        internal override Change Make(SceneWriter writer)
        {
            GameObject one = subject.One;
            one.transform.SetParent(subject.Parent == null ? null : subject.Parent.One.transform, false);
            if (subject.Parent == null && one.scene != subject.Scene)
            {
                SceneManager.MoveGameObjectToScene(one, subject.Scene);
            }
            subject.Parts.ForEach(part => part.Keep());
            writer.Created(one);
            return new GoneChange(() => one);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            return new PlanRow[0];
        }
    }
}
