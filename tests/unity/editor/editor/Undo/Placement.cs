using System;
using System.Collections.Generic;
using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Where a transform is in the hierarchy: its parent or its scene, and its index among its siblings.</summary>
    internal sealed class Placement
    {
        private int parent;
        private int index;

        /// <summary>Handle of the scene.</summary>
        internal int Scene { get; private set; }

        internal static Placement Of(Transform transform)
        {
            Transform father = transform.parent;
            return new Placement
            {
                parent = father == null ? 0 : father.m_InstanceID,
                Scene = transform.gameObject.scene.m_Handle,
                index = transform.GetSiblingIndex(),
            };
        }

        /// <summary>Moves the transform here without changing its local values.</summary>
        internal void Apply(Transform transform)
        {
            Transform father = World.Find(parent) as Transform;
            transform.Attach(father == null ? null : father, false);
            SceneData scene = World.SceneOf(Scene);
            if (father == null && scene != null && transform.gameObject.scene.m_Handle != Scene)
            {
                SceneData.Move(transform.gameObject, scene);
            }
            transform.SetSiblingIndex(index);
        }

        /// <summary>Inserts a created root object, whose form may already name the parent.</summary>
        internal void Insert(GameObject root)
        {
            Transform own = root.transform;
            Transform father = World.Find(parent) as Transform;
            if (father == null)
            {
                own.m_Father = null;
                SceneData scene = World.SceneOf(Scene);
                if (scene != null)
                {
                    SceneData.Move(root, scene);
                    own.SetSiblingIndex(index);
                }
                return;
            }
            own.m_Father = father;
            List<Transform> siblings = father.m_Children;
            siblings.Remove(own);
            siblings.Insert(Math.Min(index, siblings.Count), own);
        }

        internal void Save(BinaryWriter to)
        {
            to.Write(parent);
            to.Write(Scene);
            to.Write(index);
        }

        internal static Placement Load(BinaryReader from)
        {
            return new Placement { parent = from.ReadInt32(), Scene = from.ReadInt32(), index = from.ReadInt32() };
        }
    }
}
