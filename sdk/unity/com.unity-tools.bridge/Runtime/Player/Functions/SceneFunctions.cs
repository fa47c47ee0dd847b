using System.Collections.Generic;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`scenes`: the scenes that have files, and those that were created without one.</summary>
    internal sealed class SceneFunctions
    {
        private readonly SceneTable scenes;
        private readonly SceneFiles files;

        internal SceneFunctions(SceneTable scenes, SceneFiles files)
        {
            this.files = files;
            this.scenes = scenes;
        }

        internal void AddTo(Functions functions)
        {
            functions.Add("scenes/list-scenes", List);
            functions.Add("scenes/find", Find);
            functions.AddSteps("scenes/open", Open);
        }

        private void List(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            Arguments filter = args.Inner("filter");
            string name = filter.TextIfAny("name");
            bool loadedOnly = filter.Bool("loaded-only");
            List<SceneTable.Entry> found = scenes.All().FindAll(entry =>
                (!loadedOnly || entry.Scene.IsValid()) && (name == null || Words.Holds(entry.Name, name) || Words.Holds(entry.Path, name)));
            Paged.Write(value, "scenes", args.Inner("page"), found, Card);
        }

        private void Find(CallJob asked, JsonWriter value)
        {
            Answer(scenes.Named(new Arguments(asked).Text("name")), value);
        }

        private IEnumerator<Rest> Open(CallJob asked, JsonWriter value)
        {
            Arguments args = new Arguments(asked);
            bool? additive = args.BoolIfAny("additive");
            SceneTable.Entry entry = scenes.Find(args.Text("scene"));
            // Without `additive` all other scenes are unloaded, even if this scene is already loaded.
            if (!entry.Scene.IsValid() || (additive == false && SceneManager.sceneCount > 1))
            {
                files.Load(entry, additive == false);
                do
                {
                    yield return Rest.Frame;
                    entry = scenes.Find(entry.Id);
                }
                while (!entry.Scene.IsValid());
            }
            Answer(entry, value);
        }

        private static void Answer(SceneTable.Entry entry, JsonWriter value)
        {
            value.Object().Name("reply").Text("scene").Name("value");
            Card(entry, value);
            value.EndObject();
        }

        private static void Card(SceneTable.Entry entry, JsonWriter value)
        {
            bool loaded = entry.Scene.IsValid();
            value.Object().Name("id").Text(entry.Id).Name("name").Text(entry.Name).Name("path").Text(entry.Path);
            value.Name("index").Count(entry.Number).Name("build-index");
            if (entry.BuildIndex < 0)
            {
                value.Null();
            }
            else
            {
                value.Count(entry.BuildIndex);
            }
            value.Name("is-loaded").Bool(loaded).Name("root-count").Count(loaded ? SceneTable.Roots(entry.Scene).Count : 0);
            value.Name("problem").Null().EndObject();
        }
    }
}
