using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>The Unity version whose API this build of the double has.</summary>
    public static class BuiltVersion
    {
#if UNITY_6000_6_OR_NEWER
        public const string Tag = "6000.6.0b1";
#elif UNITY_6000_3_OR_NEWER
        public const string Tag = "6000.3.19f1";
#elif UNITY_6000_0_OR_NEWER
        public const string Tag = "6000.0.78f1";
#elif UNITY_2022_3_OR_NEWER
        public const string Tag = "2022.3.76f1";
#else
        public const string Tag = "2021.3.58f1";
#endif

        private static readonly string[] Lines =
        {
            "2017.1", "2017.2", "2017.3", "2017.4", "2018.1", "2018.2", "2018.3", "2018.4", "2019.1", "2019.2", "2019.3", "2019.4",
            "2020.1", "2020.2", "2020.3", "2021.1", "2021.2", "2021.3", "2022.1", "2022.2", "2022.3", "2023.1", "2023.2", "2023.3",
            "6000.0", "6000.1", "6000.2", "6000.3", "6000.4", "6000.5", "6000.6"
        };

        /// <summary>The symbols of the version, with which an editor compiles scripts.</summary>
        // Follows the manual, "Conditional compilation".
        public static IEnumerable<string> Symbols()
        {
            foreach (string line in Lines)
            {
                yield return "UNITY_" + line.Replace('.', '_') + "_OR_NEWER";
                if (Tag.StartsWith(line + ".", System.StringComparison.Ordinal))
                {
                    yield return "UNITY_" + line.Replace('.', '_');
                    yield return "UNITY_" + line.Substring(0, 4);
                    yield break;
                }
            }
        }
    }
}
