using System;
using UnityDouble;

namespace UnityEngine
{
    /// <summary>The time of the game, which <see cref="UnityDouble.PlayerLoop"/> advances.</summary>
    // Follows Runtime/Export/Time/Time.bindings.cs: members, range of the time scale.
    public class Time
    {
        internal static double Now;
        internal static double Unscaled;
        internal static double FixedNow;
        internal static double LevelStart;
        internal static float Delta;
        internal static float UnscaledDelta;
        internal static int Frames;
        internal static bool InFixedStep;

        private static readonly System.Diagnostics.Stopwatch Watch = System.Diagnostics.Stopwatch.StartNew();

        /// <summary>Seconds before the last reload of the scripts.</summary>
        private static double earlier;

        private static float scale = 1F;
        private static float fixedStep = 0.02F;
        private static float most = 1F / 3F;
        private static float captured;

        public static float time
        {
            get { return (float)timeAsDouble; }
        }

        public static double timeAsDouble
        {
            get { return InFixedStep ? FixedNow : Now; }
        }

        public static float timeSinceLevelLoad
        {
            get { return (float)(timeAsDouble - LevelStart); }
        }

        public static float deltaTime
        {
            get { return InFixedStep ? fixedStep : Delta; }
        }

        public static float unscaledTime
        {
            get { return (float)Unscaled; }
        }

        public static double unscaledTimeAsDouble
        {
            get { return Unscaled; }
        }

        public static float unscaledDeltaTime
        {
            get { return UnscaledDelta; }
        }

        public static float fixedTime
        {
            get { return (float)FixedNow; }
        }

        public static float fixedDeltaTime
        {
            get { return fixedStep; }
            set { fixedStep = Mathf.Max(0.0001F, value); }
        }

        public static float maximumDeltaTime
        {
            get { return most; }
            set { most = Mathf.Max(fixedStep, value); }
        }

        public static float timeScale
        {
            get
            {
                return scale;
            }

            set
            {
                if (!(value >= 0F && value <= 100F))
                {
                    Debug.LogError("Time.timeScale is out of range. The value cannot be " + (value < 0F ? "negative" : "higher than 100.0") + ".");
                    return;
                }
                scale = value;
            }
        }

        public static int frameCount
        {
            get { return Frames; }
        }

        public static float realtimeSinceStartup
        {
            get { return (float)realtimeSinceStartupAsDouble; }
        }

        public static double realtimeSinceStartupAsDouble
        {
            get { return earlier + Watch.Elapsed.TotalSeconds; }
        }

        public static float captureDeltaTime
        {
            get { return captured; }
            set { captured = value; }
        }

        public static int captureFramerate
        {
            get { return captured == 0F ? 0 : Mathf.RoundToInt(1F / captured); }
            set { captured = value == 0 ? 0F : 1F / value; }
        }

        public static bool inFixedTimeStep
        {
            get { return InFixedStep; }
        }

        internal static void Save(System.IO.BinaryWriter to)
        {
            foreach (double number in new[] { Now, Unscaled, FixedNow, LevelStart, Delta, UnscaledDelta, scale, fixedStep, most, captured, realtimeSinceStartupAsDouble })
            {
                to.Write(number);
            }
            to.Write(Frames);
        }

        internal static void Restore(System.IO.BinaryReader from)
        {
            Now = from.ReadDouble();
            Unscaled = from.ReadDouble();
            FixedNow = from.ReadDouble();
            LevelStart = from.ReadDouble();
            Delta = (float)from.ReadDouble();
            UnscaledDelta = (float)from.ReadDouble();
            scale = (float)from.ReadDouble();
            fixedStep = (float)from.ReadDouble();
            most = (float)from.ReadDouble();
            captured = (float)from.ReadDouble();
            earlier = from.ReadDouble() - Watch.Elapsed.TotalSeconds;
            Frames = from.ReadInt32();
        }
    }

    // Follows Runtime/Export/StaticShim/ScreenShimBase.cs: members.
    public sealed class Screen
    {
        public static int width
        {
            get { return Settings.ScreenWidth; }
        }

        public static int height
        {
            get { return Settings.ScreenHeight; }
        }
    }

    /// <summary>The input devices. In Unity this class is in UnityEngine.InputLegacyModule.</summary>
    // Follows Modules/InputLegacy/ScriptBindings/Input.bindings.cs: members.
    public class Input
    {
        public static Vector3 mousePosition
        {
            get { return Settings.MousePosition; }
        }
    }

    // Follows Runtime/Export/SystemInfo/SystemInfo.bindings.cs: members.
    public sealed class SystemInfo
    {
        public static Rendering.GraphicsDeviceType graphicsDeviceType
        {
            get { return Settings.Graphics; }
        }

        public static int maxTextureSize
        {
            get { return 16384; }
        }
    }

    // Follows Runtime/Export/Graphics/GraphicsManagers.bindings.cs: members of QualitySettings.
    public sealed class QualitySettings : Object
    {
        private QualitySettings()
        {
        }

        public static int vSyncCount
        {
            get { return Settings.VSyncCount; }
            set { Settings.VSyncCount = value; }
        }
    }

    /// <summary>Loads assets and finds objects in memory.</summary>
    // Follows Runtime/Export/Resources/Resources.bindings.cs: members.
    public sealed partial class Resources
    {
        public static Object[] FindObjectsOfTypeAll(Type type)
        {
            return World.All.FindAll(one => type.IsInstanceOfType(one) && !(one is MissingScript)).ToArray();
        }

        public static T[] FindObjectsOfTypeAll<T>() where T : Object
        {
            return Array.ConvertAll(FindObjectsOfTypeAll(typeof(T)), one => (T)one);
        }

        public static Object Load(string path)
        {
            return Load(path, typeof(Object));
        }

        public static T Load<T>(string path) where T : Object
        {
            return (T)Load(path, typeof(T));
        }

        public static Object Load(string path, Type systemTypeInstance)
        {
            if (systemTypeInstance == null)
            {
                throw new ArgumentNullException("systemTypeInstance");
            }
            return Settings.LoadResource == null ? null : Settings.LoadResource(path, systemTypeInstance);
        }

        public static Object GetBuiltinResource(Type type, string path)
        {
            Object found = BuiltInAssets.Named(path);
            if (found == null || !type.IsInstanceOfType(found))
            {
                Debug.LogError("The resource " + path + " could not be loaded from the resource file!");
                return null;
            }
            return found;
        }

        public static T GetBuiltinResource<T>(string path) where T : Object
        {
            return (T)GetBuiltinResource(typeof(T), path);
        }
    }
}

namespace UnityEngine.Rendering
{
    // Follows Runtime/Export/Graphics/GraphicsEnums.cs: values of the devices that the double can name.
    public enum GraphicsDeviceType
    {
        Direct3D11 = 2,
        Null = 4,
        OpenGLES3 = 11,
        Metal = 16,
        OpenGLCore = 17,
        Direct3D12 = 18,
        Vulkan = 21
    }
}
