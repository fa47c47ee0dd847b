using System;
using System.Collections.Generic;
using UnityEditor;

namespace UnityTools.Bridge
{
    /// <summary>What is built, completely checked.</summary>
    internal sealed class BuildRequest
    {
        internal const string Folder = "Builds";

        private const int MostScenes = 1000;

        internal BuildTarget Target;

        /// <summary>Relative to the project folder, with slashes.</summary>
        internal string Path;

        internal List<string> Scenes;
        internal bool IsDevelopment;

        /// <exception cref="Failure">An argument is wrong, or Unity cannot build this.</exception>
        internal static BuildRequest Read(Arguments arguments)
        {
            BuildRequest request = new BuildRequest
            {
                Path = arguments.Text("path"),
                IsDevelopment = arguments.Bool("development"),
                Target = BuildTargets.Find(arguments.TextIfAny("target"))
            };
            CheckPath(request.Path);
            Json scenes = arguments.Any("scenes");
            if (scenes.Kind != JsonKind.List)
            {
                throw Arguments.Wrong("scenes", scenes, "a list of texts");
            }
            request.Scenes = arguments.Texts("scenes");
            if (request.Scenes.Count == 0)
            {
                request.Scenes = Enabled();
            }
            else
            {
                CheckScenes(request.Scenes);
            }
            return request;
        }

        /// <summary>The request as arguments of a job, with the target and the scenes that were found.</summary>
        internal string Write()
        {
            JsonWriter text = new JsonWriter().Object().Name("target").Text(BuildTargets.Name(Target)).Name("path").Text(Path).Name("scenes").List();
            Scenes.ForEach(one => text.Text(one));
            return text.EndList().Name("development").Bool(IsDevelopment).EndObject().ToString();
        }

        private static void CheckPath(string path)
        {
            string[] names = path.Split('/');
            string fault = path.Length > 1024 ? "has " + path.Length + " characters, and must have at most 1024"
                : path.IndexOf('\\') >= 0 ? "contains a backslash: separate folders by /"
                : path.Length == 0 || path[0] == '/' || (path.Length > 1 && path[1] == ':') ? "is not relative to the project folder" : null;
            for (int at = 0; at < names.Length && fault == null; at++)
            {
                fault = ProjectPath.NameFault(names[at]);
            }
            if (fault == null && (names[0] != Folder || names.Length < 2))
            {
                fault = "is not below " + Folder + "/";
            }
            if (fault != null)
            {
                throw Wrong(path, fault);
            }
            ProjectPlace.Find(path, "path", why => Wrong(path, why));
        }

        /// <summary>The enabled scenes of the build settings.</summary>
        private static List<string> Enabled()
        {
            List<string> enabled = new List<string>();
            foreach (EditorBuildSettingsScene scene in EditorBuildSettings.scenes)
            {
                if (scene.enabled && !string.IsNullOrEmpty(scene.path))
                {
                    enabled.Add(scene.path);
                }
            }
            if (enabled.Count == 0)
            {
                throw new Failure("conflict", "`scenes` is empty, and the build settings of the project have no enabled scene")
                {
                    Hint = "give the asset paths of scenes, such as Assets/Main.unity"
                };
            }
            string gone = enabled.Find(path => !Exists(path));
            if (gone != null)
            {
                throw new Failure("conflict", "the build settings of the project have the enabled scene " + gone + ", which does not exist")
                {
                    Hint = "give `scenes`, or correct the build settings"
                };
            }
            return enabled;
        }

        private static void CheckScenes(List<string> scenes)
        {
            if (scenes.Count > MostScenes)
            {
                throw Failure.Argument("`scenes` has " + scenes.Count + " scenes, and must have at most " + MostScenes);
            }
            for (int at = 0; at < scenes.Count; at++)
            {
                string field = "`scenes[" + at + "]` is \"" + Surrogates.Cut(scenes[at], 160) + "\"";
                if (!scenes[at].EndsWith(".unity", StringComparison.OrdinalIgnoreCase) || ProjectPath.Fault(scenes[at]) != null)
                {
                    throw new Failure("invalid-argument", field + ", and must be the asset path of a scene") { Hint = "give a path such as Assets/Main.unity" };
                }
                if (!Exists(scenes[at]))
                {
                    throw new Failure("not-found", field + ", and the project has no such scene") { Hint = "list the scenes of the project" };
                }
                if (scenes.IndexOf(scenes[at]) < at)
                {
                    throw Failure.Argument(field + ", which is in the list twice");
                }
            }
        }

        private static bool Exists(string path)
        {
            return AssetDatabase.LoadAssetAtPath<SceneAsset>(path) != null;
        }

        private static Failure Wrong(string path, string why)
        {
            return new Failure("invalid-argument", "`path` is \"" + Surrogates.Cut(path, 160) + "\", which " + why)
            {
                Hint = "give a path below " + Folder + " of the project folder, such as " + Folder + "/Game"
            };
        }
    }
}
