using System;
using System.Collections.Generic;
using System.Globalization;
using UnityEditor.TestTools.TestRunner.Api;

namespace UnityTools.Bridge
{
    /// <summary>
    /// Selects tests: by the full name of a test, a fixture or a namespace, by such a name with `*`, by a part of the full
    /// names of tests if no name is equal to it, or by `category:Name`. An empty filter selects all.
    /// </summary>
    internal sealed class TestFilter
    {
        private const string Category = "category:";
        private const int Nearest = 5;

        private readonly string filter;
        private readonly string category;
        private readonly List<string> selected = new List<string>();

        /// <summary>The tests whose names contain the filter.</summary>
        private readonly List<string> partly = new List<string>();

        /// <summary>The names of all tests, fixtures and namespaces, or of all categories.</summary>
        private readonly HashSet<string> names = new HashSet<string>(StringComparer.Ordinal);

        private int count;

        internal TestFilter(string filter)
        {
            this.filter = filter;
            category = filter.StartsWith(Category, StringComparison.Ordinal) ? filter.Substring(Category.Length).Trim() : null;
        }

        internal static void Check(string filter)
        {
            if (filter.StartsWith(Category, StringComparison.Ordinal) && filter.Substring(Category.Length).Trim().Length == 0)
            {
                throw Failure.Argument("`filter` is \"" + filter + "\", and needs the name of a category after the colon");
            }
        }

        /// <summary>Whether the filter selects all tests.</summary>
        internal bool IsAll
        {
            get { return filter.Length == 0; }
        }

        /// <summary>The full names of the selected tests in the tree.</summary>
        /// <exception cref="Failure">No test matches.</exception>
        internal List<string> Select(ITestAdaptor root, string mode)
        {
            Visit(root, false, false, new List<string>());
            if (count == 0)
            {
                throw Failure.NotFound("the project has no " + mode + "-mode tests");
            }
            List<string> chosen = selected.Count > 0 ? selected : partly;
            if (chosen.Count == 0)
            {
                throw Missing(mode);
            }
            return chosen;
        }

        private void Visit(ITestAdaptor test, bool isInside, bool isExplicit, List<string> categories)
        {
            bool hasName = test.Parent != null && !test.IsTestAssembly;
            string name = NameOf(test);
            List<string> all = new List<string>(categories);
            all.AddRange(test.Categories ?? new string[0]);
            if (category == null && hasName)
            {
                names.Add(name);
                isInside |= MatchesName(name);
            }
            // Only its exact name selects an explicit test or fixture. The name of a method selects all its cases.
            bool isNamed = hasName && !IsAll && (name == filter || name.StartsWith(filter + "(", StringComparison.Ordinal));
            isExplicit = (isExplicit || test.RunState == RunState.Explicit) && !isNamed;
            if (test.IsSuite)
            {
                foreach (ITestAdaptor child in test.Children ?? new ITestAdaptor[0])
                {
                    Visit(child, isInside, isExplicit, all);
                }
                return;
            }
            count++;
            if (category != null)
            {
                names.UnionWith(all);
                isInside = all.Exists(one => Matches(category, one));
            }
            if ((isInside || IsAll) && !isExplicit)
            {
                selected.Add(name);
            }
            else if (category == null && !isExplicit && name.IndexOf(filter, StringComparison.OrdinalIgnoreCase) >= 0)
            {
                partly.Add(name);
            }
        }

        /// <summary>
        /// The name that the filter of the Test Framework compares. Its adaptor adds a text to the names of tests that have
        /// the same name.
        /// </summary>
        private static string NameOf(ITestAdaptor test)
        {
            string name = test.FullName;
            string added = " GeneratedTestCase" + test.ChildIndex.ToString(CultureInfo.InvariantCulture);
            int at = name.LastIndexOf(added, StringComparison.Ordinal);
            bool isEnd = at >= 0 && name.Substring(at + added.Length).TrimEnd(')').Length == 0;
            return test.ChildIndex >= 0 && isEnd ? name.Remove(at, added.Length) : name;
        }

        private bool MatchesName(string name)
        {
            return !IsAll && Matches(filter, name);
        }

        private static bool Matches(string pattern, string name)
        {
            return pattern == name || (pattern.IndexOf('*') >= 0 && Glob.Matches(pattern, name));
        }

        private Failure Missing(string mode)
        {
            string wanted = category ?? filter;
            if (IsAll)
            {
                return Failure.NotFound("all " + mode + "-mode tests are explicit: they run only if `filter` is their full name");
            }
            List<string> near = NearestNames.Of(wanted, names, Nearest);
            string has = category == null ? "-mode test has a name that contains \"" : "-mode test has the category \"";
            string message = "no " + mode + has + Surrogates.Cut(wanted, 256) + "\"";
            return new Failure("not-found", message + (near.Count == 0 ? "" : "; the nearest are " + string.Join(", ", near.ToArray())))
            {
                Hint = "a filter is a part of the full names, a full name with *, or category:Name"
            };
        }
    }
}
