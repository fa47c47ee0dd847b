// No code refers to this assembly: without this attribute a build with code stripping would remove it.
#if UNITY_2019_2_OR_NEWER
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
#endif
