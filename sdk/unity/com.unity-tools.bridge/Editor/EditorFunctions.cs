using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>The functions that an editor serves, and the events of the editor that they need.</summary>
    internal sealed class EditorFunctions
    {
        private readonly EditorSceneFiles files = new EditorSceneFiles();
        private readonly SceneInterfaces shared;
        private readonly SavedEdits saved;

        internal EditorFunctions()
        {
            SceneWriter writer = new UndoWriter();
            shared = new SceneInterfaces
            {
                Objects = new ObjectTable(new EditorAssets())
                {
                    StaticFlags = one => unchecked((uint)GameObjectUtility.GetStaticEditorFlags(one))
                },
                Scenes = new SceneTable(null, files),
                Files = files,
                Facts = new EditorFacts(),
                Prefabs = new EditorPrefabs(),
                Writer = writer,
                Journal = new EditJournal(writer.History, new SessionEdits())
            };
            saved = new SavedEdits(shared.Journal);
        }

        internal SceneTable Scenes
        {
            get { return shared.Scenes; }
        }

        /// <param name="loaded">Called for each assembly that a host loads.</param>
        internal void AddTo(Functions functions, EditorPlay play, Clock clock, Action loaded)
        {
            SingleEdits edits = shared.AddTo(functions, clock);
            Parts.AddTo(functions, shared.Objects, shared.Scenes, new EditorScreen());
            new SelectionFunctions(shared.Objects, new EditorSelection(), () => { }).AddTo(functions);
            ScenesToSave unsaved = new ScenesToSave(shared.Scenes);
            new SaveFunctions(unsaved, shared.Journal).AddTo(functions);
            new PreviewSaveFunctions(unsaved, shared.Journal).AddTo(functions);
            new PrefabFunctions(shared.Objects).AddTo(functions);
            new PlayModeFunctions(EditorJobs.Store).AddTo(functions);
            play.AddTo(functions, shared.Objects, edits);
            new MenuFunctions().AddTo(functions);
            new FolderProof().AddTo(functions);
            new AssemblyFunctions(loaded).AddTo(functions, CodeSwitch.IsOn);
            new JobFunctions(EditorJobs.Store).AddTo(functions);
            new CompilationFunctions().AddTo(functions);
            new ScriptFunctions(shared.Journal, shared.Writer, EditorJobs.Store, clock).AddTo(functions, CodeSwitch.IsOn);
            new AssetFunctions(shared.Journal, shared.Objects, shared.Writer, clock).AddTo(functions);
            new RefreshFunctions(EditorJobs.Store, clock).AddTo(functions);
            new PackageFunctions(EditorJobs.Store, clock).AddTo(functions, CodeSwitch.IsOn);
            new BuildFunctions(EditorJobs.Store, clock).AddTo(functions);
            EditorParts.AddTo(functions, EditorJobs.Store);
        }

        /// <summary>The capabilities of an editor, with the names of the host; those of missing modules are left out.</summary>
        internal static string[] Capabilities(Functions functions)
        {
            List<string> words = new List<string> { "scene", "scene-edit", "code", "editor-run", "play" };
            if (functions.Names.Contains("screenshot/take"))
            {
                words.Add("screenshot");
            }
            if (functions.Names.Contains("hooks-edit/add"))
            {
                words.Add("hooks-fire");
            }
            return words.ToArray();
        }

        internal void Listen()
        {
            files.Listen();
            saved.Listen();
        }

        internal void Leave()
        {
            saved.Leave();
            files.Leave();
        }
    }
}
