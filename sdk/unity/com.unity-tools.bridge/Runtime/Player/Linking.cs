// Nothing in a game refers to the package: without this a build that strips code would leave it out.
using System.Runtime.CompilerServices;

#if UNITY_2019_2_OR_NEWER
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
#endif
[assembly: InternalsVisibleTo("UnityTools.Bridge.Physics")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Image")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.UI")]
