using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace UnityTools.Bridge
{
    /// <summary>Sets fields of one object of an asset, and writes the file. Consecutive changes of one object are one.</summary>
    internal sealed class FieldChange : AssetChange
    {
        /// <summary>One field with its new value.</summary>
        private sealed class Value
        {
            internal string Path;
            internal Json New;
            internal PlanRow Row;
        }

        private readonly string asset;
        private readonly string field;
        private readonly FieldTarget part;
        private readonly List<Value> values = new List<Value>();
        private readonly ObjectTable objects;

        internal FieldChange(AssetDraft draft, AssetArguments given)
        {
            objects = draft.Objects;
            asset = given.Path("asset");
            field = given.Name("asset");
            part = new FieldTarget(given.Name("part"), given.Any("part"));
            AssetPlaces.Place place = AssetChanges.Existing(draft, field, asset);
            if (place.Origin != null)
            {
                part.CheckWritable(field, place.Origin);
            }
            PlannedFields.Subject subject = draft.Fields.Find(place, part, field, asset);
            PlanRow row = new PlanRow { Edit = draft.At, File = asset, Index = 0, Type = subject.Target.GetType().FullName };
            values.Add(new Value { Path = given.Text("field"), New = given.Any("value"), Row = row });
            Describe(subject, draft, given.Name("field"), given.Name("value"));
            draft.Row(row);
            if (part.IsImporter)
            {
                // Settings of an importer can decide whether the editor runs the code.
                AssetChanges.NeedCode(draft, this, row, CodeAssets.Is(asset) ? asset : null);
            }
        }

        /// <summary>Takes over the field of the following change if it is about the same object.</summary>
        internal bool Join(FieldChange next)
        {
            bool isSame = next.asset == asset && next.part.Key == part.Key;
            if (isSame)
            {
                values.AddRange(next.values);
            }
            return isSame;
        }

        internal override void Make(AssetRun run)
        {
            UnsavedAssets.Save(asset);
            string file = part.File(asset);
            run.Did(new AssetOperation.Replace(file, run.Copies.KeepFile(file)));
            UnityEngine.Object target = part.Find(field, asset);
            SerializedObject fields = new SerializedObject(target);
            foreach (Value value in values)
            {
                Set(fields, value);
            }
            Save(target);
            Compare(run);
        }

        /// <summary>Plans the last value, and fills in its row.</summary>
        private void Describe(PlannedFields.Subject subject, AssetDraft draft, string fieldName, string valueName)
        {
            Value value = values[values.Count - 1];
            Material material = subject.Target as Material;
            try
            {
                if (ShaderField.Is(material, value.Path))
                {
                    string old;
                    value.Row.Old = subject.Shader.TryGetValue(value.Path, out old) ? old : ValueChange.Shown(ShaderField.Get(material, value.Path), objects);
                    PlannedReference texture = ShaderField.IsTexture(material, value.Path) ? PlannedReference.Of(draft.Places, value.New) : null;
                    value.Row.New = texture == null
                        ? ValueChange.Shown(ShaderField.Read(material, value.Path, value.New, objects), objects)
                        : texture.Shown(texture.Read(typeof(Texture), new ValueReader(objects)));
                    value.Row.Field = value.Path;
                    value.Row.Need = PlanRow.MemberNeed(value.Row.Type, value.Path, null);
                    Plan(subject, draft.At, one => one.Shader[value.Path] = value.Row.New);
                    return;
                }
                SerializedValue reader = new SerializedValue(objects, null);
                SerializedProperty property = FieldPath.Find(subject.Fields, fieldName, value.Path);
                value.Row.Old = reader.Read(property);
                Plan(subject, draft.At, one => new SerializedWriter(objects, draft.Places).Write(FieldPath.Find(one.Fields, fieldName, value.Path), value.New));
                property = FieldPath.Find(subject.Fields, fieldName, value.Path);
                PlannedReference planned = property.propertyType == SerializedPropertyType.ObjectReference ? PlannedReference.Of(draft.Places, value.New) : null;
                value.Row.New = planned == null ? reader.Read(property) : planned.Shown(property.objectReferenceValue);
                value.Row.Field = SerializedPath.Shown(property.propertyPath);
                value.Row.Need = FieldPath.Need(subject.Target.GetType(), value.Row.Field);
            }
            catch (Failure failure) when (failure.Message.IndexOf(fieldName, StringComparison.Ordinal) < 0)
            {
                throw new Failure(failure.Kind, "`" + valueName + "` of the field " + value.Path + " is wrong: " + failure.Message) { Hint = failure.Hint, Facts = failure.Facts };
            }
        }

        private static void Plan(PlannedFields.Subject subject, int edit, Action<PlannedFields.Subject> set)
        {
            set(subject);
            subject.Done.Add(new KeyValuePair<int, Action<PlannedFields.Subject>>(edit, set));
        }

        private void Set(SerializedObject fields, Value value)
        {
            Material material = fields.targetObject as Material;
            if (ShaderField.Is(material, value.Path))
            {
                Undo.RecordObject(material, Undo.GetCurrentGroupName());
                ShaderField.Set(material, value.Path, ShaderField.Read(material, value.Path, value.New, objects));
                EditorUtility.SetDirty(material);
                Undo.FlushUndoRecordObjects();
                fields.Update();
                return;
            }
            new SerializedWriter(objects, null).Write(FieldPath.Find(fields, field, value.Path), value.New);
            if (part.IsImporter)
            {
                // The undo of the editor does not import again.
                fields.ApplyModifiedPropertiesWithoutUndo();
            }
            else
            {
                fields.ApplyModifiedProperties();
            }
        }

        private void Save(UnityEngine.Object target)
        {
            AssetImporter importer = target as AssetImporter;
            GameObject root = AssetDatabase.LoadMainAssetAtPath(asset) as GameObject;
            if (importer != null)
            {
                importer.SaveAndReimport();
            }
            else if (root != null)
            {
                PrefabUtility.SavePrefabAsset(root);
            }
            else
            {
                AssetDatabase.SaveAssetIfDirty(target);
            }
        }

        /// <summary>An object may store another value than the value that it was given.</summary>
        private void Compare(AssetRun run)
        {
            UnityEngine.Object target = part.Find(field, asset);
            SerializedObject fields = new SerializedObject(target);
            foreach (Value value in values)
            {
                if (values.FindLast(one => one.Row.Field == value.Row.Field) != value || value.Row.Field.IndexOfAny(new[] { '.', '[' }) >= 0)
                {
                    continue;
                }
                Material material = target as Material;
                string now = ShaderField.Is(material, value.Path)
                    ? ValueChange.Shown(ShaderField.Get(material, value.Path), objects)
                    : new SerializedValue(objects, null).Read(FieldPath.Find(fields, field, value.Path));
                bool isInside = values.Exists(one => one != value && one.Row.Field.StartsWith(value.Row.Field, StringComparison.Ordinal));
                if (!isInside && !Comparing.Same(JsonReader.Read(now), JsonReader.Read(value.Row.New)))
                {
                    run.Notes.Add("changes[" + value.Row.Edit + "]: " + value.Row.Type + "." + value.Row.Field + " was set to " + value.Row.New + " and is " + now);
                    value.Row.New = now;
                }
            }
        }
    }
}
