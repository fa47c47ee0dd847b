// No game code refers to the package: without this attribute a build with code stripping would remove it.
using System.Runtime.CompilerServices;

#if UNITY_2019_2_OR_NEWER
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
#endif
[assembly: InternalsVisibleTo("UnityTools.Bridge.Physics")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Editor")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.EditorTests")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Image")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.UI")]
