using System;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The filter for objects; all given conditions must hold.</summary>
    internal sealed class ObjectFilter
    {
        private readonly string query;
        private readonly string name;
        private readonly string path;
        private readonly string componentType;
        private readonly string tag;
        private readonly int layer;
        private readonly bool activeOnly;
        private readonly bool rootsOnly;

        internal ObjectFilter(Arguments given)
        {
            query = given.TextIfAny("query");
            name = given.TextIfAny("name");
            path = given.TextIfAny("path");
            componentType = given.TextIfAny("component-type");
            tag = given.TextIfAny("tag");
            layer = given.Has("layer") ? given.Whole("layer") : -1;
            activeOnly = given.Bool("active-only");
            rootsOnly = given.Bool("roots-only");
        }

        internal bool Takes(GameObject one)
        {
            if ((activeOnly && !one.activeInHierarchy) || (rootsOnly && one.transform.parent != null))
            {
                return false;
            }
            if ((layer >= 0 && one.layer != layer) || (tag != null && one.tag != tag) || (name != null && !Words.Holds(one.name, name)))
            {
                return false;
            }
            if (path != null && !Words.Holds(Hierarchy.Path(one.transform), path))
            {
                return false;
            }
            if (query != null && !Words.Holds(one.name, query) && !Words.Holds(Hierarchy.Path(one.transform), query))
            {
                return false;
            }
            return componentType == null || HasComponent(one);
        }

        private bool HasComponent(GameObject one)
        {
            return Array.Exists(
                one.GetComponents<Component>(),
                found => found == null
                    ? componentType == ComponentTypes.MissingScript
                    : ComponentTypes.IsNamed(found.GetType(), componentType));
        }
    }
}
