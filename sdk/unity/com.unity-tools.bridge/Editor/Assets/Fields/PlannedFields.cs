using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>The values of the fields of assets as they are after the planned changes. Nothing is written to an asset.</summary>
    internal sealed class PlannedFields
    {
        /// <summary>The fields of one object.</summary>
        internal sealed class Subject
        {
            internal readonly UnityEngine.Object Target;

            /// <summary>Contains the planned values, which are never applied.</summary>
            internal readonly SerializedObject Fields;

            /// <summary>The planned properties of the shader of a material, as JSON.</summary>
            internal readonly Dictionary<string, string> Shader = new Dictionary<string, string>();

            /// <summary>What was set so far, with the number of the change.</summary>
            internal readonly List<KeyValuePair<int, Action<Subject>>> Done = new List<KeyValuePair<int, Action<Subject>>>();

            internal Subject(UnityEngine.Object target)
            {
                Target = target;
                Fields = new SerializedObject(target);
            }
        }

        private readonly Dictionary<string, Subject> subjects = new Dictionary<string, Subject>(StringComparer.Ordinal);

        /// <summary>The object of a part of an asset after the planned changes.</summary>
        internal Subject Find(AssetPlaces.Place place, FieldTarget part, string field, string path)
        {
            string original = (place.Origin ?? "new:" + path + place.Maker.GetHashCode()) + "|" + part.Key;
            if (place.Maker != null)
            {
                original = "new:" + place.Maker.GetHashCode() + "|" + part.Key;
            }
            string key = place.IsCopy ? original + "|copy:" + place.CopiedBy + ":" + path : original;
            Subject subject;
            if (subjects.TryGetValue(key, out subject))
            {
                return subject;
            }
            subject = new Subject(Target(place, part, field, path));
            subjects.Add(key, subject);
            Subject source;
            if (place.IsCopy && subjects.TryGetValue(original, out source))
            {
                // A copy has the values that its source had when it was copied.
                foreach (KeyValuePair<int, Action<Subject>> done in source.Done)
                {
                    if (done.Key < place.CopiedBy)
                    {
                        done.Value(subject);
                    }
                }
            }
            return subject;
        }

        private static UnityEngine.Object Target(AssetPlaces.Place place, FieldTarget part, string field, string path)
        {
            if (place.Maker == null)
            {
                return part.Find(field, place.Origin);
            }
            UnityEngine.Object trial = part.IsMain ? place.Maker.Trial : null;
            if (trial == null)
            {
                throw new Failure("unsupported", AssetPath.Named(field, path) + ", which this batch creates, and only fields of a new material or ScriptableObject can be set in the same batch")
                {
                    Hint = "set the field in a call of its own, after the asset is created"
                };
            }
            return trial;
        }
    }
}
