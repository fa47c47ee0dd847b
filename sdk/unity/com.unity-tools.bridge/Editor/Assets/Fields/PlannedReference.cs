using System;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>A reference in a value to an asset that is created, moved or copied by an earlier change of the same batch.</summary>
    internal sealed class PlannedReference
    {
        private readonly AssetPlaces.Place place;
        private readonly string path;
        private readonly Json sub;

        private PlannedReference(AssetPlaces.Place place, string path, Json sub)
        {
            this.place = place;
            this.path = path;
            this.sub = sub;
        }

        /// <summary>Null for another value, also for a reference to an asset that the batch does not change.</summary>
        /// <exception cref="Failure">The batch deletes or moves the asset away.</exception>
        internal static PlannedReference Of(AssetPlaces places, Json value)
        {
            Json named = value.Kind == JsonKind.Object ? value["ref"] : value;
            string path = named == null || named.Kind != JsonKind.Text ? "" : named.Text;
            if (!path.StartsWith("Assets/", StringComparison.Ordinal) && !path.StartsWith("Packages/", StringComparison.Ordinal))
            {
                return null;
            }
            AssetPlaces.Place place = ProjectPath.Fault(path) == null ? places.Find(path) : null;
            if (place == null && AssetTree.Exists(path) && ProjectPath.Fault(path) == null)
            {
                throw Failure.NotFound("there is no asset " + path + " any more: an earlier change of this batch deletes or moves it");
            }
            bool isPlanned = place != null && (place.Maker != null || place.Origin != path);
            return isPlanned ? new PlannedReference(place, path, value.Kind == JsonKind.Object ? value["sub"] : null) : null;
        }

        /// <summary>An object with the type that the asset will have.</summary>
        /// <exception cref="Failure">The object does not fit, or is not known before the batch is made.</exception>
        internal UnityEngine.Object Read(Type type, ValueReader reader)
        {
            if (place.Maker == null)
            {
                JsonWriter value = new JsonWriter().Object().Name("ref").Text(place.Origin);
                if (sub != null)
                {
                    value.Name("sub").Raw(sub.Raw);
                }
                return (UnityEngine.Object)reader.Read(JsonReader.Read(value.EndObject().ToString()), type, null);
            }
            UnityEngine.Object trial = place.Maker.Trial;
            if (trial == null)
            {
                throw new Failure("unsupported", "the value is " + path + ", which this batch creates, and only a new material or ScriptableObject can be referred to in the same batch")
                {
                    Hint = "set the field in a call of its own"
                };
            }
            if (!type.IsInstanceOfType(trial))
            {
                throw Failure.Argument("the value is " + path + ", which will be a " + trial.GetType().FullName + ", wanted: a " + type.FullName);
            }
            return trial;
        }

        /// <summary>The reference as a row shows it.</summary>
        internal string Shown(UnityEngine.Object read)
        {
            string name = ProjectPath.Name(path);
            bool isMain = sub == null && (place.Maker != null || AssetDatabase.IsMainAsset(read));
            name = isMain ? name.Substring(0, name.Length - AssetPath.Ending(name).Length) : read.name;
            JsonWriter to = new JsonWriter().Object().Name("ref").Text(path).Name("name").Text(name).Name("type").Text(read.GetType().FullName);
            if (sub != null)
            {
                to.Name("sub").Raw(sub.Raw);
            }
            return to.EndObject().ToString();
        }
    }
}
