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
                    scene.Roots.ForEach(delegate(GameObject root) { states.AddRange(ObjectState.Below(root)); });
                }
                ObjectState.SaveAll(to, states);
                to.Write(World.Scenes.IndexOf(World.Active));
                to.Write(World.Scenes.Count);
                World.Scenes.ForEach(delegate(SceneData scene) { SavedScene.Write(to, scene); });
                to.Flush();
                return bytes.ToArray();
            }
        }

        /// <summary>Replaces the open scenes by those of the backup, without messages to scripts.</summary>
        internal static void Restore(byte[] bytes)
        {
            World.Scenes.ForEach(Empty);
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
                World.Scenes.Clear();
                World.Scenes.AddRange(restored);
                World.Activate(active < 0 ? null : restored[active]);
            }
        }

        // A scene that is still open keeps its data object, to which others refer.
        private static SceneData Merge(SceneData saved)
        {
            SceneData open = World.SceneOf(saved.Handle);
            if (open != null)
            {
                open.Name = saved.Name;
                open.Path = saved.Path;
                open.Guid = saved.Guid;
                open.IsLoaded = saved.IsLoaded;
                open.IsDirty = saved.IsDirty;
                open.Roots.AddRange(saved.Roots);
            }
            foreach (GameObject root in saved.Roots)
            {
                root.m_SceneHandle = saved.Handle;
            }
            return open ?? saved;
        }

        // Removes all objects of a scene without messages.
        private static void Empty(SceneData scene)
        {
            foreach (GameObject root in scene.Roots.ToArray())
            {
                SceneData.Move(root, null);
                Hierarchy.WithComponents(root).ForEach(World.Remove);
            }
        }
    }
}
