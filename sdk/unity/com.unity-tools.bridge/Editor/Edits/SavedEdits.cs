using System.Collections.Generic;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Marks entries of the journal as saved, also if the user saves the scene.</summary>
    internal sealed class SavedEdits
    {
        private readonly EditJournal journal;

        /// <summary>Scenes of which the event said that they were saved, not compared yet.</summary>
        private readonly List<Scene> reported = new List<Scene>();

        internal SavedEdits(EditJournal journal)
        {
            this.journal = journal;
        }

        internal void Listen()
        {
            EditorSceneManager.sceneSaved += Saved;
        }

        /// <summary>
        /// Called before another journal reads the stored entries: this one would write its own copies over them.
        /// </summary>
        internal void Leave()
        {
            EditorSceneManager.sceneSaved -= Saved;
            EditorApplication.delayCall -= Compare;
            Compare();
        }

        private void Saved(Scene scene)
        {
            // The event is also raised for a copy of a scene, which stays changed. The flag is reset after the event.
            reported.Add(scene);
            EditorApplication.delayCall += Compare;
        }

        private void Compare()
        {
            foreach (Scene scene in reported)
            {
                if (scene.IsValid() && !scene.isDirty)
                {
                    journal.Saved(SceneTable.File(scene));
                }
            }
            reported.Clear();
        }
    }
}
