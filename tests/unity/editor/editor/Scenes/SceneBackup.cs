using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The complete state of the open scenes before play mode; restoring it keeps all instance ids.</summary>
    // Follows the manual, "Configuring how Unity enters Play mode": Unity backs up the scenes before play mode and restores them after it.
    internal static class SceneBackup
    {
        /// <summary>Returns the open scenes as bytes.</summary>
        internal static byte[] Save()
        {
            using (MemoryStream bytes = new MemoryStream())
            using (BinaryWriter to = new BinaryWriter(bytes))
            {
                List<ObjectState> states = new List<ObjectState>();
                foreach (SceneData scene in World.Scenes)
                {
                    scene.Roots.FindAll(IsSaved).ForEach(delegate(GameObject root) { states.AddRange(ObjectState.Below(root)); });
                }
                ObjectState.SaveAll(to, states);
                to.Write(World.Scenes.IndexOf(World.Active));
                to.Write(World.Scenes.Count);
                World.Scenes.ForEach(delegate(SceneData scene) { SavedScene.Write(to, scene); });
                to.Flush();
                return bytes.ToArray();
            }
        }

        /// <summary>Replaces the open scenes by those of the backup, without messages to scripts. Objects that are not saved stay.</summary>
        // Follows Unity's manual page of HideFlags.DontSave.
        internal static void Restore(byte[] bytes)
        {
            World.Scenes.ForEach(RemoveSaved);
            using (BinaryReader from = new BinaryReader(new MemoryStream(bytes)))
            {
                List<ObjectState> states = ObjectState.LoadAll(from);
                states.ForEach(delegate(ObjectState state) { state.Create(); });
                states.ForEach(delegate(ObjectState state) { state.Write(); });
                int active = from.ReadInt32();
                List<SceneData> restored = new List<SceneData>();
                for (int count = from.ReadInt32(); count > 0; count--)
                {
                    restored.Add(Merge(SavedScene.Read(from)));
                }
                List<SceneData> closed = World.Scenes.FindAll(delegate(SceneData scene) { return !restored.Contains(scene); });
                World.Scenes.Clear();
                World.Scenes.AddRange(restored);
                World.Activate(active < 0 ? null : restored[active]);
                foreach (SceneData scene in closed)
                {
                    World.RemoveScene(scene);
                }
            }
        }

        private static bool IsSaved(GameObject root)
        {
            return (root.m_ObjectHideFlags & HideFlags.DontSaveInEditor) == 0;
        }

        // A scene that is still open keeps its data object, to which others refer.
        private static SceneData Merge(SceneData saved)
        {
            // Objects that were not saved may be gone.
            saved.Roots.RemoveAll(delegate(GameObject root) { return ReferenceEquals(root, null); });
            foreach (GameObject root in saved.Roots)
            {
                SceneData now = World.SceneOf(root.m_SceneHandle);
                if (now != null)
                {
                    now.Roots.Remove(root);
                }
                root.m_SceneHandle = saved.Handle;
            }
            SceneData open = World.SceneOf(saved.Handle);
            if (open == null)
            {
                return saved;
            }
            open.Name = saved.Name;
            open.Path = saved.Path;
            open.Guid = saved.Guid;
            open.IsLoaded = saved.IsLoaded;
            open.IsDirty = saved.IsDirty;
            open.BreaksFlow = saved.BreaksFlow;
            open.Roots.InsertRange(0, saved.Roots);
            open.Kept.Clear();
            open.Kept.AddRange(saved.Kept);
            open.Order.Clear();
            open.Order.AddRange(saved.Order);
            return open;
        }

        // Removes the saved objects of a scene without messages.
        private static void RemoveSaved(SceneData scene)
        {
            foreach (GameObject root in scene.Roots.FindAll(IsSaved))
            {
                SceneData.Move(root, null);
                Hierarchy.WithComponents(root).ForEach(World.Remove);
            }
        }
    }
}
