using System;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

namespace UnityEditor.SceneManagement
{
    /// <content>Preview scenes.</content>
    // Follows Editor/Mono/EditorSceneManager.bindings.cs: members.
    public sealed partial class EditorSceneManager
    {
        public static int previewSceneCount
        {
            get { return World.PreviewScenes.Count; }
        }

        /// <summary>Creates an empty scene that no list of scenes contains and that does not play.</summary>
        public static Scene NewPreviewScene()
        {
            return World.AddPreviewScene(string.Empty).Scene;
        }

        /// <summary>Destroys the objects of a preview scene and removes it.</summary>
        public static bool ClosePreviewScene(Scene scene)
        {
            SceneData data = World.SceneOf(scene);
            if (data == null || !data.IsPreview)
            {
                return false;
            }
            UndoRecorder.Flush();
            UndoStack.ForgetScene(scene);
            World.ClosePreviewScene(data);
            return true;
        }

        public static bool IsPreviewScene(Scene scene)
        {
            SceneData data = World.SceneOf(scene);
            return data != null && data.IsPreview;
        }

        public static bool IsPreviewSceneObject(Object obj)
        {
            if (obj == null)
            {
                throw new ArgumentNullException("obj");
            }
            Component component = obj as Component;
            GameObject owner = component != null ? component.gameObject : obj as GameObject;
            return owner != null && IsPreviewScene(owner.scene);
        }
    }
}
