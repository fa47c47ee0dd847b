using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace UnityDouble
{
    /// <summary>All objects by instance id, the files of assets by instance id, and the loaded scenes.</summary>
    // Follows Unity's manual page of Object.GetInstanceID: ids of objects in memory are negative, ids of objects of files are positive; no id is used twice.
    public static partial class World
    {
        private static readonly Dictionary<int, UnityEngine.Object> Live = new Dictionary<int, UnityEngine.Object>();
        private static readonly Dictionary<int, WeakReference> Gone = new Dictionary<int, WeakReference>();
        private static readonly Dictionary<int, FileReference> Files = new Dictionary<int, FileReference>();
        private static readonly Dictionary<string, int> FileIds = new Dictionary<string, int>();

        private const int LeastGone = 4096;

        private static int goneAt = LeastGone;
        private static int lastInMemory;
        private static int lastInFile = 10000;
        private static int pending;

        /// <summary>The files of the project; set by the editor half.</summary>
        public static AssetSource Assets { get; set; }

        /// <summary>All live objects, in the order of their creation or restoration.</summary>
        public static List<UnityEngine.Object> All
        {
            get { return new List<UnityEngine.Object>(Live.Values); }
        }

        /// <summary>Null if no live object has that id.</summary>
        public static UnityEngine.Object Find(int id)
        {
            UnityEngine.Object found;
            return id != 0 && Live.TryGetValue(id, out found) ? found : null;
        }

        /// <summary>The object with that id, which is loaded from its file if it is an asset that is not loaded; null if absent.</summary>
        public static UnityEngine.Object Load(int id, Type wanted)
        {
            UnityEngine.Object found = Find(id);
            FileReference file = found == null ? FileOf(id) : null;
            if (file != null)
            {
                found = BuiltInAssets.Find(file) ?? (Assets == null ? null : Assets.Load(file, wanted));
            }
            return found;
        }

        /// <summary>Called by the constructor of each object.</summary>
        internal static void Register(UnityEngine.Object one)
        {
            one.m_InstanceID = pending != 0 ? pending : (lastInMemory -= 2);
            pending = 0;
            one.m_Alive = true;
            Live.Add(one.m_InstanceID, one);
        }

        /// <summary>
        /// Creates an object without awaking it. A game object has no components yet. With an id whose object was destroyed, this creates the
        /// object again; old references to it then work again, except references to scripts. Create all objects before writing the state of any of them.
        /// </summary>
        /// <param name="id">0 for a new negative id.</param>
        // Follows Runtime/Export/Scripting/UnityEngineObject.bindings.cs: the comment in IsNativeObjectAlive about objects that come back.
        public static UnityEngine.Object Create(Type type, int id)
        {
            if (id != 0 && Live.ContainsKey(id))
            {
                throw new InvalidOperationException("the instance id " + id + " is in use");
            }
            WeakReference gone;
            UnityEngine.Object old = id != 0 && Gone.TryGetValue(id, out gone) ? gone.Target as UnityEngine.Object : null;
            Gone.Remove(id);
            if (!ReferenceEquals(old, null) && old.GetType() == type && !(old is MonoBehaviour) && !(old is ScriptableObject))
            {
                old.m_Alive = true;
                Live.Add(id, old);
                return old;
            }
            pending = id;
            try
            {
                return type == typeof(GameObject) ? new GameObject(new Bare()) : (UnityEngine.Object)Activator.CreateInstance(type, true);
            }
            catch (System.Reflection.TargetInvocationException error)
            {
                throw new InvalidOperationException("the constructor of " + type.FullName + " failed: " + error.InnerException.Message, error.InnerException);
            }
            finally
            {
                pending = 0;
            }
        }

        /// <summary>Forgets an object without messages to it: from now on it equals null.</summary>
        public static void Remove(UnityEngine.Object one)
        {
            if (!ReferenceEquals(one, null) && one.m_Alive)
            {
                one.m_Alive = false;
                Live.Remove(one.m_InstanceID);
                Gone[one.m_InstanceID] = new WeakReference(one);
                if (Gone.Count > goneAt)
                {
                    // Wrappers that nothing refers to cannot be revived.
                    new List<int>(Gone.Keys).FindAll(id => !Gone[id].IsAlive).ForEach(id => Gone.Remove(id));
                    goneAt = Math.Max(LeastGone, Gone.Count * 2);
                }
            }
        }

        /// <summary>An unused positive id, for an object of a file.</summary>
        public static int NewFileId()
        {
            return lastInFile += 2;
        }

        /// <summary>The file of an asset; null for objects of scenes and memory.</summary>
        public static FileReference FileOf(int id)
        {
            FileReference file;
            return Files.TryGetValue(id, out file) ? file : null;
        }

        /// <summary>The instance id of an asset, which keeps it for the lifetime of the process, loaded or not.</summary>
        public static int IdOf(FileReference file)
        {
            int id;
            if (!FileIds.TryGetValue(file.Key, out id))
            {
                id = NewFileId();
                SetFile(id, file);
            }
            return id;
        }

        /// <summary>Makes an existing object an asset, or moves it to another file.</summary>
        public static void SetFile(int id, FileReference file)
        {
            FileReference old = FileOf(id);
            if (old != null)
            {
                FileIds.Remove(old.Key);
                Files.Remove(id);
            }
            if (file != null)
            {
                Files[id] = file;
                FileIds[file.Key] = id;
            }
        }
    }
}
