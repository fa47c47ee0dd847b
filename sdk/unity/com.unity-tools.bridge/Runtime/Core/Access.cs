// Nothing of the package is for a game's own code; its parts and its tests see all of it.
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("UnityTools.Bridge.Image")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Player")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Physics")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.Rehearsal")]
[assembly: InternalsVisibleTo("UnityTools.Bridge.UI")]
