using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Changes the position of an object in the hierarchy.</summary>
    internal sealed class PlaceChange : Change
    {
        private readonly GameObject one;
        private readonly System.Func<GameObject> parent;
        private readonly int index;
        private readonly bool keepWorld;
        private readonly Scene scene;

        private bool hasLocal;
        private Vector3 position;
        private Quaternion rotation;
        private Vector3 scale;

        /// <param name="parent">Evaluated when the change is made; null for the roots.</param>
        /// <param name="index">Among all siblings, including hidden roots; -1 for the last position.</param>
        internal PlaceChange(GameObject one, System.Func<GameObject> parent, int index, bool keepWorld, Scene scene)
        {
            this.one = one;
            this.parent = parent;
            this.index = index;
            this.keepWorld = keepWorld;
            this.scene = scene;
        }

        internal override bool IsGone
        {
            get { return one == null || (parent != null && parent() == null); }
        }

        internal override IEnumerable<string> Places
        {
            get
            {
                List<string> places = new List<string> { "p:" + NativeId.Of(one), "t:" + NativeId.Of(one) };
                if (parent != null && parent() != null)
                {
                    places.Add("t:" + NativeId.Of(parent()));
                }
                return places;
            }
        }

        internal override Change Make(SceneWriter writer)
        {
            Transform at = one.transform;
            GameObject from = at.parent == null ? null : at.parent.gameObject;
            PlaceChange back = new PlaceChange(one, from == null ? (System.Func<GameObject>)null : () => from, at.GetSiblingIndex(), false, one.scene)
            {
                hasLocal = true,
                position = at.localPosition,
                rotation = at.localRotation,
                scale = at.localScale
            };
            writer.SetParent(at, parent == null ? null : parent().transform, keepWorld);
            if (parent == null && one.scene != scene && scene.IsValid())
            {
                writer.Move(one, scene);
            }
            writer.SetSiblingIndex(at, index);
            if (hasLocal)
            {
                writer.Change(at, () =>
                {
                    at.localPosition = position;
                    at.localRotation = rotation;
                    at.localScale = scale;
                });
            }
            return back;
        }

        internal override IEnumerable<PlanRow> Rows(ObjectTable objects)
        {
            PlanRow row = ActiveChange.Row(objects, one);
            Transform above = one.transform.parent;
            Facts facts = new Facts(objects);
            row.Field = "parent";
            row.Old = above == null ? "null" : facts.Reference(above.gameObject);
            row.New = parent == null ? "null" : facts.Reference(parent());
            return new[] { row };
        }
    }
}
