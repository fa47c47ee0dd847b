using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>`project`: the data that this process has about its own project.</summary>
    internal sealed class ProjectFunctions
    {
        internal static readonly string[] BuiltInTags =
        {
            "Untagged", "Respawn", "Finish", "EditorOnly", "MainCamera", "Player", "GameController"
        };

        private readonly SceneTable scenes;

        private readonly EditJournal journal;
        private readonly ProjectFacts facts;

        internal ProjectFunctions(SceneTable scenes, EditJournal journal, ProjectFacts facts)
        {
            this.facts = facts;
            this.journal = journal;
            this.scenes = scenes;
        }

        /// <summary>`mono`, `il2cpp` or `coreclr`.</summary>
        internal static string Runtime
        {
            get
            {
#if ENABLE_IL2CPP
                return "il2cpp";
#else
                return Type.GetType("Mono.Runtime") == null ? "coreclr" : "mono";
#endif
            }
        }

        internal void AddTo(Functions functions)
        {
            functions.AddSteps("project/info", Info);
        }

        private IEnumerator<Rest> Info(CallJob asked, JsonWriter value)
        {
            long objects = 0;
            List<string> tags = new List<string>(facts.Tags);
            List<Scene> loaded = scenes.Loaded();
            foreach (GameObject found in Walk.All(loaded))
            {
                objects++;
                if (found != null && !tags.Contains(found.tag))
                {
                    tags.Add(found.tag);
                }
                if (objects % Walk.Step == 0)
                {
                    yield return Rest.None;
                }
            }
            value.Object().Name("reply").Text("project").Name("value").Object();
            value.Name("product-name").Text(Application.productName).Name("company-name").Text(Application.companyName);
            value.Name("product-version").Text(Application.version).Name("unity-version").Text(Application.unityVersion);
            value.Name("runtime").Text(Runtime).Name("platform").Text(Application.platform.ToString());
            value.Name("is-playing").Bool(Application.isPlaying).Name("ready").Bool(loaded.Count > 0);
            value.Name("scenes-total").Count(scenes.All().Count).Name("scenes-loaded").Count(loaded.Count);
            value.Name("objects-loaded").Whole(objects).Name("session-edits").Count(journal.Standing);
            value.Name("folder").Text(facts.Folder).Name("packages").List();
            foreach (KeyValuePair<string, string> package in facts.Packages)
            {
                value.List().Text(package.Key).Text(package.Value).EndList();
            }
            value.EndList();
            Texts(value.Name("tags"), tags);
            value.Name("layers").List();
            for (int layer = 0; layer < 32; layer++)
            {
                value.Text(LayerMask.LayerToName(layer));
            }
            value.EndList();
            Texts(value.Name("problems"), facts.Problems);
            value.EndObject().EndObject();
        }

        private static void Texts(JsonWriter value, IEnumerable<string> texts)
        {
            value.List();
            foreach (string text in texts)
            {
                value.Text(text);
            }
            value.EndList();
        }
    }
}
