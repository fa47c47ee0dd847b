using UnityDouble;

namespace UnityEngine
{
    /// <summary>A part of a texture. The double loads none from files; fields keep their references to them.</summary>
    // Follows Runtime/2D/Common/ScriptBindings/Sprites.bindings.cs: the type.
    [FileClass(213, "Sprite")]
    public sealed class Sprite : Object
    {
        [Stored] internal string m_Name = "";
        [Stored] internal Rect m_Rect = new Rect();
        [Stored] internal Vector4 m_Border = Vector4.zero;
        [Stored] internal float m_PixelsToUnits = 100F;
        [Stored] internal Vector2 m_Pivot = new Vector2(0.5F, 0.5F);

        private Sprite()
        {
        }

        internal override string StoredName
        {
            get { return m_Name; }
            set { m_Name = value; }
        }

        public Rect rect
        {
            get { return m_Rect; }
        }

        public Vector4 border
        {
            get { return m_Border; }
        }

        public float pixelsPerUnit
        {
            get { return m_PixelsToUnits; }
        }

        /// <summary>In pixels of the sprite.</summary>
        public Vector2 pivot
        {
            get { return Vector2.Scale(m_Pivot, m_Rect.size); }
        }
    }
}
