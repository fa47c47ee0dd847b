using System.Collections.Generic;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>Finds active objects by name or by path, as Unity's manual page of GameObject.Find describes.</summary>
    internal static class ObjectPaths
    {
        internal static GameObject Find(string name)
        {
            if (string.IsNullOrEmpty(name))
            {
                return null;
            }
            string[] steps = name.TrimStart('/').Split('/');
            foreach (SceneData scene in World.LoadedScenes())
            {
                List<GameObject> starts = name[0] == '/' ? scene.Roots : scene.AllObjects();
                foreach (GameObject start in starts)
                {
                    GameObject found = start.activeInHierarchy && start.m_Name == steps[0] ? Below(start, steps) : null;
                    if (found != null)
                    {
                        return found;
                    }
                }
            }
            return null;
        }

        private static GameObject Below(GameObject start, string[] steps)
        {
            GameObject at = start;
            for (int step = 1; step < steps.Length; step++)
            {
                string wanted = steps[step];
                Transform child = at.Own.m_Children.Find(one => one.m_GameObject.m_Name == wanted && one.m_GameObject.m_IsActive);
                if (ReferenceEquals(child, null))
                {
                    return null;
                }
                at = child.m_GameObject;
            }
            return at;
        }
    }

    /// <summary>Objects with a built-in mesh and a collider.</summary>
    internal static class Primitives
    {
        internal static GameObject Create(PrimitiveType type)
        {
            GameObject made = new GameObject(type.ToString());
            bool isNew = type != PrimitiveType.Cube && type != PrimitiveType.Quad;
            Mesh mesh = (Mesh)Resources.GetBuiltinResource(typeof(Mesh), (isNew ? "New-" : "") + type + ".fbx");
            made.AddComponent<MeshFilter>().sharedMesh = mesh;
            string collider = type == PrimitiveType.Cube ? "BoxCollider" : type == PrimitiveType.Sphere ? "SphereCollider" : type == PrimitiveType.Plane || type == PrimitiveType.Quad ? "MeshCollider" : "CapsuleCollider";
            System.Type known = System.Type.GetType("UnityEngine." + collider + ", UnityEngine.PhysicsModule");
            if (known != null)
            {
                Component added = made.AddComponent(known);
                System.Reflection.PropertyInfo shape = known.GetProperty("sharedMesh");
                if (shape != null)
                {
                    shape.SetValue(added, mesh, null);
                }
            }
            made.AddComponent<MeshRenderer>().sharedMaterial = (Material)BuiltInAssets.Find(new FileReference(BuiltInAssets.ExtraGuid, 10303, 0));
            return made;
        }
    }
}
