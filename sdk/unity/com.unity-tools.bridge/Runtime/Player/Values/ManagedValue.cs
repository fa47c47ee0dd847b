namespace UnityTools.Bridge
{
    /// <summary>The value of a field with [SerializeReference], or a list of such values. It is written with its class.</summary>
    internal sealed class ManagedValue
    {
        internal readonly object Value;

        internal ManagedValue(object value)
        {
            Value = value;
        }
    }
}
