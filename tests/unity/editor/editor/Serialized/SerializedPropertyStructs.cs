using System;
using UnityDouble;
using UnityEngine;

namespace UnityEditor
{
    /// <content>Values of several numbers.</content>
    public partial class SerializedProperty
    {
        public Color colorValue
        {
            get { return Read<Color>(SerializedPropertyType.Color); }
            set { Write(SerializedPropertyType.Color, value); }
        }

        public Vector2 vector2Value
        {
            get { return Read<Vector2>(SerializedPropertyType.Vector2); }
            set { Write(SerializedPropertyType.Vector2, value); }
        }

        public Vector3 vector3Value
        {
            get { return Read<Vector3>(SerializedPropertyType.Vector3); }
            set { Write(SerializedPropertyType.Vector3, value); }
        }

        public Vector4 vector4Value
        {
            get { return Read<Vector4>(SerializedPropertyType.Vector4); }
            set { Write(SerializedPropertyType.Vector4, value); }
        }

        public Quaternion quaternionValue
        {
            get { return Read<Quaternion>(SerializedPropertyType.Quaternion); }
            set { Write(SerializedPropertyType.Quaternion, value); }
        }

        public Rect rectValue
        {
            get { return Read<Rect>(SerializedPropertyType.Rect); }
            set { Write(SerializedPropertyType.Rect, value); }
        }

        public Bounds boundsValue
        {
            get { return Read<Bounds>(SerializedPropertyType.Bounds); }
            set { Write(SerializedPropertyType.Bounds, value); }
        }

        public Vector2Int vector2IntValue
        {
            get { return Read<Vector2Int>(SerializedPropertyType.Vector2Int); }
            set { Write(SerializedPropertyType.Vector2Int, value); }
        }

        public Vector3Int vector3IntValue
        {
            get { return Read<Vector3Int>(SerializedPropertyType.Vector3Int); }
            set { Write(SerializedPropertyType.Vector3Int, value); }
        }

        public RectInt rectIntValue
        {
            get { return Read<RectInt>(SerializedPropertyType.RectInt); }
            set { Write(SerializedPropertyType.RectInt, value); }
        }

        public BoundsInt boundsIntValue
        {
            get { return Read<BoundsInt>(SerializedPropertyType.BoundsInt); }
            set { Write(SerializedPropertyType.BoundsInt, value); }
        }

        public AnimationCurve animationCurveValue
        {
            get { return Read<AnimationCurve>(SerializedPropertyType.AnimationCurve); }
            set { Write(SerializedPropertyType.AnimationCurve, value); }
        }

#if UNITY_2022_1_OR_NEWER
        public Gradient gradientValue
        {
            get { return Read<Gradient>(SerializedPropertyType.Gradient); }
            set { Write(SerializedPropertyType.Gradient, value); }
        }
#endif

        public Hash128 hash128Value
        {
            get { return Read<Hash128>(SerializedPropertyType.Hash128); }
            set { Write(SerializedPropertyType.Hash128, value); }
        }

        public object managedReferenceValue
        {
            get { throw new NotSupportedException("the editor double does not imitate managed references"); }
            set { throw new NotSupportedException("the editor double does not imitate managed references"); }
        }

        private T Read<T>(SerializedPropertyType wanted)
        {
            Expect(wanted.ToString(), wanted);
            Type declared = Place.Declared ?? typeof(T);
            object value = ValueForm.Write(Place.Node, declared);
            return value is Color32 small ? (T)(object)(Color)small : (T)value;
        }

        private void Write(SerializedPropertyType wanted, object value)
        {
            Expect(wanted.ToString(), wanted);
            Type declared = Place.Declared ?? value.GetType();
            if (declared == typeof(Color32) && value is Color color)
            {
                value = (Color32)color;
            }
            Set(ValueForm.Read(value, declared));
        }
    }
}
