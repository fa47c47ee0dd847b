using System;
using System.Collections.Generic;
using System.Threading;
using UnityDouble;

namespace UnityEditor
{
    /// <summary>Builds of players. The double builds nothing: it raises the callbacks and blocks the main thread.</summary>
    // Follows Editor/Mono/BuildPipeline.bindings.cs (members) and Editor/Mono/BuildPipeline/BuildPipelineInterfaces.cs (callbacks and their order).
    public class BuildPipeline
    {
        public static bool isBuildingPlayer { get; private set; }

        /// <summary>A build that takes that long, for the command `build`.</summary>
        internal static void Build(int milliseconds)
        {
            isBuildingPlayer = true;
            try
            {
                foreach (Build.BuildPlayerProcessor one in Callbacks<Build.BuildPlayerProcessor>())
                {
                    Native.Call(delegate { one.PrepareForBuild(new Build.BuildPlayerContext()); });
                }
                foreach (Build.IPreprocessBuildWithReport one in Callbacks<Build.IPreprocessBuildWithReport>())
                {
                    Native.Call(delegate { one.OnPreprocessBuild(new Build.Reporting.BuildReport()); });
                }
                Thread.Sleep(milliseconds);
            }
            finally
            {
                isBuildingPlayer = false;
            }
        }

        private static List<T> Callbacks<T>() where T : Build.IOrderedCallback
        {
            List<T> callbacks = new List<T>();
            foreach (Type type in TypeCache.GetTypesDerivedFrom<T>())
            {
                if (!type.IsAbstract && !type.IsInterface)
                {
                    callbacks.Add((T)Activator.CreateInstance(type));
                }
            }
            callbacks.Sort(delegate(T one, T other) { return one.callbackOrder.CompareTo(other.callbackOrder); });
            return callbacks;
        }
    }
}

namespace UnityEditor.Build
{
    public interface IOrderedCallback
    {
        int callbackOrder { get; }
    }

    public interface IPreprocessBuildWithReport : IOrderedCallback
    {
        void OnPreprocessBuild(Reporting.BuildReport report);
    }

    public abstract class BuildPlayerProcessor : IOrderedCallback
    {
        public virtual int callbackOrder
        {
            get { return 0; }
        }

        public abstract void PrepareForBuild(BuildPlayerContext buildPlayerContext);
    }

    /// <summary>What a build will do. The double knows nothing of it.</summary>
    public sealed class BuildPlayerContext
    {
        internal BuildPlayerContext()
        {
        }
    }
}

namespace UnityEditor.Build.Reporting
{
    /// <summary>What a build did. The double knows nothing of it.</summary>
    public sealed class BuildReport : UnityEngine.Object
    {
        internal BuildReport()
        {
        }
    }
}
