using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    // Follows com.unity.ugui 1.0.0, UI/Core/VertexModifiers: members and serialized fields.
    [ExecuteAlways]
    public abstract class BaseMeshEffect : UIBehaviour
    {
    }

    [AddComponentMenu("UI/Effects/Shadow", 14)]
    public class Shadow : BaseMeshEffect
    {
        [SerializeField]
        private Color m_EffectColor = new Color(0F, 0F, 0F, 0.5F);

        [SerializeField]
        private Vector2 m_EffectDistance = new Vector2(1F, -1F);

        [SerializeField]
        private bool m_UseGraphicAlpha = true;

        public Color effectColor
        {
            get { return m_EffectColor; }
            set { m_EffectColor = value; }
        }

        public Vector2 effectDistance
        {
            get { return m_EffectDistance; }
            set { m_EffectDistance = value; }
        }

        public bool useGraphicAlpha
        {
            get { return m_UseGraphicAlpha; }
            set { m_UseGraphicAlpha = value; }
        }
    }

    [AddComponentMenu("UI/Effects/Outline", 15)]
    public class Outline : Shadow
    {
    }

    /// <summary>Hides what is outside a graphic.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Mask.cs and RectMask2D.cs: members and serialized fields.
    [AddComponentMenu("UI/Mask", 13)]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    [DisallowMultipleComponent]
    public class Mask : UIBehaviour
    {
        [SerializeField]
        private bool m_ShowMaskGraphic = true;

        public bool showMaskGraphic
        {
            get { return m_ShowMaskGraphic; }
            set { m_ShowMaskGraphic = value; }
        }
    }

    [AddComponentMenu("UI/Rect Mask 2D", 13)]
    [ExecuteAlways]
    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    public class RectMask2D : UIBehaviour
    {
        [SerializeField]
        private Vector4 m_Padding = Vector4.zero;

        [SerializeField]
        private Vector2Int m_Softness = new Vector2Int(0, 0);

        public Vector4 padding
        {
            get { return m_Padding; }
            set { m_Padding = value; }
        }

        public Vector2Int softness
        {
            get { return m_Softness; }
            set { m_Softness = value; }
        }
    }
}
