using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The functions that an editor serves, and the events of the editor that they need.</summary>
    internal sealed class EditorFunctions
    {
        private readonly ObjectTable objects = new ObjectTable(new EditorAssets());
        private readonly EditorSceneFiles files = new EditorSceneFiles();
        private readonly SceneWriter writer = new UndoWriter();
        private readonly EditJournal journal;
        private readonly SavedEdits saved;

        internal EditorFunctions()
        {
            Scenes = new SceneTable(null, files);
            journal = new EditJournal(writer.History, new SessionEdits());
            saved = new SavedEdits(journal);
        }

        internal SceneTable Scenes { get; private set; }

        /// <param name="loaded">Called for each assembly that a host loads.</param>
        internal void AddTo(Functions functions, EditorPlay play, Clock clock, Action loaded)
        {
            SingleEdits edits = new SingleEdits(journal, objects, clock, writer);
            new ProjectFunctions(Scenes, journal, new EditorFacts()).AddTo(functions);
            new SceneFunctions(Scenes, files).AddTo(functions);
            new ObjectFunctions(objects, Scenes).AddTo(functions);
            new ObjectEdits(objects, Scenes, edits).AddTo(functions);
            new ComponentFunctions(objects, edits).AddTo(functions);
            new MemberFunctions(objects, edits).AddTo(functions);
            new ValueFunctions(objects).AddTo(functions);
            new QueryFunctions(objects, Scenes, clock).AddTo(functions);
            new EditFunctions(journal, objects, Scenes, clock, writer, new EditorPrefabs()).AddTo(functions);
            new CameraFunctions(objects).AddTo(functions);
            Parts.AddTo(functions, objects, Scenes, new EditorScreen());
            new SelectionFunctions(objects, new EditorSelection(), () => { }).AddTo(functions);
            ScenesToSave unsaved = new ScenesToSave(Scenes);
            new SaveFunctions(unsaved, journal).AddTo(functions);
            new PreviewSaveFunctions(unsaved, journal).AddTo(functions);
            new PrefabFunctions(objects).AddTo(functions);
            new PlayModeFunctions(EditorJobs.Store).AddTo(functions);
            play.AddTo(functions, objects, edits);
            new MenuFunctions().AddTo(functions);
            new FolderProof().AddTo(functions);
            new AssemblyFunctions(loaded).AddTo(functions, CodeSwitch.IsOn);
            new JobFunctions(EditorJobs.Store).AddTo(functions);
            new CompilationFunctions().AddTo(functions);
            new ScriptFunctions(journal, writer, EditorJobs.Store, clock).AddTo(functions, CodeSwitch.IsOn);
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
