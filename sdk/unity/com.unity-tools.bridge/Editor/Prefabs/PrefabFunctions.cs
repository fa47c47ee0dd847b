using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>`prefabs`: differences of instances from their prefabs, and of two objects.</summary>
    internal sealed class PrefabFunctions
    {
        private readonly ObjectTable objects;

        internal PrefabFunctions(ObjectTable objects)
        {
            this.objects = objects;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("prefabs/overrides", Overrides);
            functions.Add("prefabs/compare", Compare);
        }

        private void Overrides(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            GameObject top = objects.Find(args.Text("object"));
            PrefabInstanceParts instance = PrefabInstanceParts.Of(top);
            if (instance == null)
            {
                throw NoInstance(top);
            }
            // Changes of this update are compared only when Unity records them.
            Undo.FlushUndoRecordObjects();
            OverridePlan plan = new OverridePlan(objects, instance, top);
            if (plan.Unused.Count > 0)
            {
                asked.Note(plan.Unused.Note());
            }
            if (instance.IsMissing)
            {
                asked.Note("the prefab of this instance does not exist any more: nothing is known of its values");
            }
            if (top != instance.Root)
            {
                string root = objects.Id(instance.Root);
                asked.Note(objects.Id(top) + " is a part of the instance " + root + " (" + Path(instance.Root) + "): only differences at it and below it are listed; ask for "
                    + root + " for the whole instance");
            }
            DifferencePage.Write(value, args.Inner("page"), plan, Sources(PrefabInstanceParts.Chain(top)), plan.Unused.Count);
        }

        private void Compare(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Undo.FlushUndoRecordObjects();
            ObjectPairs pairs = new ObjectPairs(objects.Find(args.Text("first")), objects.Find(args.Text("second")));
            ComparisonPlan plan = new ComparisonPlan(objects, pairs);
            if (plan.Unread > 0)
            {
                asked.Note(plan.Unread + " components cannot be read and were not compared, because their scripts are missing");
            }
            DifferencePage.Write(value, args.Inner("page"), plan, Sources(pairs.Shared), 0);
        }

        private Failure NoInstance(GameObject one)
        {
            string hint = "find_objects with select [\"prefab\"] lists the prefab of each object; two objects of any kind can be compared";
            for (Transform above = one.transform.parent; above != null; above = above.parent)
            {
                if (PrefabInstanceParts.Of(above.gameObject) != null)
                {
                    hint = "it was added below one: ask for " + objects.Id(above.gameObject) + " (" + Path(above.gameObject) + ")";
                    break;
                }
            }
            return new Failure("invalid-argument", "`objects`: " + objects.Id(one) + " (" + Path(one) + ") is no part of a prefab instance") { Hint = hint };
        }

        /// <summary>The asset paths of these objects of prefabs, without repetitions.</summary>
        internal static List<string> Sources(List<GameObject> chain)
        {
            List<string> paths = new List<string>();
            foreach (GameObject source in chain)
            {
                string path = AssetDatabase.GetAssetPath(source);
                if (paths.Count == 0 || paths[paths.Count - 1] != path)
                {
                    paths.Add(path);
                }
            }
            return paths;
        }

        private string Path(GameObject one)
        {
            return new DifferenceRows(objects).Path(one);
        }
    }
}
