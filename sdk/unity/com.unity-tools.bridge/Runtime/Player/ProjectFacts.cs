using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>What a process knows of its project. A player knows little.</summary>
    internal class ProjectFacts
    {
        /// <summary>Name of the project's folder; empty in a player.</summary>
        internal virtual string Folder
        {
            get { return ""; }
        }

        /// <summary>Pairs of name and version, sorted by name.</summary>
        internal virtual IEnumerable<KeyValuePair<string, string>> Packages
        {
            get { return new KeyValuePair<string, string>[0]; }
        }

        /// <summary>Tags, the built-in ones first. In a player, those of loaded objects are added.</summary>
        internal virtual IEnumerable<string> Tags
        {
            get { return ProjectFunctions.BuiltInTags; }
        }

        /// <summary>What is not known, with the reason.</summary>
        internal virtual IEnumerable<string> Problems
        {
            get { yield return "a player knows neither its packages nor tags that no loaded object has"; }
        }
    }
}
