using System;
using System.Collections.Generic;
using UnityDouble;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>An editable copy of the serialized values of one or more objects of the same type.</summary>
    // Follows Editor/Mono/SerializedObject.bindings.cs.
    public class SerializedObject : IDisposable
    {
        private readonly Object[] targets;
        private readonly Node[] trees;
        private readonly HashSet<string> modified = new HashSet<string>(StringComparer.Ordinal);
        private PropertyPlace root;

        public SerializedObject(Object obj)
            : this(new[] { obj })
        {
        }

        public SerializedObject(Object[] objs)
        {
            if (objs == null || objs.Length == 0)
            {
                throw new ArgumentException("Object at index 0 is null");
            }
            for (int i = 0; i < objs.Length; i++)
            {
                if (objs[i] == null)
                {
                    throw new ArgumentException("Object at index " + i + " is null");
                }
                if (objs[i].GetType() != objs[0].GetType())
                {
                    throw new ArgumentException("the objects of a SerializedObject must have one type; given: " + objs[0].GetType().FullName + " and " + objs[i].GetType().FullName);
                }
            }
            targets = (Object[])objs.Clone();
            trees = new Node[targets.Length];
            Update();
        }

        public Object targetObject
        {
            get { return targets[0]; }
        }

        public Object[] targetObjects
        {
            get { return (Object[])targets.Clone(); }
        }

        public bool isEditingMultipleObjects
        {
            get { return targets.Length > 1; }
        }

        public bool hasModifiedProperties
        {
            get { return modified.Count > 0; }
        }

        /// <summary>Grows with each change of the tree, so that properties find their place again.</summary>
        internal int Version { get; private set; }

        internal Node[] Trees
        {
            get { return trees; }
        }

        internal PropertyPlace Root
        {
            get { return root ?? (root = PropertyPlace.Root(trees[0], targets[0].GetType())); }
        }

        public void Dispose()
        {
            modified.Clear();
        }

        /// <summary>Reads the objects again and drops changes that were not applied.</summary>
        public void Update()
        {
            for (int i = 0; i < targets.Length; i++)
            {
                if (targets[i] == null)
                {
                    throw new ArgumentException("SerializedObject target has been destroyed.");
                }
                trees[i] = SerializedForm.Read(targets[i]);
            }
            modified.Clear();
            Changed();
        }

        /// <summary>Reads the objects again if they differ; returns true if they did.</summary>
        public bool UpdateIfRequiredOrScript()
        {
            for (int i = 0; i < targets.Length; i++)
            {
                if (targets[i] != null && !SerializedForm.Read(targets[i]).Same(trees[i]))
                {
                    Update();
                    return true;
                }
            }
            return false;
        }

        public SerializedProperty GetIterator()
        {
            return new SerializedProperty(this, string.Empty);
        }

        /// <summary>Returns the property at a path, or null.</summary>
        public SerializedProperty FindProperty(string propertyPath)
        {
            return Root.Find(propertyPath) == null ? null : new SerializedProperty(this, propertyPath);
        }

        /// <summary>Writes the changes to the objects with an undo record; returns true if a value changed.</summary>
        public bool ApplyModifiedProperties()
        {
            return Apply(true);
        }

        public bool ApplyModifiedPropertiesWithoutUndo()
        {
            return Apply(false);
        }

        /// <summary>Copies a property of another object to the same path.</summary>
        public void CopyFromSerializedProperty(SerializedProperty prop)
        {
            if (Root.Find(prop.propertyPath) != null)
            {
                Replace(prop.propertyPath, prop.Place.Node);
            }
        }

        internal void Replace(string path, Node value)
        {
            for (int i = 0; i < trees.Length; i++)
            {
                if (!trees[i].Replace(path, value.Copy()))
                {
                    throw new InvalidOperationException("object " + targets[i].name + " has no property " + path);
                }
            }
            Modified(path);
        }

        /// <summary>Notes a change of a property that was made in the trees directly.</summary>
        internal void Modified(string path)
        {
            modified.Add(path);
            Changed();
        }

        private bool Apply(bool withUndo)
        {
            if (modified.Count == 0)
            {
                return false;
            }
            bool any = false;
            for (int i = 0; i < targets.Length; i++)
            {
                Node before = SerializedForm.Read(targets[i]);
                Node after = before.Copy();
                foreach (string path in modified)
                {
                    string place = ValuePath(path);
                    after.Replace(place, trees[i].Find(place).Copy());
                }
                if (before.Same(after))
                {
                    continue;
                }
                any = true;
                SerializedForm.Write(targets[i], after);
                Node now = SerializedForm.Read(targets[i]);
                if (withUndo)
                {
                    string what = modified.Count == 1 ? ObjectNames.NicifyVariableName(First().Split('.')[0]) : "Properties";
                    UndoRecorder.Record(targets[i], NodeDifference.Between(before, now), "Modified " + what + " in " + targets[i].name);
                }
                else
                {
                    EditorState.NoteModified(targets[i]);
                }
                LifeCycle.Validate(targets[i]);
                trees[i] = SerializedForm.Read(targets[i]);
            }
            modified.Clear();
            Changed();
            return any;
        }

        // A changed length is applied with the whole list.
        private static string ValuePath(string path)
        {
            const string Size = ".Array.size";
            return path.EndsWith(Size, StringComparison.Ordinal) ? path.Substring(0, path.Length - Size.Length) : path;
        }

        private string First()
        {
            foreach (string path in modified)
            {
                return path;
            }
            return string.Empty;
        }

        private void Changed()
        {
            root = null;
            Version++;
        }
    }
}
