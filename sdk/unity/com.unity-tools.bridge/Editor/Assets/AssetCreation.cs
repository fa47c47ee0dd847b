using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using UnityEngine.Rendering;

namespace UnityTools.Bridge
{
    /// <summary>Creates a material or an asset of a ScriptableObject class.</summary>
    internal sealed class AssetCreation : AssetChange
    {
        private const string DefaultShader = "Standard";

        private readonly string path;
        private readonly Type type;
        private readonly Shader shader;
        private UnityEngine.Object trial;

        internal AssetCreation(AssetDraft draft, AssetArguments given)
        {
            path = given.Path("path");
            string name = given.Text("type-name");
            string shaderName = given.TextIfAny("shader");
            bool isMaterial = name == typeof(Material).Name || name == typeof(Material).FullName;
            type = isMaterial ? typeof(Material) : Class(given.Name("type-name"), name);
            CheckEnding(given.Name("path"), isMaterial);
            if (!isMaterial && shaderName != null)
            {
                throw Failure.Argument("`" + given.Name("shader") + "` is \"" + shaderName + "\", and only a material has a shader: wanted null for a " + type.FullName);
            }
            shader = isMaterial ? Named(given.Name("shader"), shaderName) : null;
            AssetChanges.CheckFree(draft, given.Name("path"), path);
            draft.Places.Create(draft.At, path, false, this);
            PlanRow row = AssetRows.OfPath(draft.At, path, null, path);
            row.Need = isMaterial ? null : PlanRow.ComponentNeed(type.FullName);
            draft.Row(row);
        }

        internal override UnityEngine.Object Trial
        {
            get { return trial = trial == null ? New() : trial; }
        }

        internal override void Dispose()
        {
            if (trial != null)
            {
                UnityEngine.Object.DestroyImmediate(trial);
                trial = null;
            }
        }

        internal override void Make(AssetRun run)
        {
            UnityEngine.Object made = New();
            try
            {
                AssetDatabase.CreateAsset(made, path);
            }
            finally
            {
                if (AssetTree.Exists(path))
                {
                    run.Did(new AssetOperation.Vanish(path));
                }
                else
                {
                    UnityEngine.Object.DestroyImmediate(made);
                }
            }
            if (!AssetTree.Exists(path))
            {
                throw new Failure("unity", "Unity did not create " + path + ": the console of Unity says why");
            }
            AssetDatabase.SaveAssetIfDirty(made);
        }

        private UnityEngine.Object New()
        {
            UnityEngine.Object made = type == typeof(Material) ? (UnityEngine.Object)new Material(shader) : ScriptableObject.CreateInstance(type);
            if (made == null)
            {
                throw new Failure("unity", "Unity created no " + type.FullName + ": the console of Unity says why");
            }
            return made;
        }

        private void CheckEnding(string field, bool isMaterial)
        {
            string wanted = isMaterial ? ".mat" : ".asset";
            if (AssetPath.Ending(path) != wanted)
            {
                throw AssetPath.Wrong(field, path, "does not end with " + wanted + ", as the path of a " + type.FullName + " must");
            }
        }

        private static Shader Named(string field, string name)
        {
            RenderPipelineAsset pipeline = GraphicsSettings.currentRenderPipeline;
            Material material = name == null && pipeline != null ? pipeline.defaultMaterial : null;
            Shader found = material != null ? material.shader : Shader.Find(name ?? DefaultShader);
            if (found == null)
            {
                throw Failure.NotFound("`" + field + "` is " + (name == null ? "null" : "\"" + name + "\"") + ", and there is no shader " + (name ?? DefaultShader) + " in the project");
            }
            return found;
        }

        private static Type Class(string field, string name)
        {
            List<Type> found = new List<Type>();
            List<string> known = new List<string>();
            foreach (Type one in TypeCache.GetTypesDerivedFrom<ScriptableObject>())
            {
                if (one.FullName == name)
                {
                    found = new List<Type> { one };
                    break;
                }
                if (one.Name == name)
                {
                    found.Add(one);
                }
                known.Add(one.FullName);
            }
            if (found.Count == 0)
            {
                throw Near.None(field, name, "`" + field + "` is \"" + Surrogates.Cut(name, 160) + "\", and no ScriptableObject class has that name", known,
                    "give \"Material\", or the name of a class that is derived from ScriptableObject");
            }
            if (found.Count > 1)
            {
                throw Failure.Argument("`" + field + "` is \"" + name + "\", which is the short name of " + string.Join(", ", found.ConvertAll(one => one.FullName).ToArray()) + ": give the full one");
            }
            bool isForEditor = typeof(Editor).IsAssignableFrom(found[0]) || typeof(EditorWindow).IsAssignableFrom(found[0]);
            if (found[0].IsAbstract || found[0].ContainsGenericParameters || isForEditor)
            {
                throw Failure.Argument("`" + field + "` is \"" + name + "\", which is abstract, generic or a class of windows, so no asset can have it");
            }
            return found[0];
        }
    }
}
