using UnityDouble;

namespace UnityEngine
{
    /// <summary>Decides for a whole hierarchy whether it shows and takes input.</summary>
    // Follows Modules/UI/ScriptBindings/CanvasGroup.bindings.cs: members.
    [RequireComponent(typeof(Transform))]
    [FileClass(225, "CanvasGroup", IsSingle = true)]
    public sealed class CanvasGroup : Behaviour, ICanvasRaycastFilter
    {
        [Stored] internal float m_Alpha = 1F;
        [Stored] internal bool m_Interactable = true;
        [Stored] internal bool m_BlocksRaycasts = true;
        [Stored] internal bool m_IgnoreParentGroups = false;

        public float alpha
        {
            get { return m_Alpha; }
            set { m_Alpha = Mathf.Clamp01(value); }
        }

        public bool interactable
        {
            get { return m_Interactable; }
            set { m_Interactable = value; }
        }

        public bool blocksRaycasts
        {
            get { return m_BlocksRaycasts; }
            set { m_BlocksRaycasts = value; }
        }

        public bool ignoreParentGroups
        {
            get { return m_IgnoreParentGroups; }
            set { m_IgnoreParentGroups = value; }
        }

        public bool IsRaycastLocationValid(Vector2 sp, Camera eventCamera)
        {
            return m_BlocksRaycasts;
        }
    }

    public interface ICanvasRaycastFilter
    {
        bool IsRaycastLocationValid(Vector2 sp, Camera eventCamera);
    }

    /// <summary>Draws a graphic of the user interface. The double draws nothing.</summary>
    // Follows Modules/UI/ScriptBindings/CanvasRenderer.bindings.cs: members.
    [RequireComponent(typeof(RectTransform))]
    [FileClass(222, "CanvasRenderer", IsSingle = true)]
    public sealed class CanvasRenderer : Component
    {
        [Stored] internal bool m_CullTransparentMesh = true;

        private Color color = Color.white;

        public bool cullTransparentMesh
        {
            get { return m_CullTransparentMesh; }
            set { m_CullTransparentMesh = value; }
        }

        public bool cull { get; set; }

        public Color GetColor()
        {
            return color;
        }

        public void SetColor(Color color)
        {
            this.color = color;
        }

        public float GetAlpha()
        {
            return color.a;
        }

        public void SetAlpha(float alpha)
        {
            color.a = alpha;
        }
    }
}
