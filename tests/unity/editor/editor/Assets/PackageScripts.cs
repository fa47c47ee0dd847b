using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>The scripts of the package com.unity.ugui by the guids that all projects refer to.</summary>
    // Follows the .meta files of com.unity.ugui 1.0.0.
    internal static class PackageScripts
    {
        private const string Assembly = "UnityEngine.UI";

        private static readonly Dictionary<string, string> names = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            { "fe87c0e1cc204ed48ad3b37840f39efc", "UI.Image" },
            { "1344c3c82d62a2a41a3576d8abb8e3ea", "UI.RawImage" },
            { "5f7201a12d95ffc409449d95f23cf332", "UI.Text" },
            { "4e29b1a8efbd4b44bb3f3716e73f07ff", "UI.Button" },
            { "9085046f02f69544eb97fd06b6048fe2", "UI.Toggle" },
            { "2fafe2cfe61f6974895a912c3755e8f1", "UI.ToggleGroup" },
            { "67db9e8f0e2ae9c40bc1e2b64352a6b4", "UI.Slider" },
            { "2a4db7a114972834c8e4117be1d82ba3", "UI.Scrollbar" },
            { "1aa08ab6e0800fa44ae55d278d1423e3", "UI.ScrollRect" },
            { "0d0b652f32a2cc243917e4028fa0f046", "UI.Dropdown" },
            { "d199490a83bb2b844b9695cbf13b01ef", "UI.InputField" },
            { "31a19414c41e5ae4aae2af33fee712f6", "UI.Mask" },
            { "3312d7739989d2b4e91e6319e9a96d76", "UI.RectMask2D" },
            { "cfabb0440166ab443bba8876756fdfa9", "UI.Shadow" },
            { "e19747de3f5aca642ab2be37e372fb86", "UI.Outline" },
            { "0cd44c1031e13a943bb63640046fad76", "UI.CanvasScaler" },
            { "dc42784cf147c0c48a680349fa168899", "UI.GraphicRaycaster" },
            { "30649d3a9faa99c48a7b1166b86bf2a0", "UI.HorizontalLayoutGroup" },
            { "59f8146938fff824cb5fd77236b75775", "UI.VerticalLayoutGroup" },
            { "8a8695521f0d02e499659fee002a26c2", "UI.GridLayoutGroup" },
            { "306cc8c2b49d7114eaa3623786fc2126", "UI.LayoutElement" },
            { "3245ec927659c4140ac4f8d17403cc18", "UI.ContentSizeFitter" },
            { "86710e43de46f6f4bac7c8e50813a599", "UI.AspectRatioFitter" },
            { "76c392e42b5098c458856cdf6ecaaaa1", "EventSystems.EventSystem" },
            { "4f231c4fb786f3946a6b90b886c48677", "EventSystems.StandaloneInputModule" },
        };

        private static Dictionary<string, Type> types;
        private static Dictionary<Type, string> guids;

        /// <summary>Returns the class with that guid, or null.</summary>
        internal static Type ClassOf(string guid)
        {
            Find();
            return types.TryGetValue(guid, out Type type) ? type : null;
        }

        /// <summary>Returns the guid of a class of the package, or null.</summary>
        internal static string GuidOf(Type type)
        {
            Find();
            return guids.TryGetValue(type, out string guid) ? guid : null;
        }

        private static void Find()
        {
            if (types != null)
            {
                return;
            }
            types = new Dictionary<string, Type>(StringComparer.Ordinal);
            guids = new Dictionary<Type, string>();
            System.Reflection.Assembly assembly;
            try
            {
                assembly = System.Reflection.Assembly.Load(Assembly);
            }
            catch (System.IO.FileNotFoundException)
            {
                // The double may run without the package; its scripts are then missing.
                return;
            }
            foreach (KeyValuePair<string, string> name in names)
            {
                Type type = assembly.GetType("UnityEngine." + name.Value, true);
                types[name.Key] = type;
                guids[type] = name.Key;
            }
        }
    }
}
