using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>The messages Awake, OnEnable, OnDisable, OnDestroy, Reset and OnValidate of scripts.</summary>
    // Follows Unity's manual page "Order of execution for event functions", and Attributes.cs: ExecuteInEditMode, ExecuteAlways.
    public static class LifeCycle
    {
        /// <summary>
        /// Whether the script receives messages: in play mode, or if it runs in edit mode. Scripts of prefab files receive none, and preview scenes do not play.
        /// </summary>
        internal static bool Runs(MonoBehaviour script)
        {
            if (!script.m_Alive || script is MissingScript)
            {
                return false;
            }
            SceneData scene = World.SceneOf(script.m_GameObject.scene);
            bool plays = Settings.IsPlaying && scene != null && !scene.IsPreview;
            return scene != null && (plays || script.runInEditMode || Marks.Of(script.GetType()).InEditMode);
        }

        /// <summary>The scripts in a hierarchy, in the order in which they receive a message.</summary>
        internal static List<MonoBehaviour> Scripts(IEnumerable<GameObject> objects)
        {
            IEnumerable<MonoBehaviour> scripts = objects.SelectMany(one => one.m_Component).Select(entry => entry.component).OfType<MonoBehaviour>();
            return scripts.OrderBy(ExecutionOrder).ToList();
        }

        private static int ExecutionOrder(MonoBehaviour script)
        {
            return Marks.Of(script.GetType()).Order;
        }

        /// <summary>The attributes of a class that the life cycle depends on.</summary>
        private sealed class Marks
        {
            private static readonly Dictionary<Type, Marks> Known = new Dictionary<Type, Marks>();

            internal bool InEditMode;
            internal int Order;

            internal static Marks Of(Type type)
            {
                Marks marks;
                if (!Known.TryGetValue(type, out marks))
                {
                    DefaultExecutionOrder order = (DefaultExecutionOrder)Attribute.GetCustomAttribute(type, typeof(DefaultExecutionOrder), true);
                    marks = new Marks
                    {
                        InEditMode = type.IsDefined(typeof(ExecuteInEditMode), true) || type.IsDefined(typeof(ExecuteAlways), true),
                        Order = order == null ? 0 : order.order
                    };
                    Known.Add(type, marks);
                }
                return marks;
            }
        }

        /// <summary>Awakes and enables the scripts of a hierarchy that is new or became active.</summary>
        public static void Wake(params GameObject[] roots)
        {
            foreach (MonoBehaviour script in Scripts(roots.SelectMany(root => Hierarchy.Of(root))))
            {
                Wake(script);
            }
        }

        internal static void Wake(MonoBehaviour script)
        {
            if (!script.m_Alive || !script.m_GameObject.activeInHierarchy || !Runs(script))
            {
                return;
            }
            if ((script.m_Stage & Stage.Awoken) == 0)
            {
                script.m_Stage |= Stage.Awoken;
                Messages.Send(script, "Awake");
            }
            Enable(script);
        }

        private static void Enable(MonoBehaviour script)
        {
            if (script.isActiveAndEnabled && (script.m_Stage & Stage.Enabled) == 0)
            {
                script.m_Stage |= Stage.Enabled;
                Messages.Send(script, "OnEnable");
            }
        }

        private static void Disable(MonoBehaviour script)
        {
            if ((script.m_Stage & Stage.Enabled) != 0)
            {
                script.m_Stage &= ~Stage.Enabled;
                Messages.Send(script, "OnDisable");
            }
        }

        /// <summary>After `SetActive` or a move below an active or inactive parent.</summary>
        internal static void ActiveChanged(GameObject one)
        {
            if (one.activeInHierarchy)
            {
                Wake(one);
                return;
            }
            foreach (MonoBehaviour script in Scripts(Hierarchy.Of(one)))
            {
                Disable(script);
                // Coroutines end when the game object becomes inactive, but not when the script is disabled.
                script.StopAllCoroutines();
            }
        }

        internal static void EnabledChanged(Behaviour behaviour)
        {
            MonoBehaviour script = behaviour as MonoBehaviour;
            if (ReferenceEquals(script, null) || !Runs(script))
            {
                return;
            }
            if (script.m_Enabled)
            {
                Wake(script);
            }
            else
            {
                Disable(script);
            }
        }

        internal static void ParentChanged(Transform transform)
        {
            foreach (MonoBehaviour script in Scripts(Hierarchy.Of(transform.m_GameObject)))
            {
                if (Runs(script) && (script.m_Stage & Stage.Awoken) != 0)
                {
                    Messages.Send(script, "OnTransformParentChanged");
                }
            }
        }

        /// <summary>A script that was added to an object by AddComponent.</summary>
        internal static void Added(MonoBehaviour script)
        {
            if (!Settings.IsPlaying)
            {
                Messages.Send(script, "Reset");
            }
            Validate(script);
            Wake(script);
        }

        /// <summary>Sends OnValidate, which only the editor does.</summary>
        public static void Validate(UnityEngine.Object script)
        {
            if ((script is MonoBehaviour || script is ScriptableObject) && script.m_Alive)
            {
                Messages.Send(script, "OnValidate");
            }
        }

        /// <summary>A new or loaded scriptable object; null for none.</summary>
        public static void Created(ScriptableObject made)
        {
            if (ReferenceEquals(made, null))
            {
                return;
            }
            if ((made.m_Stage & Stage.Awoken) == 0)
            {
                made.m_Stage |= Stage.Awoken;
                Messages.Send(made, "Awake");
            }
            if ((made.m_Stage & Stage.Enabled) == 0)
            {
                made.m_Stage |= Stage.Enabled;
                Messages.Send(made, "OnEnable");
            }
        }

        /// <summary>OnDisable of the scripts that are about to be destroyed, then OnDestroy of all that were awoken.</summary>
        internal static void Destroying(List<UnityEngine.Object> objects)
        {
            List<MonoBehaviour> scripts = objects.OfType<MonoBehaviour>().OrderBy(ExecutionOrder).ToList();
            scripts.ForEach(Disable);
            foreach (MonoBehaviour script in scripts)
            {
                if ((script.m_Stage & Stage.Awoken) != 0 && (script.m_Stage & Stage.Destroyed) == 0)
                {
                    script.m_Stage |= Stage.Destroyed;
                    Messages.Send(script, "OnDestroy");
                }
                script.StopAllCoroutines();
            }
            foreach (ScriptableObject one in objects.OfType<ScriptableObject>())
            {
                Disable(one);
                one.m_Stage |= Stage.Destroyed;
                Messages.Send(one, "OnDestroy");
            }
        }

        private static void Disable(ScriptableObject one)
        {
            if ((one.m_Stage & Stage.Enabled) != 0)
            {
                one.m_Stage &= ~Stage.Enabled;
                Messages.Send(one, "OnDisable");
            }
        }

        /// <summary>OnDisable of all enabled scripts, before the world is saved for a reload of the scripts.</summary>
        public static void BeforeReload()
        {
            foreach (UnityEngine.Object one in World.All)
            {
                MonoBehaviour script = one as MonoBehaviour;
                ScriptableObject asset = one as ScriptableObject;
                if (!ReferenceEquals(script, null) && script.m_Alive)
                {
                    Disable(script);
                }
                else if (!ReferenceEquals(asset, null) && asset.m_Alive)
                {
                    Disable(asset);
                }
            }
        }

        /// <summary>OnValidate and OnEnable after a reload of the scripts. Scripts that were awoken before get no second Awake and no second Start.</summary>
        public static void AfterReload()
        {
            List<UnityEngine.Object> all = World.All;
            all.ForEach(Validate);
            foreach (UnityEngine.Object one in all)
            {
                ScriptableObject asset = one as ScriptableObject;
                if (!ReferenceEquals(asset, null) && asset.m_Alive)
                {
                    Created(asset);
                }
            }
            foreach (SceneData scene in World.LoadedScenes().Concat(World.PreviewScenes))
            {
                Wake(scene.Roots.ToArray());
            }
        }
    }
}
