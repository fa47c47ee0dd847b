// The assemblies of the parts see the internals of the editor's assembly.
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("UnityTools.Bridge.EditorTests")]
