// The package has no public API for game code, except the entry point. Its assemblies and its tests see all internals.
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("UnityTools.Bridge.Editor")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.EditorTests")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Image")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Player")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Physics")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Rehearsal")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.UI")]
