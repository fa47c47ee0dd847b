using System;
using UnityEngine.Events;
using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>Something that a canvas shows. The double draws nothing.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Graphic.cs and MaskableGraphic.cs: members and serialized fields.
    [DisallowMultipleComponent]
    [RequireComponent(typeof(RectTransform))]
    [ExecuteAlways]
    public abstract class Graphic : UIBehaviour
    {
        [SerializeField]
        protected Material m_Material = null;

        [SerializeField]
        private Color m_Color = Color.white;

        [SerializeField]
        private bool m_RaycastTarget = true;

        [SerializeField]
        private Vector4 m_RaycastPadding = Vector4.zero;

        public virtual Material material
        {
            get { return m_Material; }
            set { m_Material = value; }
        }

        public virtual Color color
        {
            get { return m_Color; }
            set { m_Color = value; }
        }

        public virtual bool raycastTarget
        {
            get { return m_RaycastTarget; }
            set { m_RaycastTarget = value; }
        }

        public Vector4 raycastPadding
        {
            get { return m_RaycastPadding; }
            set { m_RaycastPadding = value; }
        }

        public RectTransform rectTransform
        {
            get { return GetComponent<RectTransform>(); }
        }

        public CanvasRenderer canvasRenderer
        {
            get { return GetComponent<CanvasRenderer>(); }
        }

        /// <summary>The number in the order in which the canvas draws; -1 if it does not draw this graphic.</summary>
        public int depth
        {
            get
            {
                Canvas on = canvas;
                return on == null || !isActiveAndEnabled ? -1 : Array.IndexOf(on.rootCanvas.GetComponentsInChildren<Graphic>(), this);
            }
        }

        /// <summary>Whether no group and no filter above keeps events away.</summary>
        public virtual bool Raycast(Vector2 sp, Camera eventCamera)
        {
            bool groups = true;
            for (Transform at = transform; at != null && isActiveAndEnabled; at = at.parent)
            {
                bool isLast = false;
                foreach (Component one in at.GetComponents<Component>())
                {
                    Canvas canvas = one as Canvas;
                    isLast |= canvas != null && canvas.overrideSorting;
                    ICanvasRaycastFilter filter = one as ICanvasRaycastFilter;
                    CanvasGroup group = one as CanvasGroup;
                    if (filter != null && (group == null || groups) && !filter.IsRaycastLocationValid(sp, eventCamera))
                    {
                        return false;
                    }
                    groups &= group == null || !group.ignoreParentGroups;
                }
                if (isLast)
                {
                    break;
                }
            }
            return isActiveAndEnabled;
        }

        /// <summary>The nearest enabled canvas above; null if there is none.</summary>
        public Canvas canvas
        {
            get { return Array.Find(GetComponentsInParent<Canvas>(false), one => one.isActiveAndEnabled); }
        }
    }

    public abstract class MaskableGraphic : Graphic
    {
        [SerializeField]
        private bool m_Maskable = true;

        [SerializeField]
        private CullStateChangedEvent m_OnCullStateChanged = new CullStateChangedEvent();

        public bool maskable
        {
            get { return m_Maskable; }
            set { m_Maskable = value; }
        }

        public CullStateChangedEvent onCullStateChanged
        {
            get { return m_OnCullStateChanged; }
            set { m_OnCullStateChanged = value; }
        }

        [Serializable]
        public class CullStateChangedEvent : UnityEvent<bool>
        {
        }
    }
}
