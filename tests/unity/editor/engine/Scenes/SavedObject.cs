using System;
using System.IO;
using UnityEngine;

namespace UnityDouble
{
    /// <summary>One object of a saved world.</summary>
    internal sealed class SavedObject
    {
        private readonly int id;
        private readonly string assembly;
        private readonly string type;
        private readonly int stage;
        private readonly long fileId;
        private readonly int scene;
        private readonly int classId;
        private readonly string className;
        private readonly Node kept;
        private readonly Node state;
        private readonly Node document;
        private readonly Node forFiles;
        private UnityEngine.Object made;

        internal SavedObject(BinaryReader from)
        {
            id = from.ReadInt32();
            assembly = from.ReadString();
            type = from.ReadString();
            stage = from.ReadInt32();
            fileId = from.ReadInt64();
            scene = from.ReadInt32();
            classId = from.ReadInt32();
            className = from.ReadString();
            kept = Optional(from);
            state = Node.Load(from);
            document = Optional(from);
            forFiles = Optional(from);
        }

        internal static void Write(BinaryWriter to, UnityEngine.Object one)
        {
            MonoBehaviour script = one as MonoBehaviour;
            ScriptableObject asset = one as ScriptableObject;
            GameObject owner = one as GameObject;
            UnknownComponent component = one as UnknownComponent;
            UnknownObject other = one as UnknownObject;
            PrefabInstance instance = one as PrefabInstance;
            to.Write(one.m_InstanceID);
            to.Write(one.GetType().Assembly.GetName().Name);
            to.Write(one.GetType().FullName);
            to.Write((int)(!ReferenceEquals(script, null) ? script.m_Stage : !ReferenceEquals(asset, null) ? asset.m_Stage : Stage.None));
            to.Write(one.m_FileId);
            to.Write(ReferenceEquals(owner, null) ? 0 : owner.m_SceneHandle);
            to.Write(!ReferenceEquals(component, null) ? component.m_ClassId : !ReferenceEquals(other, null) ? other.m_ClassId : 0);
            to.Write(!ReferenceEquals(component, null) ? component.m_ClassName : !ReferenceEquals(other, null) ? other.m_ClassName : "");
            Optional(to, one.m_Kept);
            SerializedForm.Read(one, true).Save(to);
            Optional(to, ReferenceEquals(instance, null) ? null : instance.m_Document);
            bool isScript = !ReferenceEquals(script, null) || !ReferenceEquals(asset, null);
            Optional(to, isScript ? SerializedForm.Read(one) : null);
        }

        private static void Optional(BinaryWriter to, Node node)
        {
            to.Write(node != null);
            if (node != null)
            {
                node.Save(to);
            }
        }

        private static Node Optional(BinaryReader from)
        {
            return from.ReadBoolean() ? Node.Load(from) : null;
        }

        internal void Create(Func<string, string, Type> resolve)
        {
            Type found = StoredFields.IsModule(assembly) ? BuiltIn() : resolve(assembly, type);
            if (found == typeof(MissingScript) && World.Assets != null)
            {
                // A missing script may be in the new assemblies.
                FileReference file = World.FileOf(state["m_Script"] == null ? 0 : state["m_Script"].AsId);
                Type now = file == null ? null : World.Assets.ScriptType(file);
                found = now != null && typeof(MonoBehaviour).IsAssignableFrom(now) ? now : found;
            }
            bool isComponent = state["m_Component"] == null && state["m_GameObject"] != null && state["m_GameObject"].AsId != 0;
            bool fits = found != null && typeof(UnityEngine.Object).IsAssignableFrom(found) && !found.IsAbstract;
            Type wanted = fits ? found : isComponent ? typeof(MissingScript) : typeof(UnknownObject);
            try
            {
                made = World.Create(wanted, id);
            }
            catch (InvalidOperationException error)
            {
                Debug.LogException(error);
                made = World.Create(isComponent ? typeof(MissingScript) : typeof(UnknownObject), id);
            }
        }

        private Type BuiltIn()
        {
            System.Reflection.Assembly home = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), one => one.GetName().Name == assembly) ?? System.Reflection.Assembly.Load(assembly);
            return home.GetType(type);
        }

        internal void Fill()
        {
            UnknownComponent component = made as UnknownComponent;
            UnknownObject other = made as UnknownObject;
            if (!ReferenceEquals(component, null))
            {
                component.m_ClassId = classId;
                component.m_ClassName = className;
            }
            if (!ReferenceEquals(other, null))
            {
                other.m_ClassId = classId == 0 ? 114 : classId;
                other.m_ClassName = className.Length == 0 ? "MonoBehaviour" : className;
            }
            SerializedForm.Write(made, state, true);
            bool missing = made is MissingScript || (made is UnknownObject && classId == 0);
            // A script that is missing now keeps what files would contain.
            made.m_Kept = missing ? forFiles ?? kept ?? state : kept;
            made.m_FileId = fileId;
            MonoBehaviour script = made as MonoBehaviour;
            ScriptableObject asset = made as ScriptableObject;
            GameObject owner = made as GameObject;
            PrefabInstance instance = made as PrefabInstance;
            if (!ReferenceEquals(script, null))
            {
                script.m_Stage = (Stage)stage;
            }
            if (!ReferenceEquals(asset, null))
            {
                asset.m_Stage = (Stage)stage;
            }
            if (!ReferenceEquals(owner, null))
            {
                owner.m_SceneHandle = scene;
            }
            if (!ReferenceEquals(instance, null))
            {
                instance.m_Document = document;
            }
        }
    }
}
