using UnityEngine;

namespace UnityEditor
{
    /// <summary>Base of the classes that draw inspectors. The double draws none.</summary>
    // Follows Editor/Mono/Inspector/Core/Editor.cs: the base class.
    public class Editor : ScriptableObject
    {
    }
}
