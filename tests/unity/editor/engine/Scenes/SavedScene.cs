using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>One scene of a saved world.</summary>
    internal static class SavedScene
    {
        internal static void Write(BinaryWriter to, SceneData scene)
        {
            to.Write(scene.Handle);
            to.Write(scene.Name);
            to.Write(scene.Path);
            to.Write(scene.Guid);
            to.Write(scene.IsLoaded);
            to.Write(scene.IsDirty);
            to.Write(scene.IsPersistent);
            to.Write(scene.IsPreview);
            to.Write(scene.BreaksFlow);
            to.Write(scene.Roots.Count);
            scene.Roots.ForEach(root => to.Write(root.m_InstanceID));
            to.Write(scene.Order.Count);
            scene.Order.ForEach(to.Write);
            to.Write(scene.Kept.Count);
            foreach (YamlDocument document in scene.Kept)
            {
                to.Write(document.ClassId);
                to.Write(document.FileId);
                to.Write(document.ClassName);
                to.Write(document.IsStripped);
                document.Node.Save(to);
            }
        }

        internal static SceneData Read(BinaryReader from)
        {
            SceneData scene = new SceneData(from.ReadInt32())
            {
                Name = from.ReadString(),
                Path = from.ReadString(),
                Guid = from.ReadString(),
                IsLoaded = from.ReadBoolean(),
                IsDirty = from.ReadBoolean(),
                IsPersistent = from.ReadBoolean(),
                IsPreview = from.ReadBoolean(),
                BreaksFlow = from.ReadBoolean()
            };
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                scene.Roots.Add((GameObject)World.Find(from.ReadInt32()));
            }
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                scene.Order.Add(from.ReadInt64());
            }
            for (int count = from.ReadInt32(); count > 0; count--)
            {
                scene.Kept.Add(new YamlDocument
                {
                    ClassId = from.ReadInt32(),
                    FileId = from.ReadInt64(),
                    ClassName = from.ReadString(),
                    IsStripped = from.ReadBoolean(),
                    Node = Node.Load(from)
                });
            }
            return scene;
        }
    }
}
