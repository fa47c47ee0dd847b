using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`objects-edit` and `objects-create`.</summary>
    internal sealed class ObjectEdits
    {
        private readonly ObjectTable objects;
        private readonly SceneTable scenes;
        private readonly SingleEdits edits;

        /// <summary>For an object that is not recorded yet.</summary>
        private static readonly SceneWriter Direct = new SceneWriter();

        internal ObjectEdits(ObjectTable objects, SceneTable scenes, SingleEdits edits)
        {
            this.edits = edits;
            this.objects = objects;
            this.scenes = scenes;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("objects-edit/set-active", SetActive);
            functions.Add("objects-edit/reparent", Reparent);
            functions.AddSteps("objects-edit/destroy", Destroy);
            functions.Add("objects-create/create", Create);
        }

        private void SetActive(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            edits.Make(asked, new ActiveChange(objects.Find(args.Text("object")), args.Bool("active")));
            Paged.Done(value);
        }

        private void Reparent(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Transform moved = objects.Find(args.Text("object")).transform;
            Transform parent = args.Has("parent") ? objects.Find(args.Text("parent")).transform : null;
            if (parent != null && parent.IsChildOf(moved))
            {
                throw Failure.Argument("`parent` is the object itself or below it: " + Hierarchy.Path(parent));
            }
            GameObject above = parent == null ? null : parent.gameObject;
            edits.Writer.CheckMove(moved.gameObject, above);
            edits.Make(asked, new PlaceChange(moved.gameObject, above == null ? (Func<GameObject>)null : () => above, -1, true, moved.gameObject.scene));
            Paged.Done(value);
        }

        /// <summary>Unity destroys the object at the end of the frame; the answer is sent after that.</summary>
        private IEnumerator<Rest> Destroy(CallJob asked, JsonWriter value)
        {
            GameObject gone = objects.Find(new Arguments(asked).Text("object"));
            edits.Writer.CheckDestroy(gone);
            edits.Make(asked, new GoneChange(() => gone));
            while (gone != null)
            {
                yield return Rest.Frame;
            }
            Paged.Done(value);
        }

        private void Create(CallJob asked, JsonWriter value)
        {
            Arguments given = new Arguments(asked).Inner("object");
            // All type names are resolved before anything is created.
            List<Type> types = given.Texts("components").ConvertAll(name => ComponentTypes.FindPermitted(name));
            Transform parent = given.Has("parent") ? objects.Find(given.Text("parent")).transform : null;
            Scene scene = given.Has("scene") ? scenes.FindLoaded(given.Text("scene")) : SceneManager.GetSceneAt(0);
            Vector3 position = given.Vector("position");
            if (parent != null && given.Has("scene") && scenes.Id(parent.gameObject.scene) != given.Text("scene"))
            {
                throw Failure.Argument("`scene` is " + given.Text("scene") + ", and `parent` lives in " + scenes.Id(parent.gameObject.scene));
            }
            GameObject made = new GameObject(given.Text("name"));
            try
            {
                if (parent != null)
                {
                    made.transform.SetParent(parent, false);
                }
                else if (made.scene != scene)
                {
                    SceneManager.MoveGameObjectToScene(made, scene);
                }
                foreach (Type type in types)
                {
                    ComponentFunctions.Add(made, type, Direct);
                }
                made.transform.localPosition = position;
            }
            catch (Exception)
            {
                // If one step fails, the partially created object is destroyed.
                UnityEngine.Object.DestroyImmediate(made);
                throw;
            }
            edits.Made(asked, made);
            value.Object().Name("reply").Text("created").Name("value").Text(objects.Id(made)).EndObject();
        }
    }
}
