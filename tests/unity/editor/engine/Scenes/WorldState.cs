using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The world as bytes, for the reload of the scripts.</summary>
    // Follows Unity's manual page "Script serialization", section "Hot reloading": private fields survive too, static ones do not.
    public static partial class World
    {
        private const int Form = 2;

        /// <summary>All objects with their instance ids and state, the scenes, and the counters of ids. <see cref="LifeCycle.BeforeReload"/> comes before.</summary>
        public static byte[] Save()
        {
            MemoryStream bytes = new MemoryStream();
            BinaryWriter to = new BinaryWriter(bytes);
            to.Write(Form);
            to.Write(lastInMemory);
            to.Write(lastInFile);
            to.Write(lastHandle);
            to.Write(Files.Count);
            foreach (KeyValuePair<int, FileReference> pair in Files)
            {
                to.Write(pair.Key);
                to.Write(pair.Value.Guid);
                to.Write(pair.Value.FileId);
                to.Write(pair.Value.Type);
            }
            to.Write(Live.Count);
            foreach (UnityEngine.Object one in All)
            {
                SavedObject.Write(to, one);
            }
            SaveScenes(to);
            Time.Save(to);
            to.Flush();
            return bytes.ToArray();
        }

        private static void SaveScenes(BinaryWriter to)
        {
            to.Write(InBuild.Count);
            InBuild.ForEach(to.Write);
            List<SceneData> all = new List<SceneData>(Opened);
            all.AddRange(Previews);
            if (persistent != null)
            {
                all.Add(persistent);
            }
            to.Write(all.Count);
            all.ForEach(scene => SavedScene.Write(to, scene));
            to.Write(active == null ? 0 : active.Handle);
        }

        /// <summary>
        /// Restores a saved world into this domain, which has no objects yet. No script is awoken; <see cref="LifeCycle.AfterReload"/> follows.
        /// </summary>
        /// <param name="resolve">The class of a script by its assembly name and full name; null if it is missing.</param>
        public static void Restore(byte[] saved, Func<string, string, Type> resolve)
        {
            if (Live.Count > 0)
            {
                throw new InvalidOperationException("the world has " + Live.Count + " objects; it can be restored only into an empty one, such as " + All[0]);
            }
            BinaryReader from = new BinaryReader(new MemoryStream(saved));
            if (from.ReadInt32() != Form)
            {
                throw new InvalidDataException("the saved world has another form than this version of the double reads");
            }
            lastInMemory = from.ReadInt32();
            lastInFile = from.ReadInt32();
            lastHandle = from.ReadInt32();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                int id = from.ReadInt32();
                SetFile(id, new FileReference(from.ReadString(), from.ReadInt64(), from.ReadInt32()));
            }
            List<SavedObject> objects = new List<SavedObject>();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                objects.Add(new SavedObject(from));
            }
            objects.ForEach(one => one.Create(resolve));
            objects.ForEach(one => one.Fill());
            RestoreScenes(from);
            Time.Restore(from);
        }

        private static void RestoreScenes(BinaryReader from)
        {
            InBuild.Clear();
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                InBuild.Add(from.ReadString());
            }
            Opened.Clear();
            Previews.Clear();
            persistent = null;
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                SceneData scene = SavedScene.Read(from);
                if (scene.IsPersistent)
                {
                    persistent = scene;
                }
                else
                {
                    (scene.IsPreview ? Previews : Opened).Add(scene);
                }
            }
            active = SceneOf(from.ReadInt32());
        }
    }
}
