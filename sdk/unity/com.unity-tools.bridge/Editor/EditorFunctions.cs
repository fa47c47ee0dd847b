using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The functions that an editor serves.</summary>
    internal static class EditorFunctions
    {
        /// <param name="loaded">Called for each assembly that a host loads.</param>
        internal static void AddTo(Functions functions, ObjectTable objects, SceneTable scenes, SceneFiles files, EditorPlay play, Clock clock, Action loaded)
        {
            SceneWriter writer = new UndoWriter();
            EditJournal journal = new EditJournal(writer.History, new SessionEdits());
            SingleEdits edits = new SingleEdits(journal, objects, clock, writer);
            new ProjectFunctions(scenes, journal, new EditorFacts()).AddTo(functions);
            new SceneFunctions(scenes, files).AddTo(functions);
            new ObjectFunctions(objects, scenes).AddTo(functions);
            new ObjectEdits(objects, scenes, edits).AddTo(functions);
            new ComponentFunctions(objects, edits).AddTo(functions);
            new MemberFunctions(objects, edits).AddTo(functions);
            new ValueFunctions(objects).AddTo(functions);
            new QueryFunctions(objects, scenes, clock).AddTo(functions);
            new EditFunctions(journal, objects, scenes, clock, writer, new EditorPrefabs()).AddTo(functions);
            new CameraFunctions(objects).AddTo(functions);
            Parts.AddTo(functions, objects, scenes, new EditorScreen());
            new SelectionFunctions(objects, new EditorSelection(), () => { }).AddTo(functions);
            new SavedEdits(journal).Listen();
            ScenesToSave unsaved = new ScenesToSave(scenes);
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
    }
}
