using System;
using System.Collections.Generic;
using UnityDouble;

namespace UnityEngine
{
    public enum QueryTriggerInteraction
    {
        UseGlobal = 0,
        Ignore = 1,
        Collide = 2
    }

    /// <summary>Where a ray hit a collider.</summary>
    // Follows Modules/Physics/ScriptBindings/Dynamics.bindings.cs: members.
    public struct RaycastHit
    {
        internal Vector3 m_Point;
        internal Vector3 m_Normal;
        internal float m_Distance;
        internal Collider m_Hit;

        public Collider collider
        {
            get { return m_Hit; }
        }

        public Vector3 point
        {
            get { return m_Point; }
            set { m_Point = value; }
        }

        public Vector3 normal
        {
            get { return m_Normal; }
            set { m_Normal = value; }
        }

        public float distance
        {
            get { return m_Distance; }
            set { m_Distance = value; }
        }

        public Transform transform
        {
            get
            {
                Rigidbody body = rigidbody;
                return body != null ? body.transform : m_Hit == null ? null : m_Hit.transform;
            }
        }

        public Rigidbody rigidbody
        {
            get { return m_Hit == null ? null : m_Hit.attachedRigidbody; }
        }
    }

    /// <summary>Rays against the colliders of the loaded scenes.</summary>
    // Follows Modules/Physics/ScriptBindings/Dynamics.bindings.cs: members, default layers, triggers.
    public partial class Physics
    {
        public const int IgnoreRaycastLayer = 1 << 2;
        public const int DefaultRaycastLayers = ~IgnoreRaycastLayer;
        public const int AllLayers = ~0;

        private static bool triggers = true;

        public static bool queriesHitTriggers
        {
            get { return triggers; }
            set { triggers = value; }
        }

        /// <summary>Does nothing, because rays use the places of the transforms at the time of the call.</summary>
        public static void SyncTransforms()
        {
        }

        public static RaycastHit[] RaycastAll(Ray ray)
        {
            return RaycastAll(ray, Mathf.Infinity, DefaultRaycastLayers, QueryTriggerInteraction.UseGlobal);
        }

        public static RaycastHit[] RaycastAll(Ray ray, float maxDistance)
        {
            return RaycastAll(ray, maxDistance, DefaultRaycastLayers, QueryTriggerInteraction.UseGlobal);
        }

        public static RaycastHit[] RaycastAll(Ray ray, float maxDistance, int layerMask)
        {
            return RaycastAll(ray, maxDistance, layerMask, QueryTriggerInteraction.UseGlobal);
        }

        public static RaycastHit[] RaycastAll(Ray ray, float maxDistance, int layerMask, QueryTriggerInteraction queryTriggerInteraction)
        {
            return RayTest.All(ray, maxDistance, layerMask, queryTriggerInteraction).ToArray();
        }

        public static RaycastHit[] RaycastAll(Vector3 origin, Vector3 direction)
        {
            return RaycastAll(new Ray(origin, direction));
        }

        public static RaycastHit[] RaycastAll(Vector3 origin, Vector3 direction, float maxDistance)
        {
            return RaycastAll(new Ray(origin, direction), maxDistance);
        }

        public static RaycastHit[] RaycastAll(Vector3 origin, Vector3 direction, float maxDistance, int layerMask)
        {
            return RaycastAll(new Ray(origin, direction), maxDistance, layerMask);
        }

        public static bool Raycast(Ray ray)
        {
            RaycastHit hit;
            return Raycast(ray, out hit);
        }

        public static bool Raycast(Ray ray, out RaycastHit hitInfo)
        {
            return Raycast(ray, out hitInfo, Mathf.Infinity, DefaultRaycastLayers, QueryTriggerInteraction.UseGlobal);
        }

        public static bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance)
        {
            return Raycast(ray, out hitInfo, maxDistance, DefaultRaycastLayers, QueryTriggerInteraction.UseGlobal);
        }

        public static bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance, int layerMask)
        {
            return Raycast(ray, out hitInfo, maxDistance, layerMask, QueryTriggerInteraction.UseGlobal);
        }

        public static bool Raycast(Ray ray, out RaycastHit hitInfo, float maxDistance, int layerMask, QueryTriggerInteraction queryTriggerInteraction)
        {
            List<RaycastHit> hits = RayTest.All(ray, maxDistance, layerMask, queryTriggerInteraction);
            hitInfo = new RaycastHit();
            foreach (RaycastHit hit in hits)
            {
                hitInfo = hitInfo.m_Hit == null || hit.distance < hitInfo.distance ? hit : hitInfo;
            }
            return hits.Count > 0;
        }

        public static bool Raycast(Vector3 origin, Vector3 direction)
        {
            return Raycast(new Ray(origin, direction));
        }

        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo)
        {
            return Raycast(new Ray(origin, direction), out hitInfo);
        }

        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance)
        {
            return Raycast(new Ray(origin, direction), out hitInfo, maxDistance);
        }

        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance, int layerMask)
        {
            return Raycast(new Ray(origin, direction), out hitInfo, maxDistance, layerMask);
        }
    }

    /// <summary>Tests rays against colliders.</summary>
    internal static class RayTest
    {
        internal static List<RaycastHit> All(Ray ray, float maxDistance, int layerMask, QueryTriggerInteraction interaction)
        {
            bool triggers = interaction == QueryTriggerInteraction.Collide || (interaction == QueryTriggerInteraction.UseGlobal && Physics.queriesHitTriggers);
            List<RaycastHit> hits = new List<RaycastHit>();
            foreach (SceneData scene in World.LoadedScenes())
            {
                foreach (GameObject one in scene.AllObjects())
                {
                    foreach (Collider collider in (layerMask >> one.layer & 1) == 1 ? one.GetComponents<Collider>() : new Collider[0])
                    {
                        RaycastHit hit;
                        if ((triggers || !collider.isTrigger) && One(collider, ray, maxDistance, out hit))
                        {
                            hits.Add(hit);
                        }
                    }
                }
            }
            return hits;
        }

        internal static bool One(Collider collider, Ray ray, float maxDistance, out RaycastHit hit)
        {
            hit = new RaycastHit();
            Shape shape = collider.enabled && collider.gameObject.activeInHierarchy ? collider.Shape : null;
            float distance;
            Vector3 normal;
            if (shape == null || ray.direction == Vector3.zero || !shape.Hit(ray, out distance, out normal) || distance > maxDistance)
            {
                return false;
            }
            hit.m_Hit = collider;
            hit.m_Distance = distance;
            hit.m_Point = ray.GetPoint(distance);
            hit.m_Normal = normal;
            return true;
        }
    }
}
