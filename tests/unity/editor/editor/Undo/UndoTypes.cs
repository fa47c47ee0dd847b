namespace UnityEditor
{
    /// <summary>One changed property, before and after.</summary>
    // Follows Editor/Mono/Undo/Undo.bindings.cs.
    public struct UndoPropertyModification
    {
        public PropertyModification previousValue;
        public PropertyModification currentValue;
        private bool keep;

        public bool keepPrefabOverride
        {
            get { return keep; }
            set { keep = value; }
        }
    }

#if UNITY_2022_2_OR_NEWER
    /// <summary>The group that was undone or redone.</summary>
    public struct UndoRedoInfo
    {
        public string undoName;
        public int undoGroup;

        public bool isRedo { get; set; }
    }
#endif

    /// <summary>A property value that a prefab instance overrides.</summary>
    // Follows Editor/Mono/Prefabs/PropertyModification.bindings.cs.
    public sealed class PropertyModification
    {
        public UnityEngine.Object target;
        public string propertyPath;
        public string value;
        public UnityEngine.Object objectReference;
    }
}
