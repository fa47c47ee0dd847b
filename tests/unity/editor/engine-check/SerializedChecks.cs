using System.Collections.Generic;
using System.IO;
using UnityDouble;
using UnityEngine;

namespace EngineCheck
{
    /// <summary>Which fields are saved, their forms, and round trips.</summary>
    internal static class SerializedChecks
    {
        internal static void Run()
        {
            GameObject one = new GameObject("one");
            Everything all = one.AddComponent<Everything>();
            Fields(all);
            RoundTrip(all);
            Kept(all);
            Paths(all);
            BuiltIn(one);
            Missing(all);
        }

        private static void Fields(Everything all)
        {
            Node state = SerializedForm.Read(all);
            foreach (string saved in new[] { "whole", "stat", "hidden", "words", "shape", "m_Enabled", "m_GameObject", "m_Script" })
            {
                Check.That(state[saved] != null, saved + " is saved");
            }
            foreach (string notSaved in new[] { "secret", "Shared", "Fixed", "skipped", "map", "anything" })
            {
                Check.That(state[notSaved] == null, notSaved + " is not saved");
            }
            Check.That(SerializedForm.Read(all, true)["secret"].AsWhole == 5, "a private field survives a reload");
            Check.Same("new", state.Find("nothing.label").AsText, "null of a serializable class becomes an instance");
            Check.Same("", state["unset"].AsText, "a null string becomes empty");
            Check.That(state.Find("stat.forgotten") == null, "NonSerialized in a class");
            Check.Same(7L, state["mood"].AsWhole, "an enum is its number");
            Check.Same(4, state["numbers"].Packed, "whole numbers are packed in files");
            Check.That(state["layers"].Find("m_Bits").AsWhole == 4294967295L, "a layer mask");
            Check.Same(all.gameObject.m_InstanceID, state["m_GameObject"].AsId, "a reference is an instance id");
            Check.Same("Disc", state.Find("references.RefIds").Items[0].Find("type.class").AsText, "the class of a managed reference");
            Check.Same(2, state.Find("references.RefIds").Items.Count, "a managed reference in another one");
        }

        private static void RoundTrip(Everything all)
        {
            Everything second = new GameObject("two").AddComponent<Everything>();
            all.whole = -5;
            all.real = 0.1F;
            all.text = "two\nlines: \"quoted\"";
            all.numbers = new[] { int.MinValue, 0, 7 };
            all.stats[1].amount = 8F;
            all.curve = new AnimationCurve(new Keyframe(0F, 1F, 2F, 3F), new Keyframe(1F, 4F)) { postWrapMode = WrapMode.Loop };
            all.gradient.mode = GradientMode.Fixed;
            all.Hidden = 44;
            all.shapes.Add(all.shape);
            all.pair = new Pair { left = 1, right = 2 };
            MemoryStream bytes = new MemoryStream();
            SerializedForm.Read(all).Save(new BinaryWriter(bytes));
            bytes.Position = 0;
            Node state = Node.Load(new BinaryReader(bytes));
            Check.That(state.Same(SerializedForm.Read(all)), "a node as bytes");
            Node own = SerializedForm.Read(second);
            state["m_GameObject"] = own["m_GameObject"];
            SerializedForm.Write(second, state);
            Check.That(SerializedForm.Read(second).Same(state), "written and read again");
            Check.That(second.whole == -5 && second.real == 0.1F && second.text == all.text && second.Hidden == 44, "scalars");
            Check.That(second.numbers[0] == int.MinValue && second.stats[1].amount == 8F && second.words.Count == 2, "lists");
            Check.That(second.curve.Equals(all.curve) && second.gradient.Equals(all.gradient), "curves and gradients");
            Check.That(second.huge == ulong.MaxValue && second.large == 9007199254740993L && second.exact == 0.1 && second.letter == 'x', "large and exact numbers");
            Check.That(second.shape is Disc && ReferenceEquals(second.shapes[0], second.shape) && ((Disc)((Disc)second.shape).inner).radius == 1F, "managed references are shared");
            Check.That(second.box == all.box && second.rect == all.rect && second.cell == all.cell && second.bytes.b == 3, "value types");
            Check.That(second.pair.right == 2 && second.nothing != null, "structs and classes");
        }

        private static void Kept(Everything all)
        {
            Node state = SerializedForm.Read(all);
            Node unknown = Node.Map().With("first", Node.Text("0.50"));
            state.With("fromLater", unknown);
            state["renamed"] = null;
            state.With("oldName", Node.Text("12"));
            SerializedForm.Write(all, state);
            Check.Same(12, all.renamed, "a former name");
            Node now = SerializedForm.Read(all);
            Check.That(now["fromLater"].Same(unknown) && now["oldName"] == null && now["renamed"].AsWhole == 12, "unknown keys are kept, former names are replaced");
        }

        private static void Paths(Everything all)
        {
            Node state = SerializedForm.Read(all);
            Check.Same("second", state.Find("stats.Array.data[1].label").AsText, "a property path into a list");
            Check.That(state.Replace("stats.Array.data[1].label", Node.Text("changed")) && state.Replace("deep.y", Node.Text("9.5")), "Replace");
            Check.That(state.Replace("numbers.Array.size", Node.Number(5L)) && state.Find("numbers").Items.Count == 5, "Array.size");
            Check.That(!state.Replace("stats.Array.data[7].label", Node.Text("x")), "an absent path");
            SerializedForm.Write(all, state);
            Check.That(all.stats[1].label == "changed" && all.deep.y == 9.5F && all.numbers.Length == 5 && all.numbers[4] == 7, "values at paths");
        }

        private static void BuiltIn(GameObject one)
        {
            Camera camera = one.AddComponent<Camera>();
            Node state = SerializedForm.Read(camera);
            Check.That(state["near clip plane"].AsNumber > 0.29 && state["field of view"].AsWhole == 60 && state["serializedVersion"].AsWhole == 2, "Unity's names of a camera's fields");
            state["field of view"] = Node.Text("45.5");
            SerializedForm.Write(camera, state);
            Check.Same(45.5F, camera.fieldOfView, "a number from a text");
            List<string> keys = SerializedForm.Read(one).Keys;
            Check.Same("m_ObjectHideFlags,m_CorrespondingSourceObject,m_PrefabInstance,m_PrefabAsset,serializedVersion,m_Component,m_Layer,m_Name,m_TagString,m_Icon,m_NavMeshLayer,m_StaticEditorFlags,m_IsActive",
                string.Join(",", keys.ToArray()), "the fields of a game object in Unity's order");
            Material material = new Material(Shader.Find("Standard")) { color = Color.green };
            Check.Same("{_Color: RGBA(0, 1, 0, 1)}", "{_Color: RGBA(" + string.Join(", ", SerializedForm.Read(material).Find("m_SavedProperties.m_Colors").Items[0]["_Color"].Items.ConvertAll(part => part.AsText).ToArray()) + ")}", "a colour of a material");
        }

        private static void Missing(Everything all)
        {
            FileReference file = new FileReference("11111111111111111111111111111111", 21, 2);
            Node state = SerializedForm.Read(all);
            state["other"] = Node.Reference(World.IdOf(file));
            SerializedForm.Write(all, state);
            Check.That(all.other == null && !ReferenceEquals(all.other, null), "a reference to an asset that cannot be loaded equals null");
            Check.Same(World.IdOf(file), SerializedForm.Read(all)["other"].AsId, "and keeps its id");
        }
    }
}
