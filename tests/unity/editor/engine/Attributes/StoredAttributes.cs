using System;

namespace UnityDouble
{
    /// <summary>
    /// Marks a field of a built-in type as saved, under Unity's name for it in files. Scripts do not use this attribute; they follow Unity's rules.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class StoredAttribute : Attribute
    {
        public StoredAttribute()
        {
        }

        /// <param name="name">For names that are not C# identifiers, such as `near clip plane`.</param>
        public StoredAttribute(string name)
        {
            Name = name;
        }

        /// <summary>Null if the field itself has the name.</summary>
        public string Name { get; private set; }
    }

    /// <summary>The number and name of a built-in type in Unity's text files.</summary>
    [AttributeUsage(AttributeTargets.Class, Inherited = false)]
    public sealed class FileClassAttribute : Attribute
    {
        public FileClassAttribute(int id, string name)
        {
            Id = id;
            Name = name;
        }

        public int Id { get; private set; }

        public string Name { get; private set; }

        /// <summary>Whether a game object may have one only.</summary>
        public bool IsSingle { get; set; }

        /// <summary>`serializedVersion` in files; 0 if files do not contain it.</summary>
        public int Version { get; set; }
    }
}
