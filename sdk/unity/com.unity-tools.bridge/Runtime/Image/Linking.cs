// Nothing refers to this part: without this a build that strips code would leave it out.
#if UNITY_2019_2_OR_NEWER
[assembly: UnityEngine.Scripting.AlwaysLinkAssembly]
#endif
