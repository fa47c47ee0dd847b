using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Objects of scene files, prefab files and asset files.</summary>
    public static class SceneFile
    {
        /// <summary>
        /// Creates the objects of a scene file in a scene, without awaking them. References to other files, scripts and prefabs are resolved by
        /// <see cref="World.Assets"/>.
        /// </summary>
        public static void Load(YamlFile file, SceneData into)
        {
            ObjectLoader loader = new ObjectLoader(file, null, 0);
            foreach (GameObject root in loader.Load())
            {
                SceneData.Move(root, into);
            }
            into.Kept.Clear();
            into.Kept.AddRange(loader.Kept.ConvertAll(document => Stated(document, loader.Objects)));
            into.Order.Clear();
            into.Order.AddRange(loader.Order);
            into.BreaksFlow = file.BreaksFlow;
            LifeCycle.Scripts(into.AllObjects()).ForEach(LifeCycle.Validate);
        }

        /// <summary>Creates the objects of a prefab file. They are assets: no scene contains them and no script of them receives messages.</summary>
        public static LoadedFile LoadPrefab(YamlFile file, string guid)
        {
            LoadedFile loaded = LoadFile(file, guid, 3);
            return loaded;
        }

        /// <summary>Creates the objects of an asset file, such as a material or a scriptable object.</summary>
        public static LoadedFile LoadAsset(YamlFile file, string guid)
        {
            return LoadFile(file, guid, 2);
        }

        private static LoadedFile LoadFile(YamlFile file, string guid, int type)
        {
            ObjectLoader loader = new ObjectLoader(file, guid, type);
            List<GameObject> roots = loader.Load();
            LoadedFile loaded = new LoadedFile(guid) { Root = roots.Count > 0 ? roots[0] : null, BreaksFlow = file.BreaksFlow };
            foreach (KeyValuePair<long, UnityEngine.Object> pair in loader.Objects)
            {
                loaded.Objects[pair.Key] = pair.Value;
            }
            loaded.Kept.AddRange(loader.Kept.ConvertAll(document => Stated(document, loader.Objects)));
            loaded.Order.AddRange(loader.Order);
            return loaded;
        }

        private static YamlDocument Stated(YamlDocument document, Dictionary<long, UnityEngine.Object> objects)
        {
            return new YamlDocument
            {
                ClassId = document.ClassId,
                ClassName = document.ClassName,
                FileId = document.FileId,
                IsStripped = document.IsStripped,
                Node = ReferenceForms.ToState(document.Node, objects)
            };
        }

        /// <summary>The documents of a scene. Objects that are not saved because of their hide flags are left out.</summary>
        public static YamlFile Save(SceneData scene)
        {
            ObjectSaver saver = new ObjectSaver(null, scene.Kept, scene.Order, scene.BreaksFlow);
            return saver.Save(scene.Roots, new List<UnityEngine.Object>());
        }

        /// <summary>
        /// The documents of a prefab with this root. <paramref name="loaded"/> is the file that the root was loaded from; null for a new prefab,
        /// whose objects then get numbers.
        /// </summary>
        public static YamlFile SavePrefab(GameObject root, LoadedFile loaded)
        {
            ObjectSaver saver = loaded == null
                ? new ObjectSaver("", new List<YamlDocument>(), new List<long>(), false)
                : new ObjectSaver(loaded.Guid, loaded.Kept, loaded.Order, loaded.BreaksFlow);
            return saver.Save(new List<GameObject> { root }, new List<UnityEngine.Object>());
        }

        /// <summary>The document of an asset that is a single object.</summary>
        public static YamlFile SaveAsset(UnityEngine.Object asset, LoadedFile loaded)
        {
            ObjectSaver saver = new ObjectSaver(loaded == null ? "" : loaded.Guid, new List<YamlDocument>(), loaded == null ? new List<long>() : loaded.Order, loaded != null && loaded.BreaksFlow);
            return saver.Save(new List<GameObject>(), loaded == null ? new List<UnityEngine.Object> { asset } : loaded.Objects.Values.Where(one => one.m_Alive).ToList());
        }
    }
}
