using System.Collections.Generic;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>
    /// The rows of an undo by Unity: one row for each value that changes, in the order in which the entries changed the
    /// values. Objects and components that the undo removes have no new values.
    /// </summary>
    internal sealed class UndoRows
    {
        private readonly List<PlanRow> net = new List<PlanRow>();
        private readonly ObjectTable objects;

        internal UndoRows(ObjectTable objects)
        {
            this.objects = objects;
        }

        /// <param name="undone">The newest entry first.</param>
        internal List<PlanRow> Of(List<EditEntry> undone)
        {
            for (int at = undone.Count - 1; at >= 0; at--)
            {
                undone[at].Rows.ForEach(Add);
            }
            List<PlanRow> rows = net.FindAll(row => row.Old != row.New).ConvertAll(row => row.Inverse());
            foreach (PlanRow row in rows)
            {
                row.Edit = 0;
            }
            foreach (PlanRow row in rows.FindAll(one => one.Type != null && one.Field == null && one.New == null))
            {
                rows.FindAll(other => other.Object == row.Object && other.Index == row.Index).ForEach(other => other.New = null);
            }
            foreach (PlanRow row in rows.FindAll(one => one.Type == null && (one.Field == null || one.Field == "parent")))
            {
                GameObject one = objects.FindIfAny(row.Object);
                if (one != null && row.Field == null && row.New == null)
                {
                    Vanish(rows, row, one);
                }
                else if (one != null && row.New != null)
                {
                    Rename(rows, row.Object, PathBelow(row.New, one.name));
                }
            }
            return rows;
        }

        /// <summary>Several changes of one value are one row.</summary>
        private void Add(PlanRow row)
        {
            PlanRow earlier = net.Find(one =>
                one.Object == row.Object && one.File == row.File && one.Index == row.Index && one.Type == row.Type && one.Field == row.Field);
            if (earlier == null)
            {
                net.Add(row.Inverse().Inverse());
            }
            else
            {
                earlier.New = row.New;
            }
        }

        /// <summary>The undo destroys an object that the entries created. It has no values afterwards.</summary>
        private static void Vanish(List<PlanRow> rows, PlanRow created, GameObject one)
        {
            created.Old = PlanRow.Named(one.name, one.GetComponentsInChildren<Transform>(true).Length);
            foreach (PlanRow row in rows.FindAll(other => other.Object == created.Object))
            {
                row.New = null;
            }
            Rename(rows, created.Object, Hierarchy.UniquePath(one.transform, SceneTable.Roots(one.scene)));
        }

        private static void Rename(List<PlanRow> rows, string id, string path)
        {
            if (path != null)
            {
                rows.FindAll(row => row.Object == id).ForEach(row => row.Path = path);
            }
        }

        /// <summary>The path of an object below the parent that the undo gives it; null if that parent is not found.</summary>
        private string PathBelow(string parent, string name)
        {
            Json given = JsonReader.Read(parent);
            if (given.Kind == JsonKind.Null)
            {
                return "/" + name;
            }
            Json id = given["ref"];
            GameObject above = id == null ? null : objects.FindIfAny(id.Text);
            return above == null ? null : Hierarchy.UniquePath(above.transform, SceneTable.Roots(above.scene)) + "/" + name;
        }
    }
}
