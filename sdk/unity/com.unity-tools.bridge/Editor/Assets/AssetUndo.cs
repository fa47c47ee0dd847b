using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Undoes a batch of changes of assets, if the files are still those that the batch left. It is stored with the
    /// entry, so it survives a restart of the editor, unless the batch also changed an open scene.
    /// </summary>
    internal sealed class AssetUndo : Change
    {
        private static readonly UndoHistory History = new EditorHistory();

        private readonly List<AssetOperation> steps;
        private readonly List<AssetState> states;
        private readonly List<PlanRow> rows;

        /// <summary>The file for which the editor must allow code; null if there is none.</summary>
        private readonly string code;

        private AssetUndo(List<AssetOperation> steps, List<AssetState> states, List<PlanRow> rows, string code)
        {
            this.steps = steps;
            this.states = states;
            this.rows = rows;
            this.code = code;
        }

        /// <summary>The undo of what was just done.</summary>
        /// <param name="steps">The steps that undo it, in order.</param>
        /// <param name="rows">The rows of what was done.</param>
        internal static AssetUndo Of(List<AssetOperation> steps, IEnumerable<PlanRow> rows, string code)
        {
            bool deletes = steps.Exists(step => step is AssetOperation.Vanish);
            List<AssetState> states = new List<AssetState>();
            steps.ForEach(step => states.AddRange(step.States(deletes)));
            List<PlanRow> back = new List<PlanRow>(rows).ConvertAll(AssetRows.Inverse);
            back.Reverse();
            return new AssetUndo(steps, states, back, code);
        }

        /// <exception cref="BadFrame">This is no text of <see cref="Stored"/>.</exception>
        internal static AssetUndo Read(Json stored)
        {
            FrameMembers members = new FrameMembers("assets", stored);
            return new AssetUndo(
                List(members, "assets").ConvertAll(AssetOperation.Read),
                List(members, "states").ConvertAll(AssetState.Read),
                List(members, "rows").ConvertAll(EditSlots.Row),
                members.TextIfAny("code"));
        }

        private static List<Json> List(FrameMembers members, string name)
        {
            Json list = members.Any(name);
            if (list.Kind != JsonKind.List)
            {
                throw members.Wrong(name, "a list", list);
            }
            return list.Items;
        }

        internal override bool IsGone
        {
            get { return UnityStep != null && UnityStep.IsGone(History) || steps.Exists(step => step.Kept != null && !AssetCopies.Has(step.Kept)); }
        }

        internal override string WhyGone
        {
            get
            {
                return UnityStep != null && UnityStep.IsGone(History)
                    ? "it also changed an open scene, and the undo list of Unity no longer contains that (the list ends with the editor)"
                    : AssetCopies.WhyGone;
            }
        }

        internal override bool IsRecorded
        {
            get { return false; }
        }

        internal override IEnumerable<string> Places
        {
            get
            {
                List<string> places = new List<string>();
                foreach (AssetState state in states)
                {
                    places.Add("f:" + state.Asset);
                }
                return places;
            }
        }

        internal override string Stored
        {
            get
            {
                JsonWriter to = new JsonWriter().Object().Name("assets").List();
                steps.ForEach(step => step.Write(to));
                to.EndList().Name("states").List();
                states.ForEach(state => state.Write(to));
                to.EndList().Name("rows").List();
                rows.ForEach(row => EditSlots.Write(row, to));
                return to.EndList().Name("code").TextOrNull(code).EndObject().ToString();
            }
        }

        private AssetOperation.UnityStep UnityStep
        {
            get { return (AssetOperation.UnityStep)steps.Find(step => step is AssetOperation.UnityStep); }
        }

        internal override string Obstacle(bool isLater)
        {
            string why = CodeAssets.Obstacle(code);
            if (why == null && EditorApplication.isPlayingOrWillChangePlaymode && UnityStep != null && UnityStep.IsNeeded)
            {
                why = "it also changed an open scene, and Unity is in play mode";
            }
            return why ?? (isLater ? null : Difference(false));
        }

        internal override Change Make(SceneWriter writer)
        {
            string why = CodeAssets.Obstacle(code) ?? Difference(true);
            if (why != null)
            {
                throw new Failure("conflict", why) { Hint = "nothing was changed" };
            }
            AssetRun run = new AssetRun(writer.History);
            try
            {
                run.Prepare(steps);
                steps.ForEach(run.Do);
                run.Settle();
            }
            catch (Exception)
            {
                run.TakeBack();
                throw;
            }
            return run.End(rows, code, false);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            return rows;
        }

        private string Difference(bool exact)
        {
            foreach (AssetState state in states)
            {
                string why;
                try
                {
                    why = state.Difference(exact);
                }
                catch (Failure failure)
                {
                    why = failure.Message;
                }
                if (why != null)
                {
                    return why;
                }
            }
            return UnityStep == null ? null : UnityStep.Obstacle(History);
        }
    }
}
