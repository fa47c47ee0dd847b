using System;
using System.Collections.Generic;

namespace UnityTools.Bridge
{
    /// <summary>The static flags of an object, by the names that a project folder returns. Only an editor knows them.</summary>
    internal static class StaticFlags
    {
        /// <summary>By the position of their bit.</summary>
        private static readonly string[] Names =
        {
            "ContributeGI", "OccluderStatic", "BatchingStatic", "NavigationStatic", "OccludeeStatic", "OffMeshLinkGeneration", "ReflectionProbeStatic"
        };

        /// <summary>A list of names, with a number for the bits that have none.</summary>
        internal static Item Item(uint flags)
        {
            JsonWriter to = new JsonWriter().List();
            uint left = flags;
            for (int bit = 0; bit < Names.Length; bit++)
            {
                if ((flags & (1u << bit)) != 0)
                {
                    to.Text(Names[bit]);
                    left &= ~(1u << bit);
                }
            }
            if (left != 0)
            {
                to.Count(left);
            }
            return new Item(to.EndList().ToString(), flags, null);
        }

        /// <summary>The number of the flags that a filter names: one name, or a list of names and numbers.</summary>
        /// <exception cref="Failure">A flag has another name.</exception>
        internal static Json Number(Json given)
        {
            List<Json> named = given.Kind == JsonKind.List ? given.Items : new List<Json> { given };
            uint flags = 0;
            foreach (Json one in named)
            {
                flags |= Bits(one);
            }
            return JsonReader.Read(new JsonWriter().Count(flags).ToString());
        }

        private static uint Bits(Json given)
        {
            long number;
            if (given.Kind == JsonKind.Number && Numbers.Long(given.Text, out number) && number >= 0 && number <= uint.MaxValue)
            {
                return (uint)number;
            }
            int bit = given.Kind == JsonKind.Text ? Array.FindIndex(Names, name => string.Equals(name, given.Text, StringComparison.OrdinalIgnoreCase)) : -1;
            if (bit >= 0)
            {
                return 1u << bit;
            }
            string listed = "static is true, false, or a list of: " + string.Join(", ", Names);
            string message = "where: static is compared with " + given.Raw + ", which is no static flag";
            Failure none = Near.None("where", given.Text ?? "", message, Names, listed);
            throw new Failure("invalid-argument", message) { Hint = none.Hint, Facts = none.Facts };
        }
    }
}
