using System;
using System.Collections.Generic;
using System.Threading;
using UnityEngine;

namespace UnityEditor
{
    /// <summary>Builds of players. The double builds nothing: it raises the callbacks and blocks the main thread.</summary>
    // Follows Editor/Mono/BuildPipeline.bindings.cs (members) and Editor/Mono/BuildPipeline/BuildPipelineInterfaces.cs (callbacks and their order).
    public partial class BuildPipeline
    {
        public static bool isBuildingPlayer { get; private set; }

        /// <summary>A build that takes that long, for the command `build`.</summary>
        internal static void Build(int milliseconds)
        {
            isBuildingPlayer = true;
            try
            {
                CallBefore(Debug.LogException);
                Thread.Sleep(milliseconds);
            }
            finally
            {
                isBuildingPlayer = false;
            }
        }

        /// <summary>Calls what runs before a build; returns false if a callback stops the build by an exception.</summary>
        internal static bool CallBefore(Action<Exception> failed)
        {
            try
            {
                foreach (Build.BuildPlayerProcessor one in Callbacks<Build.BuildPlayerProcessor>())
                {
                    one.PrepareForBuild(new Build.BuildPlayerContext());
                }
                foreach (Build.IPreprocessBuildWithReport one in Callbacks<Build.IPreprocessBuildWithReport>())
                {
                    one.OnPreprocessBuild(new Build.Reporting.BuildReport());
                }
                return true;
            }
            catch (Exception error) when (!(error is ThreadAbortException))
            {
                failed(error);
                return false;
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

    /// <summary>Stops a build if a callback throws it.</summary>
    // Follows Editor/Mono/BuildPipeline/BuildFailedException.cs.
    public class BuildFailedException : Exception
    {
        public BuildFailedException(string message)
            : base(message)
        {
        }
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
