using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Marks entries of the journal as saved, also if the user saves the scene.</summary>
    internal sealed class SavedEdits
    {
        private readonly EditJournal journal;

        internal SavedEdits(EditJournal journal)
        {
            this.journal = journal;
        }

        internal void Listen()
        {
            EditorSceneManager.sceneSaved += Saved;
        }

        private void Saved(Scene scene)
        {
            // The event is also raised for a copy of a scene, which stays changed. The flag is reset after the event.
            EditorApplication.delayCall += () =>
            {
                if (scene.IsValid() && !scene.isDirty)
                {
                    journal.Saved(SceneTable.File(scene));
                }
            };
        }
    }
}
