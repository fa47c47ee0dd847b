// Becomes UnityEngine.InputLegacyModule.dll, for a package that was compiled with Unity's own assemblies.
[assembly: System.Runtime.CompilerServices.TypeForwardedTo(typeof(UnityEngine.Input))]
