using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>Sets a member of a component.</summary>
    internal sealed class ValueChange : Change
    {
        private readonly Part part;
        private readonly MemberPath path;
        private readonly object value;

        internal ValueChange(Part part, MemberPath path, object value)
        {
            this.part = part;
            this.path = path;
            this.value = Copies.Of(value);
        }

        internal override bool IsGone
        {
            get { return part.Actual == null; }
        }

        internal override IEnumerable<string> Places
        {
            get
            {
                long id = NativeId.Of(part.Actual);
                return new[] { "f:" + id + ":" + path.Top.Name, "c:" + id, "t:" + NativeId.Of(part.Actual.gameObject) };
            }
        }

        internal override Change Make(SceneWriter writer)
        {
            Type type;
            object before = Copies.Of(path.Get(part.Actual, out type));
            writer.Change(part.Actual, () => path.Set(part.Actual, (wanted, current) => Copies.Of(value)));
            return new ValueChange(part, path, before);
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            PlanRow row = ActiveChange.Row(objects, part.Actual.gameObject);
            row.Index = ObjectTable.IndexOf(part.Actual);
            row.Type = part.Type.FullName;
            row.Field = path.Shown;
            row.Need = PlanRow.MemberNeed(row.Type, path.Top);
            row.Old = Now(objects);
            row.New = Shown(value, objects);
            return new[] { row };
        }

        /// <summary>The current value, as a row shows it.</summary>
        internal string Now(ObjectTable objects)
        {
            Type type;
            return Shown(path.GetShown(part.Actual, out type), objects);
        }

        /// <summary>Lists are cut at 20 items.</summary>
        internal static string Shown(object value, ObjectTable objects)
        {
            bool whole;
            return ValueWriter.Write(value, objects, 20, out whole);
        }
    }
}
