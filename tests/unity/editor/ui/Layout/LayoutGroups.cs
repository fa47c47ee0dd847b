using UnityEngine.EventSystems;

namespace UnityEngine.UI
{
    /// <summary>Places its children. The double keeps the settings and places nothing.</summary>
    // Follows com.unity.ugui 1.0.0, UI/Core/Layout: members and serialized fields.
    [DisallowMultipleComponent]
    [ExecuteAlways]
    [RequireComponent(typeof(RectTransform))]
    public abstract class LayoutGroup : UIBehaviour
    {
        [SerializeField]
        private RectOffset m_Padding = new RectOffset();

        [SerializeField]
        private TextAnchor m_ChildAlignment = TextAnchor.UpperLeft;

        public RectOffset padding
        {
            get { return m_Padding; }
            set { m_Padding = value; }
        }

        public TextAnchor childAlignment
        {
            get { return m_ChildAlignment; }
            set { m_ChildAlignment = value; }
        }
    }

    public abstract class HorizontalOrVerticalLayoutGroup : LayoutGroup
    {
        [SerializeField]
        private float m_Spacing = 0F;

        [SerializeField]
        private bool m_ChildForceExpandWidth = true;

        [SerializeField]
        private bool m_ChildForceExpandHeight = true;

        [SerializeField]
        private bool m_ChildControlWidth = true;

        [SerializeField]
        private bool m_ChildControlHeight = true;

        [SerializeField]
        private bool m_ChildScaleWidth = false;

        [SerializeField]
        private bool m_ChildScaleHeight = false;

        [SerializeField]
        private bool m_ReverseArrangement = false;

        public float spacing
        {
            get { return m_Spacing; }
            set { m_Spacing = value; }
        }

        public bool childForceExpandWidth
        {
            get { return m_ChildForceExpandWidth; }
            set { m_ChildForceExpandWidth = value; }
        }

        public bool childForceExpandHeight
        {
            get { return m_ChildForceExpandHeight; }
            set { m_ChildForceExpandHeight = value; }
        }

        public bool childControlWidth
        {
            get { return m_ChildControlWidth; }
            set { m_ChildControlWidth = value; }
        }

        public bool childControlHeight
        {
            get { return m_ChildControlHeight; }
            set { m_ChildControlHeight = value; }
        }

        public bool childScaleWidth
        {
            get { return m_ChildScaleWidth; }
            set { m_ChildScaleWidth = value; }
        }

        public bool childScaleHeight
        {
            get { return m_ChildScaleHeight; }
            set { m_ChildScaleHeight = value; }
        }

        public bool reverseArrangement
        {
            get { return m_ReverseArrangement; }
            set { m_ReverseArrangement = value; }
        }
    }

    [AddComponentMenu("Layout/Horizontal Layout Group", 150)]
    public class HorizontalLayoutGroup : HorizontalOrVerticalLayoutGroup
    {
    }

    [AddComponentMenu("Layout/Vertical Layout Group", 151)]
    public class VerticalLayoutGroup : HorizontalOrVerticalLayoutGroup
    {
    }

    [AddComponentMenu("Layout/Grid Layout Group", 152)]
    public class GridLayoutGroup : LayoutGroup
    {
        [SerializeField]
        private Corner m_StartCorner = Corner.UpperLeft;

        [SerializeField]
        private Axis m_StartAxis = Axis.Horizontal;

        [SerializeField]
        private Vector2 m_CellSize = new Vector2(100F, 100F);

        [SerializeField]
        private Vector2 m_Spacing = Vector2.zero;

        [SerializeField]
        private Constraint m_Constraint = Constraint.Flexible;

        [SerializeField]
        private int m_ConstraintCount = 2;

        public Corner startCorner
        {
            get { return m_StartCorner; }
            set { m_StartCorner = value; }
        }

        public Axis startAxis
        {
            get { return m_StartAxis; }
            set { m_StartAxis = value; }
        }

        public Vector2 cellSize
        {
            get { return m_CellSize; }
            set { m_CellSize = value; }
        }

        public Vector2 spacing
        {
            get { return m_Spacing; }
            set { m_Spacing = value; }
        }

        public Constraint constraint
        {
            get { return m_Constraint; }
            set { m_Constraint = value; }
        }

        public int constraintCount
        {
            get { return m_ConstraintCount; }
            set { m_ConstraintCount = Mathf.Max(1, value); }
        }

        public enum Corner
        {
            UpperLeft = 0,
            UpperRight = 1,
            LowerLeft = 2,
            LowerRight = 3
        }

        public enum Axis
        {
            Horizontal = 0,
            Vertical = 1
        }

        public enum Constraint
        {
            Flexible = 0,
            FixedColumnCount = 1,
            FixedRowCount = 2
        }
    }
}
