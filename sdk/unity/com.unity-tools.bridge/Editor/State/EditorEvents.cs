using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine.SceneManagement;

namespace UnityTools.Bridge
{
    /// <summary>Sends changes of scenes and of the selection to the hosts.</summary>
    internal sealed class EditorEvents
    {
        private readonly Bridge bridge;
        private readonly SceneTable scenes;

        internal EditorEvents(Bridge bridge, SceneTable scenes)
        {
            this.bridge = bridge;
            this.scenes = scenes;
        }

        internal void Listen()
        {
            Selection.selectionChanged += Selected;
            EditorSceneManager.sceneOpened += Opened;
            EditorSceneManager.newSceneCreated += Created;
            EditorSceneManager.sceneClosing += Closing;
            SceneManager.sceneLoaded += Loaded;
            SceneManager.sceneUnloaded += Unloaded;
        }

        internal void Leave()
        {
            Selection.selectionChanged -= Selected;
            EditorSceneManager.sceneOpened -= Opened;
            EditorSceneManager.newSceneCreated -= Created;
            EditorSceneManager.sceneClosing -= Closing;
            SceneManager.sceneLoaded -= Loaded;
            SceneManager.sceneUnloaded -= Unloaded;
        }

        private void Selected()
        {
            bridge.Tell("selection", "");
        }

        private void Opened(Scene scene, OpenSceneMode mode)
        {
            SceneEvent.Send(bridge, "added", scenes.Id(scene));
        }

        private void Created(Scene scene, NewSceneSetup setup, NewSceneMode mode)
        {
            SceneEvent.Send(bridge, "added", scenes.Id(scene));
        }

        private void Closing(Scene scene, bool removes)
        {
            SceneEvent.Send(bridge, "removed", scenes.Id(scene));
        }

        private void Loaded(Scene scene, LoadSceneMode mode)
        {
            SceneEvent.Send(bridge, "added", scenes.Id(scene));
        }

        private void Unloaded(Scene scene)
        {
            SceneEvent.Send(bridge, "removed", scenes.Id(scene));
        }
    }
}
