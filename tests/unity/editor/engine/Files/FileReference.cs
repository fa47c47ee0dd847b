using System;
using System.Collections.Generic;

namespace UnityDouble
{
    /// <summary>An object of an asset file: `{fileID: 11500000, guid: a79441f348de89743a2939f4d699eac1, type: 3}`.</summary>
    public sealed class FileReference
    {
        public FileReference(string guid, long fileId, int type)
        {
            Guid = guid;
            FileId = fileId;
            Type = type;
        }

        public string Guid { get; private set; }

        public long FileId { get; private set; }

        /// <summary>2 for files that Unity wrote, 3 for imported files, 0 for Unity's own assets.</summary>
        public int Type { get; private set; }

        internal string Key
        {
            get { return Guid + "/" + FileId; }
        }

        public override string ToString()
        {
            return "{fileID: " + FileId + ", guid: " + Guid + ", type: " + Type + "}";
        }
    }

    /// <summary>Where the engine gets the project's files from; implemented by the editor half.</summary>
    public abstract class AssetSource
    {
        /// <summary>The class of a script; null if it is missing.</summary>
        public abstract Type ScriptType(FileReference script);

        /// <summary>The file of a script class; null if the class is in no file.</summary>
        public abstract FileReference ScriptFile(Type type);

        /// <summary>An object of an asset file; null if it cannot be loaded. The object's instance id must be <see cref="World.IdOf"/> of the file.</summary>
        public abstract UnityEngine.Object Load(FileReference file, Type wanted);

        /// <summary>A loaded prefab by its guid; null if the double cannot load it, such as a model.</summary>
        public abstract LoadedFile Prefab(string guid);

        /// <summary>The text of a scene by its path below the project, such as `Assets/Main.unity`; null if absent.</summary>
        public abstract string SceneText(string path);

        /// <summary>The guid of an asset path; null if absent.</summary>
        public abstract string Guid(string path);
    }

    /// <summary>The objects of a file by their numbers in the file.</summary>
    public sealed class LoadedFile
    {
        public LoadedFile(string guid)
        {
            Guid = guid;
            Objects = new Dictionary<long, UnityEngine.Object>();
            Kept = new List<YamlDocument>();
            Order = new List<long>();
        }

        public string Guid { get; private set; }

        public Dictionary<long, UnityEngine.Object> Objects { get; private set; }

        /// <summary>Documents that are no objects, such as render settings.</summary>
        public List<YamlDocument> Kept { get; private set; }

        /// <summary>The numbers of all documents in the order of the file.</summary>
        public List<long> Order { get; private set; }

        /// <summary>Whether maps on one line break into lines after 80 characters in the file.</summary>
        public bool BreaksFlow { get; set; }

        /// <summary>The root of a prefab; null for other files.</summary>
        public UnityEngine.GameObject Root { get; set; }
    }
}
