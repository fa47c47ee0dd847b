using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The assets of the project as they are after the planned changes, without making one.</summary>
    internal sealed class AssetPlaces
    {
        /// <summary>An asset at a path after the planned changes.</summary>
        internal sealed class Place
        {
            /// <summary>The path before the batch, of a copy that of its source; null if the batch creates the asset.</summary>
            internal string Origin;

            /// <summary>The change that creates it; null if it existed.</summary>
            internal AssetChange Maker;

            internal bool IsFolder;
            internal bool IsCopy;

            /// <summary>The change that copies it; -1 if none does.</summary>
            internal int CopiedBy = -1;
        }

        private struct Step
        {
            /// <summary>Null for a new asset.</summary>
            internal string From;

            /// <summary>Null for a deleted asset.</summary>
            internal string To;

            internal bool IsCopy;
            internal bool IsFolder;
            internal int Edit;
            internal AssetChange Maker;

            /// <summary>The first file with code that appears at <see cref="To"/>.</summary>
            internal string Code;
        }

        private readonly List<Step> steps = new List<Step>();

        internal void Create(int edit, string path, bool isFolder, AssetChange maker)
        {
            steps.Add(new Step { To = path, IsFolder = isFolder, Edit = edit, Maker = maker });
        }

        internal void Copy(int edit, string from, string to)
        {
            steps.Add(new Step { From = from, To = to, IsCopy = true, Edit = edit, Code = Code(from, to) });
        }

        internal void Move(int edit, string from, string to)
        {
            steps.Add(new Step { From = from, To = to, Edit = edit, Code = Code(from, to) });
        }

        internal void Delete(int edit, string path)
        {
            steps.Add(new Step { From = path, Edit = edit });
        }

        /// <summary>Null if there is nothing.</summary>
        internal Place Find(string path)
        {
            Place place = new Place();
            for (int at = steps.Count - 1; at >= 0; at--)
            {
                Step step = steps[at];
                if (step.To != null && step.From == null && step.To == path)
                {
                    place.Maker = step.Maker;
                    place.IsFolder = step.IsFolder;
                    return place;
                }
                if (step.From != null && step.To != null && ProjectPath.IsWithin(path, step.To))
                {
                    path = step.From + path.Substring(step.To.Length);
                    place.CopiedBy = step.IsCopy && !place.IsCopy ? step.Edit : place.CopiedBy;
                    place.IsCopy |= step.IsCopy;
                }
                else if (step.From != null && !step.IsCopy && ProjectPath.IsWithin(path, step.From))
                {
                    return null;
                }
            }
            if (!AssetTree.Exists(path))
            {
                return null;
            }
            place.Origin = path;
            place.IsFolder = System.IO.Directory.Exists(ProjectFolder.Full(path));
            return place;
        }

        /// <summary>The first file with code at a path or below it, as a path below <paramref name="shown"/>; null if there is none.</summary>
        internal string Code(string path, string shown)
        {
            Place place = Find(path);
            string found = place == null || place.Origin == null ? null : CodeAssets.First(place.Origin, shown);
            if (found != null)
            {
                return found;
            }
            int inside = steps.FindIndex(step => step.Code != null && ProjectPath.IsWithin(step.Code, path));
            return inside < 0 ? null : shown + steps[inside].Code.Substring(path.Length);
        }
    }
}
