using System;

namespace UnityDouble
{
    /// <summary>Single field values as nodes and back.</summary>
    internal static class ValueForm
    {
        internal static Node Read(object value, Type declared)
        {
            return ValueCodec.Read(declared, value, new ManagedReferences(), 0, false);
        }

        internal static object Write(Node node, Type declared)
        {
            return ValueCodec.Write(declared, node, null, new ManagedReferences(), 0, false);
        }

        /// <summary>The value of the first item of an array that was empty.</summary>
        internal static Node DefaultOf(Type declared)
        {
            object value = declared.IsValueType ? Activator.CreateInstance(declared) : null;
            return Read(value, declared);
        }
    }
}
